#include "parse/earley/chart_builder.h"

#include <doctest/doctest.h>

#include <random>

#include "parse/earley/reading.h"
#include "support/grammars.h"

namespace grabr {
namespace {

/// Pushes and takes back at random; all the while what is read must be what a fresh chart reads.
void check_going_back(const std::string& rules, const std::string& alphabet, std::uint32_t seed) {
  CAPTURE(rules);
  const Parser parser(support::grammar_of(rules));
  const LoweredId byte = parser.lowered().first_byte;
  std::mt19937 random(seed);
  ChartBuilder builder = parser.chart_builder();
  std::string read;
  for (int step = 0; step < 2000; ++step) {
    if (random() % 5 == 0) {
      read.resize(random() % (read.size() + 1));
      builder.pop_to(static_cast<std::uint32_t>(read.size()));
    }
    const char next = alphabet[random() % alphabet.size()];
    CAPTURE(read);
    CAPTURE(next);
    const bool fits = builder.push(byte + static_cast<unsigned char>(next));
    CHECK(fits == (parser.read(read + next).chart.set_count() == read.size() + 2));
    if (fits) read += next;
    REQUIRE(builder.size() == read.size());
    CHECK(builder.complete() == parser.accepts(read));
    CHECK(builder.chart().set_count() == read.size() + 1);
  }
}

TEST_CASE("tokens taken back leave no trace") {
  check_going_back(R"({"<start>": ["<s>"], "<s>": ["", "(<s>)<s>", "a"]})", "()a", 1);
  check_going_back(R"({"<start>": ["<e>"], "<e>": ["<e>+<e>", "<e>*<e>", "n", "<e>?"]})", "n+*?",
                   2);
  check_going_back(R"({"<start>": ["<a>"], "<a>": ["<b><a>x", "y"], "<b>": ["", "b", "<a>"]})",
                   "bxy", 3);
}

TEST_CASE("without memory nothing is read") {
  const Parser parser(support::grammar_of(R"({"<start>": ["a<start>", ""]})"));
  ParseOptions little;
  little.max_memory = 64;
  ChartBuilder builder = parser.chart_builder(little);
  const LoweredId a = parser.lowered().first_byte + 'a';
  std::uint32_t read = 0;
  while (read < 100 && builder.push(a)) ++read;
  CHECK(read < 10);
  CHECK(builder.chart().out_of_memory());
  builder.pop_to(0);
  CHECK(builder.push(a));
}

}  // namespace
}  // namespace grabr
