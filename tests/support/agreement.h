// Whether both engines agree about a text. The textbook engine is the reference: acceptance, the
// tree, and for a text that does not parse the position and the expected tokens must be equal.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/model/print.h"
#include "parse/parser.h"
#include "text/escape.h"
#include "tree/print.h"

namespace grabr::support {

/// A parse result as text: the dump of the tree, or reason, position and expected tokens of the
/// failure.
inline std::string shown(const ParseResult& result) {
  if (const auto* tree = std::get_if<Tree>(&result)) return "tree\n" + dump(*tree);
  const auto& failure = std::get<ParseFailure>(result);
  std::vector<std::string> expected = failure.expected;
  std::sort(expected.begin(), expected.end());
  std::string out = "failure, reason " + std::to_string(static_cast<int>(failure.reason)) +
                    ", bytes " + std::to_string(failure.span.begin) + " to " +
                    std::to_string(failure.span.end) + ", expected";
  for (const std::string& name : expected) out += " " + name;
  return out + "\n";
}

inline ParseOptions with_engine(ParseOptions options, ParseOptions::Engine engine) {
  options.engine = engine;
  return options;
}

/// The difference between the two engines' answers, or "".
inline std::string difference(const ParseResult& fast, const ParseResult& reference) {
  const std::string of_fast = shown(fast);
  const std::string of_reference = shown(reference);
  return of_fast == of_reference ? "" : "fast: " + of_fast + "reference: " + of_reference;
}

/// The difference between the engines on a text, or "". A tree must also print back to the text.
inline std::string disagreement(const Parser& parser, std::string_view text,
                                const ParseOptions& options = {}) {
  const ParseOptions fast = with_engine(options, ParseOptions::Engine::kFast);
  const ParseOptions reference = with_engine(options, ParseOptions::Engine::kReference);
  const ParseResult result = parser.parse(text, fast);
  std::string found = difference(result, parser.parse(text, reference));
  if (!found.empty()) return found;
  const auto* tree = std::get_if<Tree>(&result);
  if (tree != nullptr && print(*tree) != text) return "the tree prints to other bytes\n";
  if (parser.accepts(text, fast) != (tree != nullptr)) return "accepts() is not parse()\n";
  return "";
}

/// A grammar and a text on which the engines disagree.
struct Pair {
  std::shared_ptr<const Grammar> grammar;
  std::string text;
};

inline std::string shown(const Pair& pair) {
  return grabr::quoted(pair.text) + " with\n" + print_rules(*pair.grammar);
}

/// Shrinks a pair while `still_wrong(pair)`: removes bytes, alternatives and parts of alternatives
/// one at a time, until none can be removed.
template <class Predicate>
Pair shrunk(Pair pair, const Predicate& still_wrong) {
  const auto accept = [&](Pair candidate) {
    if (!still_wrong(candidate)) return false;
    pair = std::move(candidate);
    return true;
  };
  const auto try_text = [&](std::size_t at) {
    Pair candidate = pair;
    candidate.text.erase(at, 1);
    return accept(std::move(candidate));
  };
  const auto try_grammar = [&](std::size_t rule, std::size_t alternative, std::size_t part) {
    auto smaller = std::make_shared<Grammar>(*pair.grammar);
    auto& alternatives = smaller->rules[rule].alternatives;
    auto& parts = alternatives[alternative].body.parts;
    if (part == 0 && alternatives.size() == 1) return false;
    if (part == 0) {
      alternatives.erase(alternatives.begin() + static_cast<std::ptrdiff_t>(alternative));
    } else {
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(part - 1));
    }
    return accept({std::move(smaller), pair.text});
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t at = 0; at < pair.text.size();) {
      if (try_text(at)) changed = true;
      else ++at;
    }
    for (std::size_t r = 0; r < pair.grammar->rules.size(); ++r) {
      for (std::size_t a = pair.grammar->rules[r].alternatives.size(); a-- > 0;) {
        for (std::size_t p = 0; a < pair.grammar->rules[r].alternatives.size() &&
                                p <= pair.grammar->rules[r].alternatives[a].body.parts.size();) {
          if (try_grammar(r, a, p)) changed = true;
          else ++p;
        }
      }
    }
  }
  return pair;
}

}  // namespace grabr::support
