// A name goes together with tokens near its first one, so that the parts on both sides merge: two
// declarations, or a type and a function.
//
//   typedef struct {} t; t v; f() { f(v); }    v with the `;` after it, and the argument:
//   typedef struct {} t; t f() { f(); }        t with `typedef` and `;`, and where it is used:
//   struct {} f() { f(); }
//
// Removed are the first token of the name, with none, one or two of the kReach tokens on each side,
// and the smallest deletable parts around its other tokens. Each text is parsed before it is
// tested, so inputs that do not parse are left alone, and so are large ones. What drops a part that
// is known to stay alone must promise kLeastTogether tokens. The rarest names come first; after a
// success it starts over. Every candidate has fewer tokens and no more bytes, so it ends. Up to 79
// parses per name, of which a few are sentences.
// Source: grabr; Vulcan's windows (OOPSLA 2023) with names for what belongs together.
// Tested by tests/reduce/closure_test.cc.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "reduce/pass/name_closures.h"
#include "reduce/pass/parts_that_stay.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kReach = 6;
/// The most sentences tested in one query for a name.
constexpr std::size_t kMaxAsked = 16;
/// The priors, by the number of neighbours removed, if few tokens go with the name. The chance is
/// halved for each doubling of these tokens.
constexpr double kNeighbourChances[] = {.2, .05, .03};
constexpr double kFewTokens = 4;
/// The weight of a prior, in answers.
constexpr double kNeighbourTrust = 10;
/// Of 427 attempts that drop a part known to stay, five worked.
constexpr double kLeastTogether = .1;
/// Each candidate costs a parse of the whole text.
constexpr std::size_t kMaxTextTokens = 600;

using Nodes = std::vector<NodeId>;

bool inside_any(const Tree& tree, NodeId node, const Nodes& outer) {
  return std::any_of(outer.begin(), outer.end(),
                     [&](NodeId one) { return is_inside(tree, node, one); });
}

Nodes near(const Nodes& tokens, NodeId token) {
  const auto at =
      static_cast<std::size_t>(std::find(tokens.begin(), tokens.end(), token) - tokens.begin());
  const std::size_t begin = at - std::min(at, kReach);
  const std::size_t end = std::min(tokens.size(), at + 1 + kReach);
  return {tokens.begin() + static_cast<std::ptrdiff_t>(begin),
          tokens.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// The empty subset, each single node and each pair.
std::vector<Nodes> small_subsets(const Nodes& nodes) {
  std::vector<Nodes> subsets{{}};
  for (const NodeId one : nodes) subsets.push_back({one});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = i + 1; j < nodes.size(); ++j) subsets.push_back({nodes[i], nodes[j]});
  }
  return subsets;
}

/// What is removed in any case: the name's tokens in its first unit, and the other units.
Nodes parts_of(const Tree& tree, const NameClosures& names, std::size_t number) {
  const Name& name = names.name(number);
  Nodes units = names.units(number);
  std::erase_if(units, [&](NodeId unit) { return is_inside(tree, name.tokens[0], unit); });
  units = outermost(tree, std::move(units));
  Nodes parts = units;
  for (const NodeId token : name.tokens) {
    if (!inside_any(tree, token, units)) parts.push_back(token);
  }
  return parts;
}

std::vector<Edit> removals(TreeWork& work, const Nodes& parts, const Nodes& subset) {
  std::vector<Edit> edits;
  for (const NodeId part : parts) {
    const bool token = work.tree().is_token(part);
    if (token || work.removable(part)) edits.push_back({Edit::Kind::kRemove, part, kNoNode});
  }
  for (const NodeId token : subset) edits.push_back({Edit::Kind::kRemove, token, kNoNode});
  return edits;
}

struct NeighboursStatistics {
  /// By the number of neighbours, and by the number of tokens removed in any case.
  std::map<std::pair<int, int>, Odds> odds;
};

