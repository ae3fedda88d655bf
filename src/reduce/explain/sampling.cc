#include "reduce/explain/sampling.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "tree/print.h"

namespace grabr {

Draws::Draws(AbstractGrammar& grammar, std::vector<std::string> starts,
             std::vector<std::string> rules, std::uint64_t seed, std::uint64_t most)
    : grammar_(grammar),
      starts_(std::move(starts)),
      rules_(std::move(rules)),
      seed_(seed),
      most_(most) {}

std::optional<Drawn> Draws::next() {
  while (drawn_ < most_) {
    RandomNumbers random(seed_, drawn_);
    Drawn drawn;
    drawn.start = starts_[drawn_++ % starts_.size()];
    const std::optional<Tree> tree = grammar_.sentence(drawn.start, random);
    if (!tree) continue;
    for (const std::string& rule : rules_) {
      drawn.values.push_back(AbstractGrammar::find(*tree, rule));
    }
    const bool left_out = left_out_ && drawn.values.front() == left_out_;
    const auto alike = [&](const Drawn& one) {
      return one.start == drawn.start && one.values == drawn.values;
    };
    if (left_out || std::ranges::any_of(seen_, alike)) continue;
    seen_.push_back(drawn);
    drawn.text = print(*tree);
    return drawn;
  }
  return std::nullopt;
}

Sampled sample(Draws& draws, std::uint64_t wanted, const AskTests& ask) {
  Sampled sampled;
  std::deque<Drawn> asked;
  bool at_end = false;
  ask(
      [&]() -> std::optional<std::string> {
        std::optional<Drawn> drawn = draws.next();
        at_end = !drawn;
        if (!drawn) return std::nullopt;
        asked.push_back(*std::move(drawn));
        return asked.back().text;
      },
      [&](const TestResult& result) {
        Drawn drawn = std::move(asked.front());
        asked.pop_front();
        Tally& tally = sampled.tally;
        const bool fails = result.outcome == Outcome::kFail;
        if (!fails && (result.outcome == Outcome::kUnresolved || result.timed_out)) {
          ++tally.unresolved;
          return true;
        }
        ++tally.tried;
        if (fails) ++tally.failed;
        else sampled.miss = std::move(drawn);
        return fails && tally.tried < wanted;
      });
  sampled.tally.all = at_end && sampled.tally.unresolved == 0 && sampled.tally.tried < wanted;
  return sampled;
}

Outcome ask_one(const std::string& text, const AskTests& ask) {
  bool asked = false;
  Outcome outcome = Outcome::kUnresolved;
  ask(
      [&]() -> std::optional<std::string> {
        if (std::exchange(asked, true)) return std::nullopt;
        return text;
      },
      [&](const TestResult& result) {
        outcome = result.timed_out && result.outcome != Outcome::kFail ? Outcome::kUnresolved
                                                                       : result.outcome;
        return false;
      });
  return outcome;
}

}  // namespace grabr
