// A shortest path through the chart: from the dotted rules of the last set to those that wait for
// the symbol of each, where it began. A step costs the shortest text of what is behind the dot.
// Cf. D. E. Knuth, "A generalization of Dijkstra's algorithm" (1977). Tested by
// tests/parse/partial_test.cc.
#include "parse/repair/shortest_ends.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

namespace grabr {
namespace {

constexpr std::uint64_t kEndless = std::uint64_t{1} << 40;

}  // namespace

ShortestEnds::ShortestEnds(const Grammar& grammar, const LoweredGrammar& lowered)
    : lowered_(lowered), length_(lowered.symbols.size(), kEndless), rule_(lowered.symbols.size()) {
  const bool classic = grammar.notation == Notation::kClassic;
  for (LoweredId s = 0; s < length_.size(); ++s) {
    if (!lowered.terminal(s)) continue;
    length_[s] = classic || grammar.symbols[s].kind == SymbolKind::kLiteral ? 1 : 2;
  }
  // Levels of indentation begin where the text has them.
  if (grammar.layout) length_[grammar.layout->indent] = kEndless;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t r = 0; r < lowered.rules.size(); ++r) {
      const std::uint64_t length = length_behind(lowered.rules[r].first_dot);
      const LoweredId lhs = lowered.rules[r].lhs;
      if (length >= length_[lhs]) continue;
      length_[lhs] = length;
      rule_[lhs] = r;
      changed = true;
    }
  }
}

std::uint64_t ShortestEnds::length(const Tokens& tokens) const {
  return std::accumulate(tokens.begin(), tokens.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, LoweredId token) { return sum + length_[token]; });
}

std::uint64_t ShortestEnds::length_behind(std::uint32_t dotted) const {
  std::uint64_t length = 0;
  for (; lowered_.after_dot[dotted] != LoweredGrammar::kEnd; ++dotted) {
    length = std::min(kEndless, length + length_[lowered_.after_dot[dotted]]);
  }
  return length;
}

void ShortestEnds::append_behind(std::uint32_t dotted, Tokens& tokens) const {
  for (; lowered_.after_dot[dotted] != LoweredGrammar::kEnd; ++dotted) {
    const LoweredId symbol = lowered_.after_dot[dotted];
    if (lowered_.terminal(symbol)) tokens.push_back(symbol);
    else append_behind(lowered_.rules[rule_[symbol]].first_dot, tokens);
  }
}

class ShortestEnds::Search {
 public:
  Search(const ShortestEnds& ends, const Chart& chart) : ends_(ends), chart_(chart) {
    for (const Item& item : chart.set(chart.set_count() - 1)) {
      const bool began = item.origin + 1 < chart.set_count();
      if (began && !goes_on(item.dotted)) step(item.dotted, item.origin, 0, kNone);
    }
  }

  /// The next longer end of something, kNone if there is none.
  std::uint32_t next() {
    while (!queue_.empty()) {
      const std::uint32_t found = queue_.top().second;
      queue_.pop();
      const Step step_found = steps_[found];
      if (!done_.emplace(step_found.symbol, step_found.origin).second) continue;
      for (const Item& item : chart_.set(step_found.origin)) {
        if (ends_.lowered_.after_dot[item.dotted] != step_found.symbol) continue;
        step(item.dotted + 1, item.origin, step_found.length, found);
      }
      return found;
    }
    return kNone;
  }

  std::uint64_t length(std::uint32_t found) const { return steps_[found].length; }
  bool ends_text(std::uint32_t found) const {
    return steps_[found].symbol == chart_.start() && steps_[found].origin == 0;
  }
  Tokens tokens(std::uint32_t found) const {
    std::vector<std::uint32_t> dots;
    for (; found != kNone; found = steps_[found].before) dots.push_back(steps_[found].dotted);
    Tokens tokens;
    for (; !dots.empty(); dots.pop_back()) ends_.append_behind(dots.back(), tokens);
    return tokens;
  }

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

 private:
  struct Step {
    LoweredId symbol = 0;
    std::uint32_t origin = 0, dotted = 0, before = kNone;
    std::uint64_t length = 0;
  };

  /// Would it only make longer what could have ended, such as a list?
  bool goes_on(std::uint32_t dotted) const {
    const LoweredRule& rule = ends_.lowered_.rules[ends_.lowered_.rule_at[dotted]];
    return dotted == rule.first_dot + 1 && ends_.lowered_.after_dot[rule.first_dot] == rule.lhs;
  }

  void step(std::uint32_t dotted, std::uint32_t origin, std::uint64_t length,
            std::uint32_t before) {
    const LoweredId symbol = ends_.lowered_.rules[ends_.lowered_.rule_at[dotted]].lhs;
    length += ends_.length_behind(dotted);
    if (length >= kEndless || done_.contains({symbol, origin})) return;
    queue_.emplace(length, static_cast<std::uint32_t>(steps_.size()));
    steps_.push_back({symbol, origin, dotted, before, length});
  }

  const ShortestEnds& ends_;
  const Chart& chart_;
  std::vector<Step> steps_;
  std::set<std::pair<LoweredId, std::uint32_t>> done_;
  using Waiting = std::pair<std::uint64_t, std::uint32_t>;  // length, step
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue_;
};

std::vector<ShortestEnds::Tokens> ShortestEnds::of_parts(const Chart& chart, std::size_t count,
                                                         std::uint32_t length) const {
  std::vector<Tokens> ends;
  Search search(*this, chart);
  for (std::uint32_t found = search.next(); found != Search::kNone && ends.size() < count;
       found = search.next()) {
    if (search.length(found) > length) break;
    Tokens tokens = search.tokens(found);
    const bool known = tokens.empty() || std::ranges::find(ends, tokens) != ends.end();
    if (!known) ends.push_back(std::move(tokens));
  }
  return ends;
}

ShortestEnds::Tokens ShortestEnds::of_text(const Chart& chart) const {
  Search search(*this, chart);
  for (std::uint32_t found = search.next(); found != Search::kNone; found = search.next()) {
    if (search.ends_text(found)) return search.tokens(found);
  }
  return {};
}

}  // namespace grabr
