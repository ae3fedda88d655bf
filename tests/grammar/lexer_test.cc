#include "grammar/lex/lexer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "support/build.h"

using namespace grabr;

namespace {

struct Token {
  SymbolKind kind;
  std::string name;
  std::string text;
};

Token literal(const std::string& text) { return {SymbolKind::kLiteral, text, text}; }
Token pattern(const std::string& name, const std::string& expression) {
  return {SymbolKind::kPattern, name, expression};
}
Token skip(const std::string& name, const std::string& expression) {
  return {SymbolKind::kSkip, name, expression};
}

/// Symbol 0 is a rule, so that ids and ranks differ; spans are 100 bytes apart.
Grammar grammar_of(const std::vector<Token>& tokens, bool ignore_case = false) {
  Grammar grammar;
  grammar.notation = Notation::kRich;
  grammar.ignore_case = ignore_case;
  grammar.symbols.push_back({"start", SymbolKind::kNonterminal, "", {}});
  for (const Token& token : tokens) {
    const auto begin = static_cast<std::uint32_t>(grammar.symbols.size() * 100);
    const Span span{begin, begin + static_cast<std::uint32_t>(token.text.size())};
    grammar.symbols.push_back({token.name, token.kind, token.text, span});
  }
  return grammar;
}

struct Compiled {
  Grammar grammar;
  std::vector<Diagnostic> problems;
  std::shared_ptr<const Lexer> lexer;

  explicit Compiled(const std::vector<Token>& tokens, bool ignore_case = false)
      : grammar(grammar_of(tokens, ignore_case)), lexer(Lexer::compile(grammar, problems)) {}

  std::string name(SymbolId id) const { return grammar.symbols[id].name; }

  /// "NAME:length" of one match, "-" for none.
  std::string match(std::string_view text, std::size_t offset = 0) const {
    const Match match = lexer->match(text, offset);
    CHECK((match.length == 0) == match.terminals.empty());
    if (match.length == 0) return "-";
    CHECK(match.terminals.size() == 1);
    return name(match.terminals[0]) + ":" + std::to_string(match.length);
  }
};

void check_length(std::string_view expression, std::string_view text, std::size_t length,
                  bool ignore_case = false) {
  CAPTURE(expression);
  CAPTURE(text);
  const Compiled compiled({pattern("X", std::string(expression))}, ignore_case);
  for (const Diagnostic& problem : compiled.problems) FAIL_CHECK(problem.message);
  CHECK(compiled.lexer->match(text, 0).length == length);
}

}  // namespace

TEST_CASE("lexer: length of the longest match") {
  check_length("a", "a", 1);
  check_length("a", "b", 0);
  check_length("a", "", 0);
  check_length("ab|a", "ab", 2);
  check_length("a|ab", "abab", 2);
  check_length("a+", "aaab", 3);
  check_length("ab*", "abbbc", 4);
  check_length("a(bc)?", "abd", 1);
  check_length("(ab)+", "ababa", 4);
  check_length("(a|ab)(c|bcd)", "abcd", 4);
  check_length("a{2,3}", "aaaa", 3);
  check_length("a{2,3}", "a", 0);
  check_length("a{2}", "aaa", 2);
  check_length("a{2,}", "aaaaa", 5);
  check_length("(ab){2}c{0}", "ababc", 4);
  check_length("(a?){3}b", "aab", 3);
  check_length("((a*)*b)+", "aabab", 5);
  check_length("x(|y)z", "xz", 2);
  check_length("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?", "-12.50e+3.", 9);
  check_length("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?", "012", 1);
  check_length("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?", "1.e5", 1);
  check_length("\"([^\"\\\\\\x00-\\x1f]|\\\\.)*\"", "\"a\\\"b\" \"", 6);
  check_length("/\\*([^*]|\\*+[^*/])*\\*+/", "/* a **/ b */", 8);
  check_length("\\w+", "a_Z09-", 5);
  check_length("\\W+", " -a", 2);
  check_length("[\\d.]+", "1.2x", 3);
  check_length("\\s+", " \t\r\n\f\vx", 6);
  check_length(".+", "ab\nc", 2);
  check_length("[\\s\\S]+", "ab\nc", 4);
  check_length("\\0a", std::string_view("\0a", 2), 2);
  check_length("[^b]+", std::string_view("a\0a", 3), 3);
}

