// Automata of regular symbols against the textbook engine, on all short texts.
#include "parse/lr/token_texts.h"

#include <doctest/doctest.h>

#include <functional>

#include "parse/earley/chart.h"
#include "support/grammars.h"

namespace grabr {
namespace {

void for_each_text(const std::function<void(const std::string&)>& use) {
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    use(texts[i]);
    if (texts[i].size() == 5) continue;
    for (const char c : {'a', 'b', 'c'}) texts.push_back(texts[i] + c);
  }
}

struct NamedTerminal {
  explicit NamedTerminal(const std::string& rules)
      : grammar(support::grammar_of("{\"<start>\": [\"<x>\", \"0\"], " + rules + "}")),
        lowered(lower(*grammar)),
        symbol(grammar->find("<x>")) {}

  std::optional<TokenTexts> compile() const {
    return compile_texts(RegularSymbols(lowered), symbol);
  }
  bool derives(std::string_view text) const {
    std::vector<LoweredId> bytes;
    for (const char c : text) bytes.push_back(lowered.first_byte + static_cast<unsigned char>(c));
    return Chart(lowered, bytes, symbol, nullptr, 1 << 20).accepted();
  }

  std::shared_ptr<const Grammar> grammar;
  LoweredGrammar lowered;
  LoweredId symbol;
};

void check_texts(const std::string& rules) {
  INFO(rules);
  const NamedTerminal x(rules);
  const auto texts = x.compile();
  REQUIRE(texts.has_value());
  ByteSet first;
  ByteSet goes_on;
  for_each_text([&](const std::string& text) {
    std::uint32_t longest = 0;
    for (std::uint32_t n = 1; n <= text.size(); ++n) {
      if (x.derives(text.substr(0, n))) longest = n;
    }
    CHECK(texts->longest(text, 0) == longest);
    CHECK(texts->longest("bc" + text, 2) == longest);
    if (text.empty() || !x.derives(text)) return;
    first.add(static_cast<unsigned char>(text[0]));
    for (std::uint32_t n = 1; n < text.size(); ++n) {
      if (x.derives(text.substr(0, n))) goes_on.add(static_cast<unsigned char>(text[n]));
    }
  });
  for (const char c : {'a', 'b', 'c', 'd'}) {
    const auto byte = static_cast<unsigned char>(c);
    CHECK(texts->first().contains(byte) == first.contains(byte));
    CHECK(texts->goes_on.contains(byte) == goes_on.contains(byte));
  }
}

TEST_CASE("automata accept what the rules derive") {
  check_texts(R"("<x>": ["a"])");
  check_texts(R"("<x>": ["", "ab", "ac", "b"])");
  check_texts(R"("<x>": ["a<x>", "b"])");
  check_texts(R"("<x>": ["<x>a", "b"])");
  check_texts(R"("<x>": ["ab<x>", ""])");
  check_texts(R"("<x>": ["<x>ab", "", "c"])");
  check_texts(R"("<x>": ["a<y>", "c"], "<y>": ["b<x>", "<x>", "b"])");
  check_texts(R"("<x>": ["<y>a", "c"], "<y>": ["<x>b", "<x>", "b"])");
  check_texts(R"("<x>": ["<y>c<y>", "<y>"], "<y>": ["<y>a", "b"])");
  check_texts(R"("<x>": ["<y><z>"], "<y>": ["", "a<y>"], "<z>": ["", "<z>b"])");
  check_texts(R"("<x>": ["<y><x>", "c"], "<y>": ["", "a<y>", "b"])");
  check_texts(R"("<x>": ["<x>", "a", "b<x>"])");
}

TEST_CASE("what has no automaton") {
  for (const std::string rules : {R"("<x>": [""])", R"("<x>": ["a<x>b", ""])", R"("<x>": ["a<x>"])",
                                  R"("<x>": ["<y>", ""], "<y>": [""])"}) {
    INFO(rules);
    CHECK_FALSE(NamedTerminal(rules).compile().has_value());
  }
  std::string doubling = R"("<x>": ["<x1><x1>"])";
  for (int i = 1; i < 40; ++i) {
    const std::string next = "<x" + std::to_string(i + 1) + ">";
    doubling += ", \"<x" + std::to_string(i) + ">\": [\"" + next + next + "\"]";
  }
  CHECK_FALSE(NamedTerminal(doubling + R"(, "<x40>": ["a"])").compile().has_value());
}

TEST_CASE("bytes are bytes, not characters") {
  const NamedTerminal x(R"("<x>": ["é<x>", "ü"])");
  const auto texts = x.compile();
  REQUIRE(texts.has_value());
  CHECK(texts->longest("éüé", 0) == 4);
  CHECK(texts->longest("\xA9\xC3\xBC\xA9", 1) == 2);
  CHECK(texts->longest("\xC3", 0) == 0);
}

}  // namespace
}  // namespace grabr
