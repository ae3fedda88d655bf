#include "tree/print.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "support/grammars.h"
#include "tree/between.h"

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

Tree parsed(const std::string& text) { return support::tree_of(support::grammar_of(kCalls), text); }

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

TEST_CASE("numbers that count follow what is deleted") {
  const auto grammar = support::grammar_of(R"json({
    "name": "counted", "start": "all",
    "rules": {"all": "block*", "block": "lines size '{' (LINE | NOTE)* '}'",
              "lines": "NUMBER", "size": "NUMBER"},
    "tokens": {"NUMBER": "[0-9]+", "LINE": "[a-z]+;", "NOTE": "-[a-z]+;"},
    "skip": {"SPACE": " +"},
    "hints": {"counts": {"lines": {"in": "block", "tokens": ["LINE"]},
                         "size": {"in": "block", "bytes": ["LINE", "NOTE"]}}}
  })json");
  struct Deletion {
    std::string text, part, left;
  };
  // The numbers of the second block are wrong, and the edit does not correct them.
  for (const Deletion& one :
       {Deletion{"2 8 {a; bc; -d;} 7 0 {e; f;}", "bc;", "1 5 {a; -d;} 7 0 {e; f;}"},
        Deletion{"2 8 {a; bc; -d;}", "-d;", "2 5 {a; bc;}"},
        Deletion{"7 9 {e; f;}", "f;", "6 7 {e;}"}}) {
    Tree tree = support::tree_of(grammar, one.text);
    CHECK(print(tree) == one.text);
    const Edit edit = {Edit::Kind::kRemove, find_node(tree, one.part, NodeKind::kToken), kNoNode};
    CHECK(print(tree, {&edit, 1}) == one.left);
  }
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

/// Prints token by token, without any knowledge of neighbours.
std::string printed_slowly(const Tree& tree) {
  std::string text;
  NodeId previous = kNoNode;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind != NodeKind::kToken) continue;
    const Span skipped = tree[id].skipped();
    const bool follows = previous == kNoNode || skipped.begin == tree[previous].text().end;
    text += follows ? tree.slice(skipped) : text_between(tree, previous, id);
    text += tree.token_text(id);
    previous = id;
  }
  return text.append(tree.slice(tree.skipped_at_end()));
}

std::uint32_t counted_slowly(const Tree& tree, NodeId node) {
  std::uint32_t count = 0;
  for (const NodeId id : preorder(tree, node)) count += tree[id].text().size() > 0 ? 1 : 0;
  return count;
}

std::string random_statement(std::mt19937& random, int depth) {
  static const char* const kSpaces[] = {"", " ", "\n", " /* c */ "};
  const auto space = [&] { return std::string(kSpaces[random() % 4]); };
  const auto expression = [&](auto&& self, int level) -> std::string {
    switch (level == 0 ? random() % 2 : random() % 5) {
      case 0: return space() + "a";
      case 1: return space() + "10";
      case 2: return space() + "(" + self(self, level - 1) + space() + ")";
      case 3: return space() + "+" + self(self, level - 1);
      default: break;
    }
    std::string call = space() + "f" + space() + "(";
    for (int n = static_cast<int>(random() % 4); n > 0; --n) {
      call += self(self, level - 1) + (n > 1 ? "," : "");
    }
    return call + ")";
  };
  const std::string begin = random() % 3 == 0 ? "return " : "";
  return begin + expression(expression, depth) + space() + ";";
}

/// One to three edits, none inside another: replacements by copies of other nodes or by parts of
/// the node itself.
std::vector<Edit> random_edits(std::mt19937& random, Tree& tree) {
  std::vector<Edit> edits;
  const std::vector<NodeId> nodes = preorder(tree, tree.root());
  std::vector<bool> taken(tree.size());
  for (int tries = 0; tries < 8 && edits.size() < 3; ++tries) {
    const NodeId node = nodes[random() % nodes.size()];
    const std::vector<NodeId> inside = preorder(tree, node);
    bool clear = tree[node].kind == NodeKind::kRule && tree[node].parent != kNoNode;
    for (const NodeId id : inside) clear = clear && !taken[id];
    for (NodeId up = node; up != kNoNode; up = tree[up].parent) clear = clear && !taken[up];
    if (!clear) continue;
    for (const NodeId id : inside) taken[id] = true;
    const std::uint32_t way = random() % 4;
    if (way < 2 && tree[tree[node].parent].kind == NodeKind::kList) {
      edits.push_back({Edit::Kind::kRemove, node, kNoNode});
    } else if (way == 2) {
      edits.push_back({Edit::Kind::kReplace, node, inside[random() % inside.size()]});
    } else {
      const NodeId copy = tree.copy_subtree(nodes[random() % nodes.size()]);
      edits.push_back({Edit::Kind::kReplace, node, copy});
      taken.resize(tree.size());
    }
    if (edits.back().by == node) edits.pop_back();
  }
  return edits;
}

TEST_CASE("random edits: what is copied in one piece is what its tokens say") {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int n = 0; n < 4; ++n) text += random_statement(random, 3);
    CAPTURE(text);
    Tree tree = parsed(text);
    REQUIRE(print(tree) == text);
    for (int step = 0; step < 6; ++step) {
      const std::vector<Edit> edits = random_edits(random, tree);
      const std::string printed = print(tree, edits);
      tree.apply(edits);
      REQUIRE(printed == printed_slowly(tree));
      REQUIRE(print(tree) == printed);
      for (const NodeId id : preorder(tree, tree.root())) {
        REQUIRE(count_tokens(tree, id) == counted_slowly(tree, id));
        for (const NodeId child : tree.children(id)) REQUIRE(tree[child].parent == id);
      }
    }
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
  CHECK(
      dump_json(parsed("")) ==
      R"json({"symbol":"program","alternative":0,"children":[{"list":"statement","separated":false,"children":[]}]})json"
      "\n");
  CHECK(dump_dot(tree).find("[label=\"NAME \\\"f\\\"\"]") != std::string::npos);
}

TEST_CASE("in an unknown language what comes to begin a line is indented as the line was") {
  const auto grammar = support::shipped("text");
  const auto without_tokens = [&](const std::string& text, std::size_t first, std::size_t count) {
    Tree tree = support::tree_of(grammar, text);
    const std::vector<NodeId> tokens = tokens_of(tree, tree.root());
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < count; ++i) {
      edits.push_back({Edit::Kind::kRemove, tokens[first + i], kNoNode});
    }
    const std::string printed = print(tree, edits);
    tree.apply(edits);
    CHECK(print(tree) == printed);
    return printed;
  };
  CHECK(without_tokens("x = 2 / 0", 0, 2) == "2 / 0");
  CHECK(without_tokens("  x = 2 / 0", 0, 2) == "  2 / 0");
  CHECK(without_tokens("a\n  b  c\nd", 2, 1) == "a\n  c\nd");
  CHECK(without_tokens("a\nb c\nd", 2, 1) == "a\nc\nd");
  CHECK(without_tokens("a b", 1, 1) == "a");
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