TEST_CASE("lexer: a lazy repetition ends as early as it can") {
  check_length("/\\*[\\s\\S]*?\\*/", "/* a **/ b */", 8);
  check_length("/\\*[\\s\\S]*?\\*/", "/* a *", 0);
  check_length("/\\*.*?\\*/;?", "/*a*/;*/", 6);
  check_length("<!.*?>|<!--.*?-->", "<!-- a > -->", 12);
  check_length("a+?", "aaa", 1);
  check_length("a+?b", "aaabb", 4);
  check_length("a??b", "abb", 2);
  check_length("a{2,4}?", "aaaa", 2);
  check_length("(ab*?)+c", "abbabcc", 6);
  check_length("\"[^\\n]*?\"", "\"\xC3\xA9\" \"", 4);
  check_length("-[\\s\\S]*?\xE2\x82\xAC", "-\xE2\x82 \xE2\x82\xAC\xE2\x82\xAC", 7);
  // An escape is preferred to the character that begins it.
  check_length("'(\\\\'|.)*?'", "'a\\'b' '", 6);
  check_length("'(\\\\'|.)*?'", "'a\\' b", 4);
  check_length("'([^'\\\\]|\\\\.)*?'", "'a\\'b' '", 6);
}

TEST_CASE("lexer: code points beyond ASCII") {
  check_length("\xC3\xA9+", "\xC3\xA9\xC3\xA9\xC3\xA8", 4);
  check_length("\\u00e9", "\xC3\xA9", 2);
  check_length("\\xe9", "\xC3\xA9", 2);
  check_length("\\xe9", "\xE9", 0);
  check_length("\\u{1f600}", "\xF0\x9F\x98\x80", 4);
  check_length("[\\u{80}-\\u{10ffff}]+", "\xC2\x80\xE2\x82\xAC\xF0\x9F\x98\x80z", 9);
  check_length("[\\u{80}-\\u{10ffff}]+", "\x80", 0);
  check_length("[\\u0400-\\u04ff]+", "\xD0\x96\xD1\x8F\xC3\xA9", 4);
  check_length("[\xC3\xA0-\xC3\xA9]", "\xC3\xAA", 0);
  check_length(".", "\xE2\x82\xAC\xE2\x82\xAC", 3);
  check_length("..", "\xE2\x82\xAC\xC3\xA9\xC3\xA9", 5);
  check_length("[^a]", "\xF0\x9F\x98\x80", 4);
  check_length("[^\\u2028\\u2029\\n]+", "x\xE2\x80\xA7\xE2\x80\xA8y", 4);
  check_length("\\D+",
               "\xC3\xA9"
               "1",
               2);
}

TEST_CASE("lexer: bytes that are not UTF-8 match negated classes, one by one") {
  check_length("\"[^\"]*\"", "\"caf\xE9\"", 6);
  check_length(".", "\xE9\xE9", 1);
  check_length("[^a]+", "\xFF\x80\xC3", 3);
  check_length("\\W\\S\\D", "\xE9\xE9\xE9", 3);
  check_length("[a\\S]", "\xE9", 1);
  check_length("[^\\S]", "\xE9", 0);
  check_length("[a-z\\xe9]", "\xE9", 0);
  check_length("..", "\xC3", 0);
  check_length("..", "\xC3(", 2);
  check_length("..", "\xED\xA0\x80", 2);
  // A whole UTF-8 sequence is one character: its first byte alone does not count as a stray byte.
  check_length("[^\\u00e9]+", "a\xC3\xA9", 1);
  check_length("a.", "a\xC3\xA9\xA9", 3);
  check_length("a..", "a\xC3\xA9\xA9", 4);
}

