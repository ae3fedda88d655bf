// Replaces a list element by the shortest phrase of the grammar around one of its parts. Deletions
// and replacements keep the phrase around a part, however long it must be; another phrase may be
// shorter.
//
//   int f() { switch (0) { case g(): } }     →   auto a = g();
//
// It tries elements of lists without separators, such as declarations and statements. A part is
// tried if it does not fit in the element's place without a frame, and uses no name introduced
// before it in the element. The frame around it is made of cheapest texts (frames.h). The tokens
// freed are weighted by the share of the element that is left: if less is left, the chance is
// lower. A family of moves (reduce/pass/move.h). Only texts of some hundred tokens are handled.
//
// In a text of a dozen tokens the whole text is also a place, every part is tried that would free a
// token, even a single token, and a candidate with fewer tokens may have more bytes.
// Source: grabr. Tested by tests/reduce/reframe_test.cc.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "grammar/lex/lexer.h"
#include "reduce/pass/following_lists.h"
#include "reduce/pass/frames.h"
#include "reduce/pass/names.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTokensReframed = 400;
/// The chance of a move; it is low because few frames still fail.
constexpr double kFrameChance = .03;
constexpr double kFrameTrust = 10;
/// A move that frees fewer tokens is not worth a test.
constexpr std::uint32_t kMinTokensFreed = 3;
/// A failure is seldom about a name or a number alone, so smaller parts are skipped.
constexpr std::uint32_t kMinPartTokens = 2;
/// In texts of up to this size all parts are tried.
constexpr std::uint32_t kMaxTokensOfSmallText = 12;

struct Reframing {
  NodeId element = kNoNode;
  NodeId part = kNoNode;
  Frame frame;
  double worth = 0;
};

class Reframes {
 public:
  explicit Reframes(TreeWork& work)
      : work_(work),
        small_(count_tokens(tree(), tree().root()) <= kMaxTokensOfSmallText),
        places_(work) {
    look_at_names();
  }

  /// All reframings in the order of the tree; the search takes the best first.
  std::vector<Reframing> find() {
    std::vector<Reframing> found;
    for (const NodeId element : preorder(tree(), tree().root())) {
      if (!is_element(element)) continue;
      for (const NodeId part : preorder(tree(), element)) {
        if (is_part(part)) add(element, part, found);
      }
    }
    return found;
  }

  Move move_of(const Reframing& one, View& view) const {
    Move move;
    move.way = small_ ? 1 : 0;
    move.odds = {kFrameTrust, kFrameTrust * kFrameChance};
    move.freed = one.worth;
    move.drops_needed = view.stays(view.first(one.element), view.first(one.part)) ||
                        view.stays(view.end(one.part), view.end(one.element));
    move.question = work_.question(
        one.element, "part " + print_subtree(tree(), one.part) + " in " + one.frame.before);
    move.words = "replace " + node_name(tree(), one.element);
    move.words += " by the shortest one around a " + node_name(tree(), one.part) + " inside it";
    move.edits = [this, one] {
      return std::vector<Edit>{{Edit::Kind::kReplace, one.element, work_.add_text(framed(one))}};
    };
    move.may_be_longer = small_;
    if (small_) move.allows = [this](const std::string& text) { return has_fewer_tokens(text); };
    return move;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  /// Has the text fewer tokens than the best? It is parsed, because the rules may decide how tokens
  /// are read.
  bool has_fewer_tokens(const std::string& text) const {
    const ParseResult parsed = work_.parser().parse(text);
    const auto* read = std::get_if<Tree>(&parsed);
    return read != nullptr &&
           count_tokens(*read, read->root()) < count_tokens(tree(), tree().root());
  }

  std::string framed(const Reframing& one) const {
    const std::string_view blank = between_parts(work_.grammar());
    std::string text = one.frame.before;
    for (const std::string& piece : {print_subtree(tree(), one.part), one.frame.after}) {
      if (!text.empty() && !piece.empty()) text += blank;
      text += piece;
    }
    return text;
  }

  void look_at_names() {
    first_use_.resize(places_.tokens().size());
    for (std::uint32_t i = 0; i < first_use_.size(); ++i) first_use_[i] = i;
    for (const Name& name : names_in(tree())) {
      for (const NodeId token : name.tokens) {
        first_use_[places_.begin_of(token)] = places_.begin_of(name.tokens[0]);
      }
    }
  }

  /// Has the part a name whose first occurrence is in the element before the part?
  bool uses_dropped_name(NodeId element, NodeId part) const {
    for (std::uint32_t i = places_.begin_of(part); i < places_.end_of(part); ++i) {
      const std::uint32_t first = first_use_[i];
      if (first >= places_.begin_of(element) && first < places_.begin_of(part)) return true;
    }
    return false;
  }

  bool is_element(NodeId id) const {
    const NodeId parent = tree().parent(id);
    if (parent == kNoNode) return small_;
    if (tree()[parent].kind != NodeKind::kList) return false;
    return !tree()[parent].separated && tree()[id].kind == NodeKind::kRule &&
           !work_.grammar().rule(work_.place(id)).alternatives.empty();
  }

  /// Is it a rule node without a rule node of the same tokens below it? In a small text any node
  /// with a symbol is a part.
  bool is_part(NodeId id) const {
    if (small_) return tree()[id].symbol != kNoSymbol && places_.weight(id) > 0;
    if (tree()[id].kind != NodeKind::kRule || places_.weight(id) < kMinPartTokens) return false;
    return std::ranges::none_of(tree().children(id), [&](NodeId child) {
      return places_.weight(child) == places_.weight(id) && tree()[child].kind == NodeKind::kRule;
    });
  }

  void add(NodeId element, NodeId part, std::vector<Reframing>& found) {
    const SymbolId symbol = tree()[part].symbol;
    const std::uint32_t least_freed = small_ ? 1 : kMinTokensFreed;
    if (symbol == kNoSymbol || places_.weight(part) + least_freed >= places_.weight(element))
      return;
    const auto [frames, is_new] =
        frames_.try_emplace(symbol, work_.grammar(), work_.analysis(), symbol);
    const std::optional<Frame> frame = frames->second.around(work_.place(element));
    if (!frame) return;
    const std::uint32_t left = places_.weight(part) + frame->tokens;
    if (left + least_freed > places_.weight(element) || uses_dropped_name(element, part)) return;
    const double worth =
        static_cast<double>(places_.weight(element) - left) * left / places_.weight(element);
    found.push_back({element, part, *frame, worth});
  }

  TreeWork& work_;
  bool small_;  ///< the text has at most kMaxTokensOfSmallText tokens
  FollowingLists places_;
  std::vector<std::uint32_t> first_use_;  ///< by token: the first token of its name
  std::map<SymbolId, Frames> frames_;     ///< by the symbol of the part
};

}  // namespace

std::vector<Site> find_reframing(View& view, NodeId inside) {
  std::vector<Site> sites;
  if (inside != view.tree().root() || view.tokens() > kMaxTokensReframed) return sites;
  Reframes& frames = view.of<Reframes>();
  for (const Reframing& one : frames.find()) {
    sites.push_back({one.worth, [&frames, &view, one] {
                       return std::vector<Move>{frames.move_of(one, view)};
                     }});
  }
  return sites;
}

}  // namespace grabr
