// Reduces the sequence of choices that generates the input (choice_sequence.h) in shortlex order:
// shorter, then smaller at the first difference. Every sequence generates a sentence, so simpler
// text appears without a search: a smaller number is a simpler alternative.
//
//   stmt: NAME '=' expr ';' | 'return' expr? ';' ;     expr: expr '+' NUMBER | NUMBER ;
//
//   return 7 + 0 ;   needs `return`      0 1 1 0 1 0      leave out the expression:
//   return ;                             0 0              the simplest there is
//
// A change early in the sequence would change the meaning of all later numbers. So edits are
// aligned to spans, the numbers that one piece of the grammar used: a span's new numbers are
// decoded by that piece alone, filled up with 0 or cut off, and later numbers keep their meaning.
// These passes are repeated until none finds anything:
//
//   delete list elements and optional parts, outermost first, each level as one list (mgbs.h)
//   replace a span by one of the same rule inside it, or by its simplest form
//   delete runs of 8 … 1 numbers, anywhere in the sequence
//   lower a number to 0, 1, half of itself, … (binary search); equal ones of one kind together
//   swap neighbours of a list; swap a number with the next of its kind
//
// A candidate is decoded with zeros after its end, up to as many numbers and tokens as the best
// has. It is tested if its sequence is smaller, its text is smaller by (tokens, bytes, byte order),
// and, with a rich grammar, its text parses. After a success, the decoded sequence becomes the
// best. A smaller sequence of the same text is accepted without a test. Both orders are
// well-founded, so this ends. Texts are written without spaces where the lexer needs none; if the
// input is not interesting in that form, each token keeps the spaces before it.
//
// The text stays a sentence of the grammar. No guarantee of minimality. Tests: O(numbers) a pass.
// Source: D. R. MacIver, A. Donaldson, "Test-Case Reduction via Test-Case Generation" (ECOOP 2020).
// Tested by tests/reduce/choices_test.cc.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "parse/parser.h"
#include "reduce/literature/choice_edits.h"
#include "reduce/literature/choice_sequence.h"
#include "reduce/literature/choice_text.h"
#include "reduce/minimizer/mgbs.h"
#include "reduce/searches.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMaxRunLength = 8;
/// Unaligned runs are tried only in sequences of at most this many numbers.
constexpr std::size_t kMaxValuesForRuns = 1000;
constexpr std::uint32_t kMaxRounds = 1000;

class ChoiceReducer {
 public:
  ChoiceReducer(Session& session, Problem& problem, const Analysis& analysis)
      : session_(session),
        parser_(*problem.parser),
        tree_(std::move(*problem.tree)),
        coder_(tree_, analysis),
        printer_(tree_.grammar_ptr()),
        edits_(coder_, best_, tree_.grammar()) {}

  void run() {
    if (!begin()) return;
    choose_layout();
    bool changed = true;
    for (std::uint32_t round = 0; changed && round < kMaxRounds; ++round) {
      changed = in_phase("elements", [&] { return delete_removable(); });
      changed |= in_phase("spans", [&] { return each_span(&ChoiceEdits::inside); });
      changed |= in_phase("zeros", [&] { return each_span(&ChoiceEdits::simplest); });
      changed |= in_phase("runs", [&] { return delete_runs(); });
      changed |= in_phase("numbers", [&] { return each_span(&ChoiceEdits::lowered); });
      changed |= in_phase("equals", [&] { return each_span(&ChoiceEdits::lowered_together); });
      changed |= in_phase("order", [&] { return each_span(&ChoiceEdits::swapped); });
      changed |= in_phase("order", [&] { return each_span(&ChoiceEdits::moved); });
    }
  }

 private:
  /// False if the tree has no choice sequence.
  bool begin() {
    const auto values = coder_.encode(tree_);
    if (!values) return false;
    const std::size_t most = tree_.text().size() + 1;
    auto decoded = coder_.decode(*values, {values->size(), most});
    if (!decoded) return false;
    best_ = std::move(*decoded);
    tokens_ = count(best_.tokens);
    return true;
  }

  static std::size_t count(const std::vector<YieldToken>& tokens) {
    return static_cast<std::size_t>(
        std::ranges::count_if(tokens, [](const YieldToken& token) { return !token.text.empty(); }));
  }

  void choose_layout() {
    if (tree_.grammar().notation == Notation::kClassic) return;
    session_.begin_phase("layout");
    const std::string text = printer_.print(best_.tokens);
    if (text == session_.best()) return;
    if (smaller(tokens_, text) && parser_.accepts(text) &&
        session_.fails(text, "write it without layout")) {
      return;
    }
    printer_.keep_layout(tree_);
  }

  template <class Pass>
  bool in_phase(std::string_view name, Pass pass) {
    session_.begin_phase(name);
    return pass();
  }

  // Candidates.

  bool smaller(std::size_t tokens, const std::string& text) const {
    const std::string& best = session_.best();
    if (text.size() > best.size() || tokens > tokens_) return false;
    if (tokens != tokens_ || text.size() != best.size()) return true;
    return text < best;
  }

  /// Decodes an edit and writes its text. Nothing if the result is not smaller.
  std::optional<DecodedChoices> decode(const ChoiceValues& values, std::string& text) const {
    auto decoded = coder_.decode(values, {best_.values.size(), best_.tokens.size()});
    if (!decoded || !shortlex_less(decoded->values, best_.values)) return std::nullopt;
    text = printer_.print(decoded->tokens);
    if (text == session_.best()) return decoded;
    if (!smaller(count(decoded->tokens), text)) return std::nullopt;
    const bool rich = tree_.grammar().notation == Notation::kRich;
    if (rich && !parser_.accepts(text)) return std::nullopt;
    return decoded;
  }

