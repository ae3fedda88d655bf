// Valid by construction: the texts that passes over a tree test are sentences of the grammar,
// unless the pass declares otherwise (Session::OutsideGrammar). Samples of every shipped grammar
// and sentences of random ones, with all kinds of oracles: every committed test is parsed again.
#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/auto_schedule.h"
#include "reduce/strategy.h"
#include "support/build.h"
#include "support/checked_run.h"
#include "support/grammars.h"
#include "support/random_grammar.h"
#include "support/random_text.h"
#include "support/samples.h"
#include "text/error.h"

namespace grabr {
namespace {

const std::uint64_t kTests = support::is_sanitized() ? 15 : 60;  // for one reduction
const std::uint32_t kGrammars = support::is_sanitized() ? 100 : 1500;
const std::size_t kLanguages = support::is_sanitized() ? 6 : 1000;
constexpr std::size_t kSampleBytes = 400;
constexpr std::size_t kTurns = 6;  // every how many schedules a language gets one

/// Parses each committed test that is not declared to be outside of the grammar.
class Reader : public Observer {
 public:
  Reader(const Parser& parser, std::string what) : parser_(parser), what_(std::move(what)) {}

  void on_test(const TestRecord& record) override {
    if (record.cached || record.number == 0 || record.outside) return;
    ++read;
    if (parser_.accepts(record.text)) return;
    CAPTURE(what_);
    CAPTURE(std::string(record.phase));
    CAPTURE(std::string(record.edit));
    CAPTURE(std::string(record.text));
    FAIL_CHECK("asked about, and no sentence");
  }

  std::uint64_t read = 0;

 private:
  const Parser& parser_;
  std::string what_;
};

/// Schedules of one pass each, and all that are shipped.
std::vector<std::pair<std::string, Schedule>> all_schedules() {
  std::vector<std::pair<std::string, Schedule>> schedules;
  for (const Pass* pass : tree_passes()) {
    const std::string name(pass->name);
    schedules.emplace_back(name, parse_schedule(name + " " + name));
  }
  for (const char* name : {"auto-fast", "auto", "auto-thorough"}) {
    schedules.emplace_back(name, parse_schedule(name));
  }
  return schedules;
}

/// Fails for some texts by chance, for all that contain a part of the original, or for all.
FunctionOracle::Function some_oracle(const std::string& text, std::uint32_t seed) {
  if (seed % 4 == 0) return [](std::string_view) { return Outcome::kFail; };
  if (seed % 4 == 1) return support::senseless(text, seed, 3);
  const std::size_t begin = seed * 7 % text.size();
  const std::string part = text.substr(begin, seed % 4);
  const std::string other = text.substr(seed * 31 % text.size(), 2);
  return support::contains_all({part, other});
}

/// Returns the number of parsed tests.
std::uint64_t check_inside(const std::shared_ptr<const Parser>& parser, const std::string& text,
                           const std::pair<std::string, Schedule>& schedule, std::uint32_t seed) {
  ParseResult parsed = parser->parse(text);
  auto* tree = std::get_if<Tree>(&parsed);
  if (tree == nullptr || text.empty()) return 0;
  Problem problem;
  problem.parser = parser;
  problem.tree = std::move(*tree);
  FunctionOracle oracle(some_oracle(text, seed));
  Session session(oracle, text);
  session.stop = StopToken().within({.tests = kTests});
  Reader reader(*parser, schedule.first + " on:\n" + text);
  session.add_observer(&reader);
  try {
    run_schedule(schedule.second, session, problem);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kBudget);
  }
  return reader.read;
}

TEST_CASE("on samples of every language passes ask about sentences only") {
  const auto schedules = all_schedules();
  std::uint32_t seed = 0;
  std::size_t languages = 0;
  for (const std::string& language : support::sample_languages()) {
    if (++languages > kLanguages) break;
    INFO(language);
    const auto parser = std::make_shared<const Parser>(support::shipped(language));
    std::vector<std::string> samples = support::samples_of(language, "valid.txt");
    std::erase_if(samples, [](const std::string& sample) { return sample.size() > kSampleBytes; });
    REQUIRE_FALSE(samples.empty());
    std::uint64_t read = 0;
    for (std::size_t i = languages % kTurns; i < schedules.size(); i += kTurns) {
      ++seed;
      read += check_inside(parser, samples[seed * 13 % samples.size()], schedules[i], seed);
    }
    CHECK((read > 0 || parser->grammar().generic));
  }
}

TEST_CASE("on sentences of random grammars passes ask about sentences only") {
  const auto schedules = all_schedules();
  std::uint64_t read = 0;
  for (std::uint32_t seed = 0; seed < kGrammars; ++seed) {
    const auto choices = support::seeded_choices(seed);
    support::RandomGrammars grammars(choices);
    const auto& kind = support::kGrammarKinds[seed % std::size(support::kGrammarKinds)];
    const auto grammar = grammars.next(kind);
    if (kind.rich && grammar->lexer == nullptr) continue;
    CAPTURE(seed);
    support::RandomTexts texts(*grammar, choices);
    const std::string text = texts.joined(texts.sentence(grammar->start));
    const auto parser = std::make_shared<const Parser>(grammar);
    read += check_inside(parser, text, schedules[seed % schedules.size()], seed);
    // Some passes find nothing to test; a whole schedule does.
    read += check_inside(parser, text, schedules.back(), seed);
  }
  CHECK(read > kGrammars / 5);
}

}  // namespace
}  // namespace grabr
