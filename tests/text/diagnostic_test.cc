#include "text/diagnostic.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace grabr {
namespace {

/// `shown` is the excerpt: the text line and the caret line without their gutters.
void check_excerpt(const std::string& text, Span span, const std::string& shown_text,
                   const std::string& shown_carets) {
  CAPTURE(text);
  const std::string rendered = render({Severity::kError, span, "m", ""}, Source("t", text));
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < rendered.size();) {
    const std::size_t end = rendered.find('\n', at);
    lines.push_back(rendered.substr(at, end - at));
    at = end + 1;
  }
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].substr(8) == shown_text);
  CHECK(lines[2].substr(8) == shown_carets);
}

TEST_CASE("a problem is shown with place, line, caret and hint") {
  const Source source("list.json", "{\n\n  \"<n>\": \"<digt>\"\n}\n");
  CHECK(render({Severity::kError, {12, 18}, "no such symbol <digt>", "did you mean <digit>?"},
               source) ==
        "list.json:3:10: error: no such symbol <digt>\n"
        "    3 |   \"<n>\": \"<digt>\"\n"
        "      |          ^~~~~~\n"
        "hint: did you mean <digit>?\n");
  CHECK(render({Severity::kNote, {0, 1}, "odd", "mend it", {"one thing", "another"}}, source) ==
        "list.json:1:1: note: odd\n"
        "    1 | {\n"
        "      | ^\n"
        "note: one thing\n"
        "note: another\n"
        "hint: mend it\n");
  CHECK(render({Severity::kWarning, {0, 1}, "odd", ""}, source) ==
        "list.json:1:1: warning: odd\n"
        "    1 | {\n"
        "      | ^\n");
}

TEST_CASE("the caret stands under the span") {
  check_excerpt("abc", {1, 2}, "abc", " ^");
  check_excerpt("abc", {1, 1}, "abc", " ^");
  check_excerpt("abc", {0, 3}, "abc", "^~~");
  check_excerpt("abc", {3, 3}, "abc", "   ^");
  check_excerpt("abc\n", {4, 4}, "", "^");
  check_excerpt("", {0, 0}, "", "^");
  check_excerpt("abc\r\ndef", {1, 5}, "abc", " ^~");  // several lines: the first
  check_excerpt("ab\ncd\nef", {4, 8}, "cd", " ^");
  check_excerpt("ab\ncd", {2, 3}, "ab", "  ^");
}

TEST_CASE("tabs, wide and broken characters keep the caret in line") {
  check_excerpt("\ta\tb", {3, 4}, "\ta\tb", "\t \t^");
  check_excerpt("\tab", {0, 2}, "\tab", "^~");
  check_excerpt("éx", {2, 3}, "éx", " ^");
  check_excerpt("漢x", {3, 4}, "漢x", "  ^");
  check_excerpt("漢字", {0, 6}, "漢字", "^~~~");
  check_excerpt("\xFFx", {1, 2}, "\uFFFDx", " ^");
  check_excerpt("\x1B[2Jx", {4, 5}, "\uFFFD[2Jx", "    ^");
  check_excerpt("e\u0301x", {3, 4}, "e\u0301x", " ^");
  check_excerpt(std::string("\0x", 2), {1, 2}, "\uFFFDx", " ^");
}

TEST_CASE("long lines are cut around the caret") {
  const std::string left(500, 'l'), right(500, 'r');
  check_excerpt(left + "X" + right, {500, 501},
                "…" + std::string(60, 'l') + "X" + std::string(39, 'r') + "…",
                std::string(61, ' ') + "^");
  check_excerpt("X" + right, {0, 501}, "X" + std::string(39, 'r') + "…",
                "^" + std::string(39, '~'));
  check_excerpt(left, {500, 500}, "…" + std::string(60, 'l'), std::string(61, ' ') + "^");
}

TEST_CASE("all problems come in order of place, errors first") {
  const std::vector<Diagnostic> problems = {{Severity::kNote, {1, 2}, "third", ""},
                                            {Severity::kError, {4, 5}, "fourth", ""},
                                            {Severity::kError, {1, 2}, "first", ""},
                                            {Severity::kWarning, {1, 2}, "second", ""}};
  const std::string all = render(problems, Source("t", "abc\ndef"));
  CHECK(all.find("first") < all.find("second"));
  CHECK(all.find("second") < all.find("third"));
  CHECK(all.find("third") < all.find("fourth"));
  CHECK(has_errors(problems));
  CHECK_FALSE(has_errors(std::vector<Diagnostic>{{Severity::kWarning, {}, "w", ""}}));
  CHECK_FALSE(has_errors({}));
}

TEST_CASE("of very many problems a hundred are shown, errors before others") {
  std::vector<Diagnostic> problems(150, {Severity::kWarning, {0, 1}, "weak", ""});
  problems.push_back({Severity::kError, {2, 3}, "strong", ""});
  const std::string all = render(problems, Source("t", "abc"));
  std::size_t shown = 0;
  for (std::size_t at = 0; (at = all.find("weak", at)) != std::string::npos; ++at) ++shown;
  CHECK(shown == 99);
  CHECK(all.find("strong") != std::string::npos);
  CHECK(all.ends_with("\nt: … and 51 more\n"));
}

}  // namespace
}  // namespace grabr
