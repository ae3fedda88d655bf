// All texts that are one step of a kind away from a text's tree, found without the walks that are
// to be tested, and runs of tree strategies on texts and oracles of many kinds.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/analysis.h"
#include "oracle/function_oracle.h"
#include "parse/partial.h"
#include "reduce/strategy.h"
#include "reduce/tree_work.h"
#include "support/grammars.h"
#include "text/hash.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr::neighbours {

using Fails = std::function<bool(std::string_view)>;

/// A text, its tree as strategies see it, and what is known of its grammar.
class Subject {
 public:
  Subject(std::shared_ptr<const Grammar> grammar, std::string text)
      : parser_(std::move(grammar)),
        analysis_(analyse(parser_.grammar())),
        oracle_([](std::string_view) { return Outcome::kPass; }),
        session_(oracle_, text) {
    ParseResult result = parser_.parse(text);
    if (!std::holds_alternative<Tree>(result)) return;
    work_ = std::make_unique<TreeWork>(session_, parser_, analysis_,
                                       list_view(std::get<Tree>(std::move(result))));
    nodes_ = preorder(tree(), tree().root());
  }

  bool parses() const { return work_ != nullptr; }

  /// Without one list element, optional part or node of a symbol that may be empty.
  std::vector<std::string> deletions() const {
    std::vector<std::string> texts;
    for (const NodeId id : nodes_) {
      if (may_go(id)) add({Edit::Kind::kRemove, id, kNoNode}, texts);
    }
    return texts;
  }

  /// With one node's cheapest text in its place.
  std::vector<std::string> cheapest() {
    std::vector<std::string> texts;
    for (const NodeId id : nodes_) {
      const Node& node = tree()[id];
      if (node.kind != NodeKind::kRule && node.kind != NodeKind::kToken) continue;
      const CheapestText& cheapest = analysis_.cheapest[node.symbol];
      const std::size_t tokens = count_tokens(tree(), id);
      if (cheapest.tokens > tokens || (cheapest.tokens > 0 && cheapest.text.empty())) continue;
      if (cheapest.text.size() > print_subtree(tree(), id).size()) continue;
      add({Edit::Kind::kReplace, id, work_->add_text(cheapest.text)}, texts);
    }
    return texts;
  }

  /// With one node replaced by one of its nearest descendants that fit and have fewer tokens.
  /// `most_levels`: how far below, where nodes over the same tokens are one level, and lists,
  /// groups and optional parts are none.
  std::vector<std::string> hoistings(int most_levels = 1 << 20) const {
    std::vector<std::string> texts;
    for (const NodeId id : nodes_) {
      if (tree()[id].kind == NodeKind::kRule && is_topmost(id)) {
        add_hoistings(id, id, 0, most_levels, texts);
      }
    }
    return texts;
  }

 private:
  const Tree& tree() const { return work_->tree(); }
  std::size_t tokens(NodeId id) const { return count_tokens(tree(), id); }

  bool may_go(NodeId id) const {
    const Node& node = tree()[id];
    if (node.parent == kNoNode) return false;
    const Node& parent = tree()[node.parent];
    if (parent.kind == NodeKind::kOptional) return true;
    if (parent.kind == NodeKind::kList) {
      const std::uint32_t step = parent.separated ? 2 : 1;
      return tree().index_in_parent(id) % step == 0 &&
             (parent.child_count + step - 1) / step > parent.min;
    }
    return node.kind == NodeKind::kRule && analysis_.nullable[node.symbol];
  }

  /// The nodes right above over the same tokens have no symbol.
  bool is_topmost(NodeId id) const {
    for (NodeId above = tree()[id].parent; above != kNoNode; above = tree()[above].parent) {
      if (tokens(above) != tokens(id)) return true;
      if (tree()[above].kind == NodeKind::kRule) return false;
    }
    return true;
  }

  void add_hoistings(NodeId top, NodeId id, int level, int most_levels,
                     std::vector<std::string>& texts) const {
    for (const NodeId child : tree().children(id)) {
      const NodeKind kind = tree()[child].kind;
      const bool has_symbol = kind == NodeKind::kRule || kind == NodeKind::kToken;
      const bool is_level = has_symbol && (level == 0 || tokens(child) != tokens(id)) &&
                            tokens(child) < tokens(top);
      const int level_of_child = level + (is_level ? 1 : 0);
      if (tokens(child) == 0 || level_of_child > most_levels) continue;
      if (has_symbol && tokens(child) < tokens(top) &&
          analysis_.fits_for(tree()[top].symbol, tree()[child].symbol)) {
        add({Edit::Kind::kReplace, top, child}, texts);
      } else {
        add_hoistings(top, child, level_of_child, most_levels, texts);
      }
    }
  }

  /// Only what is smaller.
  void add(Edit edit, std::vector<std::string>& texts) const {
    const Edit one[] = {edit};
    std::string text = print(tree(), one);
    const std::size_t bytes = session_.best().size();
    const std::size_t left = edit.by == kNoNode ? 0 : tokens(edit.by);
    if (text.size() < bytes || (text.size() == bytes && left < tokens(edit.node))) {
      texts.push_back(std::move(text));
    }
  }

  Parser parser_;
  Analysis analysis_;
  FunctionOracle oracle_;
  Session session_;
  std::unique_ptr<TreeWork> work_;
  std::vector<NodeId> nodes_;
};

struct Reduced {
  std::string text;
  std::uint64_t tests = 0;
};

/// Runs a strategy, on the partial tree if the text does not parse. The result must fail and must
/// not be larger.
inline Reduced reduce(const std::string& strategy_name, const Minimizer* minimizer,
                      const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                      const Fails& fails) {
  const Strategy* strategy = find_strategy(strategy_name);
  REQUIRE(strategy != nullptr);
  Problem problem;
  const auto parser = std::make_shared<const Parser>(grammar);
  problem.parser = parser;
  ParseResult parsed = parser->parse(text);
  problem.partial = !std::holds_alternative<Tree>(parsed);
  problem.tree = problem.partial ? parse_partially(*parser, text).tree
                                 : std::get<Tree>(std::move(parsed));
  if (minimizer != nullptr) problem.lists = ListReducer(*minimizer);
  FunctionOracle oracle([&](std::string_view candidate) {
    return candidate == text || fails(candidate) ? Outcome::kFail : Outcome::kPass;
  });
  Session session(oracle, text, strategy->cache);
  run_strategy(*strategy, session, problem);
  CHECK((session.best() == text || fails(session.best())));
  CHECK(session.best().size() <= text.size());
  return {session.best(), session.counts().committed};
}

/// Each text has an answer drawn by its hash and the seed.
inline Fails senseless(std::uint64_t seed, std::uint64_t fail_percent) {
  return [=](std::string_view text) {
    return (hash128(text).low ^ (seed * 0x9E3779B97F4A7C15u)) % 100 < fail_percent;
  };
}

/// All of the words must be there.
inline Fails holds(std::vector<std::string> words) {
  return [words = std::move(words)](std::string_view text) {
    for (const std::string& word : words) {
      if (text.find(word) == std::string_view::npos) return false;
    }
    return true;
  };
}

}  // namespace grabr::neighbours
