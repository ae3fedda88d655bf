// Deletes runs of neighbouring tokens if the rest is still a sentence of the grammar.
//
// The tree shows parts that can be deleted alone. This pass finds tokens that can only go together
// with their neighbours: `(` with `)`, or the tokens between the contents of two parts, so that the
// parts become one.
//
//   f() { a(); } g() { b(); }   without `} g() {`:   f() { a(); b(); }
//
// Runs of up to kMaxWindow tokens are tried at each place, and runs of the same kinds of tokens at
// all places together. The success rate is learnt for each doubling of the length. Each run costs a
// parse, so only texts of some hundred tokens are handled. Source: C-Reduce's token passes (J.
// Regehr et al., PLDI 2012), with the parser as a filter. Tested by
// tests/reduce/token_windows_test.cc, auto_test.cc.
#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "reduce/pass/names.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Each window costs a parse of the whole text, so larger texts are skipped.
constexpr std::size_t kMaxTokens = 400;
constexpr std::size_t kMaxWindow = 32;
/// The priors of a window of one token and of more, and their weight in answers. They are low
/// because few tokens can still go after a sweep.
constexpr double kChanceOfOne = .15;
constexpr double kChance = .03;
constexpr double kTrust = 10;
/// At least this many windows of the same kinds of tokens are tried together.
constexpr std::size_t kMinAlike = 4;
constexpr int kAllAlike = 64;  ///< the way of moves that delete alike windows together
/// The tokens after a window that are part of its question in the negative cache.
constexpr std::size_t kTokensAfterWindow = 4;

std::vector<Edit> removals(std::span<const NodeId> nodes) {
  std::vector<Edit> edits;
  for (const NodeId id : nodes) edits.push_back({Edit::Kind::kRemove, id, kNoNode});
  return edits;
}

/// Two instructions of a stack machine may go together even if each must stay alone. So short
/// windows that contain such parts have a higher chance than kDropsNeededChance.
constexpr std::size_t kMaxShortWindowTokens = 8;
constexpr double kShortWindowTrust = 4;
constexpr double kShortWindowChance = .02;

Odds odds_of(std::size_t size, bool drops_needed) {
  if (drops_needed && size > 1 && size <= kMaxShortWindowTokens) {
    return {kShortWindowTrust, kShortWindowTrust * kShortWindowChance};
  }
  const double chance = size == 1 ? kChanceOfOne : kChance;
  return {kTrust, kTrust * chance * (drops_needed ? kDropsNeededChance : 1)};
}

class TokenWindows {
 public:
  explicit TokenWindows(TreeWork& work)
      : work_(work), tokens_(tokens_of(work.tree(), work.tree().root())) {}

  /// An upper bound on the tokens that deleting alike windows of this size together can remove.
  std::size_t most_alike(std::size_t size) const {
    return tokens_.size() >= kMinAlike * size ? tokens_.size() : 0;
  }

  std::size_t largest() const { return std::min(kMaxWindow, tokens_.size()); }

  /// The moves for windows of `size` tokens: first those that delete alike windows together, then
  /// each window alone, the last first.
  std::vector<Move> moves(std::size_t size, View& view) {
    std::vector<Move> moves = alike(size, view);
    for (std::size_t end = tokens_.size(); end >= size; --end) {
      Move move;
      move.drops_needed =
          view.stays(static_cast<std::uint32_t>(end - size), static_cast<std::uint32_t>(end));
      move.way = static_cast<int>(std::bit_width(size));
      move.odds = odds_of(size, move.drops_needed);
      move.freed = static_cast<double>(size);
      move.question = question_about(end - size, end);
      move.words = "delete " + std::to_string(size) + " tokens";
      move.edits = [this, size, end] { return removals(window(end - size, end)); };
      moves.push_back(std::move(move));
    }
    return moves;
  }

  /// Moves that delete all windows of the same kinds of tokens together: those that do not overlap,
  /// if there are at least kMinAlike.
  std::vector<Move> alike(std::size_t size, View& view) {
    std::map<std::vector<SymbolId>, std::vector<std::size_t>> ends;
    for (std::size_t end = tokens_.size(); end >= size; --end) {
      std::vector<SymbolId> kinds;
      for (const NodeId token : window(end - size, end))
        kinds.push_back(work_.tree()[token].symbol);
      std::vector<std::size_t>& same = ends[std::move(kinds)];
      if (same.empty() || end + size <= same.back()) same.push_back(end);
    }
    std::vector<Move> moves;
    for (const auto& [kinds, same] : ends) {
      if (same.size() < kMinAlike) continue;
      Move move;
      std::vector<Edit> edits;
      for (const std::size_t end : same) {
        const std::vector<Edit> one = removals(window(end - size, end));
        edits.insert(edits.end(), one.begin(), one.end());
      }
      move.drops_needed = view.drops_needed(edits);
      move.way = kAllAlike;
      move.odds = {kTrust, kTrust * kChance * (move.drops_needed ? kDropsNeededChance : 1)};
      move.freed = static_cast<double>(edits.size());
      move.question = work_.question(
          edits.front().node, "alike " + std::to_string(size) + " " + std::to_string(same.size()));
      move.words =
          "delete " + std::to_string(same.size()) + " × " + std::to_string(size) + " tokens";
      move.edits = [edits = std::move(edits)] { return edits; };
      moves.push_back(std::move(move));
    }
    return moves;
  }

 private:
  std::span<const NodeId> window(std::size_t begin, std::size_t end) const {
    return std::span(tokens_).subspan(begin, end - begin);
  }

  std::optional<Hash128> question_about(std::size_t begin, std::size_t end) {
    std::string words = "window " + std::to_string(end - begin);
    for (const NodeId token : window(begin, std::min(end + kTokensAfterWindow, tokens_.size()))) {
      words += '\0';
      words += work_.tree().token_text(token);
    }
    return work_.question(tokens_[begin], words);
  }

  TreeWork& work_;
  std::vector<NodeId> tokens_;
};

}  // namespace

std::vector<Site> find_windows(View& view, NodeId inside) {
  std::vector<Site> sites;
  if (inside != view.tree().root() || view.tokens() > kMaxTokens) return sites;
  TokenWindows& windows = view.of<TokenWindows>();
  for (std::size_t size = windows.largest(); size > 0; --size) {
    sites.push_back({static_cast<double>(std::max<std::size_t>(size, windows.most_alike(size))),
                     [&view, &windows, size] { return windows.moves(size, view); }});
  }
  return sites;
}

}  // namespace grabr
