// Times tree-sitter: text to its syntax tree, from a buffer in memory.
//   treesitter_driver c|json FILE
// An input counts as parsed only when no node of the tree is an error or was made up.
#include <tree_sitter/api.h>

#include <cstdio>
#include <memory>
#include <string_view>

#include "measured.h"

extern "C" const TSLanguage* tree_sitter_c();
extern "C" const TSLanguage* tree_sitter_json();

namespace {

using SyntaxTree = std::unique_ptr<TSTree, decltype(&ts_tree_delete)>;

SyntaxTree parse(const TSLanguage* language, const std::string& text) {
  TSParser* const parser = ts_parser_new();
  ts_parser_set_language(parser, language);
  TSTree* const tree =
      ts_parser_parse_string(parser, nullptr, text.data(), static_cast<std::uint32_t>(text.size()));
  ts_parser_delete(parser);
  return {tree, &ts_tree_delete};
}

/// Nodes and leaves, by a walk with a cursor.
bench::Outcome describe(const SyntaxTree& tree) {
  bench::Outcome outcome;
  if (!tree) return outcome;
  const TSNode root = ts_tree_root_node(tree.get());
  outcome.ok = !ts_node_has_error(root);
  std::uint64_t errors = 0;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  for (bool more = true; more;) {
    ++outcome.nodes;
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (ts_node_is_error(node) || ts_node_is_missing(node)) {
      if (errors++ == 0) outcome.note = std::to_string(ts_node_start_point(node).row + 1);
    }
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    ++outcome.tokens;
    while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
    }
  }
  ts_tree_cursor_delete(&cursor);
  if (errors > 0) {
    outcome.note = std::to_string(errors) + " error nodes, the first in line " + outcome.note;
  }
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: treesitter_driver c|json FILE\n");
    return 2;
  }
  const TSLanguage* const language =
      argv[1] == std::string_view("c") ? tree_sitter_c() : tree_sitter_json();
  const std::string text = bench::read_file(argv[2]);
  bench::print(bench::measure([&] { return parse(language, text); }, describe), text.size());
}
