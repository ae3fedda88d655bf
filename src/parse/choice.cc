#include "parse/choice.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <tuple>

namespace grabr {
namespace {

constexpr std::uint32_t kNoCycle = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kInfinite = std::numeric_limits<std::uint32_t>::max();

/// Heights of derivations of one cycle's symbols over one span, counted in steps inside the cycle.
class CycleHeights {
 public:
  CycleHeights(Forest& forest, std::uint32_t cycle, std::uint32_t begin, std::uint32_t end)
      : forest_(forest), grammar_(forest.chart().grammar()), cycle_(cycle), begin_(begin), end_(end) {
    for (LoweredId s = 0; s < grammar_.symbols.size(); ++s) {
      if (in_cycle(s)) height_[s] = kInfinite;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [symbol, height] : height_) {
        for (const std::uint32_t rule : forest_.rules(symbol, begin_, end_)) {
          const std::uint32_t found = of_rule(rule);
          if (found < height) {
            height = found;
            changed = true;
          }
        }
      }
    }
  }

  /// Least height of a derivation that begins with `rule`.
  std::uint32_t of_rule(std::uint32_t rule) {
    if (base_split(rule)) return 1;
    if (begin_ == end_) return height_of_empty(rule);
    const std::optional<std::size_t> part = whole_part(rule);
    return part ? height_[grammar_.rhs(rule)[*part]] + 1 : kInfinite;
  }

  /// A split in which no part of the same cycle is the whole span again.
  std::optional<std::vector<std::uint32_t>> base_split(std::uint32_t rule) {
    const auto parts = grammar_.rhs(rule);
    return forest_.longest_split(rule, begin_, end_,
                                 [&](std::size_t k, std::uint32_t from, std::uint32_t to) {
                                   return !(in_cycle(parts[k]) && from == begin_ && to == end_);
                                 });
  }

  /// The part of least height that may be the whole span, all others empty.
  std::optional<std::size_t> whole_part(std::uint32_t rule) {
    const auto parts = grammar_.rhs(rule);
    std::optional<std::size_t> best;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (!in_cycle(parts[k]) || height_[parts[k]] == kInfinite) continue;
      const auto nullable = [&](LoweredId s) { return grammar_.symbols[s].nullable; };
      if (!std::all_of(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(k), nullable) ||
          !std::all_of(parts.begin() + static_cast<std::ptrdiff_t>(k) + 1, parts.end(), nullable)) {
        continue;
      }
      if (!best || height_[parts[k]] < height_[parts[*best]]) best = k;
    }
    return best;
  }

 private:
  bool in_cycle(LoweredId symbol) const { return grammar_.symbols[symbol].cycle == cycle_; }

  std::uint32_t height_of_empty(std::uint32_t rule) {
    std::uint32_t tallest = 0;
    for (const LoweredId part : grammar_.rhs(rule)) {
      if (!in_cycle(part)) continue;
      if (height_[part] == kInfinite) return kInfinite;
      tallest = std::max(tallest, height_[part]);
    }
    return tallest + 1;
  }

  Forest& forest_;
  const Lowered& grammar_;
  std::uint32_t cycle_, begin_, end_;
  std::map<LoweredId, std::uint32_t> height_;
};

}  // namespace

Chooser::Chooser(Forest& forest, ParseOptions::Choice choice)
    : forest_(forest),
      grammar_(forest.chart().grammar()),
      book_(choice == ParseOptions::Choice::kBook) {}

Step Chooser::choose(const Part& part) {
  if (grammar_.symbols[part.symbol].cycle != kNoCycle) return choose_in_cycle(part);
  return book_ ? choose_as_book(part) : choose_by_rule(part);
}

Step Chooser::make_step(std::uint32_t rule, std::uint32_t begin,
                        const std::vector<std::uint32_t>& ends) {
  Step step{rule, {}};
  const auto symbols = grammar_.rhs(rule);
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    step.parts.push_back({symbols[k], begin, ends[k], std::nullopt});
    begin = ends[k];
  }
  return step;
}

Step Chooser::choose_by_rule(const Part& part) {
  std::vector<std::uint32_t> rules = forest_.rules(part.symbol, part.begin, part.end);
  const auto rank = [&](std::uint32_t rule) {
    return std::tuple(-grammar_.rules[rule].priority, rule);  // rules are numbered in order
  };
  const std::uint32_t rule = *std::min_element(
      rules.begin(), rules.end(), [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
  return make_step(rule, part.begin, *forest_.longest_split(rule, part.begin, part.end));
}

Step Chooser::choose_in_cycle(const Part& part) {
  CycleHeights heights(forest_, grammar_.symbols[part.symbol].cycle, part.begin, part.end);
  std::optional<std::tuple<std::uint32_t, int, std::uint32_t>> best;
  for (const std::uint32_t rule : forest_.rules(part.symbol, part.begin, part.end)) {
    const std::tuple rank(heights.of_rule(rule), -grammar_.rules[rule].priority, rule);
    if (!best || rank < *best) best = rank;
  }
  const std::uint32_t rule = std::get<2>(*best);
  if (const auto split = heights.base_split(rule)) return make_step(rule, part.begin, *split);
  std::vector<std::uint32_t> ends(grammar_.rules[rule].size, part.end);
  const std::size_t whole = part.begin == part.end ? 0 : heights.whole_part(rule).value();
  std::fill(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(whole), part.begin);
  return make_step(rule, part.begin, ends);
}

Step Chooser::choose_as_book(const Part& part) {
  Step step;
  step.rule = part.rule ? *part.rule : forest_.rules(part.symbol, part.begin, part.end).front();
  const auto symbols = grammar_.rhs(step.rule);
  std::uint32_t end = part.end;
  for (std::size_t k = symbols.size(); k-- > 0;) {
    if (grammar_.terminal(symbols[k])) {
      step.parts.push_back({symbols[k], end - 1, end, std::nullopt});
    } else {
      const std::uint32_t before = grammar_.rules[step.rule].first_dot + static_cast<std::uint32_t>(k);
      const auto all = forest_.completed(symbols[k], end);
      const auto first = std::find_if(all.begin(), all.end(), [&](const Completed& done) {
        return done.origin >= part.begin && forest_.has_item(done.origin, before, part.begin);
      });
      assert(first != all.end());
      step.parts.push_back({symbols[k], first->origin, end, first->rule});
    }
    end = step.parts.back().begin;
  }
  std::reverse(step.parts.begin(), step.parts.end());
  return step;
}

}  // namespace grabr