  void adopt(DecodedChoices decoded) {
    best_ = std::move(decoded);
    tokens_ = count(best_.tokens);
    if (!printer_.keeps_layout()) return;
    ParseResult parsed = parser_.parse(session_.best());
    if (std::holds_alternative<Tree>(parsed)) printer_.keep_layout(std::get<Tree>(parsed));
  }

  /// The first edit that is interesting becomes the best; returns its place.
  template <class NextEdit>
  std::optional<std::size_t> adopt_first(NextEdit next) {
    struct Asked {
      DecodedChoices decoded;
      std::size_t place;
    };
    std::vector<Asked> asked;
    std::optional<Asked> same;  // a smaller sequence of the best text
    const auto found = session_.first_failing([&](std::size_t, Candidate& candidate) {
      ChoiceEdit edit;
      while (!same && next(edit)) {
        auto decoded = decode(edit.values, candidate.text);
        if (!decoded) continue;
        if (candidate.text == session_.best()) {
          same = Asked{std::move(*decoded), edit.place};
          break;
        }
        candidate.edit = std::move(edit.words);
        asked.push_back({std::move(*decoded), edit.place});
        return true;
      }
      return false;
    });
    if (!found && !same) return std::nullopt;
    Asked& taken = found ? asked[*found] : *same;
    adopt(std::move(taken.decoded));
    return taken.place;
  }

  // Elements and optional parts.

  bool removable(const ChoiceSpan& span) const {
    return span.kind == ChoiceSpan::Kind::kElement ||
           (span.kind == ChoiceSpan::Kind::kOptional && best_.values[span.begin] == 1);
  }

  bool delete_removable() {
    bool changed = false;
    for (std::uint32_t level = 0;; ++level) {
      std::vector<ChoiceSpan> things;
      bool deeper = false;
      for (const ChoiceSpan& span : best_.spans) {
        if (!removable(span)) continue;
        deeper |= span.nesting > level;
        if (span.nesting == level) things.push_back(span);
      }
      if (!things.empty()) changed |= delete_things(things);
      if (!deeper) return changed;
    }
  }

  bool delete_things(const std::vector<ChoiceSpan>& things) {
    const ChoiceValues base = best_.values;
    bool changed = false;
    RemovableList list;
    list.count = static_cast<std::uint32_t>(things.size());
    for (const ChoiceSpan& thing : things) list.weights.push_back(thing.end - thing.begin);
    list.render = [&](const Kept& kept) {
      Candidate candidate;
      if (!decode(without_things(base, things, kept), candidate.text)) {
        candidate.text = session_.best();  // the best itself is never tested
      }
      candidate.edit = "delete " + std::to_string(things.size() - kept.size()) + " of " +
                       std::to_string(things.size()) + " parts";
      return candidate;
    };
    list.on_accept = [&](const Kept& kept) {
      changed = true;
      auto decoded = coder_.decode(without_things(base, things, kept),
                                   {best_.values.size(), best_.tokens.size()});
      if (decoded) adopt(std::move(*decoded));
    };
    KeepEstimate estimate;
    mgbs(session_, list, estimate);
    return changed;
  }

  // Passes that edit one span after the other, outermost first.

  using EditsOf = std::vector<ChoiceEdit> (ChoiceEdits::*)(std::size_t span) const;

  /// Tries the edits of each span. After a success continues with the span that now has the same
  /// index.
  bool each_span(EditsOf edits_of) {
    bool changed = false;
    std::size_t start = 0;
    for (;;) {
      std::size_t span = start;
      std::vector<ChoiceEdit> edits;
      std::size_t next = 0;
      const auto found = adopt_first([&](ChoiceEdit& edit) {
        while (next == edits.size()) {
          if (span == best_.spans.size()) return false;
          edits = (edits_.*edits_of)(span++);
          next = 0;
        }
        edit = std::move(edits[next++]);
        edit.place = span - 1;
        return true;
      });
      if (!found) return changed;
      changed = true;
      start = *found;
    }
  }

  // Runs.

  bool delete_runs() {
    bool changed = false;
    for (std::uint32_t size = kMaxRunLength; size > 0; --size) {
      std::size_t begin = 0;
      while (best_.values.size() <= kMaxValuesForRuns) {
        auto next = static_cast<std::uint32_t>(begin);
        const auto found = adopt_first([&](ChoiceEdit& edit) {
          if (next + size > best_.values.size()) return false;
          edit = {spliced(best_.values, next, next + size, {}),
                  "delete " + std::to_string(size) + " numbers", next};
          ++next;
          return true;
        });
        if (!found) break;
        changed = true;
        begin = *found;
      }
    }
    return changed;
  }

  Session& session_;
  const Parser& parser_;
  const Tree& tree_;
  ChoiceCoder coder_;
  ChoicePrinter printer_;
  DecodedChoices best_;
  ChoiceEdits edits_;       // of the best
  std::size_t tokens_ = 0;  // of the best: the tokens that have a text
};

}  // namespace

void run_choices(Session& session, Problem& problem) {
  if (problem.tree->root() == kNoNode) return;
  const Analysis analysis = analyse(problem.parser->grammar());
  ChoiceReducer(session, problem, analysis).run();
}

}  // namespace grabr
