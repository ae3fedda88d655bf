#include "tree/print.h"

#include <doctest/doctest.h>

#include <vector>

#include "support/grammars.h"

namespace grabr {
namespace {

constexpr const char* kCalls = R"json({
  "name": "calls", "start": "program",
  "rules": {
    "program": "statement*",
    "statement": ["'return'? expression ';'"],
    "expression": ["NAME", "NUMBER", "call", "'+' expression", "'(' expression ')'"],
    "call": "NAME '(' (expression % ',')? ')'"
  },
  "tokens": {"NAME": "[a-z][a-z0-9]*", "NUMBER": "[0-9]+", "LINE": "#[^\\n]*", "ELLIPSIS": "\\.\\.\\."},
  "skip": {"SPACE": "[ \\t\\n]+", "COMMENT": "/\\*([^*]|\\*+[^*/])*\\*+/"}
})json";

Tree parsed(const std::string& text) {
  return support::tree_of(support::grammar_of(kCalls), text);
}

/// The first node, in pre-order, whose text is `text` and kind is `kind`.
NodeId find_node(const Tree& tree, const std::string& text, NodeKind kind) {
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind == kind && print_subtree(tree, id) == text) return id;
  }
  FAIL("no node for " << text);
  return kNoNode;
}

std::string without(const std::string& text, const std::string& part, NodeKind kind) {
  const Tree tree = parsed(text);
  const Edit edits[] = {{Edit::Kind::kRemove, find_node(tree, part, kind), kNoNode}};
  const std::string printed = print(tree, edits);
  Tree edited = tree;
  edited.apply(edits);
  CHECK(print(edited) == printed);
  return printed;
}

std::string replaced(const std::string& text, const std::string& part, const std::string& by) {
  Tree tree = parsed(text);
  const NodeId node = find_node(tree, part, NodeKind::kRule);
  const Edit edits[] = {{Edit::Kind::kReplace, node, find_node(tree, by, NodeKind::kRule)}};
  const std::string printed = print(tree, edits);
  tree.apply(edits);
  CHECK(print(tree) == printed);
  return printed;
}

TEST_CASE("printing gives the parsed bytes back") {
  for (const char* text : {"", " \n", "f ( a ,\tb ) ; /* end */ ", "return\n x;f();", "/**/"}) {
    CHECK(print(parsed(text)) == text);
  }
}

TEST_CASE("an element goes with its separator") {
  CHECK(without("f(a, b, c);", "a", NodeKind::kRule) == "f( b, c);");
  CHECK(without("f(a, b, c);", "b", NodeKind::kRule) == "f(a, c);");
  CHECK(without("f(a, b, c);", "c", NodeKind::kRule) == "f(a, b);");
  CHECK(without("f(a);", "a", NodeKind::kRule) == "f();");
  CHECK(without("a; b; c;", "b;", NodeKind::kRule) == "a; c;");
}

TEST_CASE("an optional part goes") {
  CHECK(without("return x;", "return", NodeKind::kToken) == " x;");
}

TEST_CASE("several edits at once") {
  Tree tree = parsed("f(a, b, c, d);");
  const Edit edits[] = {{Edit::Kind::kRemove, find_node(tree, "a", NodeKind::kRule), kNoNode},
                        {Edit::Kind::kRemove, find_node(tree, "c", NodeKind::kRule), kNoNode},
                        {Edit::Kind::kRemove, find_node(tree, "d", NodeKind::kRule), kNoNode}};
  CHECK(print(tree, edits) == "f( b);");
  tree.apply(edits);
  CHECK(print(tree) == "f( b);");
}

TEST_CASE("edits of many elements of a list, separators too, are applied as they print") {
  for (int choice = 0; choice < 486; ++choice) {
    Tree tree = parsed("f(a, 1,b , h(x),c);");
    const NodeId first = find_node(tree, "a", NodeKind::kRule);
    const auto list = tree.children(tree[first].parent);
    const std::vector<NodeId> elements(list.begin(), list.end());
    std::vector<Edit> edits;
    for (int i = 4, rest = choice; i >= 0; --i, rest /= 3) {
      const NodeId element = elements[2 * static_cast<std::size_t>(i)];
      if (rest % 3 == 1) edits.push_back({Edit::Kind::kRemove, element, kNoNode});
      if (rest % 3 == 2) {
        edits.push_back({Edit::Kind::kReplace, element, tree.add_new_token(kNoSymbol, "0")});
      }
    }
    if (choice >= 243) {
      edits.push_back({Edit::Kind::kReplace, elements[3], tree.add_new_token(kNoSymbol, ",")});
    }
    const std::string printed = print(tree, edits);
    tree.apply(edits);
    CHECK(print(tree) == printed);
  }
}

