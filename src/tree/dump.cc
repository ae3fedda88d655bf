// The stable dumps of a tree: indented text, JSON, Graphviz. Golden tests and bug reports contain
// them.
#include "tree/dump.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "text/escape.h"
#include "tree/print.h"

namespace grabr {
namespace {

std::string label(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  switch (node.kind) {
    case NodeKind::kRule:
      return tree.grammar().symbols[node.symbol].name + " #" + std::to_string(node.alternative());
    case NodeKind::kGroup: return "group #" + std::to_string(node.alternative());
    case NodeKind::kOptional: return "optional";
    case NodeKind::kList:
      return node.opaque ? "opaque list" : node.separated ? "separated list" : "list";
    case NodeKind::kToken: break;
  }
  const bool pattern =
      node.symbol != kNoSymbol && tree.grammar().symbols[node.symbol].kind != SymbolKind::kLiteral;
  const std::string text = quoted(tree.token_text(id), '"');
  if (node.text().size() == 0 && node.symbol != kNoSymbol) {
    const std::string_view name = tree.grammar().symbols[node.symbol].name;
    const auto& automatic = tree.grammar().automatic;
    if (automatic && automatic->token == node.symbol) return std::string(name);
    return "missing " + (pattern ? std::string(name) : quoted(name, '"'));
  }
  return pattern ? tree.grammar().symbols[node.symbol].name + " " + text : text;
}

/// Two spaces per level; beyond a limit the level's number instead, so that the dump of a deep tree
/// is not mostly indentation.
std::string indentation(std::size_t depth) {
  constexpr std::size_t kMaxDepthShown = 100;
  std::string spaces(2 * std::min(depth, kMaxDepthShown), ' ');
  return depth > kMaxDepthShown ? spaces + "[" + std::to_string(depth) + "] " : spaces;
}

/// Calls visit(node, depth) in pre-order.
template <typename Visit>
void walk(const Tree& tree, Visit visit) {
  std::vector<std::pair<NodeId, std::size_t>> todo;
  if (tree.root() != kNoNode) todo.emplace_back(tree.root(), 0);
  while (!todo.empty()) {
    const auto [id, depth] = todo.back();
    todo.pop_back();
    visit(id, depth);
    const auto children = tree.children(id);
    for (std::size_t i = children.size(); i-- > 0;) todo.emplace_back(children[i], depth + 1);
  }
}

/// JSON and dot output must be text, so bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_head(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  const std::string name = tree.grammar().symbols[node.symbol].name;
  switch (node.kind) {
    case NodeKind::kToken:
      return "\"token\":" + json_string(name) + ",\"text\":" + json_string(tree.token_text(id)) +
             ",\"skipped\":" + json_string(tree.slice(node.skipped()));
    case NodeKind::kRule:
      return "\"symbol\":" + json_string(name) +
             ",\"alternative\":" + std::to_string(node.alternative());
    case NodeKind::kGroup: return "\"group\":" + std::to_string(node.alternative());
    case NodeKind::kOptional: return "\"optional\":" + json_string(name);
    case NodeKind::kList: break;
  }
  return "\"list\":" + json_string(name) + ",\"separated\":" + (node.separated ? "true" : "false") +
         (node.opaque ? ",\"opaque\":true" : "");
}

template <typename WriteAll>
std::string whole(WriteAll write_all) {
  std::string text;
  write_all([&](std::string_view piece) { text += piece; });
  return text;
}

/// Finds inner trees by their nodes, which must be requested in the order of the list.
class InnerTrees {
 public:
  explicit InnerTrees(const std::vector<InnerTree>& trees) : trees_(trees) {}

  const InnerTree* take(NodeId id) {
    return next_ < trees_.size() && trees_[next_].node == id ? &trees_[next_++] : nullptr;
  }

 private:
  const std::vector<InnerTree>& trees_;
  std::size_t next_ = 0;
};

/// Recursion is as deep as contents are nested, which is bounded.
void write_dump_at(std::size_t deep, const Tree& tree, const WritePiece& write,
                   const std::vector<InnerTree>& inside) {
  InnerTrees inner_trees(inside);
  walk(tree, [&](NodeId id, std::size_t depth) {
    write(indentation(deep + depth) + label(tree, id) + "\n");
    const InnerTree* const inner = inner_trees.take(id);
    if (inner == nullptr) return;
    write(indentation(deep + depth + 1) + "content " + inner->language + "\n");
    write_dump_at(deep + depth + 2, *inner->tree, write, inner->inside);
  });
}

/// Recursion is bounded, as above.
void write_json(const Tree& tree, const WritePiece& write, const std::vector<InnerTree>& inside) {
  InnerTrees inner_trees(inside);
  std::size_t open = 0;      // nodes whose children list is open
  bool has_sibling = false;  // an earlier element of the same list was written
  walk(tree, [&](NodeId id, std::size_t depth) {
    for (; open > depth; --open) {
      write("]}");
      has_sibling = true;
    }
    if (has_sibling) write(",");
    write("{" + json_head(tree, id));
    if (const InnerTree* const inner = inner_trees.take(id)) {
      write(",\"content\":{\"language\":" + json_string(inner->language) + ",\"tree\":");
      write_json(*inner->tree, write, inner->inside);
      write("}");
    }
    has_sibling = tree.is_token(id);
    if (has_sibling) {
      write("}");
    } else {
      write(",\"children\":[");
      ++open;
    }
  });
  for (; open > 0; --open) write("]}");
}

}  // namespace

std::string dump(const Tree& tree) {
  return whole([&](const WritePiece& write) { write_dump(tree, write); });
}
std::string dump_json(const Tree& tree) {
  return whole([&](const WritePiece& write) { write_dump_json(tree, write); });
}
std::string dump_dot(const Tree& tree) {
  return whole([&](const WritePiece& write) { write_dump_dot(tree, write); });
}

void write_dump(const Tree& tree, const WritePiece& write, const std::vector<InnerTree>& inside) {
  write_dump_at(0, tree, write, inside);
}

void write_dump_json(const Tree& tree, const WritePiece& write,
                     const std::vector<InnerTree>& inside) {
  write_json(tree, write, inside);
  write("\n");
}

void write_dump_dot(const Tree& tree, const WritePiece& write) {
  write("digraph tree {\n  node [shape=plaintext];\n");
  walk(tree, [&](NodeId id, std::size_t) {
    write("  n" + std::to_string(id) + " [label=" + json_string(label(tree, id)) + "];\n");
    for (const NodeId child : tree.children(id)) {
      write("  n" + std::to_string(id) + " -> n" + std::to_string(child) + ";\n");
    }
  });
  write("}\n");
}

}  // namespace grabr
