// All texts that are one step of a kind away from a text's tree, computed without the tree walks
// under test, and runs of tree strategies on many kinds of texts and oracles.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "oracle/function_oracle.h"
#include "parse/repair/partial.h"
#include "reduce/pass/tree_editor.h"
#include "reduce/strategy.h"
#include "support/grammars.h"
#include "text/hash.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr::neighbours {

using Fails = std::function<bool(std::string_view)>;

/// A text, its tree as strategies see it, and the analysis of its grammar.
class Subject {
 public:
  Subject(std::shared_ptr<const Grammar> grammar, std::string text)
      : parser_(std::move(grammar)), analysis_(analyse(parser_.grammar())), text_(std::move(text)) {
    ParseResult result = parser_.parse(text_);
    if (!std::holds_alternative<Tree>(result)) return;
    editor_.emplace(parser_, analysis_, list_view(std::get<Tree>(std::move(result))), text_,
                    text_.size());
    nodes_ = preorder(tree(), tree().root());
  }

  bool parses() const { return editor_.has_value(); }

  /// The texts without one list element, optional part or node of a nullable symbol; of several
  /// over the same tokens only the topmost.
  std::vector<std::string> deletions() const {
    std::vector<std::string> texts;
    for (const NodeId id : nodes_) {
      if (may_go(id) && tokens(id) > 0 && !may_go(above_same_tokens(id))) {
        add({Edit::Kind::kRemove, id, kNoNode}, texts);
      }
    }
    return texts;
  }

  /// The texts with one node replaced by its cheapest text.
  std::vector<std::string> cheapest() {
    std::vector<std::string> texts;
    for (const NodeId id : nodes_) {
      if (!has_symbol(id)) continue;
      const CheapestText& cheapest = analysis_.cheapest[tree()[id].symbol];
      if (cheapest.tokens > tokens(id) || (cheapest.tokens > 0 && cheapest.text.empty())) continue;
      const std::size_t least = cheapest.text.size() + (cheapest.tokens < tokens(id) ? 0 : 1);
      if (least > print_subtree(tree(), id).size()) continue;
      add({Edit::Kind::kReplace, id, editor_->add_text(cheapest.text)}, texts);
    }
    return texts;
  }

  /// The texts with one unit replaced by one of its nearest descendants that fit and have fewer
  /// tokens. Units are rule nodes, tokens and deletable nodes; of several over the same tokens the
  /// topmost one, and deletable nodes even if the nodes above cannot be deleted. `levels`: how many
  /// units deep to search.
  std::vector<std::string> hoistings(int levels = 1 << 20) const {
    std::vector<std::string> texts;
    add_below(tree().root(), tree().root(), levels, texts);
    return texts;
  }

 private:
  const Tree& tree() const { return editor_->tree(); }
  std::size_t tokens(NodeId id) const { return count_tokens(tree(), id); }

  bool may_go(NodeId id) const {
    if (id == kNoNode || tree()[id].parent == kNoNode) return false;
    const Node& node = tree()[id];
    const Node& parent = tree()[node.parent];
    if (parent.kind == NodeKind::kOptional) return true;
    if (parent.kind == NodeKind::kList) {
      const std::uint32_t step = parent.separated ? 2 : 1;
      return !separates(id) && (parent.child_count() + step - 1) / step > parent.min;
    }
    return node.kind == NodeKind::kRule && analysis_.nullable[node.symbol];
  }

  bool separates(NodeId id) const {
    const NodeId parent = tree()[id].parent;
    return parent != kNoNode && tree()[parent].separated && tree().index_in_parent(id) % 2 == 1;
  }

  /// The nearest deletable ancestor over the same tokens.
  NodeId above_same_tokens(NodeId id) const {
    NodeId above = tree()[id].parent;
    while (above != kNoNode && tokens(above) == tokens(id) && !may_go(above)) {
      above = tree()[above].parent;
    }
    return above != kNoNode && tokens(above) == tokens(id) ? above : kNoNode;
  }

  bool has_symbol(NodeId id) const {
    const Node& node = tree()[id];
    return (node.kind == NodeKind::kRule || node.kind == NodeKind::kToken) &&
           node.symbol != kNoSymbol;
  }

  bool is_unit(NodeId id, NodeId unit) const {
    if (separates(id) || !(has_symbol(id) || may_go(id))) return false;
    return tokens(id) != tokens(unit) || (may_go(id) && !may_go(unit));
  }