TEST_CASE("lexer: either case") {
  check_length("select", "SeLeCt", 6, true);
  check_length("[a-f]+", "aBFg", 3, true);
  check_length("[^a]+", "bAa", 1, true);
  check_length("\xC3\xA9", "\xC3\x89", 0, true);
  const Compiled sql({literal("SELECT"), pattern("NAME", "[a-z]+")}, true);
  CHECK(sql.match("select") == "SELECT:6");
  CHECK(sql.match("Selects") == "NAME:7");
}

TEST_CASE("lexer: preference at equal length") {
  const Compiled c({pattern("NAME", "[a-z]+"), literal("if"), literal("+"),
                    pattern("HEX", "[0-9a-f]+"), literal("++"), skip("SPACE", "[ \\n]+"),
                    skip("COMMENT", "//[^\\n]*"), literal("/"), pattern("LATE", "[a-z0-9]+"),
                    literal("\xC3\xA9"), literal("\xE9")});
  CHECK(c.problems.empty());
  CHECK(c.match("if") == "if:2");
  CHECK(c.match("iff") == "NAME:3");
  CHECK(c.match("if(") == "if:2");
  CHECK(c.match("abc") == "NAME:3");
  CHECK(c.match("abc1") == "HEX:4");
  CHECK(c.match("abz1") == "LATE:4");
  CHECK(c.match("+++") == "++:2");
  CHECK(c.match("+-") == "+:1");
  CHECK(c.match(" \n x") == "SPACE:3");
  CHECK(c.match("// if\nx") == "COMMENT:5");
  CHECK(c.match("/ /") == "/:1");
  CHECK(c.match("x if", 2) == "if:2");
  CHECK(c.match("x", 1) == "-");
  CHECK(c.match("?") == "-");
  CHECK(c.match("\xC3\xA9") == "\xC3\xA9:2");
  CHECK(c.match("\xE9x") == "\xE9:1");
  CHECK(c.match("\xC3") == "-");
  CHECK(c.lexer->state_count() > 10);
}

TEST_CASE("lexer: what glues to a token") {
  const Compiled c({pattern("NAME", "[a-z]+"), pattern("NUMBER", "[0-9]+(\\.[0-9]+)?"),
                    literal("+"), literal("++"), literal("."), skip("SPACE", " +"),
                    literal("\xC3\xA9\xC3\xA9"), literal("\xC3\xA9"),
                    pattern("STRAY", "x[^\\x00-\\x7f]")});
  const auto check = [&](const char* left, const char* between, const char* right, bool expected) {
    CAPTURE(left);
    CAPTURE(between);
    CAPTURE(right);
    CHECK(c.lexer->separate(left, between, right) == expected);
  };
  check("a", "", "b", false);
  check("a", " ", "b", true);
  check("a", "", "1", true);
  check("a", "", "+", true);
  check("+", "", "+", false);
  check("+", "", "++", false);
  check("++", "", "+", true);
  check("+", " ", "+", true);
  check("1", "", ".", true);
  check("1", ".", "5", false);
  check("1", "", ".5", false);
  check("1.", "", "5", false);
  check(" ", "", " ", false);
  check("a", "", "", true);
  check("", "", "a", false);
  check("?", "", "a", false);
  check("a b", "", "", false);
  check("\xC3\xA9", "", "\xC3\xA9", false);
  check("\xC3\xA9", "", "x", true);
  check("x\xC3", "", "y", true);
  check("x\xC3", "", "\xA9", false);  // together they are one character
  check("x\xC3", "\xA9", "", false);
}

TEST_CASE("lexer: what a text may be the beginning of") {
  const Compiled lexer({literal("/"), literal("while"), pattern("STRING", "\"([^\"\\n]|é)*\""),
                        pattern("NUMBER", "[0-9]+(e[0-9]+)?"), skip("COMMENT", "/\\*[^*]*\\*/")});
  const auto check = [&](std::string_view text, std::size_t offset, const std::string& expected) {
    CAPTURE(text);
    const Beginning beginning = lexer.lexer->beginning(text, offset);
    std::string shown = std::to_string(beginning.length);
    for (const SymbolId id : beginning.terminals) shown += " " + lexer.name(id);
    CHECK(shown == expected);
    CHECK(lexer.lexer->beginning_length(text, offset) == beginning.length);
  };
  check("whale", 0, "2 while");
  check("while", 0, "5 while");
  check("x \"abc\ny", 2, "4 STRING");
  check("\"é", 0, "3 STRING");
  check("\"\xff", 0, "2 STRING");
  check("/* no end", 0, "9 COMMENT");
  check("/", 0, "1 / COMMENT");
  check("12e+", 0, "3 NUMBER");
  check("$", 0, "0 / while STRING NUMBER COMMENT");
  check("", 0, "0 / while STRING NUMBER COMMENT");
}