/// The odds of removing that many neighbours if `freed` tokens are removed in any case.
Odds& odds(TreeWork& work, std::size_t neighbours, double freed) {
  const int doublings = freed < kFewTokens ? 0 : 1 + std::ilogb(freed / kFewTokens);
  const double chance = std::ldexp(kNeighbourChances[neighbours], -doublings);
  return work.statistics()
      .of<NeighboursStatistics>()
      .odds
      .try_emplace({static_cast<int>(neighbours), doublings}, kNeighbourTrust,
                   kNeighbourTrust * chance)
      .first->second;
}

struct Asked {
  std::size_t neighbours = 0;
  std::optional<Hash128> question;
};

bool delete_with_neighbours(TreeWork& work, const NameClosures& names, const PartsThatStay& stay,
                            std::size_t number, double least) {
  const Tree& tree = work.tree();
  const Name& name = names.name(number);
  const Nodes parts = parts_of(tree, names, number);
  Nodes others = near(tokens_of(tree, tree.root()), name.tokens[0]);
  std::erase_if(others, [&](NodeId token) { return inside_any(tree, token, parts); });
  const std::vector<Nodes> subsets = small_subsets(others);
  double freed = 0;
  for (const NodeId part : parts) freed += static_cast<double>(count_tokens(tree, part));
  const auto promised = [&](std::size_t size) {
    return odds(work, size, freed).chance() * (freed + static_cast<double>(size));
  };
  const auto drops_needed = [&](const Nodes& subset) {
    Nodes gone = parts;
    gone.insert(gone.end(), subset.begin(), subset.end());
    return stay.inside(tree, gone);
  };
  std::vector<Asked> asked;
  RejectedAhead rejected;
  std::size_t at = 0;
  const auto found = work.session().first_failing([&](std::size_t, Candidate& candidate) {
    while (at < subsets.size() && asked.size() < kMaxAsked &&
           promised(subsets[at].size()) >= least) {
      const std::size_t number_of_subset = at++;
      const Nodes& subset = subsets[number_of_subset];
      if (promised(subset.size()) < kLeastTogether && drops_needed(subset)) continue;
      const auto question =
          work.question(name.tokens[0], "near " + std::to_string(number_of_subset));
      if (work.statistics().negative.knows(question)) continue;
      candidate = work.smaller_candidate(
          removals(work, parts, subset),
          "delete " + name.text + " and " + std::to_string(subset.size()) + " tokens near it");
      const bool is_best = candidate.text == work.session().best();
      if (is_best || (work.partial() && !work.parser().accepts(candidate.text))) {
        rejected.note(asked.size(), question);
        continue;
      }
      asked.push_back({subset.size(), question});
      return true;
    }
    return false;
  });
  asked.resize(found ? *found + 1 : asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    odds(work, asked[i].neighbours, freed).note(found == i);
    if (found != i) work.statistics().negative.note(asked[i].question);
  }
  rejected.learn(found, work.statistics().negative);
  if (found) work.reparse();
  return found.has_value();
}

/// The rarest name that is not done; names.size() if there is none.
std::size_t rarest(const NameClosures& names, const std::set<NameKey>& done) {
  std::size_t best = names.size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Name& name = names.name(i);
    if (done.contains(key_of(name))) continue;
    if (best == names.size() || name.tokens.size() < names.name(best).tokens.size()) best = i;
  }
  return best;
}

}  // namespace

bool name_neighbours(TreeWork& work, double least) {
  if (work.partial() || work.tree().root() == kNoNode ||
      count_tokens(work.tree(), work.tree().root()) > kMaxTextTokens) {
    return false;
  }
  bool changed = false;
  for (;;) {
    std::set<NameKey> done;
    const NameClosures names(work);
    const PartsThatStay stay(work);
    bool again = false;
    while (!again) {
      const std::size_t number = rarest(names, done);
      if (number == names.size()) return changed;
      done.insert(key_of(names.name(number)));
      again = delete_with_neighbours(work, names, stay, number, least);
    }
    changed = true;
  }
}

}  // namespace grabr
