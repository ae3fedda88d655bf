// Tested by tests/reduce/inline_names_test.cc.
#include "reduce/inlinings.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "reduce/name_closures.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxAttempts = 8;
/// More uses than that are no gain.
constexpr std::size_t kMaxUses = 50;
/// What is longer defines more than a name.
constexpr std::uint32_t kMaxTokens = 200;

using Nodes = std::vector<NodeId>;

void sort(std::vector<Inlining>& inlinings) {
  std::stable_sort(inlinings.begin(), inlinings.end(),
                   [](const Inlining& a, const Inlining& b) { return a.freed > b.freed; });
}

/// Whole things first, then parts of them.
void keep_best(std::vector<Inlining>& inlinings) {
  sort(inlinings);
  std::stable_partition(inlinings.begin(), inlinings.end(),
                        [](const Inlining& one) { return one.whole; });
  if (inlinings.size() > kMaxAttempts / 2) inlinings.resize(kMaxAttempts / 2);
}

}  // namespace

Inlinings::Inlinings(TreeWork& work)
    : work_(work), names_(names_in(work.tree())), places_(work), last_(places_.tokens().size()) {
  for (const Name& name : names_) {
    last_[places_.begin_of(name.tokens.front())] = places_.begin_of(name.tokens.back());
  }
}

std::vector<Inlining> Inlinings::of(const Name& name) const {
  std::vector<Inlining> all;
  if (name.tokens.size() < 2) return all;
  for (const bool with_following : {false, true}) {
    std::vector<Inlining> found;
    for (const NodeId definition : definitions(name)) add(name, definition, with_following, found);
    keep_best(found);
    all.insert(all.end(), found.begin(), found.end());
  }
  sort(all);
  std::erase_if(all, [&](const Inlining& one) {
    return work_.learnt().tried.knows(one.question);
  });
  return all;
}

/// The smallest part around the first token that may go, and the largest.
Nodes Inlinings::definitions(const Name& name) const {
  const NodeId smallest = places_.removable_around(name.tokens[0]);
  if (smallest == kNoNode || !defines_only(smallest, name)) return {};
  NodeId largest = smallest;
  for (NodeId up = smallest; up != kNoNode && defines_only(up, name);
       up = places_.removable_around(work_.tree()[up].parent)) {
    largest = up;
  }
  return largest == smallest ? Nodes{smallest} : Nodes{smallest, largest};
}

/// Is no other name used behind a part in which it occurs first?
bool Inlinings::defines_only(NodeId part, const Name& name) const {
  if (places_.weight(part) > kMaxTokens) return false;
  for (std::uint32_t i = places_.begin_of(part); i < places_.end_of(part); ++i) {
    if (last_[i] >= places_.end_of(part) && i != places_.begin_of(name.tokens[0])) return false;
  }
  return true;
}

void Inlinings::add(const Name& name, NodeId definition, bool with_following,
                    std::vector<Inlining>& found) const {
  const Nodes uses = uses_outside(name, definition, with_following);
  if (uses.empty() || uses.size() > kMaxUses) return;
  std::uint32_t tokens = places_.weight(definition);
  for (const NodeId use : uses) tokens += places_.weight(use);
  std::set<std::string> texts;
  std::uint32_t whole_until = 0;
  for (const NodeId by : preorder(work_.tree(), definition)) {
    const auto copies = static_cast<std::uint32_t>(uses.size()) * places_.weight(by);
    if (places_.weight(by) == 0 || copies >= tokens || has_name(by, name)) continue;
    const Nodes places = fitting_places(by, uses);
    std::string text = print_subtree(work_.tree(), by);
    if (places.empty() || !texts.insert(text).second) continue;
    const bool whole = places_.begin_of(by) >= whole_until;
    whole_until = std::max(whole_until, places_.end_of(by));
    text += with_following ? '\1' : '\0';
    text += print_subtree(work_.tree(), definition);
    const auto question = work_.question(name.tokens[0], "inlined " + text);
    found.push_back({with_following, whole, definition, places, by, tokens - copies, question});
  }
}

/// Nothing where they are not of that form.
Nodes Inlinings::uses_outside(const Name& name, NodeId definition, bool with_following) const {
  Nodes uses;
  for (const NodeId token : name.tokens) {
    if (places_.contains(definition, token)) continue;
    uses.push_back(with_following ? with_what_follows(token) : token);
    if (uses.back() == kNoNode || places_.contains(uses.back(), definition)) return {};
  }
  const std::size_t count = uses.size();
  uses = outermost(work_.tree(), std::move(uses));
  return uses.size() == count ? uses : Nodes{};
}

/// The smallest node of several tokens that begins with this one.
NodeId Inlinings::with_what_follows(NodeId token) const {
  for (NodeId up = token; up != kNoNode; up = work_.tree()[up].parent) {
    if (places_.begin_of(up) != places_.begin_of(token)) return kNoNode;
    if (places_.weight(up) > 1 && work_.tree()[up].kind == NodeKind::kRule) return up;
  }
  return kNoNode;
}

bool Inlinings::has_name(NodeId node, const Name& name) const {
  return std::any_of(name.tokens.begin(), name.tokens.end(), [&](NodeId token) {
    return places_.contains(node, token);
  });
}

/// For each use the smallest node of the same tokens where the other may stand; nothing where one
/// has none.
Nodes Inlinings::fitting_places(NodeId by, const Nodes& uses) const {
  Nodes places;
  for (const NodeId use : uses) {
    NodeId up = use;
    while (up != kNoNode && places_.weight(up) == places_.weight(use) && !work_.node_fits(up, by)) {
      up = work_.tree()[up].parent;
    }
    if (up == kNoNode || places_.weight(up) != places_.weight(use)) return {};
    places.push_back(up);
  }
  return places;
}

}  // namespace grabr