TEST_CASE("lexer: noted dead ends change no match") {
  const Compiled c({pattern("A", "a"), pattern("B", "b"), pattern("LONG", "a(a|b)*!"),
                    pattern("EVEN", "b((a|b)(a|b))*[?]"), literal("!"), literal("?"),
                    pattern("WIDE", "\xC3\xA9(\xC3\xA9|a)*\\."), literal("\xC3\xA9"),
                    literal(".")});
  REQUIRE(c.problems.empty());
  std::mt19937 random_bits(9);
  for (int round = 0; round < 40; ++round) {
    std::string text;
    while (text.size() < 600) {
      const auto pick = random_bits() % (round % 2 ? 1000 : 60);
      text += pick == 0       ? "!"
              : pick == 1     ? "?"
              : pick == 2     ? "."
              : pick % 7 == 3 ? "\xC3\xA9"
              : pick % 2      ? "a"
                              : "b";
    }
    ScanMemory memory;
    memory.overrun = 1'000'000;  // stores dead ends from the first match on
    for (std::size_t at = 0; at < text.size(); ++at) {
      const Match plain = c.lexer->match(text, at);
      const Match remembered = c.lexer->match(text, at, &memory);
      REQUIRE(plain.length == remembered.length);
      REQUIRE(plain.terminals.data() == remembered.terminals.data());
    }
    CHECK_FALSE(memory.dead_ends.empty());
  }
}

TEST_CASE("lexer: shortest texts") {
  const Compiled c(
      {literal("a"), literal("b"), literal("while"), pattern("NAME", "[A-Za-z_][A-Za-z_0-9]*"),
       pattern("NUMBER", "[0-9]+"), pattern("STRING", "\"[^\"]*\""), skip("SPACE", "[ \\t\\n]+"),
       pattern("UPPER", "@[A-Z]{2}"), pattern("ANY3", "#..."), pattern("WIDE", "[^\\x00-\\x7f]+"),
       pattern("RAW", "![^\\x00-\\u{10ffff}]"), pattern("DIGITS", "=[_0-9]"), literal("\xE9")});
  CHECK(c.problems.empty());
  const auto check = [&](const std::string& name, const std::string& text) {
    CAPTURE(name);
    for (SymbolId id = 0; id < c.grammar.symbols.size(); ++id) {
      if (c.name(id) != name) continue;
      CHECK(c.lexer->shortest_text(id) == text);
      if (!text.empty()) CHECK(c.match(text) == name + ":" + std::to_string(text.size()));
    }
  };
  check("start", "");
  check("a", "a");
  check("while", "while");
  check("NAME", "c");
  check("NUMBER", "0");
  check("STRING", "\"\"");
  check("SPACE", " ");
  check("UPPER", "@AA");
  check("ANY3", "#aaa");
  check("WIDE", "\xC2\x80");
  check("RAW", "!\x80");
  check("DIGITS", "=0");
  check("\xE9", "\xE9");
  CHECK(c.lexer->shortest_text(kNoSymbol).empty());
}

