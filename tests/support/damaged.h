// Damaged texts, such as compiler fuzzers produce, and runs of the whole default strategy on them:
// whatever the text and the test, a run ends, its result fails and is not larger, and a second run
// gives the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oracle/function_oracle.h"
#include "parse/repair/partial.h"
#include "reduce/auto_schedule.h"
#include "reduce/strategy.h"
#include "support/random_grammar.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/hash.h"

namespace grabr::support {

/// Damages the text once or several times: bytes that are not UTF-8 or are control characters,
/// ranges that are deleted, doubled or nested many times, a missing end, and a piece of `other`, a
/// text of any language.
inline std::string damaged(std::string text, std::string_view other, const Choices& below) {
  constexpr std::uint32_t kLongestRange = 40;
  constexpr std::string_view kBytes("\xff\x80\xc3\xed\xa0\x80\0\x1b\x07\r\n\t\v\x7f\"'`\\", 18);
  constexpr std::string_view kBrackets = "([{<";
  const auto at_most = [&](std::size_t n) { return below(static_cast<std::uint32_t>(n) + 1); };
  for (std::uint32_t n = 1 + below(4); n > 0; --n) {
    const std::size_t at = at_most(text.size());
    const std::size_t size = std::min(text.size() - at, std::size_t{below(kLongestRange)} + 1);
    const std::string range = text.substr(at, size);
    switch (below(8)) {
      case 0: text.insert(at, 1, kBytes[below(kBytes.size())]); break;
      case 1:
        if (at < text.size()) text[at] = kBytes[below(kBytes.size())];
        break;
      case 2: text.erase(at, size); break;
      case 3: text.insert(at_most(text.size()), range); break;
      case 4: text.resize(at); break;
      case 5: text.insert(at, other.substr(at_most(other.size()), below(kLongestRange))); break;
      case 6: text.insert(at, 1 + below(30), kBrackets[below(kBrackets.size())]); break;
      default:
        for (std::uint32_t times = below(12); times > 0; --times) text.insert(at, range);
    }
  }
  return text;
}

/// The number of occurrences of each word.
inline std::map<std::string, int, std::less<>> words_in(std::string_view text) {
  std::map<std::string, int, std::less<>> counts;
  std::string word;
  for (const char c : std::string(text) + ' ') {
    if (is_word(c)) {
      word += c;
    } else if (!word.empty()) {
      ++counts[std::exchange(word, {})];
    }
  }
  return counts;
}

/// A test that the text fails: some pieces of it must occur, and in one case of three, like a
/// compiler that rejects unused and unknown names, each word must occur as in the text, once or
/// more often; or it fails by chance, always the same for a text.
inline FunctionOracle::Function any_test(const std::string& text, const Choices& below) {
  if (below(4) == 0) {
    const std::uint64_t percent = 1 + below(60), seed = below(1000);
    return [text, percent, seed](std::string_view candidate) {
      const std::uint64_t draw = (hash128(candidate).low ^ (seed * 0x9E3779B97F4A7C15u)) >> 7;
      if (candidate == text || draw % 100 < percent) return Outcome::kFail;
      return draw % 7 == 0 ? Outcome::kUnresolved : Outcome::kPass;
    };
  }
  std::vector<std::string> pieces;
  for (std::uint32_t n = below(4); n > 0; --n) {
    pieces.push_back(text.substr(below(static_cast<std::uint32_t>(text.size()) + 1), 1 + below(5)));
  }
  const auto words = below(3) == 0 ? words_in(text) : decltype(words_in(text))();
  return [pieces, words](std::string_view candidate) {
    const bool all = std::ranges::all_of(
        pieces, [&](const std::string& piece) { return candidate.find(piece) != candidate.npos; });
    const auto is_used = [&](const auto& word) {
      const auto before = words.find(word.first);
      return before == words.end() || before->second == 1 || word.second > 1;
    };
    return all && std::ranges::all_of(words_in(candidate), is_used) ? Outcome::kFail
                                                                    : Outcome::kPass;
  };
}

/// The result of the default strategy with at most this many tests.
inline std::string reduced(const std::shared_ptr<const Parser>& parser, const std::string& text,
                           const FunctionOracle::Function& test, Effort effort,
                           std::uint64_t most_tests) {
  FunctionOracle oracle(test);
  Session session(oracle, text);
  session.stop = StopToken().within({.tests = most_tests});
  Problem problem;
  problem.parser = parser;
  ParseResult parsed = parser->parse(text);
  problem.partial = !std::holds_alternative<Tree>(parsed);
  problem.tree =
      problem.partial ? parse_partially(*parser, text).tree : std::move(std::get<Tree>(parsed));
  constexpr const char* kNames[] = {"auto-fast", "auto", "auto-thorough"};
  try {
    run_strategy(*find_pass(kNames[static_cast<int>(effort)]), session, std::move(problem));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kBudget) throw;
  }
  return session.best();
}

/// A description of what is wrong with a run; empty: nothing. `again`: check that a second run
/// gives the same.
inline std::string fault_of_run(const std::shared_ptr<const Parser>& parser,
                                const std::string& text, const FunctionOracle::Function& test,
                                Effort effort, std::uint64_t most_tests, bool again) {
  const std::string result = reduced(parser, text, test, effort, most_tests);
  if (test(result) != Outcome::kFail) return "the result does not fail";
  if (result.size() > text.size()) return "the result is larger";
  if (again && reduced(parser, text, test, effort, most_tests) != result) {
    return "another run gives another result";
  }
  return {};
}

}  // namespace grabr::support