TEST_CASE("tokens that would glue are kept apart") {
  CHECK(replaced("return(x);", "(x)", "x") == "return x;");
  CHECK(replaced("+(+a);", "(+a)", "+a") == "++a;");
  CHECK(replaced("f(g(x));", "g(x)", "x") == "f(x);");
}

TEST_CASE("a copy prints like its original and lives on its own") {
  Tree tree = parsed("f(a, g(b, c));");
  const NodeId call = find_node(tree, "g(b, c)", NodeKind::kRule);
  const NodeId copy = tree.copy_subtree(call);
  CHECK(print_subtree(tree, copy) == "g(b, c)");
  const Edit remove[] = {{Edit::Kind::kRemove, find_node(tree, "b", NodeKind::kRule), kNoNode}};
  tree.apply(remove);
  CHECK(print_subtree(tree, copy) == "g(b, c)");
  CHECK(print(tree) == "f(a, g( c));");
}

TEST_CASE("new tokens stand apart where they must") {
  Tree tree = parsed("return x;");
  const NodeId name = find_node(tree, "x", NodeKind::kRule);
  const Edit edits[] = {
      {Edit::Kind::kReplace, name, tree.add_new_token(tree.grammar().find("NUMBER"), "7")}};
  CHECK(print(tree, edits) == "return 7;");
}

TEST_CASE("dumps") {
  const Tree tree = parsed("f(1);");
  CHECK(dump(tree) ==
        "program #0\n"
        "  list\n"
        "    statement #0\n"
        "      optional\n"
        "      expression #2\n"
        "        call #0\n"
        "          NAME \"f\"\n"
        "          \"(\"\n"
        "          separated list\n"
        "            expression #1\n"
        "              NUMBER \"1\"\n"
        "          \")\"\n"
        "      \";\"\n");
  CHECK(dump_json(parsed("")) ==
        R"json({"symbol":"program","alternative":0,"children":[{"list":"statement","separated":false,"children":[]}]})json"
        "\n");
  CHECK(dump_dot(tree).find("[label=\"NAME \\\"f\\\"\"]") != std::string::npos);
}

TEST_CASE("tokens are counted") {
  const Tree tree = parsed("f(a, b); /* c */ x;");
  CHECK(count_tokens(tree, tree.root()) == 9);
}

TEST_CASE("the tokens below every node are counted at once") {
  Tree tree = parsed("f(a, b); /* c */ y; return x;");
  const NodeId gone = find_node(tree, "y;", NodeKind::kRule);
  const Edit removal[] = {{Edit::Kind::kRemove, gone, kNoNode}};
  tree.apply(removal);
  const std::vector<std::uint32_t> weights = token_weights(tree);
  REQUIRE(weights.size() == tree.size());
  CHECK(weights[tree.root()] == 10);
  CHECK(weights[gone] == 0);
  for (const NodeId id : preorder(tree, tree.root())) {
    CHECK(weights[id] == count_tokens(tree, id));
  }
}

TEST_CASE("the dump of a deep tree is no wider than a hundred levels") {
  const std::string text =
      dump(support::tree_of(support::grammar_of(R"json({"<start>": ["(<start>)", "x"]})json"),
                            std::string(300, '(') + "x" + std::string(300, ')')));
  CHECK(text.find("\n" + std::string(200, ' ') + "<start> #0\n") != std::string::npos);
  CHECK(text.find("\n" + std::string(200, ' ') + "[101] \"(\"\n") != std::string::npos);
  CHECK(text.find("\n" + std::string(200, ' ') + "[301] \"x\"\n") != std::string::npos);
}

}  // namespace
}  // namespace grabr
