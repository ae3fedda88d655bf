#include "report/form/measure.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "support/grammars.h"
#include "support/samples.h"

using namespace grabr;

namespace {

/// Texts of a language, with pieces that change how much of the following text belongs to a token.
std::string long_text(const std::string& language) {
  std::string all;
  const std::string file = (support::sample_folder() / language / "valid.txt").string();
  for (const std::string& sample : support::split_samples(read_file(file))) {
    all.append(sample) += '\n';
    if (all.size() > 4000) break;
  }
  return all;
}

}  // namespace

TEST_CASE("tokens are counted as if each text were lexed as a whole") {
  const std::string pieces[] = {"\"",         "/*",  "*/", "<<END\nx\nEND\n", "r#\"", "\"#", "\xc3",
                                "\xa9",       "'",   "\n", "=begin\n",        "{}",   "",    "a",
                                "<?php a ?>", "\n  "};
  for (const char* language : {"json", "rust", "ruby", "php", "c"}) {
    const Parser parser(support::shipped(language));
    TokenCounter counter(&parser);
    std::mt19937 random(7);
    const auto below = [&](std::size_t n) { return random() % n; };
    const std::string original = long_text(language);
    std::string text = original;
    for (int round = 0; round < 120; ++round) {
      CAPTURE(language);
      CAPTURE(round);
      CAPTURE(text);
      REQUIRE(counter(text) == count_text_tokens(text, &parser));
      if (round % 30 == 29) text = original;
      const std::size_t at = below(text.size() + 1);
      const std::size_t length = std::min(text.size() - at, below(round % 3 == 0 ? 300 : 9));
      text.replace(at, length, pieces[below(std::size(pieces))]);
    }
  }
}

TEST_CASE("only what changed is lexed again") {
  const Parser parser(support::shipped("json"));
  std::string text = "[";
  for (int i = 0; i < 20'000; ++i) text += "{\"key\": 1},\n";
  text += "2]";
  TokenCounter counter(&parser);
  CHECK(counter(text) == 120'003);
  const std::size_t once = counter.bytes_lexed();
  CHECK(once == text.size());
  for (int i = 0; i < 100; ++i) {
    text.erase(12 * static_cast<std::size_t>(100 * (i + 1)) + 1, 12);
    CHECK(counter(text) == 120'003 - 6 * static_cast<std::size_t>(i + 1));
  }
  CHECK(counter.bytes_lexed() < once + 100 * 500);
}
