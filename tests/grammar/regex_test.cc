#include "grammar/lex/regex.h"

#include <doctest/doctest.h>

#include <string>

using namespace grabr;

namespace {

std::string show_unit(std::uint32_t unit) {
  if (unit > 0x20 && unit < 0x7F) return std::string(1, static_cast<char>(unit));
  static const char* const kDigits = "0123456789abcdef";
  std::string digits;
  for (; unit > 0 || digits.empty(); unit /= 16) digits.insert(0, 1, kDigits[unit % 16]);
  return "#" + digits;
}

std::string show(const CharClass& chars) {
  std::string text;
  for (const CodeRange range : chars.ranges()) {
    text += show_unit(range.first);
    if (range.last > range.first) text += "-" + show_unit(range.last);
  }
  return "[" + text + "]";
}

/// (seq …), (alt …), (rep min max …) and classes as sorted ranges.
std::string show(const Regex& regex) {
  std::string text;
  switch (regex.kind) {
    case Regex::Kind::kClass: return show(regex.chars);
    case Regex::Kind::kSequence: text = "(seq"; break;
    case Regex::Kind::kChoice: text = "(alt"; break;
    case Regex::Kind::kRepeat:
      text = "(rep " + std::to_string(regex.min) + " " +
             (regex.max == Regex::kUnlimited ? "oo" : std::to_string(regex.max));
  }
  for (const Regex& part : regex.parts) text += " " + show(part);
  return text + ")";
}

void check_tree(std::string_view expression, std::string_view tree, bool ignore_case = false) {
  CAPTURE(expression);
  const RegexParse parse = parse_regex(expression, ignore_case);
  if (parse.problem) FAIL_CHECK(parse.problem->message);
  CHECK(show(parse.regex) == tree);
}

/// `place` is the part of the expression that the span of the problem covers.
void check_problem(std::string_view expression, std::string_view place, std::string_view message) {
  CAPTURE(expression);
  const RegexParse parse = parse_regex(expression, false);
  REQUIRE(parse.problem.has_value());
  const RegexProblem& problem = *parse.problem;
  REQUIRE(problem.span.begin <= problem.span.end);
  REQUIRE(problem.span.end <= expression.size());
  CHECK(expression.substr(problem.span.begin, problem.span.size()) == place);
  CHECK_MESSAGE(problem.message.find(message) != std::string::npos, problem.message);
}

}  // namespace

TEST_CASE("regex: structure") {
  check_tree("", "(seq)");
  check_tree("a", "[a]");
  check_tree("ab", "(seq [a] [b])");
  check_tree("a|b", "(alt [a] [b])");
  check_tree("ab|", "(alt (seq [a] [b]) (seq))");
  check_tree("(a)", "[a]");
  check_tree("(?:ab)c", "(seq (seq [a] [b]) [c])");
  check_tree("()", "(seq)");
  check_tree("a(b|c)d", "(seq [a] (alt [b] [c]) [d])");
  check_tree("a?", "(rep 0 1 [a])");
  check_tree("a*", "(rep 0 oo [a])");
  check_tree("ab+", "(seq [a] (rep 1 oo [b]))");
  check_tree("(ab)+", "(rep 1 oo (seq [a] [b]))");
  check_tree("(a*)*", "(rep 0 oo (rep 0 oo [a]))");
  check_tree("a{3}", "(rep 3 3 [a])");
  check_tree("a{3,}", "(rep 3 oo [a])");
  check_tree("a{2,15}b", "(seq (rep 2 15 [a]) [b])");
  check_tree("a{0,1000}", "(rep 0 1000 [a])");
}

TEST_CASE("regex: characters and escapes") {
  check_tree("\\n\\t\\r\\f\\v\\0", "(seq [#a] [#9] [#d] [#c] [#b] [#0])");
  check_tree("\\\\\\.\\/\\-\\ ", "(seq [\\] [.] [/] [-] [#20])");
  check_tree("\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\^\\$",
             "(seq [*] [+] [?] [(] [)] [[] []] [{] [}] [|] [^] [$])");
  check_tree("\\x41\\u00e9\\u{1F600}", "(seq [A] [#e9] [#1f600])");
  check_tree("\xC3\xA9+", "(rep 1 oo [#e9])");
  check_tree("\\\xC3\xA9", "[#e9]");
  check_tree("-,:=!<>\"'#&/", "(seq [-] [,] [:] [=] [!] [<] [>] [\"] ['] [#] [&] [/])");
  check_tree("\\d", "[0-9]");
  check_tree("\\w", "[0-9A-Z_a-z]");
  check_tree("\\s", "[#9-#d#20]");
  check_tree("\\D", "[#0-/:-#d7ff#e000-#11007f]");
  check_tree(".", "[#0-#9#b-#d7ff#e000-#11007f]");
}

