// Contents are reduced by their own grammar: in a page, in escapes, nested; contents without one
// stay text.
#include "reduce/contents.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/strategy.h"
#include "support/grammars.h"

namespace grabr {
namespace {

struct ContentRun {
  std::string result;
  std::uint64_t tests = 0;
  std::vector<std::string> edits;  ///< of the accepted tests
};

class EditsSeen : public Observer {
 public:
  explicit EditsSeen(ContentRun& run) : run_(run) {}
  void on_test(const TestRecord& record) override {
    if (record.accepted) run_.edits.emplace_back(record.edit);
  }

 private:
  ContentRun& run_;
};

ContentRun reduced_with(const std::string& grammar, const std::string& text,
                        const std::function<bool(const std::string&)>& fails,
                        const std::string& strategy = "auto",
                        const std::vector<std::string>& without = {}) {
  FunctionOracle oracle([&](std::string_view one) {
    return fails(std::string(one)) ? Outcome::kFail : Outcome::kPass;
  });
  ContentRun run;
  EditsSeen seen(run);
  Session session(oracle, text);
  session.add_observer(&seen);
  session.stop = StopToken().within({.tests = 50'000});
  Problem problem;
  problem.parser = std::make_shared<const Parser>(support::shipped(grammar));
  problem.tree = support::tree_of(support::shipped(grammar), text);
  Schedule schedule = parse_schedule(strategy);
  if (!without.empty()) leave_out(schedule, without);
  run_schedule(schedule, session, problem);
  run.result = session.best();
  run.tests = session.counts().committed;
  CHECK(run.result.size() <= text.size());
  CHECK(problem.parser->accepts(run.result));
  return run;
}

/// Whether the text parses as JavaScript and contains this part.
bool is_script_with(const std::string& text, const std::string& part) {
  static const Parser parser(support::shipped("javascript"));
  return text.find(part) != std::string::npos && parser.accepts(text);
}

std::string between_marks(const std::string& text, const std::string& open,
                          const std::string& close) {
  const std::size_t begin = text.find(open);
  if (begin == std::string::npos) return "(";
  const std::size_t end = text.find(close, begin + open.size());
  if (end == std::string::npos) return "(";
  return text.substr(begin + open.size(), end - begin - open.size());
}

const std::string kPage =
    "<!DOCTYPE html><title>t</title>\n<p id='a'>text</p><script>\n"
    "function f(a, b) { if (a < 3) { g(a); for (const x of b) { bug(x, [1, 2]); } } return a; }\n"
    "const y = { z: [1, 2, 3], w: 'text' };\n</script>\n";

TEST_CASE("contents: a script in a page is reduced as a script") {
  const auto fails = [](const std::string& text) {
    return is_script_with(between_marks(text, "<script>", "</script>"), "bug(");
  };
  const ContentRun with = reduced_with("html", kPage, fails);
  const ContentRun without = reduced_with("html", kPage, fails, "auto", {"contents"});
  CHECK(with.result == "<script>bug()</script>");
  CHECK(with.result.size() < without.result.size());
  const auto tells = [](const std::string& edit) { return edit.starts_with("JavaScript: "); };
  CHECK(std::ranges::any_of(with.edits, tells));
  CHECK_FALSE(std::ranges::any_of(without.edits, tells));
}

TEST_CASE("contents: a label of DOT is reduced as HTML") {
  const std::string text =
      "digraph { a -> b; c [label=<<table border=\"1\"><tr><td>x</td><td port=\"p\"><b>y</b></td>"
      "</tr><hr/></table>> color=red] }";
  const ContentRun run = reduced_with("dot", text, [](const std::string& graph) {
    return graph.find("<b>") != std::string::npos && graph.find("</b>") != std::string::npos;
  });
  CHECK(run.result == "digraph{<<b></b>>}");
}

TEST_CASE("contents: as a strategy of its own it leaves the page as it is") {
  const auto fails = [](const std::string& text) {
    return is_script_with(between_marks(text, "<script>", "</script>"), "bug(");
  };
  const ContentRun run = reduced_with("html", kPage, fails, "contents");
  CHECK(run.result ==
        "<!DOCTYPE html><title>t</title>\n<p id='a'>text</p><script>bug()</script>\n");
}

TEST_CASE("contents: escapes are undone and redone") {
  const std::string text =
      "<p title='a' onclick=\"if (a &amp;&amp; b) { f(&quot;x&quot;); bug(&quot;y&quot;) } else "
      "g()\">x</p>";
  const ContentRun run = reduced_with("html", text, [](const std::string& page) {
    const std::string value = between_marks(page, "onclick=\"", "\"");
    return page.starts_with("<p ") && value.find("bug(&quot;") != std::string::npos &&
           is_script_with(undo_escapes(Escapes::kHtml, value, "\"").value_or("("), "bug(\"");
  });
  CHECK(run.result == "<p onclick=\"bug(&quot;&quot;)\">");
}

TEST_CASE("contents: in contents of contents") {
  const std::string text =
      "# a\n\ntext\n\n- b\n\n  ```html\n  <p>x</p>\n  <style>\n  a { b: c }\n  d { e: f; bug: 1 2 "
      "3; g: h }\n"
      "  </style>\n  ```\n";
  const ContentRun run = reduced_with("markdown", text, [](const std::string& page) {
    static const Parser css(support::shipped("css"));
    const std::string style = between_marks(page, "<style>", "</style>");
    const bool in_code = page.find("```html\n") < page.find("<style>");
    return in_code && style.find("bug:") != std::string::npos && css.accepts(style);
  });
  CHECK(run.result.find("<style>") != std::string::npos);
  CHECK(run.result.size() < 45);
  const auto deep = [](const std::string& edit) { return edit.starts_with("Markdown: HTML: "); };
  CHECK_FALSE(std::ranges::any_of(run.edits, deep));  // names of the outermost language are not
                                                      // changed inside
  CHECK(std::ranges::any_of(
      run.edits, [](const std::string& edit) { return edit.starts_with("HTML: CSS: "); }));
}

TEST_CASE("contents: what does not parse stays text") {
  const std::string text = "<p>x</p><script>f( ; bug ;\n g(1)\n {</script>";
  const auto fails = [](const std::string& page) {
    return between_marks(page, "<script>", "</script>").find("bug") != std::string::npos;
  };
  const ContentRun run = reduced_with("html", text, fails);
  CHECK(run.result.find("bug") != std::string::npos);
  CHECK(run.result == "<script>bug</script>");
  CHECK(reduced_with("html", text, fails, "contents").tests == 0);
  CHECK(reduced_with(
            "html", "<script></script>", [](const std::string&) { return true; }, "contents")
            .tests == 0);
}

TEST_CASE("contents: the closing tag in a string does not slip through") {
  const std::string text = "<script>f('a' + 'b'); g('<' + '/script>')</script>";
  const ContentRun run = reduced_with("html", text, [](const std::string& page) {
    return page.find("/script>'") != std::string::npos && page.ends_with("</script>");
  });
  CHECK(run.result.find("'</script>'") == std::string::npos);
}

TEST_CASE("contents: what a search must leave is left in them, too") {
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  const std::string text = "<script>f(1); keep(2); g(3)</script>";
  Session session(oracle, text);
  auto protection = std::make_shared<Protection>();
  protection->pieces = {"keep(2)"};
  session.protection = protection;
  Problem problem;
  problem.parser = std::make_shared<const Parser>(support::shipped("html"));
  problem.tree = support::tree_of(support::shipped("html"), text);
  run_schedule(parse_schedule("contents"), session, problem);
  CHECK(session.best() == "<script>keep(2)</script>");
}

}  // namespace
}  // namespace grabr
