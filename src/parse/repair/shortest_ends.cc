// Finds a shortest path through the chart: from the dotted rules of the last set to the rules that
// wait for their symbols, where they began. A step costs the shortest text of the part after the
// dot. A bridge instead ends after a dot, at a symbol in which one of the terminals comes first
// after some shortest text. Cf. D. E. Knuth, "A generalization of Dijkstra's algorithm" (1977).
// Tested by tests/parse/partial_test.cc.
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
    append(lowered_.after_dot[dotted], tokens);
  }
}

void ShortestEnds::append(LoweredId symbol, Tokens& tokens) const {
  if (lowered_.terminal(symbol)) tokens.push_back(symbol);
  else append_behind(lowered_.rules[rule_[symbol]].first_dot, tokens);
}

/// Appends the tokens up to the terminal, inside the symbol at `end`.
void ShortestEnds::append_up_to(std::uint32_t dotted, std::uint32_t end, const Ahead& ahead,
                                Tokens& tokens) const {
  for (;;) {
    for (; dotted != end; ++dotted) append(lowered_.after_dot[dotted], tokens);
    const LoweredId symbol = lowered_.after_dot[end];
    if (lowered_.terminal(symbol)) return;
    end = ahead.dotted[symbol];
    dotted = lowered_.rules[lowered_.rule_at[end]].first_dot;
  }
}

const ShortestEnds::Ahead& ShortestEnds::ahead_of(const Tokens& terminals) const {
  const auto [found, is_new] = ahead_.try_emplace(terminals);
  if (!is_new) return found->second;
  Ahead& ahead = found->second;
  ahead.length.resize(length_.size(), kEndless);
  ahead.dotted.resize(length_.size());
  for (const LoweredId terminal : terminals) ahead.length[terminal] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const LoweredRule& rule : lowered_.rules) {
      std::uint64_t before = 0;
      for (std::uint32_t dotted = rule.first_dot;
           lowered_.after_dot[dotted] != LoweredGrammar::kEnd && before < kEndless; ++dotted) {
        const LoweredId symbol = lowered_.after_dot[dotted];
        if (before + ahead.length[symbol] < ahead.length[rule.lhs]) {
          ahead.length[rule.lhs] = before + ahead.length[symbol];
          ahead.dotted[rule.lhs] = dotted;
          changed = true;
        }
        before += length_[symbol];
      }
    }
  }
  return ahead;
}

class ShortestEnds::Search {
 public:
  /// Without `ahead`, searches for ends; with it, for bridges.
  Search(const ShortestEnds& ends, const Chart& chart, const Ahead* ahead)
      : ends_(ends), chart_(chart), ahead_(ahead) {
    const std::uint32_t last = chart.size();
    for (const Item& item : chart.set(last)) {
      if (item.origin < last) step(item.dotted, item.origin, 0, kNone);
    }
    const LoweredSymbol& start = ends.lowered_.symbols[chart.start()];
    for (std::uint32_t r = 0; last == 0 && r < start.rule_count; ++r) {
      step(ends.lowered_.rules[start.first_rule + r].first_dot, 0, 0, kNone);
    }
  }

  /// The next longer one; kNone if there is none.
  std::uint32_t next() {
    while (!queue_.empty()) {
      const std::uint32_t found = queue_.top().second;
      queue_.pop();
      const Step step_found = steps_[found];
      if (step_found.is_bridge) return found;
      if (!done_.emplace(step_found.symbol, step_found.origin).second) continue;
      for (const Item& item : chart_.set(step_found.origin)) {
        if (ends_.lowered_.after_dot[item.dotted] != step_found.symbol) continue;
        step(item.dotted + 1, item.origin, step_found.length, found);
      }
      if (ahead_ == nullptr) return found;
    }
    return kNone;
  }

  std::uint64_t length(std::uint32_t found) const { return steps_[found].length; }
  bool ends_text(std::uint32_t found) const {
    return steps_[found].symbol == chart_.start() && steps_[found].origin == 0;
  }
  Tokens tokens(std::uint32_t found) const {
    std::vector<std::uint32_t> path;
    for (; found != kNone; found = steps_[found].before) path.push_back(found);
    Tokens tokens;
    for (; !path.empty(); path.pop_back()) {
      const Step& step = steps_[path.back()];
      if (step.is_bridge) ends_.append_up_to(step.dotted, step.end, *ahead_, tokens);
      else ends_.append_behind(step.dotted, tokens);
    }
    return tokens;
  }

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

 private:
  struct Step {
    LoweredId symbol = 0;
    std::uint32_t origin = 0, dotted = 0, before = kNone;
    std::uint64_t length = 0;
    bool is_bridge = false;
    std::uint32_t end = 0;  ///< of a bridge: before the symbol with the terminal
  };

  /// Would the rule only extend something that could have ended, such as a list?
  bool goes_on(std::uint32_t dotted) const {
    const LoweredRule& rule = ends_.lowered_.rules[ends_.lowered_.rule_at[dotted]];
    return dotted == rule.first_dot + 1 && ends_.lowered_.after_dot[rule.first_dot] == rule.lhs;
  }

  void step(std::uint32_t dotted, std::uint32_t origin, std::uint64_t length,
            std::uint32_t before) {
    const LoweredId symbol = ends_.lowered_.rules[ends_.lowered_.rule_at[dotted]].lhs;
    if (ahead_ != nullptr) add_bridges({symbol, origin, dotted, before, length, true});
    if (before == kNone && goes_on(dotted)) return;
    length += ends_.length_behind(dotted);
    if (done_.contains({symbol, origin})) return;
    add({symbol, origin, dotted, before, length});
  }

  void add_bridges(Step bridge) {
    const LoweredGrammar& lowered = ends_.lowered_;
    const std::uint64_t length = bridge.length;
    std::uint64_t passed = 0;
    for (bridge.end = bridge.dotted; lowered.after_dot[bridge.end] != LoweredGrammar::kEnd;
         ++bridge.end) {
      const LoweredId symbol = lowered.after_dot[bridge.end];
      bridge.length = length + passed + ahead_->length[symbol];
      add(bridge);
      passed += ends_.length_[symbol];
    }
  }

  void add(const Step& step) {
    if (step.length >= kEndless) return;
    queue_.emplace(step.length, static_cast<std::uint32_t>(steps_.size()));
    steps_.push_back(step);
  }

  const ShortestEnds& ends_;
  const Chart& chart_;
  const Ahead* ahead_;
  std::vector<Step> steps_;
  std::set<std::pair<LoweredId, std::uint32_t>> done_;
  using Waiting = std::pair<std::uint64_t, std::uint32_t>;  // length, step
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue_;
};

std::vector<ShortestEnds::Tokens> ShortestEnds::bridges(const Chart& chart, const Tokens& terminals,
                                                        std::size_t count,
                                                        std::uint32_t length) const {
  std::vector<Tokens> bridges;
  Search search(*this, chart, &ahead_of(terminals));
  for (std::uint32_t found = search.next(); found != Search::kNone && bridges.size() < count;
       found = search.next()) {
    if (search.length(found) > length) break;
    Tokens tokens = search.tokens(found);
    const bool known = tokens.empty() || std::ranges::find(bridges, tokens) != bridges.end();
    if (!known) bridges.push_back(std::move(tokens));
  }
  return bridges;
}

ShortestEnds::Tokens ShortestEnds::of_text(const Chart& chart) const {
  Search search(*this, chart, nullptr);
  for (std::uint32_t found = search.next(); found != Search::kNone; found = search.next()) {
    if (search.ends_text(found)) return search.tokens(found);
  }
  return {};
}

}  // namespace grabr
