#include "text/suggest.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace grabr {
namespace {

void check_nearest(const std::string& word, const std::vector<std::string>& candidates,
                   const std::string& expected) {
  CAPTURE(word);
  CHECK(nearest_word(word, candidates) == expected);
}

TEST_CASE("the nearest word within a third of its length") {
  check_nearest("<digt>", {"<expr>", "<digit>"}, "<digit>");
  check_nearest("stmt", {"stmts", "stmt"}, "stmt");
  check_nearest("recieve", {"receive"}, "receive");  // one swap
  check_nearest("abcdef", {"abdcfe"}, "abdcfe");     // two swaps, two allowed
  check_nearest("abcdef", {"fedcba"}, "");
  check_nearest("tokens", {"chars", "lines"}, "");
  check_nearest("ab", {"a"}, "a");
  check_nearest("ab", {"xy"}, "");
  check_nearest("x", {"y"}, "");  // one letter resembles any other
  check_nearest("", {"a"}, "");
  check_nearest("", {"ab"}, "");
  check_nearest("abc", {}, "");
}

TEST_CASE("ties go to the earlier candidate") {
  check_nearest("cat", {"bat", "hat"}, "bat");
  check_nearest("cat", {"hat", "bat"}, "hat");
  check_nearest("gramar", {"grammars", "grammar", "gramer"}, "grammar");
}

TEST_CASE("a hint names the nearest word, or what else helps") {
  const std::vector<std::string> known = {"tree", "tokens"};
  CHECK(word_hint("tres", known) == "did you mean tree?");
  CHECK(word_hint("forest", known) == "there are: tree tokens");
  CHECK(word_hint("tres", known, "--help shows them") == "did you mean tree?");
  CHECK(word_hint("forest", known, "--help shows them") == "--help shows them");
  CHECK(word_hint("forest", known, "").empty());
}

}  // namespace
}  // namespace grabr
