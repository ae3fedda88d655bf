#include "grammar/failed_scans.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "grammar/dfa.h"
#include "grammar/nfa.h"
#include "grammar/regex.h"

namespace grabr {
namespace {

ScanTable table_of(const std::vector<std::string>& expressions) {
  Nfa nfa(10'000);
  for (Rank rank = 0; rank < expressions.size(); ++rank) {
    REQUIRE(nfa.add(parse_regex(expressions[rank], false).regex, rank));
  }
  return ScanTable(minimise(*determinise(nfa, DfaLimits{})));
}

/// Walks over the text token by token (a byte where nothing matches) and compares with the plain
/// scan. Returns how many failed places were kept.
std::size_t check_same(const ScanTable& table, const std::string& text) {
  FailedScans failed;
  for (std::size_t at = 0; at < text.size();) {
    const ScanTable::Longest plain = table.longest(text, at);
    const ScanTable::Longest kept = failed.longest(table, text, at);
    INFO("offset " << at << " of " << text.substr(0, 100));
    REQUIRE(kept.length == plain.length);
    REQUIRE(kept.row == plain.row);
    at += plain.length == 0 ? 1 : plain.length;
  }
  return failed.size();
}

std::string repeated(const std::string& part, std::size_t count) {
  std::string text;
  for (; count > 0; --count) text += part;
  return text;
}

TEST_CASE("scans that read far in vain are kept, others cost nothing") {
  const ScanTable table = table_of({"a", "a*b", "/", "/\\*([^*]|\\*+[^*/])*\\*+/", "[^a/]"});
  CHECK(check_same(table, repeated("aaab /* x */", 300)) == 0);
  CHECK(check_same(table, "/*" + repeated("x", 3000) + "*/" + repeated("a", 200)) == 0);
  CHECK(check_same(table, repeated("a", 3000)) > 0);
  CHECK(check_same(table, repeated("/* ", 1000)) > 0);
  CHECK(check_same(table, repeated("a", 1000) + "b" + repeated("a", 1000)) > 0);
  CHECK(check_same(table, repeated("/*\xC3\xA9\xFF", 900) + "*/" + repeated("/*a", 900)) > 0);
}

TEST_CASE("a long text of the worst kind") {
  // Walking to the end from each place would take 10^12 steps.
  const ScanTable table = table_of({"a", "a*b"});
  const std::string text(1'000'000, 'a');
  FailedScans failed;
  std::size_t tokens = 0;
  for (std::size_t at = 0; at < text.size(); ++tokens) at += failed.longest(table, text, at).length;
  CHECK(tokens == text.size());
  CHECK(failed.size() <= text.size() / 32);
}

TEST_CASE("random texts of a few letters") {
  std::mt19937 random(20261121);
  const std::vector<std::vector<std::string>> terminals = {
      {"a", "b", "(ab)*c", "(a|b)*d"},
      {"[abcd]", "a(a|b){300}d", "b[^d]*d[^c]*c"},
      {"a", "(aa|b)*c|d", "\\u00e9|.[^d]*dd"},
  };
  for (const auto& expressions : terminals) {
    const ScanTable table = table_of(expressions);
    std::size_t kept = 0;
    for (int round = 0; round < 30; ++round) {
      std::string text;
      const bool rare = round % 2 == 0;
      while (text.size() < 3000) {
        const auto letter = random() % (rare ? 400 : 8);
        text += letter < 2 ? "cd"[letter] : letter == 2 ? std::string("\xC3\xA9")[random() % 2]
                                                        : "ab"[random() % 2];
      }
      kept += check_same(table, text);
    }
    CHECK(kept > 0);
  }
}

}  // namespace
}  // namespace grabr
