// Deletes runs of neighbouring tokens wherever the rest is still a sentence of the grammar, large
// ones first.
//
// The tree shows what may go by itself; this finds what can only go together with its neighbours:
// `(` with `)`, or the tokens between the contents of two parts, so that they become one.
//
//   f() { a(); } g() { b(); }   without `} g() {`:   f() { a(); b(); }
//
// Up to kMaxWindow tokens are tried at each place, the last place first. A first round goes from
// large windows to small ones and ends for sizes that promise little; a second from small ones to
// large ones leaves out what holds a window that was in vain. What could go at one place is tried
// at all others that have tokens of the same kinds, at once. The success rate is learnt for each
// doubling of their number, and for runs that hold a part known to stay alone; runs expected to
// save fewer than `least` tokens are skipped, and of the latter also those that promise little.
// Each run costs a parse, so only texts of some hundred tokens are handled. Candidates have fewer
// tokens, so it ends.
// Source: C-Reduce's token passes (J. Regehr et al., PLDI 2012), with the parser as a filter.
// Tested by tests/reduce/token_windows_test.cc, auto_test.cc.
#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "reduce/pass/parts_that_stay.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Each window costs a parse of the whole text: only worth it when little is left.
constexpr std::size_t kMaxTokens = 400;
constexpr std::size_t kMaxWindow = 32;
/// The prior and its weight in answers. After the passes before, few tokens can still go, and even
/// fewer can go alone.
constexpr double kChance = .03;
constexpr double kTrust = 10;
/// In the first round, and if it holds a part known to stay, a window must promise to save this
/// many tokens; with more than kFewTogether tokens it holds more such parts, so the chance is the
/// less the more tokens it has.
constexpr double kLeastOfWindow = .06;
constexpr double kFewTogether = 4;
/// Windows of the same kinds of tokens; fewer are tried one by one.
constexpr std::size_t kLeastAlike = 2;
/// So many are tried in two halves if they cannot go together.
constexpr std::size_t kLeastToHalve = 4;
/// How many tokens after a window belong to its identity in the negative cache.
constexpr std::size_t kBehind = 4;

struct WindowsStatistics {
  /// By doublings of the number of tokens; and whether they hold a part that is known to stay.
  std::map<std::pair<int, bool>, Odds> odds;
};

std::vector<Edit> removals(std::span<const NodeId> nodes) {
  std::vector<Edit> edits;
  for (const NodeId id : nodes) edits.push_back({Edit::Kind::kRemove, id, kNoNode});
  return edits;
}

class TokenWindows {
 public:
  TokenWindows(TreeWork& work, double least) : work_(work), least_(least) {}

  bool run() {
    bool changed = false;
    look_at_tree();
    for (std::size_t size = std::min(kMaxWindow, tokens_.size()); size > 0; --size) {
      changed |= delete_windows(size, std::max(least_, kLeastOfWindow));
    }
    for (std::size_t size = 1; size <= std::min(kMaxWindow, tokens_.size()); ++size) {
      changed |= delete_windows(size, least_);
    }
    return changed;
  }

 private:
  Odds& odds(std::size_t size, bool holds_needed) {
    const std::pair<int, bool> key(static_cast<int>(std::bit_width(size)), holds_needed);
    auto& odds = work_.statistics().of<WindowsStatistics>().odds;
    const auto tokens = static_cast<double>(size);
    const double chance = holds_needed ? kChance * std::min(1.0, kFewTogether / tokens) : kChance;
    return odds.try_emplace(key, kTrust, kTrust * chance).first->second;
  }

  void look_at_tree() {
    const Tree& tree = work_.tree();
    tokens_ = tokens_of(tree, tree.root());
    if (tokens_.size() > kMaxTokens) return;
    stay_.emplace(work_);
    std::erase_if(in_vain_, [&](const auto& one) { return one.second > tokens_.size(); });
    for (const auto& one : in_vain_) stay_->add(one.first, one.second);
  }

  /// Is a part inside that is known to stay?
  bool holds_needed(std::size_t begin, std::size_t end) const { return stay_->inside(begin, end); }

  bool delete_windows(std::size_t size, double least) {
    bool changed = false;
    if (tokens_.size() > kMaxTokens) return changed;
    for (std::size_t last = tokens_.size(); delete_window(size, least, last);) changed = true;
    return changed;
  }

