#include "parse/lr/terminal_sets.h"

#include <doctest/doctest.h>

#include "support/grammars.h"

namespace grabr {
namespace {

class Sets {
 public:
  explicit Sets(const std::string& rules)
      : grammar_(support::grammar_of("{" + rules + "}")),
        lowered_(lower(*grammar_)),
        sets_(lowered_) {}

  std::string first(const std::string& name) const { return written(sets_.first(symbol(name))); }
  std::string follow(const std::string& name) const { return written(sets_.follow(symbol(name))); }

 private:
  /// A nonterminal's id, or a byte.
  LoweredId symbol(const std::string& name) const {
    if (name.size() > 1) return grammar_->find(name);
    return lowered_.first_byte + static_cast<unsigned char>(name[0]);
  }
  std::string written(TerminalBits set) const {
    std::string out;
    for (std::uint32_t t = 0; t < sets_.terminals().size(); ++t) {
      if (contains(set, t)) out += static_cast<char>(sets_.terminals()[t] - lowered_.first_byte);
    }
    return out;
  }

  std::shared_ptr<const Grammar> grammar_;
  LoweredGrammar lowered_;
  TerminalSets sets_;
};

TEST_CASE("what begins and what follows") {
  const Sets sum(R"("<start>": ["<e>"], "<e>": ["<e>+<t>", "<t>"], "<t>": ["[<e>]", "1", "2"])");
  CHECK(sum.first("<start>") == "12[");
  CHECK(sum.first("+") == "+");
  CHECK(sum.follow("<start>") == "");
  CHECK(sum.follow("<e>") == "+]");
  CHECK(sum.follow("<t>") == "+]");
  CHECK(sum.follow("1") == "+]");
  CHECK(sum.follow("+") == "12[");
}

TEST_CASE("through symbols that may be empty") {
  const Sets sets(
      R"("<start>": ["<a><b><c>d"], "<a>": ["a", ""], "<b>": ["", "<a>b"], "<c>": ["", "c<c>"])");
  CHECK(sets.first("<start>") == "abcd");
  CHECK(sets.first("<b>") == "ab");
  CHECK(sets.follow("<a>") == "abcd");
  CHECK(sets.follow("<b>") == "cd");
  CHECK(sets.follow("<c>") == "d");
  CHECK(sets.follow("a") == "abcd");
  CHECK(sets.follow("c") == "cd");
}

TEST_CASE("through loops of several symbols") {
  const Sets sets(
      R"("<start>": ["<a>x"], "<a>": ["1<b>", "<b>"], "<b>": ["2<a>", "<c>", "3"], "<c>": ["<a>"])");
  for (const char* symbol : {"<a>", "<b>", "<c>"}) {
    INFO(symbol);
    CHECK(sets.first(symbol) == "123");
    CHECK(sets.follow(symbol) == "x");
  }
  CHECK(sets.follow("2") == "123");
}

}  // namespace
}  // namespace grabr
