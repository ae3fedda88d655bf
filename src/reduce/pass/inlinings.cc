// Tested by tests/reduce/inline_names_test.cc.
#include "reduce/pass/inlinings.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "reduce/pass/name_closures.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The most inlinings tried per name and way.
constexpr std::size_t kMaxAttemptsOfAWay = 4;
constexpr std::size_t kMaxUnwrapped = 1;
/// The most tokens around the definition and its uses, such as those of `match z with`.
constexpr std::uint32_t kMaxTokensAroundUses = 8;
/// Inlining a name with more uses gains nothing.
constexpr std::size_t kMaxUses = 50;
/// Tokens of a definition: longer parts define more than one name.
constexpr std::uint32_t kMaxDefinitionTokens = 200;

using Nodes = std::vector<NodeId>;
using Way = Inlining::Way;

void sort(std::vector<Inlining>& inlinings) {
  std::stable_sort(inlinings.begin(), inlinings.end(),
                   [](const Inlining& a, const Inlining& b) { return a.freed > b.freed; });
}

/// Keeps the best, whole subtrees before their parts.
void keep_best(std::vector<Inlining>& inlinings, std::size_t most) {
  sort(inlinings);
  std::stable_partition(inlinings.begin(), inlinings.end(),
                        [](const Inlining& one) { return one.whole; });
  if (inlinings.size() > most) inlinings.resize(most);
}

}  // namespace

Inlinings::Inlinings(TreeWork& work)
    : work_(work),
      names_(linked_names_in(work.tree())),
      places_(work),
      last_(places_.tokens().size()) {
  for (const Name& name : names_) {
    last_[places_.begin_of(name.tokens.front())] = places_.begin_of(name.tokens.back());
  }
}

std::vector<Inlining> Inlinings::of(const Name& name) const {
  std::vector<Inlining> all;
  if (name.tokens.size() < 2) return all;
  for (const Way way : {Way::kAlone, Way::kWithFollowing, Way::kUnwrapped}) {
    std::vector<Inlining> found;
    for (const Inlining& form : forms(name, way)) add(name, form, found);
    keep_best(found, way == Way::kUnwrapped ? kMaxUnwrapped : kMaxAttemptsOfAWay);
    all.insert(all.end(), found.begin(), found.end());
  }
  sort(all);
  std::erase_if(
      all, [&](const Inlining& one) { return work_.statistics().negative.knows(one.question); });
  return all;
}

/// The inlinings to try in this way, with only `definition` and `rest` filled in.
std::vector<Inlining> Inlinings::forms(const Name& name, Way way) const {
  if (way == Way::kUnwrapped) return wrappers(name);
  std::vector<Inlining> forms;
  for (const NodeId definition : definitions(name, way)) {
    forms.push_back({.way = way, .definition = definition});
  }
  return forms;
}

/// The smallest deletable part around the first token, and the largest. The smallest must define
/// only this name, except in inlinings with arguments: a parameter may share its name with a later
/// variable.
Nodes Inlinings::definitions(const Name& name, Way way) const {
  const NodeId smallest = places_.removable_around(name.tokens[0]);
  if (smallest == kNoNode || places_.weight(smallest) > kMaxDefinitionTokens) return {};
  if (way == Way::kAlone && !defines_only(smallest, name)) return {};
  NodeId largest = smallest;
  for (NodeId up = smallest; up != kNoNode && defines_only(up, name);
       up = places_.removable_around(work_.tree().parent(up))) {
    largest = up;
  }
  return largest == smallest ? Nodes{smallest} : Nodes{smallest, largest};
}

/// Is this the only name that first occurs in the part and is used after it?
bool Inlinings::defines_only(NodeId part, const Name& name) const {
  if (places_.weight(part) > kMaxDefinitionTokens) return false;
  for (std::uint32_t i = places_.begin_of(part); i < places_.end_of(part); ++i) {
    if (last_[i] >= places_.end_of(part) && i != places_.begin_of(name.tokens[0])) return false;
  }
  return true;
}

/// The smallest part that holds the definition and all uses, and may be replaced by its part with
/// the uses.
std::vector<Inlining> Inlinings::wrappers(const Name& name) const {
  NodeId meeting = name.tokens[0];
  while (!places_.contains(meeting, name.tokens[1])) meeting = work_.tree().parent(meeting);
  const std::uint32_t least = places_.weight(meeting);
  for (NodeId up = meeting; up != kNoNode && places_.weight(up) <= least + kMaxTokensAroundUses;
       up = work_.tree().parent(up)) {
    const NodeId rest = rest_of(up, name);
    if (rest == kNoNode) continue;
    if (places_.weight(up) - places_.weight(rest) > kMaxDefinitionTokens) break;
    return {{.way = Way::kUnwrapped, .definition = up, .rest = rest}};
  }
  return {};
}

