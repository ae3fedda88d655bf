// Tested by tests/report/page_test.cc.
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "report/form/json_text.h"
#include "report/page/page_parts.h"

namespace grabr {
namespace {

using OutlineJson = nlohmann::ordered_json;

constexpr std::size_t kLongestChain = 300;  // bytes of its name

/// Empty: the node is not worth a name.
std::string name_of(const Tree& tree, const Node& node) {
  const std::string symbol =
      node.symbol == kNoSymbol ? "" : tree.grammar().symbols[node.symbol].name;
  switch (node.kind) {
    case NodeKind::kRule: return symbol;
    case NodeKind::kList:
      return node.opaque ? "not parsed" : symbol.empty() ? "list" : symbol + " …";
    case NodeKind::kToken: {
      const bool pattern = node.symbol != kNoSymbol &&
                           tree.grammar().symbols[node.symbol].kind != SymbolKind::kLiteral;
      return pattern ? symbol : "";
    }
    case NodeKind::kGroup:
    case NodeKind::kOptional: break;
  }
  return "";
}

std::string joined(const std::string& chain, const std::string& name) {
  if (name.empty() || chain.size() > kLongestChain) return chain;
  return chain.empty() ? name : chain + " › " + name;
}

class Outline {
 public:
  Outline(const Tree& tree, std::size_t most) : tree_(tree), most_(most) {}

  OutlineJson make() {
    if (tree_.root() != kNoNode) todo_.push_back({tree_.root(), 0, ""});
    while (!todo_.empty()) {
      const Step step = std::move(todo_.back());
      todo_.pop_back();
      look_at(step);
      if (nodes_.size() > most_) return nullptr;
    }
    return {{"names", names_}, {"nodes", nodes_}};
  }

 private:
  struct Step {
    NodeId node = kNoNode;
    std::size_t depth = 0;
    std::string chain;  ///< names of the nodes above that have this child only
  };

  void look_at(const Step& step) {
    const Node node = tree_[step.node];
    const std::string name = joined(step.chain, name_of(tree_, node));
    if (node.kind == NodeKind::kToken) {
      const Span text = node.text();
      if (text.size() > 0) nodes_.push_back({step.depth, number_of(name), text.begin, text.end});
      return;
    }
    if (node.token_count() == 0) return;
    std::vector<NodeId> children;
    for (const NodeId child : tree_.children(step.node)) {
      if (tree_.token_count(child) > 0) children.push_back(child);
    }
    const bool one = children.size() == 1;
    if (!one && !name.empty()) nodes_.push_back({step.depth, number_of(name)});
    const std::size_t depth = step.depth + (one || name.empty() ? 0 : 1);
    for (std::size_t i = children.size(); i-- > 0;) {
      todo_.push_back({children[i], depth, one ? name : ""});
    }
  }

  std::size_t number_of(const std::string& name) {
    const auto [place, is_new] = numbers_.emplace(name, names_.size());
    if (is_new) names_.push_back(as_utf8(name));
    return place->second;
  }

  const Tree& tree_;
  std::size_t most_;
  std::vector<Step> todo_;
  std::map<std::string, std::size_t> numbers_;
  OutlineJson names_ = OutlineJson::array();
  OutlineJson nodes_ = OutlineJson::array();
};

}  // namespace

nlohmann::ordered_json tree_outline(const Tree& tree, std::size_t most) {
  return Outline(tree, most).make();
}

}  // namespace grabr