  /// The last window of `size` tokens, ending at or before `last`, without which the text fails.
  bool delete_window(std::size_t size, double at_least, std::size_t& last) {
    std::size_t end = std::min(last, tokens_.size()) + 1;
    std::vector<std::size_t> ends;
    const auto is_worth = [&](std::size_t first) {
      const bool holds = holds_needed(first, first + size);
      const double least = holds ? std::max(at_least, kLeastOfWindow) : at_least;
      return odds(size, holds).chance() * static_cast<double>(size) >= least;
    };
    std::vector<std::optional<Hash128>> questions;
    RejectedAhead rejected;
    const auto found = work_.session().first_failing([&](std::size_t, Candidate& candidate) {
      while (--end >= size && end > 0) {
        if (!is_worth(end - size)) continue;
        const auto question = question_about(end - size, end);
        if (work_.statistics().negative.knows(question)) continue;
        const std::vector<Edit> edits = removals(window(end - size, end));
        std::string text = print(work_.tree(), edits);
        if (!work_.parser().accepts(text)) {
          rejected.note(ends.size(), question);
          continue;
        }
        candidate = {std::move(text), "delete " + std::to_string(size) + " tokens",
                     work_.tokens_after(edits)};
        ends.push_back(end);
        questions.push_back(question);
        return true;
      }
      return false;
    });
    for (std::size_t i = 0; i < questions.size() && (!found || i <= *found); ++i) {
      const bool holds = holds_needed(ends[i] - size, ends[i]);
      odds(size, holds).note(found == i);
      if (found == i) continue;
      work_.statistics().negative.note(questions[i]);
      in_vain_.emplace_back(ends[i] - size, ends[i]);
    }
    if (!found) {
      for (const auto& one : in_vain_) stay_->add(one.first, one.second);
    }
    rejected.learn(found, work_.statistics().negative);
    if (!found) return false;
    last = ends[*found] - size;
    const std::vector<SymbolId> kinds = kinds_of(window(last, last + size));
    forget(last, last + size);
    work_.reparse();
    look_at_tree();
    if (delete_alike(kinds)) last = tokens_.size();
    return true;
  }

  /// Moves what was in vain behind the window that has gone, and forgets what touches it.
  void forget(std::size_t begin, std::size_t end) {
    std::erase_if(in_vain_, [&](const auto& one) { return one.first < end && one.second > begin; });
    for (auto& one : in_vain_) {
      if (one.first < end) continue;
      one.first -= end - begin;
      one.second -= end - begin;
    }
  }

  std::vector<SymbolId> kinds_of(std::span<const NodeId> tokens) const {
    std::vector<SymbolId> kinds;
    for (const NodeId token : tokens) kinds.push_back(work_.tree()[token].symbol);
    return kinds;
  }

  /// Deletes what has tokens of these kinds, all of it or a half.
  bool delete_alike(const std::vector<SymbolId>& kinds) {
    std::vector<std::vector<Edit>> ways = {{}, {}, {}};
    const std::vector<std::size_t> places = places_of(kinds);
    if (places.size() < kLeastAlike || tokens_.size() > kMaxTokens) return false;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::vector<Edit> edits = removals(window(places[i], places[i] + kinds.size()));
      const std::size_t half = i < places.size() / 2 ? 1 : 2;
      for (const std::size_t way : {std::size_t{0}, half}) {
        ways[way].insert(ways[way].end(), edits.begin(), edits.end());
      }
    }
    if (places.size() < kLeastToHalve) ways.resize(1);
    std::size_t way = 0;
    const auto found = work_.session().first_failing([&](std::size_t, Candidate& candidate) {
      for (; way < ways.size(); ++way) {
        std::string text = print(work_.tree(), ways[way]);
        if (!work_.parser().accepts(text)) continue;
        candidate = {std::move(text), "delete the same tokens in other places",
                     work_.tokens_after(ways[way])};
        ++way;
        return true;
      }
      return false;
    });
    if (!found) return false;
    in_vain_.clear();
    work_.reparse();
    look_at_tree();
    return true;
  }

  /// Where tokens of these kinds stand, from the end, none inside another.
  std::vector<std::size_t> places_of(const std::vector<SymbolId>& kinds) const {
    std::vector<std::size_t> places;
    const std::vector<SymbolId> all = kinds_of(tokens_);
    if (kinds.size() > all.size()) return places;
    for (std::size_t begin = all.size() - kinds.size() + 1; begin-- > 0;) {
      if (!std::equal(kinds.begin(), kinds.end(), all.begin() + static_cast<std::ptrdiff_t>(begin)))
        continue;
      places.push_back(begin);
      begin -= std::min(begin, kinds.size() - 1);
    }
    return places;
  }

  std::span<const NodeId> window(std::size_t begin, std::size_t end) const {
    return std::span(tokens_).subspan(begin, end - begin);
  }

  std::optional<Hash128> question_about(std::size_t begin, std::size_t end) {
    std::string words = "window " + std::to_string(end - begin);
    for (const NodeId token : window(begin, std::min(end + kBehind, tokens_.size()))) {
      words += '\0';
      words += work_.tree().token_text(token);
    }
    return work_.question(tokens_[begin], words);
  }

  TreeWork& work_;
  double least_;
  std::vector<NodeId> tokens_;
  std::optional<PartsThatStay> stay_;
  std::vector<std::pair<std::size_t, std::size_t>> in_vain_;  ///< windows, of these tokens
};

}  // namespace

bool token_windows(TreeWork& work, double least) {
  return work.tree().root() != kNoNode && TokenWindows(work, least).run();
}

}  // namespace grabr
