// Contents in other languages: undoing and redoing escapes, where contents are found, and how they
// parse.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "parse/content/escapes.h"
#include "parse/content/found_contents.h"
#include "support/grammars.h"
#include "text/error.h"
#include "tree/dump.h"

namespace grabr {
namespace {

std::string undone_or_none(Escapes escapes, std::string_view text, std::string_view close = "\"") {
  return undo_escapes(escapes, text, close).value_or("none");
}

TEST_CASE("escapes: what they stand for") {
  const struct {
    Escapes escapes;
    const char* text;
    const char* undone;
  } rows[] = {
      {Escapes::kNone, R"(a\nb)", R"(a\nb)"},
      {Escapes::kJson, R"(a\nb\"c\/\u00e9\ud83d\ude00)", "a\nb\"c/\u00e9\U0001F600"},
      {Escapes::kJson, R"(\q)", "none"},
      {Escapes::kJson, R"(\ud83d)", "none"},
      {Escapes::kJson, R"(\ud83d\u0041)", "none"},
      {Escapes::kJson, R"(\u00)", "none"},
      {Escapes::kJson, "a\\", "none"},
      {Escapes::kJavascript, R"(\x41\u{1F600}\'\q)", "A\U0001F600'q"},
      {Escapes::kJavascript, "a\\\nb", "ab"},
      {Escapes::kJavascript, R"(\x4)", "none"},
      {Escapes::kJavascript, R"(\u{110000})", "none"},
      {Escapes::kC, R"(\x41\101\a\?)", "AA\a?"},
      {Escapes::kC, R"(\q)", "none"},
      {Escapes::kC, R"(\x100)", "none"},
      {Escapes::kPython, R"(\q\x41\u00e9\N)", "none"},
      {Escapes::kPython, R"(\q\x41\u00e9)", "\\qA\u00e9"},
      {Escapes::kHtml, "a&lt;b&amp;c&#65;&#x42;&quot;", "a<b&cAB\""},
      {Escapes::kHtml, "a && b &copy &#; &#xD800;", "a && b &copy &#; &#xD800;"},
      {Escapes::kDoubled, "a\"\"b", "a\"b"},
      {Escapes::kDoubled, "a\"b", "none"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(undone_or_none(row.escapes, row.text) == std::string(row.undone));
  }
}

TEST_CASE("escapes: what is written is read again, whatever the text") {
  std::mt19937 random(7);
  const std::string_view pieces[] = {"a",    "\"", "'",     "`", "\\",  "\n",     "\r\n",
                                     "\t",   "&",  "&lt;",  "<", "\\n", "\u00e9", "\U0001F600",
                                     "\x01", "0",  "u00e9", "#", ";",   "$",      "\xFF"};
  for (const Escapes escapes : {Escapes::kNone, Escapes::kJson, Escapes::kJavascript, Escapes::kC,
                                Escapes::kPython, Escapes::kHtml, Escapes::kDoubled}) {
    for (const std::string_view close : {"\"", "'", "`", "\"\"\""}) {
      for (int i = 0; i < 200; ++i) {
        std::string text;
        for (std::size_t n = random() % 8; n > 0; --n) text += pieces[random() % std::size(pieces)];
        const std::string written = redo_escapes(escapes, text, close);
        CAPTURE(static_cast<int>(escapes));
        CAPTURE(written);
        CHECK(undo_escapes(escapes, written, close) == text);
      }
    }
  }
}

Content string_content(Escapes escapes) {
  Content content;
  content.escapes = escapes;
  content.between = {{"\"", "\""}, {"'", "'"}};
  return content;
}

TEST_CASE("contents: what stands around them stays, and characters are spelled as they were") {
  const auto text = ContentText::read(string_content(Escapes::kJson), R"("a\u00e9b\n\"c\"")");
  REQUIRE(text);
  CHECK(text->text() == "a\u00e9b\n\"c\"");
  CHECK(text->with(text->text()) == R"("a\u00e9b\n\"c\"")");
  CHECK(text->with("\u00e9\"x\\") == R"("\u00e9\"x\\")");
  CHECK(text->with("") == "\"\"");

  const auto attribute = ContentText::read(string_content(Escapes::kHtml), "'a && b &#34;'");
  REQUIRE(attribute);
  CHECK(attribute->text() == "a && b \"");
  CHECK(attribute->with("a && \"'") == "'a && &#34;&#39;'");
  CHECK(attribute->with("&lt;") == "'&amp;lt;'");  // an unchanged `&` would be read as something
                                                   // else

  CHECK_FALSE(ContentText::read(string_content(Escapes::kJson), R"("\q")"));
  CHECK_FALSE(ContentText::read(string_content(Escapes::kJson), "`a`"));
  CHECK_FALSE(ContentText::read(string_content(Escapes::kJson), "\""));
}

TEST_CASE("contents: indentation is no part of them") {
  Content block;
  block.between = {{"\\|[-+]?\\n", ""}};
  block.indented = true;
  const auto text = ContentText::read(block, "|-\n    if a\n\n      b\n    fi");
  REQUIRE(text);
  CHECK(text->text() == "if a\n\n  b\nfi");
  CHECK(text->with(text->text()) == "|-\n    if a\n\n      b\n    fi");
  CHECK(text->with("  b\nfi") == "|-\n      b\n    fi");
  CHECK(text->with("") == "|-\n");
  CHECK_FALSE(ContentText::read(block, ">\n  a"));
}

std::string languages_in(const std::string& grammar, const std::string& text) {
  ContentParsers parsers;
  const Tree tree = support::tree_of(support::shipped(grammar), text);
  std::string found;
  const std::function<void(const std::vector<ContentTree>&)> list =
      [&](const std::vector<ContentTree>& trees) {
        for (const ContentTree& content : trees) {
          found += (found.empty() ? "" : " ") + content.language;
          if (content.inside.empty()) continue;
          found += " (";
          list(content.inside);
          found += " )";
        }
      };
  list(content_trees(tree, parsers));
  return found;
}

TEST_CASE("contents: the languages of our grammars") {
  CHECK(languages_in("html", "<script>f(1)</script><style>a{b:c}</style>") == "JavaScript CSS");
  CHECK(languages_in("html", "<script type='application/json'>[1]</script>") == "JSON");
  CHECK(languages_in("html", "<script lang=ts>let a: number</script>") == "TypeScript");
  CHECK(
      languages_in("html", "<p style='a: b' onclick=\"f(&quot;x&quot;); return\" id='f()'>x</p>") ==
      "CSS JavaScript");
  CHECK(languages_in("html", "<script>f(</script><script></script>").empty());  // text, nothing
  CHECK(languages_in("html", "<script>a.b = /x+y/</script>") ==
        "JavaScript ( regular expression )");
  CHECK(languages_in("html-soup", "</i><script>if (a<b) f('</i>')</script><td>") == "JavaScript");
  CHECK(
      languages_in("markdown", "a\n\n```js\nf(1)\n```\n\n~~~ c\nint x;\n~~~\n\n```\nf(1)\n```\n") ==
      "JavaScript C");
  CHECK(languages_in("markdown", "- a\n\n  ```py\n  if a:\n    b\n  ```\n") == "Python");
  CHECK(languages_in("markdown", "```html\n<style>a{b:c}</style>\n```\n").find("CSS") !=
        std::string::npos);
  CHECK(languages_in("yaml", "jobs:\n  a:\n    - run: |\n        make && make check\n") == "shell");
  CHECK(languages_in("yaml", "data:\n  x.json: |\n    [1]\n  y: |\n    [1]\n") == "JSON");
  CHECK(languages_in("php", "<p style='a:b'>x<?php f(); ?></p><?= $a ?><b>y</b>") != "");
  CHECK(languages_in("dockerfile", "FROM a\nRUN make && make check\n") == "shell");
  CHECK(languages_in("shell", "cat <<E\na b\nE\n") == "text");
  CHECK(languages_in("ruby", "a = <<~E\n  a b\nE\n") == "text");
  CHECK(languages_in("php", "<?php $a = <<<E\na b\nE;\n") == "text");
}

TEST_CASE("contents: they stand in the dumps of a tree") {
  const Tree tree = support::tree_of(support::shipped("html"), "<p style='a:b'>x</p>");
  ContentParsers parsers;
  const std::vector<ContentTree> contents = content_trees(tree, parsers);
  REQUIRE(contents.size() == 1);
  std::string text, json;
  const std::vector<InnerTree> inner = {{contents[0].node, "CSS", &contents[0].tree, {}}};
  write_dump(
      tree, [&](std::string_view piece) { text += piece; }, inner);
  write_dump_json(
      tree, [&](std::string_view piece) { json += piece; }, inner);
  CHECK(text.find("QUOTED_VALUE \"'a:b'\"\n") != std::string::npos);
  CHECK(text.find("content CSS\n") != std::string::npos);
  CHECK(json.find(R"("content":{"language":"CSS","tree":{)") != std::string::npos);
}

TEST_CASE("contents: a grammar that cannot be used is an error, not silence") {
  ContentParsers parsers;
  const ContentGrammar wrong{std::string(kBuiltInFolder) + "/css.json", "block_contents"};
  try {
    parsers.parser(wrong);
    FAIL("a rule that is not there");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    const std::string said = error.what();
    CHECK(said.find("no rule `block_contents`") != std::string::npos);
    CHECK(said.find("did you mean block_content?") != std::string::npos);
  }
}

}  // namespace
}  // namespace grabr
