// The input as the sequence of choices that generates it (choice_sequence.h), made smaller in
// shortlex order: shorter, then smaller at the first difference. Every sequence generates a
// sentence, so new material comes for free: a smaller number is a simpler alternative.
//
//   stmt: NAME '=' expr ';' | 'return' expr? ';' ;     expr: expr '+' NUMBER | NUMBER ;
//
//   return 7 + 0 ;   needs `return`      0 1 1 0 1 0      leave out the expression:
//   return ;                             0 0              the simplest there is
//
// A change early in the sequence would shift the meaning of all that follows. So edits are aligned
// to spans, the numbers that one piece of the grammar took: a span's new numbers are read by that
// piece alone, filled up with 0 or cut off, and what follows keeps its meaning. Passes, repeated
// until none finds anything:
//
//   elements of lists and optional parts go, outermost first, each level as one list (mgbs.h)
//   a span becomes one inside it of the same rule; a span becomes its simplest form
//   runs of 8 … 1 numbers go, wherever they stand
//   one number becomes 0, 1, half of itself, … (binary search); equal ones of one kind together
//   neighbours of a list change places; a number goes to the next of its kind
//
// A candidate is decoded with zeros behind its end and no more numbers and tokens than the best. It
// is asked for when its sequence is smaller and its text, too, in (tokens, bytes, byte order), and
// when a text of a rich grammar parses; a success replaces the sequence by the one decoded. A
// smaller sequence of the same text is taken without a test. Both orders are well-founded, so this
// ends. Texts are written with nothing between tokens that need nothing, or, where the input does
// not fail like that, with what stood before them.
//
// The text stays a sentence of the grammar. No guarantee of minimality. Tests: O(numbers) a pass.
// Source: D. R. MacIver, A. Donaldson, "Test-Case Reduction via Test-Case Generation" (ECOOP 2020).
// Tested by tests/reduce/choices_test.cc.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/analysis.h"
#include "parse/parser.h"
#include "reduce/choice_sequence.h"
#include "reduce/choice_text.h"
#include "reduce/mgbs.h"
#include "reduce/searches.h"

namespace grabr {
namespace {

constexpr std::uint32_t kLongestRun = 8;
/// Runs that are aligned to nothing: only in sequences that are short already.
constexpr std::size_t kMaxValuesForRuns = 1000;
constexpr std::size_t kMaxInside = 8;       // spans inside one that are tried in its place
constexpr std::size_t kMaxLowered = 12;     // smaller numbers tried for one
constexpr std::uint32_t kMaxRounds = 1000;

struct ChoiceEdit {
  ChoiceValues values;
  std::string words;
  std::size_t place = 0;  ///< where the pass goes on when it works
};

/// 0, 1, half, three quarters, … of a number, all below it.
std::vector<std::uint32_t> lower_values(std::uint32_t value) {
  std::vector<std::uint32_t> lower;
  if (value > 0) lower.push_back(0);
  if (value > 1) lower.push_back(1);
  for (std::uint32_t rest = value / 2; rest > 0 && lower.size() < kMaxLowered; rest /= 2) {
    if (value - rest > lower.back()) lower.push_back(value - rest);
  }
  return lower;
}

class ChoiceReducer {
 public:
  ChoiceReducer(Session& session, const Problem& problem, const Analysis& analysis)
      : session_(session),
        parser_(*problem.parser),
        tree_(*problem.tree),
        coder_(tree_, analysis),
        printer_(tree_.grammar_ptr()) {}

  void run() {
    if (!begin()) return;
    choose_layout();
    bool changed = true;
    for (std::uint32_t round = 0; changed && round < kMaxRounds; ++round) {
      changed = in_phase("elements", [&] { return delete_removable(); });
      changed |= in_phase("spans", [&] { return each_span(&ChoiceReducer::inside); });
      changed |= in_phase("zeros", [&] { return each_span(&ChoiceReducer::simplest); });
      changed |= in_phase("runs", [&] { return delete_runs(); });
      changed |= in_phase("numbers", [&] { return each_span(&ChoiceReducer::lowered); });
      changed |= in_phase("equals", [&] { return each_span(&ChoiceReducer::lowered_together); });
      changed |= in_phase("order", [&] { return each_span(&ChoiceReducer::swapped); });
      changed |= in_phase("order", [&] { return each_span(&ChoiceReducer::moved); });
    }
  }