/// The largest node that may replace the wrapper and has all tokens of the name except the first.
NodeId Inlinings::rest_of(NodeId wrapper, const Name& name) const {
  NodeId rest = kNoNode;
  for (NodeId up = name.tokens[1]; up != wrapper; up = work_.tree().parent(up)) {
    if (places_.contains(up, name.tokens[0])) break;
    if (work_.node_fits(wrapper, up)) rest = up;
  }
  const bool has_all = rest != kNoNode && places_.contains(rest, name.tokens.back());
  return has_all && rest != name.tokens[1] ? rest : kNoNode;
}

/// Is the node deleted together with the definition?
bool Inlinings::defined_in(NodeId node, const Inlining& form) const {
  return places_.contains(form.definition, node) &&
         (form.rest == kNoNode || !places_.contains(form.rest, node));
}

void Inlinings::add(const Name& name, const Inlining& form, std::vector<Inlining>& found) const {
  const NodeId definition = form.definition;
  const Nodes uses = uses_outside(name, form);
  if (uses.empty() || uses.size() > kMaxUses) return;
  std::uint32_t tokens = places_.weight(definition);
  if (form.rest != kNoNode) tokens -= places_.weight(form.rest);
  for (const NodeId use : uses) tokens += places_.weight(use);
  std::set<std::string> texts;
  std::uint32_t whole_until = 0;
  for (const NodeId by : preorder(work_.tree(), definition)) {
    const auto copies = static_cast<std::uint32_t>(uses.size()) * places_.weight(by);
    if (places_.weight(by) == 0 || copies >= tokens || has_name(by, name)) continue;
    if (!defined_in(by, form)) continue;
    const Nodes places = fitting_places(by, uses);
    std::string text = print_subtree(work_.tree(), by);
    if (places.empty() || !texts.insert(text).second) continue;
    const bool whole = places_.begin_of(by) >= whole_until;
    whole_until = std::max(whole_until, places_.end_of(by));
    text += static_cast<char>(form.way);
    text += print_subtree(work_.tree(), definition);
    const auto question = work_.question(name.tokens[0], "inlined " + text);
    found.push_back(
        {form.way, whole, definition, form.rest, places, by, tokens - copies, question});
  }
}

/// The uses outside of the definition; empty if some use cannot be replaced in this way.
Nodes Inlinings::uses_outside(const Name& name, const Inlining& form) const {
  Nodes uses;
  for (const NodeId token : name.tokens) {
    if (defined_in(token, form)) continue;
    uses.push_back(form.way == Way::kWithFollowing ? node_begun_by(token) : token);
    if (uses.back() == kNoNode || places_.contains(uses.back(), form.definition)) return {};
  }
  const std::size_t count = uses.size();
  uses = outermost(work_.tree(), std::move(uses));
  return uses.size() == count ? uses : Nodes{};
}

/// The smallest node of several tokens that begins with this token.
NodeId Inlinings::node_begun_by(NodeId token) const {
  for (NodeId up = token; up != kNoNode; up = work_.tree().parent(up)) {
    if (places_.begin_of(up) != places_.begin_of(token)) return kNoNode;
    if (places_.weight(up) > 1 && work_.tree()[up].kind == NodeKind::kRule) return up;
  }
  return kNoNode;
}

bool Inlinings::has_name(NodeId node, const Name& name) const {
  return std::any_of(name.tokens.begin(), name.tokens.end(),
                     [&](NodeId token) { return places_.contains(node, token); });
}

/// For each use the smallest node with the same tokens that `by` may replace; empty if some use has
/// none.
Nodes Inlinings::fitting_places(NodeId by, const Nodes& uses) const {
  Nodes places;
  for (const NodeId use : uses) {
    NodeId up = use;
    while (up != kNoNode && places_.weight(up) == places_.weight(use) && !work_.node_fits(up, by)) {
      up = work_.tree().parent(up);
    }
    if (up == kNoNode || places_.weight(up) != places_.weight(use)) return {};
    places.push_back(up);
  }
  return places;
}

}  // namespace grabr
