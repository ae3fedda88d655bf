#include "reduce/pass/tree_editor.h"

#include <doctest/doctest.h>

#include "support/grammars.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

/// A tree from which candidates are made.
struct Edited {
  Edited(const std::string& language, const std::string& of)
      : grammar(support::fixed(language)),
        parser(grammar),
        analysis(analyse(*grammar)),
        text(of),
        editor(parser, analysis, list_view(support::tree_of(grammar, of)), text, of.size()) {}

  /// The last node of that symbol.
  NodeId node(std::string_view symbol) {
    NodeId last = kNoNode;
    for (const NodeId id : preorder(editor.tree(), editor.tree().root())) {
      if (node_name(editor.tree(), id) == symbol) last = id;
    }
    REQUIRE(last != kNoNode);
    return last;
  }
  Candidate without(std::string_view symbol) {
    const Edit edit[] = {{Edit::Kind::kRemove, node(symbol), kNoNode}};
    return editor.candidate(edit, "");
  }
  Candidate with(std::string_view symbol, std::string_view other) {
    const Edit edit[] = {{Edit::Kind::kReplace, node(symbol), editor.add_text(other)}};
    return editor.candidate(edit, "");
  }

  std::shared_ptr<const Grammar> grammar;
  Parser parser;
  Analysis analysis;
  SharedText text;
  TreeEditor editor;
};

TEST_CASE("candidates that differ only between tokens carry the same tokens") {
  Edited c("c", "int f() {\n  a();\n}\n");
  c.editor.compare_tokens();
  const Candidate gone = c.without("block_item");
  const Candidate empty = c.with("compound_statement", "{ }");
  CHECK(gone.text != empty.text);
  REQUIRE(gone.tokens.has_value());
  CHECK(gone.tokens == empty.tokens);
  CHECK(c.with("block_item", ";").tokens != gone.tokens);
}

TEST_CASE("candidates carry their tokens only if they are to be compared") {
  Edited c("c", "int f() {\n  a();\n}\n");
  CHECK_FALSE(c.without("block_item").tokens.has_value());
}

}  // namespace
}  // namespace grabr