TEST_CASE("lexer: problems") {
  const auto check = [](const std::vector<Token>& tokens, bool ignore_case,
                        const std::string& expected) {
    const Compiled compiled(tokens, ignore_case);
    std::string found;
    for (const Diagnostic& problem : compiled.problems) {
      CHECK(problem.severity == Severity::kError);
      CHECK_FALSE(problem.hint.empty());
      found += std::to_string(problem.span.begin) + "-" + std::to_string(problem.span.end) + " " +
               problem.message + "\n";
    }
    CHECK(found == expected);
    CHECK(compiled.lexer != nullptr);
  };
  check({pattern("A", "x[z-a]"), pattern("B", "b*"), pattern("C", "c+"), skip("S", "( )?")}, false,
        "102-105 in A, at \"z-a\": the range z-a has its ends the wrong way round\n"
        "200-202 B matches the empty string\n"
        "400-404 S matches the empty string\n");
  check({pattern("A", "a+"), pattern("B", "aa")}, false,
        "200-202 B can never match: A takes all its text\n");
  check({pattern("B", "a{2}"), pattern("A", "a+")}, false, "");
  check({pattern("A", "a"), pattern("B", "[bc]"), pattern("C", "[a-c]")}, false,
        "300-305 C can never match: A and B take all its text\n");
  check({pattern("A", "a|b"), literal("b"), literal("a")}, false,
        "100-103 A can never match: 'b' and 'a' take all its text\n");
  check({literal("If"), literal("iF")}, true,
        "200-202 'iF' can never match: 'If' takes all its text\n");
  check({pattern("A", "[a-z]+"), skip("S", "x")}, false,
        "200-201 S can never match: A takes all its text\n");
  check(
      {pattern("D", "[a-e]"), literal("a"), literal("b"), literal("c"), literal("d"), literal("e")},
      false, "100-105 D can never match: 'a', 'b', 'c' and 2 more take all its text\n");
  check({pattern("A", "(x{1000}){1000}"), pattern("B", "b")}, false,
        "100-115 A is too large to compile\n");
  check({pattern("A", "(a|b)*a(a|b){30}"), pattern("B", "c")}, false,
        "100-116 A is too large to compile: its automaton has too many states\n");
}

TEST_CASE("lexer: with escapes in the file the whole expression is pointed at") {
  Grammar grammar = grammar_of({pattern("A", "\\d+*")});
  grammar.symbols.of(1).span = {100, 105};  // "\\d+*" has one escape
  std::vector<Diagnostic> problems;
  const auto lexer = Lexer::compile(grammar, problems);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].span == Span{100, 105});
  CHECK(problems[0].message.starts_with("in A, at \"+*\": two"));
  CHECK(lexer->match("1", 0).length == 0);
  CHECK(lexer->shortest_text(1).empty());
}

namespace {

/// A random expression over {a,b} that knows which text it matches, as sets of positions: bit i of
/// a mask stands for the position before text[i].
struct Sample {
  enum Kind { kChars, kSequence, kChoice, kRepeat } kind = kChars;
  bool a = true, b = false;
  std::uint32_t min = 0, max = 0;  // max 9: unlimited
  std::vector<Sample> parts;

  static Sample random(std::mt19937& random_bits, int depth) {
    Sample sample;
    const auto below = [&](std::uint32_t n) {
      return static_cast<std::uint32_t>(random_bits() % n);
    };
    sample.kind = depth == 0 ? kChars : static_cast<Kind>(below(4));
    if (sample.kind == kChars) {
      const auto bits = 1 + below(3);
      sample.a = bits & 1;
      sample.b = bits & 2;
      return sample;
    }
    std::uint32_t count = 1;
    if (sample.kind == kSequence) count = below(4);
    if (sample.kind == kChoice) count = 1 + below(3);
    for (std::uint32_t i = 0; i < count; ++i) {
      sample.parts.push_back(Sample::random(random_bits, depth - 1));
    }
    sample.min = below(3);
    sample.max = below(2) ? 9 : sample.min + below(3);
    return sample;
  }

  std::string text() const {
    if (kind == kChars) return a && b ? "[ab]" : a ? "a" : "[^\\x00-ac-\\u{10ffff}\\W]";
    std::string joined;
    for (const Sample& part : parts) {
      if (kind == kChoice && !joined.empty()) joined += "|";
      joined += "(" + part.text() + ")";
    }
    if (kind != kRepeat) return joined;
    if (max == 9 && min < 2) return joined + (min ? "+" : "*");
    if (min == 0 && max == 1) return joined + "?";
    if (max == 9) return joined + "{" + std::to_string(min) + ",}";
    return joined + "{" + std::to_string(min) + "," + std::to_string(max) + "}";
  }

