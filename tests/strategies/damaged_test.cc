// The whole default strategy on damaged texts of every shipped language: small texts and few tests;
// tests/fuzz/reduce_fuzz.cc does the same with more. GRABR_DAMAGED_RUNS sets the number for each
// language.
#include "support/damaged.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "support/build.h"
#include "support/grammars.h"
#include "support/samples.h"

namespace grabr {
namespace {

const std::uint32_t kTextsOfLanguage = support::runs(3);
constexpr std::size_t kLongest = 300;  // bytes
const std::uint64_t kMaxTests = 10 + support::runs(50);

std::uint32_t runs_of_a_language() {
  const char* const given = std::getenv("GRABR_DAMAGED_RUNS");
  return given == nullptr ? kTextsOfLanguage : static_cast<std::uint32_t>(std::atoi(given));
}

TEST_CASE("the default strategy on damaged texts of every language") {
  std::string other = "if (a < \"b\") { return [1, 2]; }";
  std::uint32_t seed = 0;
  for (const std::string& language : support::sample_languages()) {
    if (!std::filesystem::exists(GRABR_SOURCE_DIR "/grammars/" + language + ".json")) continue;
    const auto parser = std::make_shared<const Parser>(support::shipped(language));
    const std::vector<std::string> samples = support::samples_of(language, "valid.txt");
    for (std::uint32_t n = 0; n < runs_of_a_language(); ++n) {
      const support::Choices below = support::seeded_choices(++seed);
      std::string text = samples[below(static_cast<std::uint32_t>(samples.size()))];
      if (text.size() > kLongest) text = text.substr(below(100), kLongest);
      if (below(3) > 0) text = support::damaged(text, other, below);
      const auto effort = static_cast<Effort>(seed % 3);
      const auto test = support::any_test(text, below);
      CAPTURE(language);
      CAPTURE(seed);
      CAPTURE(text);
      CHECK(support::fault_of_run(parser, text, test, effort, kMaxTests, n % 3 == 0) == "");
      other = text;
    }
  }
}

TEST_CASE("tokens of no kind in a text that does not parse") {
  struct Row {
    const char* language;
    const char* text;
    const char* part;
  };
  for (const Row& row : {Row{"fortran", "program p\n  @\nend program\n", "@"},
                         Row{"xml", "<a>\xff</a><!-- b --> c <", "\xff"},
                         Row{"sql", "SELEC\xff\xff, \xff\xff FROM \xff\xff;", "\xff\xff"}}) {
    const auto parser = std::make_shared<const Parser>(support::shipped(row.language));
    for (const Effort effort : {Effort::kFast, Effort::kNormal, Effort::kThorough}) {
      const auto test = [&](std::string_view text) {
        return text.find(row.part) == text.npos ? Outcome::kPass : Outcome::kFail;
      };
      CAPTURE(std::string(row.text));
      CHECK(support::fault_of_run(parser, row.text, test, effort, kMaxTests, false) == "");
    }
  }
}

}  // namespace
}  // namespace grabr