 private:
  /// False when the tree is not one that the sequence can say.
  bool begin() {
    const auto values = coder_.encode(tree_);
    if (!values) return false;
    const std::size_t most = tree_.text_size() + std::size_t{1};
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

  /// Decodes an edit and writes its text. Nothing when it is no smaller.
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

  /// The first of the edits that works becomes the best; its place.
  template <class NextEdit>
  std::optional<std::size_t> adopt_first(NextEdit next) {
    struct Asked {
      DecodedChoices decoded;
      std::size_t place;
    };
    std::vector<Asked> asked;
    std::optional<Asked> same;  // as the best text, by a smaller sequence
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

  // Edits.

  ChoiceValues spliced(std::uint32_t begin, std::uint32_t end,
                       std::span<const std::uint32_t> by) const {
    ChoiceValues values(best_.values.begin(), best_.values.begin() + begin);
    values.insert(values.end(), by.begin(), by.end());
    values.insert(values.end(), best_.values.begin() + end, best_.values.end());
    return values;
  }

  std::span<const std::uint32_t> values_of(const ChoiceSpan& span) const {
    return std::span(best_.values).subspan(span.begin, span.end - span.begin);
  }

  /// The best with other numbers for a span, read by the span's piece of the grammar alone.
  std::optional<ChoiceValues> realigned(const ChoiceSpan& span,
                                        std::span<const std::uint32_t> values) const {
    const auto part = coder_.decode_part(
        span.part, values, {span.end - span.begin, best_.tokens.size()});
    if (!part) return std::nullopt;
    return spliced(span.begin, span.end, part->values);
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
        candidate.text = session_.best();  // no progress, and not tested
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

  static ChoiceValues without_things(const ChoiceValues& base,
                                     const std::vector<ChoiceSpan>& things, const Kept& kept) {
    ChoiceValues values;
    std::uint32_t at = 0;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < things.size(); ++i) {
      if (next < kept.size() && kept[next] == i) {
        ++next;
        continue;
      }
      values.insert(values.end(), base.begin() + at, base.begin() + things[i].begin);
      if (things[i].kind == ChoiceSpan::Kind::kOptional) values.push_back(0);
      at = things[i].end;
    }
    values.insert(values.end(), base.begin() + at, base.end());
    return values;
  }

  // Passes that look at one span after the other, outermost first.

  using EditsOf = std::vector<ChoiceEdit> (ChoiceReducer::*)(std::size_t span) const;

  /// After a success it goes on with the span that stands in the same place.
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
          edits = (this->*edits_of)(span++);
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

  std::vector<ChoiceEdit> inside(std::size_t number) const {
    const ChoiceSpan& span = best_.spans[number];
    std::vector<ChoiceEdit> edits;
    if (span.kind != ChoiceSpan::Kind::kRule) return edits;
    std::vector<const ChoiceSpan*> found;
    for (std::size_t i = number + 1; i < best_.spans.size(); ++i) {
      const ChoiceSpan& other = best_.spans[i];
      if (other.begin >= span.end) break;
      if (other.part == span.part && other.kind == span.kind) found.push_back(&other);
    }
    std::ranges::stable_sort(found, {}, [](const ChoiceSpan* s) { return s->end - s->begin; });
    if (found.size() > kMaxInside) found.resize(kMaxInside);
    for (const ChoiceSpan* other : found) {
      edits.push_back({spliced(span.begin, span.end, values_of(*other)),
                       "replace " + name(span) + " by one inside it", 0});
    }
    return edits;
  }

  std::vector<ChoiceEdit> simplest(std::size_t number) const {
    const ChoiceSpan& span = best_.spans[number];
    const bool fits = span.kind != ChoiceSpan::Kind::kElement &&
                      std::ranges::any_of(values_of(span), [](auto value) { return value > 0; });
    const auto values = fits ? realigned(span, {}) : std::nullopt;
    if (!values) return {};
    return {{*values, "the simplest " + name(span), 0}};
  }

  std::vector<ChoiceEdit> lowered(std::size_t number) const {
    const ChoiceSpan& span = best_.spans[number];
    std::vector<ChoiceEdit> edits;
    const bool lists = span.kind == ChoiceSpan::Kind::kElement ||
                       span.kind == ChoiceSpan::Kind::kList;
    if (lists || !is_head(number)) return edits;
    ChoiceValues values(values_of(span).begin(), values_of(span).end());
    for (const std::uint32_t lower : lower_values(best_.values[span.begin])) {
      values[0] = lower;
      if (auto whole = realigned(span, values)) {
        edits.push_back({std::move(*whole), "a simpler " + name(span), 0});
      }
    }
    return edits;
  }

  /// Is the first number of the span its own, and not that of a part?
  bool is_head(std::size_t number) const {
    return number + 1 == best_.spans.size() ||
           best_.spans[number + 1].begin > best_.spans[number].begin;
  }

  /// At the first of several equal numbers of one kind.
  std::vector<ChoiceEdit> lowered_together(std::size_t number) const {
    const ChoiceSpan& span = best_.spans[number];
    std::vector<ChoiceEdit> edits;
    if (span.kind != ChoiceSpan::Kind::kToken) return edits;
    const std::uint32_t value = best_.values[span.begin];
    std::vector<std::uint32_t> places;
    for (const ChoiceSpan& other : best_.spans) {
      const bool equal = other.part == span.part && other.kind == span.kind &&
                         best_.values[other.begin] == value;
      if (!equal) continue;
      if (other.begin < span.begin) return edits;
      places.push_back(other.begin);
    }
    if (places.size() < 2) return edits;
    for (const std::uint32_t lower : lower_values(value)) {
      ChoiceValues values = best_.values;
      for (const std::uint32_t place : places) values[place] = lower;
      edits.push_back({std::move(values), "one text for " + std::to_string(places.size()) + " × " +
                                              name(span), 0});
    }
    return edits;
  }

  /// The next span of the same kind behind the end of this one.
  const ChoiceSpan* next_alike(std::size_t number) const {
    const ChoiceSpan& span = best_.spans[number];
    for (std::size_t i = number + 1; i < best_.spans.size(); ++i) {
      const ChoiceSpan& other = best_.spans[i];
      if (other.begin >= span.end && other.part == span.part && other.kind == span.kind) {
        return &other;
      }
    }
    return nullptr;
  }

  std::vector<ChoiceEdit> swapped(std::size_t number) const {
    const ChoiceSpan& span = best_.spans[number];
    if (span.kind != ChoiceSpan::Kind::kElement) return {};
    const ChoiceSpan* next = next_alike(number);
    if (next == nullptr || next->begin != span.end) return {};
    ChoiceValues both(values_of(*next).begin(), values_of(*next).end());
    both.insert(both.end(), values_of(span).begin(), values_of(span).end());
    return {{spliced(span.begin, next->end, both), "swap two " + name(span), 0}};
  }

  std::vector<ChoiceEdit> moved(std::size_t number) const {
    const ChoiceSpan& span = best_.spans[number];
    if (span.kind != ChoiceSpan::Kind::kToken || best_.values[span.begin] == 0) return {};
    const ChoiceSpan* next = next_alike(number);
    if (next == nullptr) return {};
    ChoiceValues values = best_.values;
    std::swap(values[span.begin], values[next->begin]);
    return {{std::move(values), "move a text of " + name(span), 0}};
  }

  std::string name(const ChoiceSpan& span) const {
    const Grammar& grammar = tree_.grammar();
    return span.part < grammar.symbols.size() ? grammar.symbols[span.part].name : "part";
  }

  // Runs.

  bool delete_runs() {
    bool changed = false;
    for (std::uint32_t size = kLongestRun; size > 0; --size) {
      std::size_t begin = 0;
      while (best_.values.size() <= kMaxValuesForRuns) {
        auto next = static_cast<std::uint32_t>(begin);
        const auto found = adopt_first([&](ChoiceEdit& edit) {
          if (next + size > best_.values.size()) return false;
          edit = {spliced(next, next + size, {}), "delete " + std::to_string(size) + " numbers",
                  next};
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
  std::size_t tokens_ = 0;  // of the best that have a text
};

}  // namespace

void run_choices(Session& session, const Problem& problem) {
  if (problem.tree->root() == kNoNode) return;
  const Analysis analysis = analyse(problem.parser->grammar());
  ChoiceReducer(session, problem, analysis).run();
}

}  // namespace grabr
