#include "parse/lr/text_scanner.h"

#include <doctest/doctest.h>

#include "support/grammars.h"

namespace grabr {
namespace {

/// <a>, <b> and two literals as terminals 0 to 3.
std::vector<TextTerminal> terminals(const std::string& rules, const std::string& left,
                                    const std::string& right) {
  const auto grammar = support::grammar_of("{\"<start>\": [\"<a>\", \"<b>\"], " + rules + "}");
  const LoweredGrammar lowered = lower(*grammar);
  const RegularSymbols symbols(lowered);
  std::vector<TextTerminal> result;
  for (const char* name : {"<a>", "<b>"}) {
    const SymbolId id = grammar->find(name);
    result.push_back(
        {id, id, "", std::make_shared<TokenTexts>(compile_texts(symbols, id).value())});
  }
  result.push_back({100, LoweredGrammar::kEnd, left, nullptr});
  result.push_back({101, LoweredGrammar::kEnd, right, nullptr});
  return result;
}

void check_rivals(const std::string& rules, const std::string& left, const std::string& right,
                  const std::string& expected) {
  INFO(rules << " " << left << " " << right);
  Rivals rivals;
  for (int again = 0; again < 2; ++again) {
    const auto found = rivals.find(terminals(rules, left, right));
    std::string pairs;
    for (std::uint32_t a = 0; a < found.size(); ++a) {
      for (const std::uint32_t b : found[a]) {
        if (a < b) pairs += std::to_string(a) + std::to_string(b) + " ";
      }
    }
    CHECK(pairs == expected);
  }
}

TEST_CASE("which terminals match at one place") {
  check_rivals(R"("<a>": ["1<a>", "1"], "<b>": ["12<b>", "3"])", "x", "y", "01 ");
  check_rivals(R"("<a>": ["1<a>", "1"], "<b>": ["12"])", "x", "y", "01 ");
  check_rivals(R"("<a>": ["1<a>", "2"], "<b>": ["1<b>", "3"])", "x", "y", "");
  check_rivals(R"("<a>": ["1<a>", "2"], "<b>": ["112", "3"])", "x", "y", "01 ");
  check_rivals(R"("<a>": ["1", "2"], "<b>": ["3", "22"])", "x", "y", "01 ");
  check_rivals(R"("<a>": ["1"], "<b>": ["2"])", "1", "21", "02 13 ");
  check_rivals(R"("<a>": ["12"], "<b>": ["23"])", "1", "24", "02 ");
  check_rivals(R"("<a>": ["1"], "<b>": ["2"])", "x", "xy", "23 ");
  check_rivals(R"("<a>": ["1"], "<b>": ["2"])", "xyz", "xyy", "");
}

TEST_CASE("terminals on a text") {
  const auto all = terminals(R"("<a>": ["1<a>", "1"], "<b>": ["12"])", "x", "yz");
  CHECK(all[0].match("0112", 1) == 2);
  CHECK(all[1].match("0112", 1) == 0);
  CHECK(all[1].match("0112", 2) == 2);
  CHECK(all[2].match("xx", 1) == 1);
  CHECK(all[3].match("yz", 0) == 2);
  CHECK(all[3].match("y", 0) == 0);
}

}  // namespace

}  // namespace grabr
