// List minimisers: they find out which of n removable things must stay. Each works on an abstract
// list; its owner renders the kept things (text units, list elements of a tree) into a candidate.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reduce/core/session.h"

namespace grabr {

using Kept = std::vector<std::uint32_t>;  ///< indices that stay, ascending

/// A list of n things, and a function that makes the candidate that keeps only some of them.
struct RemovableList {
  std::uint32_t count = 0;
  /// Makes the candidate's text, and an edit if it can say more than "remove parts 3-5 of 9".
  std::function<Candidate(const Kept& kept)> render;
  std::string things = "parts";  ///< plural noun for the edit
  /// The weight of each thing (its tokens), at least 1; empty: all equal.
  std::vector<std::uint32_t> weights = {};
  std::uint32_t min = 0;  ///< how many must stay; smaller candidates are never tried
  /// If set, called with the kept things after each success, so that the owner can update its
  /// state.
  std::function<void(const Kept& kept)> on_accept = {};
  /// If set, called with the kept things of a rejected candidate. If it returns true, there is
  /// another candidate with the same things, which `render` makes until the next call. Only mgbs
  /// calls it.
  std::function<bool(const Kept& kept)> retry = {};
};

/// The edit of a candidate that keeps some of the things: "keep 2 of 9 parts".
std::string words_on_kept(std::size_t kept, std::size_t count, const std::string& things);

/// Shrinks `all indices` to fewer for which the candidate still fails; returns those that are kept.
/// The list as a whole is known to fail (or is taken as if it were).
using ListMinimizer = Kept (*)(Session& session, const RemovableList& list);

/// Depth-first bisection from the end (Perses). One pass: 1-minimal only if things depend on
/// earlier things alone.
Kept bisect(Session& session, const RemovableList& list);
/// Markov generalised binary splitting with its own rates; see reduce/minimizer/mgbs.h. One pass.
Kept mgbs(Session& session, const RemovableList& list);

/// Repeats `minimizer` on the things it kept until a run removes nothing.
Kept until_stable(Session& session, const RemovableList& list, ListMinimizer minimizer);
/// Tries to drop each single thing, last to first, until a whole sweep drops none. The result is
/// 1-minimal.
Kept drop_singles(Session& session, const RemovableList& list, Kept kept);

// The functions that minimisers are made of.

/// Consecutive places of a kept list, [begin, end).
struct Cut {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// 0, 1, …, count-1.
Kept keep_all(const RemovableList& list);
Kept without(const Kept& kept, Cut cut);
/// The things of `kept` at these indices.
Kept select(const Kept& kept, const Kept& chosen);
/// For speculation: cuts of the same kept list that will probably be tried if no cut before them
/// works.
using CutsAhead = std::function<std::optional<Cut>()>;
/// The index of the first cut without which the list still fails.
std::optional<std::size_t> first_failing_cut(Session& session, const RemovableList& list,
                                             const Kept& kept, std::span<const Cut> cuts,
                                             const CutsAhead& ahead = {});
/// Drops the cut from `kept`, after it was found to be droppable.
void drop(const RemovableList& list, Kept& kept, Cut cut);
/// Drops the cut from `kept` if the list still fails without it.
bool try_cut(Session& session, const RemovableList& list, Kept& kept, Cut cut,
             const CutsAhead& ahead = {});
/// The index of the first selection (each a part of `kept`) that still fails. For minimisers that
/// drop things which are not neighbours.
std::optional<std::size_t> first_failing_selection(Session& session, const RemovableList& list,
                                                   const Kept& kept,
                                                   std::span<const Kept> selections);
/// Keeps only the selection of `kept` if it still fails.
bool try_selection(Session& session, const RemovableList& list, Kept& kept, Kept selection);
/// Keeps only the first part that fails alone, if there is one.
bool keep_failing_part(Session& session, const RemovableList& list, Kept& kept,
                       std::span<const Cut> parts);
/// The list restricted to some of its things: number i of the new one is kept[i] of `list`, which
/// must outlive it. The things of `others`, none of them in `kept`, stay whatever is chosen.
RemovableList sublist(const RemovableList& list, const Kept& kept, const Kept& others = {});
/// The same things in reverse order, so that a minimiser that begins at the front begins at the
/// end. `list` must outlive it.
RemovableList reversed(const RemovableList& list);
/// Converts indices of `reversed(list)` to those of `list`, or back.
Kept reverse_kept(const RemovableList& list, const Kept& kept);

}  // namespace grabr