  std::uint32_t ends(const std::string& subject, std::uint32_t places) const {
    std::uint32_t result = 0;
    switch (kind) {
      case kChars:
        for (std::size_t i = 0; i < subject.size(); ++i) {
          if ((places >> i & 1) && (subject[i] == 'a' ? a : b)) result |= 2u << i;
        }
        return result;
      case kSequence:
        for (const Sample& part : parts) places = part.ends(subject, places);
        return places;
      case kChoice:
        for (const Sample& part : parts) result |= part.ends(subject, places);
        return result;
      case kRepeat:
        for (std::uint32_t i = 0; i < min; ++i) places = parts[0].ends(subject, places);
        for (std::uint32_t i = min; i < (max == 9 ? 20 : max); ++i) {
          places |= parts[0].ends(subject, places);
        }
        return places;
    }
    return result;
  }
};

std::vector<std::string> texts_up_to(std::size_t length) {
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string text = texts[i];
    if (text.size() == length) break;
    texts.push_back(text + "a");
    texts.push_back(text + "b");
  }
  return texts;
}

std::size_t highest(std::uint32_t mask) {
  std::size_t place = 0;
  while (mask >>= 1) ++place;
  return place;
}

}  // namespace

TEST_CASE("lexer: random expressions against sets of places, on all short texts") {
  std::mt19937 random_bits(7);
  const std::vector<std::string> texts = texts_up_to(7);
  const std::vector<std::string> fixed{"a", "ab", "bba"};
  const int kRounds = support::runs(1500);
  int never = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Sample> samples;
    std::vector<Token> tokens;
    while (samples.size() < 1u + static_cast<unsigned>(round) % 3) {
      Sample sample = Sample::random(random_bits, 3);
      if (sample.ends("", 1) & 1) continue;
      tokens.push_back(pattern("P" + std::to_string(samples.size()), sample.text()));
      samples.push_back(std::move(sample));
    }
    if (round % 2) tokens.push_back(literal(fixed[random_bits() % fixed.size()]));
    std::string all;
    for (const Token& token : tokens) all += token.name + " = " + token.text + "\n";
    CAPTURE(all);
    const Compiled compiled(tokens);

    std::vector<std::string> shortest(tokens.size());
    for (const std::string& text : texts) {
      std::string expected = "-";
      std::size_t best = 0;
      std::size_t winner = 0;
      const auto offer = [&](std::size_t token, std::size_t length, bool wins_ties) {
        if (length < best || length == 0 || (length == best && !wins_ties)) return;
        best = length;
        winner = token;
        expected = tokens[token].name + ":" + std::to_string(length);
      };
      for (std::size_t i = 0; i < samples.size(); ++i) {
        offer(i, highest(samples[i].ends(text, 1)), best == 0);
      }
      if (samples.size() < tokens.size() && text.starts_with(tokens.back().text)) {
        offer(samples.size(), tokens.back().text.size(), true);
      }
      CAPTURE(text);
      REQUIRE(compiled.match(text) == expected);
      if (best > 0 && best == text.size() && shortest[winner].empty()) shortest[winner] = text;
    }

    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::string found = compiled.lexer->shortest_text(static_cast<SymbolId>(i + 1));
      const bool reported = std::any_of(
          compiled.problems.begin(), compiled.problems.end(), [&](const Diagnostic& problem) {
            return problem.message.find("can never match") != std::string::npos &&
                   problem.span.begin == (i + 1) * 100;
          });
      CHECK(reported == found.empty());
      never += reported;
      if (found.size() <= 7) CHECK(found == shortest[i]);
      if (found.size() > 7) {
        CHECK(shortest[i].empty());
        CHECK(compiled.match(found) == tokens[i].name + ":" + std::to_string(found.size()));
      }
    }
  }
  CHECK(never > kRounds / 15);
}