  /// Adds the replacements of unit `top` by units below `id`, which is inside it.
  void add_below(NodeId top, NodeId id, int levels, std::vector<std::string>& texts) const {
    if (top == id) add_hoistings(top, top, id, levels, texts);
    for (const NodeId child : tree().children(id)) {
      if (tokens(child) > 0) add_below(is_unit(child, top) ? child : top, child, levels, texts);
    }
  }

  void add_hoistings(NodeId top, NodeId unit, NodeId id, int levels,
                     std::vector<std::string>& texts) const {
    for (const NodeId child : tree().children(id)) {
      const bool next = is_unit(child, unit);
      if (tokens(child) == 0 || (next && levels == 0)) continue;
      const bool smaller = has_symbol(child) && !separates(child) && tokens(child) < tokens(top);
      const SymbolId place = has_symbol(top) ? tree()[top].symbol : kNoSymbol;
      if (smaller && place != kNoSymbol && analysis_.fits_for(place, tree()[child].symbol)) {
        add({Edit::Kind::kReplace, top, child}, texts);
      } else {
        add_hoistings(top, next ? child : unit, child, levels - (next ? 1 : 0), texts);
      }
    }
  }

  /// Adds the text only if it is smaller and a sentence.
  void add(Edit edit, std::vector<std::string>& texts) const {
    const Edit one[] = {edit};
    std::string text = print(tree(), one);
    const std::size_t bytes = text_.size();
    const std::size_t left = edit.by == kNoNode ? 0 : tokens(edit.by);
    const bool smaller = text.size() < bytes || (text.size() == bytes && left < tokens(edit.node));
    if (smaller && parser_.accepts(text)) texts.push_back(std::move(text));
  }

  Parser parser_;
  Analysis analysis_;
  SharedText text_;
  std::optional<TreeEditor> editor_;
  std::vector<NodeId> nodes_;
};

struct Reduced {
  std::string text;
  std::uint64_t tests = 0;
};

/// Counts the tests of texts that are larger than the best one.
struct Larger : Observer {
  std::size_t best = 0;
  int asked = 0;
  void on_test(const TestRecord& record) override {
    if (best > 0 && record.text.size() > best) ++asked;
  }
  void on_best(const SharedText& text) override { best = text.size(); }
};

/// Runs a strategy, with the partial tree if the text does not parse. The result must fail, and no
/// text larger than the best may be tested.
inline Reduced reduce(const std::string& strategy_name, const Pass* minimizer,
                      const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                      const Fails& fails, Observer* observer = nullptr) {
  const Pass* strategy = find_pass(strategy_name);
  REQUIRE(strategy != nullptr);
  Problem problem;
  const auto parser = std::make_shared<const Parser>(grammar);
  problem.parser = parser;
  ParseResult parsed = parser->parse(text);
  problem.partial = !std::holds_alternative<Tree>(parsed);
  problem.tree =
      problem.partial ? parse_partially(*parser, text).tree : std::get<Tree>(std::move(parsed));
  if (minimizer != nullptr) problem.lists = ListReducer(*minimizer);
  FunctionOracle oracle([&](std::string_view candidate) {
    return candidate == text || fails(candidate) ? Outcome::kFail : Outcome::kPass;
  });
  Session session(oracle, text, strategy->cache);
  Larger larger;
  session.add_observer(&larger);
  if (observer != nullptr) session.add_observer(observer);
  run_strategy(*strategy, session, problem);
  CHECK((session.best() == text || fails(session.best())));
  CHECK(session.best().size() <= text.size());
  CHECK(larger.asked == 0);
  return {session.best(), session.counts().committed};
}

/// The answer for each text is drawn from its hash and the seed.
inline Fails senseless(std::uint64_t seed, std::uint64_t fail_percent) {
  return [=](std::string_view text) {
    return (hash128(text).low ^ (seed * 0x9E3779B97F4A7C15u)) % 100 < fail_percent;
  };
}

/// All words must be present.
inline Fails holds(std::vector<std::string> words) {
  return [words = std::move(words)](std::string_view text) {
    for (const std::string& word : words) {
      if (text.find(word) == std::string_view::npos) return false;
    }
    return true;
  };
}

}  // namespace grabr::neighbours
