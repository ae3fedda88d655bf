// Makes a parameter of what is defined inside: where a name is needed but not how it gets its
// value, the definition goes and an element of the nearest list that introduces names brings it in.
//
//   define void @f(i8 %a) { %b = icmp eq i8 0, %a  store i1 %b, … }
//   define void @f(i1 %b) {                        store i1 %b, … }
//
// A definition is the smallest deletable part of some tokens around the first token of a name. Of
// the separated lists before it the nearest counts whose last element ends with a name that occurs
// there first. The new element is its last element with the name in place of its own, or the tokens
// at a use that end with the name, as far as the grammar accepts them. It takes the last element's
// place if that is used in the definition alone, else it stands behind it. The chance is learnt
// over all names; attempts expected to free fewer than `least` tokens are skipped, and so are those
// in the negative cache. Candidates have fewer tokens, so it ends. Source: grabr; llvm-reduce makes
// arguments of operands. Tested by tests/reduce/to_parameters_test.cc.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/pass/attempts.h"
#include "reduce/pass/following_lists.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMostSearched = 1000;
/// Of a definition: most of less goes with a parameter's own tokens.
constexpr std::uint32_t kLeastDefinition = 4;
/// How many tokens a phrase at a use may have: a type and the name.
constexpr std::uint32_t kMostInPhrase = 3;

struct ParameterOdds {
  Odds odds{10, 1};
};

class ToParameters {
 public:
  ToParameters(TreeWork& work, double least) : work_(work), least_(least) {}

  bool run() {
    if (count_tokens(work_.tree(), work_.tree().root()) > kMostSearched) return false;
    return take_turns(work_, [this](const std::set<NameKey>& done) { return turns(done); });
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  std::vector<NameTurn> turns(const std::set<NameKey>& done) {
    places_.emplace(work_);
    names_ = names_in(tree());
    find_lists();
    std::vector<NameTurn> turns;
    for (const Name& name : names_) {
      const NodeId definition = definition_of(name);
      if (done.contains(key_of(name)) || definition == kNoNode) continue;
      const NodeId parameter = parameter_before(definition);
      if (parameter == kNoNode) continue;
      turns.push_back(
          {key_of(name), places_->weight(definition), [this, &name, definition, parameter] {
             return first_to_work(work_, attempts(name, definition, parameter), least_).has_value();
           }});
    }
    return turns;
  }

  /// kNoNode if the name is not used outside of it, or it is too small.
  NodeId definition_of(const Name& name) const {
    NodeId part = places_->removable_around(name.tokens[0]);
    while (part != kNoNode && places_->weight(part) < kLeastDefinition) {
      part = places_->removable_around(tree().parent(part));
    }
    if (part == kNoNode) return kNoNode;
    return places_->contains(part, name.tokens.back()) ? kNoNode : part;
  }

  /// The last elements of separated lists that end with a name introduced there.
  void find_lists() {
    std::set<NodeId> first;
    for (const Name& name : names_) first.insert(name.tokens[0]);
    parameters_.clear();
    for (const NodeId id : preorder(tree(), tree().root())) {
      const Node& node = tree()[id];
      if (node.kind != NodeKind::kList || !node.separated || places_->weight(id) == 0) continue;
      const NodeId last = *std::prev(tree().children(id).end());
      if (places_->weight(last) > kMostInPhrase || places_->weight(last) == 0) continue;
      if (first.contains(places_->tokens()[places_->end_of(last) - 1])) parameters_.push_back(last);
    }
  }

  NodeId parameter_before(NodeId definition) const {
    NodeId nearest = kNoNode;
    for (const NodeId parameter : parameters_) {
      if (places_->end_of(parameter) <= places_->begin_of(definition)) nearest = parameter;
    }
    return nearest;
  }

  std::vector<Attempt> attempts(const Name& name, NodeId definition, NodeId parameter) {
    std::vector<Attempt> attempts;
    const bool replaces = is_used_only_in(parameter, definition);
    const std::uint32_t freed = places_->weight(definition);
    for (const std::string& phrase : phrases(name, definition, parameter)) {
      std::string text = replaces ? phrase : print_subtree(tree(), parameter) + " , " + phrase;
      std::vector<Edit> edits = work_.leave_out({&definition, 1});
      if (edits.empty()) continue;
      const NodeId by = work_.add_text(text);
      edits.insert(edits.begin(), {Edit::Kind::kReplace, parameter, by});
      const std::string words = "make a parameter of " + name.text;
      Candidate made = work_.smaller_candidate(edits, words);
      if (made.text == work_.text()) continue;
      attempts.push_back({std::move(edits), words, &work_.statistics().of<ParameterOdds>().odds,
                          static_cast<double>(freed),
                          work_.question(name.tokens[0], "parameter " + text), std::move(made)});
    }
    return attempts;
  }

  bool is_used_only_in(NodeId parameter, NodeId definition) const {
    for (const Name& name : names_) {
      if (!places_->contains(parameter, name.tokens[0])) continue;
      for (const NodeId token : name.tokens) {
        if (!places_->contains(parameter, token) && !places_->contains(definition, token)) {
          return false;
        }
      }
    }
    return true;
  }

  /// Each once.
  std::vector<std::string> phrases(const Name& name, NodeId definition, NodeId parameter) const {
    std::vector<std::string> found;
    const auto add = [&](std::uint32_t begin, std::uint32_t end, const std::string& last) {
      std::string text;
      for (std::uint32_t i = begin; i + 1 < end; ++i) {
        text += std::string(tree().token_text(places_->tokens()[i])) + ' ';
      }
      text += last;
      if (std::ranges::find(found, text) == found.end()) found.push_back(std::move(text));
    };
    for (const NodeId token : name.tokens) {
      if (places_->contains(definition, token)) continue;
      const std::uint32_t end = places_->end_of(token);
      for (std::uint32_t size = 2; size <= std::min(kMostInPhrase, end); ++size) {
        add(end - size, end, std::string(tree().token_text(token)));
      }
    }
    add(places_->begin_of(parameter), places_->end_of(parameter),
        std::string(tree().token_text(name.tokens[0])));
    return found;
  }

  TreeWork& work_;
  double least_;
  // Of the current tree:
  std::optional<FollowingLists> places_;
  std::vector<Name> names_;
  std::vector<NodeId> parameters_;
};

}  // namespace

bool to_parameters(TreeWork& work, double least) {
  return work.tree().root() != kNoNode && ToParameters(work, least).run();
}

}  // namespace grabr