TEST_CASE("regex: classes") {
  check_tree("[abc]", "[a-c]");
  check_tree("[a-z_]", "[_a-z]");
  check_tree("[a-]", "[-a]");
  check_tree("[-a]", "[-a]");
  check_tree("[a\\-z]", "[-az]");
  check_tree("[a-c-e]", "[-a-ce]");
  check_tree("[+--]", "[+--]");
  check_tree("[\\]\\[]", "[[]]");
  check_tree("[[(.*+?{}|^$]", "[$(*-+.?[^{-}]");
  check_tree("[\\d_]", "[0-9_]");
  check_tree("[\\s\\S]", "[#0-#d7ff#e000-#11007f]");
  check_tree("[^\\x00-\\x7f]", "[#80-#d7ff#e000-#11007f]");
  check_tree("[^\"\\\\]", "[#0-!#-[]-#d7ff#e000-#11007f]");
  check_tree("[\\u{100}-\\u{10ffff}]", "[#100-#10ffff]");
  check_tree("[\xC3\xA0-\xC3\xA9]", "[#e0-#e9]");
}

TEST_CASE("regex: either case") {
  check_tree("a1", "(seq [Aa] [1])", true);
  check_tree("[b-c]", "[B-Cb-c]", true);
  check_tree("[^\\x00-Z\\x7f-\\u{10ffff}]", "[[-`{-~#110000-#11007f]", true);
  check_tree("\\x41", "[Aa]", true);
}

TEST_CASE("regex: problems and their places") {
  check_problem("a)b", ")", "no ( for this )");
  check_problem("a(b|c", "(b|c", "not closed");
  check_problem("a[b-c", "[b-c", "not closed");
  check_problem("a[]b", "[]", "empty");
  check_problem("[^]", "[^]", "empty");
  check_problem("[^\\s\\S]", "[^\\s\\S]", "no character");
  check_problem("*a", "*", "nothing to repeat");
  check_problem("a|+", "+", "nothing to repeat");
  check_problem("(?)", "(?)", "kind of group");
  check_problem("a{", "{", "begins no repetition");
  check_problem("a{,3}", "{,3}", "begins no repetition");
  check_problem("a{1,2", "{1,2", "begins no repetition");
  check_problem("{", "{", "no meaning");
  check_problem("a}", "}", "no meaning");
  check_problem("a]", "]", "no meaning");
  check_problem("a{3,2}", "{3,2}", "wrong way round");
  check_problem("a{1001}", "{1001", "up to 1000");
  check_problem("a{1,99999999999999}", "{1,99999999999999", "up to 1000");
  check_problem("a**", "**", "two repetitions");
  check_problem("a?+", "?+", "two repetitions");
  check_problem("a*??", "*??", "two repetitions");
  check_problem("^a", "^", "anchors");
  check_problem("a$", "$", "anchors");
  check_problem("\\bif", "\\b", "anchors");
  check_problem("(?=a)", "(?=", "look-around");
  check_problem("a(?!b)", "(?!", "look-around");
  check_problem("(?<=a)", "(?<=", "look-around");
  check_problem("(?<!a)", "(?<!", "look-around");
  check_problem("(?<n>a)", "(?<", "names");
  check_problem("(?i)a", "(?i", "kind of group");
  check_problem("(a)\\1", "\\1", "back references");
  check_problem("\\q", "\\q", "\\q does not exist");
  check_problem("\\pL", "\\p", "Unicode properties");
  check_problem("\\012", "\\01", "octal");
  check_problem("a\\", "\\", "at the end");
  check_problem("\\x4", "\\x4", "2 hexadecimal digits");
  check_problem("\\u12g4", "\\u12", "4 hexadecimal digits");
  check_problem("\\u{}", "\\u{", "hexadecimal digits");
  check_problem("\\u{110000}", "\\u{110000", "above the last");
  check_problem("\\ud83d\\ude00", "\\ud83d", "surrogate");
  check_problem("[z-a]", "z-a", "wrong way round");
  check_problem("[a-\\d]", "a-\\d", "one character at each end");
  check_problem("[\\w-z]", "\\w-z", "one character at each end");
  check_problem("[[:alpha:]]", "[:alpha:]", "named classes");
  check_problem("a\xE9", "\xE9", "not UTF-8");
}

TEST_CASE("regex: nesting is bounded") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "a" + std::string(depth, ')');
  };
  CHECK_FALSE(parse_regex(nested(kMaxRegexNesting), false).problem.has_value());
  CHECK(parse_regex(nested(kMaxRegexNesting + 1), false).problem.has_value());
  CHECK(parse_regex(std::string(1'000'000, '('), false).problem.has_value());
  CHECK_FALSE(parse_regex(std::string(200, '(').replace(0, 200, "(a)(b)(c)"), false).problem);
}

TEST_CASE("regex: the empty string") {
  const auto check = [](std::string_view expression, bool expected) {
    CAPTURE(expression);
    CHECK(matches_empty(parse_regex(expression, false).regex) == expected);
  };
  check("", true);
  check("a*", true);
  check("a?b?", true);
  check("a|b*", true);
  check("(a*)+", true);
  check("a{0}", true);
  check("a{0,3}", true);
  check("a+", false);
  check("a?b", false);
  check("(a*|b)c", false);
  check("a{1,3}", false);
}

TEST_CASE("regex: literals") {
  CHECK(show(literal_regex("a.", false)) == "(seq [a] [.])");
  CHECK(show(literal_regex("iF", true)) == "(seq [Ii] [Ff])");
  CHECK(show(literal_regex("\xC3\xA9", true)) == "[#e9]");
  CHECK(show(literal_regex("\xE9", true)) == "[#110069]");
}
