// Turns a definition into a parameter. If a name is needed but its value is not, deletes its
// definition and introduces the name by an element of the nearest list that introduces names.
//
//   define void @f(i8 %a) { %b = icmp eq i8 0, %a  store i1 %b, … }
//   define void @f(i1 %b) {                        store i1 %b, … }
//
// A definition is the smallest deletable part of at least kMinDefinitionTokens tokens around the
// first token of a name. The new element goes into the nearest separated list before it whose last
// element ends with the first occurrence of a name. It is a copy of that last element with the new
// name, or the tokens at a use that end with the name, if the grammar accepts them. It replaces the
// last element if that is used only in the definition; otherwise it is added after it. A family of
// moves (reduce/pass/move.h). Source: grabr; llvm-reduce turns operands into arguments. Tested by
// tests/reduce/to_parameters_test.cc.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/pass/following_lists.h"
#include "reduce/pass/names.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTokensSearched = 1000;
/// Tokens of a definition: a smaller one gains little over the tokens of a parameter.
constexpr std::uint32_t kMinDefinitionTokens = 4;
/// The most tokens of a phrase at a use, such as a type and the name.
constexpr std::uint32_t kMaxPhraseTokens = 3;

constexpr double kParameterChance = .05;
constexpr double kParameterTrust = 10;

class ToParameters {
 public:
  explicit ToParameters(TreeWork& work)
      : work_(work), places_(work), names_(names_in(work.tree())) {
    find_lists();
  }

  std::vector<Site> sites() {
    std::vector<Site> sites;
    for (const Name& name : names_) {
      const NodeId definition = definition_of(name);
      if (definition == kNoNode) continue;
      const NodeId parameter = parameter_before(definition);
      if (parameter == kNoNode) continue;
      sites.push_back(
          {static_cast<double>(places_.weight(definition)),
           [this, &name, definition, parameter] { return moves(name, definition, parameter); }});
    }
    return sites;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  /// The name's definition; kNoNode if there is none, or if the name is not used outside of it.
  NodeId definition_of(const Name& name) const {
    NodeId part = places_.removable_around(name.tokens[0]);
    while (part != kNoNode && places_.weight(part) < kMinDefinitionTokens) {
      part = places_.removable_around(tree().parent(part));
    }
    if (part == kNoNode) return kNoNode;
    return places_.contains(part, name.tokens.back()) ? kNoNode : part;
  }

  /// Finds the last elements of separated lists that end with the first occurrence of a name.
  void find_lists() {
    std::set<NodeId> first;
    for (const Name& name : names_) first.insert(name.tokens[0]);
    for (const NodeId id : preorder(tree(), tree().root())) {
      const Node& node = tree()[id];
      if (node.kind != NodeKind::kList || !node.separated || places_.weight(id) == 0) continue;
      const NodeId last = *std::prev(tree().children(id).end());
      if (places_.weight(last) > kMaxPhraseTokens || places_.weight(last) == 0) continue;
      if (first.contains(places_.tokens()[places_.end_of(last) - 1])) parameters_.push_back(last);
    }
  }

  NodeId parameter_before(NodeId definition) const {
    NodeId nearest = kNoNode;
    for (const NodeId parameter : parameters_) {
      if (places_.end_of(parameter) <= places_.begin_of(definition)) nearest = parameter;
    }
    return nearest;
  }

  std::vector<Move> moves(const Name& name, NodeId definition, NodeId parameter) {
    std::vector<Move> moves;
    const bool replaces = is_used_only_in(parameter, definition);
    for (const std::string& phrase : phrases(name, definition, parameter)) {
      const std::string text =
          replaces ? phrase : print_subtree(tree(), parameter) + " , " + phrase;
      Move move;
      move.odds = {kParameterTrust, kParameterTrust * kParameterChance};
      move.freed = places_.weight(definition);
      move.question = work_.question(name.tokens[0], "parameter " + text);
      move.words = "make a parameter of " + name.text;
      move.edits = [this, definition, parameter, text] {
        std::vector<Edit> edits = work_.leave_out({&definition, 1});
        if (edits.empty()) return edits;
        edits.insert(edits.begin(), {Edit::Kind::kReplace, parameter, work_.add_text(text)});
        return edits;
      };
      moves.push_back(std::move(move));
    }
    return moves;
  }

  bool is_used_only_in(NodeId parameter, NodeId definition) const {
    for (const Name& name : names_) {
      if (!places_.contains(parameter, name.tokens[0])) continue;
      for (const NodeId token : name.tokens) {
        if (!places_.contains(parameter, token) && !places_.contains(definition, token)) {
          return false;
        }
      }
    }
    return true;
  }

  /// The texts to try as the new element, each once.
  std::vector<std::string> phrases(const Name& name, NodeId definition, NodeId parameter) const {
    std::vector<std::string> found;
    const auto add = [&](std::uint32_t begin, std::uint32_t end, const std::string& last) {
      std::string text;
      for (std::uint32_t i = begin; i + 1 < end; ++i) {
        text += std::string(tree().token_text(places_.tokens()[i])) + ' ';
      }
      text += last;
      if (std::ranges::find(found, text) == found.end()) found.push_back(std::move(text));
    };
    for (const NodeId token : name.tokens) {
      if (places_.contains(definition, token)) continue;
      const std::uint32_t end = places_.end_of(token);
      for (std::uint32_t size = 2; size <= std::min(kMaxPhraseTokens, end); ++size) {
        add(end - size, end, std::string(tree().token_text(token)));
      }
    }
    add(places_.begin_of(parameter), places_.end_of(parameter),
        std::string(tree().token_text(name.tokens[0])));
    return found;
  }

  TreeWork& work_;
  FollowingLists places_;
  std::vector<Name> names_;
  std::vector<NodeId> parameters_;
};

}  // namespace

std::vector<Site> find_parameters(View& view, NodeId inside) {
  if (inside != view.tree().root() || view.tokens() > kMaxTokensSearched) return {};
  return view.of<ToParameters>().sites();
}

}  // namespace grabr
