#include <doctest/doctest.h>

#include <random>
#include <string>

#include "reduce/pass_table.h"
#include "reduce/text/byte_passes.h"
#include "support/build.h"
#include "support/golden.h"

namespace grabr {
namespace {

std::vector<std::string> one_by_one(const Pass& pass, std::string_view text, std::uint32_t step) {
  std::vector<std::string> texts;
  for (const Patch& patch : pass.patches(text, step)) {
    const Patch* const one[] = {&patch};
    texts.push_back(patched(text, one));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("bytes: passes over all bytes of a large text wait until it is smaller") {
  std::string text;
  while (text.size() < 300'000) text += "abcdefgh";
  for (const bool waits : {true, false}) {
    const std::string part = waits ? text : text.substr(0, 160);
    CHECK(frequent_ngrams(part, 0).empty() == waits);
    CHECK(byte_spans(part, 0).empty() == waits);
    CHECK(byte_runs(part, 0).empty() == waits);
  }
}

TEST_CASE("each pass: what its patches make of a text") {
  const struct {
    const char* pass;
    std::uint32_t step;
    const char* text;
    Texts made;
  } rows[] = {
      {"line-comments", 0, "a // b\nc", {"a \nc"}},
      {"line-comments", 1, "# a\nb", {"\nb"}},
      {"block-comments", 0, "a/*b*/c/**/d/*", {"ac/**/d/*", "a/*b*/cd/*"}},
      {"bracket-insides", 0, "f(a[1]){}", {"f(){}"}},
      {"bracket-insides", 1, "f(a[1]){}", {"f(a[]){}"}},
      {"brackets", 0, "f(a)]", {"fa]"}},
      {"bracket-groups", 0, "f (a) {b}", {"f {b}", "f (a)"}},
      {"bracket-groups", 1, "(a (b) (c))", {"(a (c))", "(a (b))"}},
      {"inner-brackets", 0, "f(a (b) [c])", {"f(b)", "f[c]"}},
      {"list-elements", 0, "a;b(1,2);c", {"b(1,2);c", "a;c", "a;b(1,2)"}},
      {"list-elements", 1, "a;b(1,2,3);c", {"a;b(2,3);c", "a;b(1,3);c", "a;b(1,2);c"}},
      {"duplicate-lines", 0, "a\nb\na\n", {"a\nb\n"}},
      {"single-lines", 0, "a\nb", {"b", "a\n"}},
      {"indents", 0, "  a\n\tb", {"a\n\tb", "  a\nb"}},
      {"white-space", 0, "a \n  b  c d", {"a\nb  c d", "a \n  b c d"}},
      {"string-contents", 0, "x = \"ab\" + ''", {"x = \"\" + ''"}},
      {"token-runs", 0, "ab + 1", {"+ 1", "ab 1", "ab + "}},
      {"byte-spans", 0, "abcab", {"ab", "ab"}},
      {"token-runs", 1, "a b c", {"c", "a "}},
      {"lower-integers", 0, "x12 7 0 007", {"x0 7 0 007", "x12 0 0 007", "x12 7 0 0"}},
      {"lower-integers", 1, "12 7", {"6 7", "12 3"}},
      {"lower-integers", 2, "12", {"9"}},
      {"lower-integers",
       19,
       "12 99999999999999999999999",
       {"11 99999999999999999999999", "12 18446708889337462783"}},
      {"zero-words", 0, "ab + 0", {"0 + 0"}},
      {"frequent-bytes", 6, "abababababababab", {""}},
      {"byte-runs", 8, "abc", {"c", "a"}},
      {"shorter-words", 0, "foo a bar foo", {"b a bar b", "foo a c foo"}},
      {"shorter-words", 1, "a foo a bar", {"a a a bar", "a foo a a"}},
      {"sort-lines", 0, "b\nc\na\n", {"a\nb\nc\n"}},
      {"sort-lines", 1, "b\nc\na\n", {"b\na\nc\n"}},
      {"lower-bytes", 1, "b0 ", {"00 "}},
      {"simpler-brackets", 0, "[a]{b}", {"(a){b}"}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.pass);
    CAPTURE(row.step);
    CAPTURE(row.text);
    Texts made;
    bool same = false;
    const Pass* pass = find_pass(row.pass);
    REQUIRE(pass != nullptr);
    REQUIRE(row.step < pass->steps);
    made = one_by_one(*pass, row.text, row.step);
    same = made == row.made;
    for (const std::string& text : made) INFO(text);
    CHECK_MESSAGE(same, made.size(), " ", made.empty() ? "" : made[0]);
  }
}

TEST_CASE("patches that overlap: deletions join, the first thing written stays") {
  const Patch a = {{0, 3, ""}};
  const Patch b = {{2, 5, ""}};
  const Patch c = {{2, 4, "x"}};
  const Patch d = {{3, 5, "yy"}};
  const Patch* const deletions[] = {&b, &a};
  CHECK(patched("0123456", deletions) == "56");
  const Patch* const mixed[] = {&c, &d};
  CHECK(patched("0123456", mixed) == "01x456");
  const Patch* const after[] = {&a, &d};
  CHECK(patched("0123456", after) == "yy56");
}

support::Judge bytes_hold(std::vector<std::string> parts) {
  return support::fails_if([parts = std::move(parts)](std::string_view text) {
    for (const std::string& part : parts) {
      if (text.find(part) == text.npos) return false;
    }
    return true;
  });
}

TEST_CASE("what must stay stays, and nothing else") {
  const struct {
    std::string input;
    std::vector<std::string> needed;
    std::string result;
  } rows[] = {
      {"f(1, {\"x\": 22}) ; g", {"2"}, "2"},
      {"// comment\nint f(int x) {\n  return x + 17; /* why */\n}\n", {"return", "17"}, "return17"},
      {std::string("a\0b\xff\xfe", 5), {std::string("\0", 1), "\xfe"}, std::string("\0\xfe", 2)},
      {"", {}, ""},
      {"((((x))))", {"(x)"}, "(x)"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.input);
    CHECK(support::run("bytes", row.input, bytes_hold(row.needed)).result == row.result);
  }
}

TEST_CASE("numbers come down to the least, names to the shortest") {
  const auto run = [](const std::string& input, auto fails) {
    return support::run("bytes", input, support::fails_if(fails)).result;
  };
  CHECK(run("x = 4711;", [](std::string_view text) {
          const std::size_t at = text.find_first_of("0123456789");
          return at != text.npos && std::stoi(std::string(text.substr(at))) >= 1234;
        }) == "1234");
  CHECK(run("counter+counter", [](std::string_view text) {
          const std::size_t plus = text.find('+');
          return plus != text.npos && plus > 0 && text.substr(0, plus) == text.substr(plus + 1) &&
                 text[0] >= 'a';
        }) == "a+a");
}

TEST_CASE("a large text of which nothing may go costs a linear number of tests") {
  constexpr int kLines = 1000;
  std::string input;
  for (int i = 0; i < kLines; ++i) input += "  f(" + std::to_string(i) + ", [x, y]); // z\n";
  const support::Run run = support::run("bytes", input, [&](std::string_view text) {
    return text == input ? Outcome::kFail : Outcome::kPass;
  });
  CHECK(run.result == input);
  CHECK(run.counts.committed < 30u * kLines);
}

TEST_CASE("senseless oracles and senseless bytes: it ends, and the result fails") {
  std::mt19937 random(11);
  const std::uint64_t kRounds = support::runs(40);
  for (std::uint64_t seed = 1; seed <= kRounds; ++seed) {
    std::string input;
    constexpr std::string_view kBytes = "(){}[]ab1 \n\"';,/*#\0\xff\xc3";
    for (int i = 0; i < 60; ++i) input += kBytes[random() % kBytes.size()];
    const auto judge = [&](std::string_view text) {
      const std::uint64_t draw = (hash128(text).low ^ (seed * 0x9E3779B97F4A7C15u)) % 100;
      return text == input || draw < seed ? Outcome::kFail : Outcome::kPass;
    };
    CAPTURE(seed);
    const support::Run run = support::run("bytes", input, judge);
    CHECK(judge(run.result) == Outcome::kFail);
    CHECK(run.result.size() <= input.size());
  }
}

}  // namespace
}  // namespace grabr
