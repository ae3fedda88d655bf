// The tests of every strategy on three small inputs, recorded as text and reviewed when they
// change: tests/golden/traces/NAME.txt, rewritten with GRABR_UPDATE_GOLDEN=1.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "reduce/strategy.h"
#include "support/golden.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

struct Case {
  const char* title;
  const char* grammar;
  std::string input;
  std::function<bool(std::string_view)> fails;
};

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

std::vector<Case> cases() {
  return {
      {"a parenthesis before its partner", "expr", "1 + (2 * 3)",
       [](std::string_view text) { return support::mystery(text) == Outcome::kFail; }},
      {"-0.0 and null", "json", "{\"a\": [1, -0.0], \"b\": [{\"c\": null}, 2]}",
       [](std::string_view text) { return has(text, "-0.0") && has(text, "null"); }},
      {"a call of f with x declared", "c",
       "int x, y;\nint g(void) { if (y) { f(x, y); } return 0; }\n",
       [](std::string_view text) { return has(text, "f(") && has(text, "int x"); }},
  };
}

/// One line for each test: outcome, edit, text.
class Lines : public Observer {
 public:
  std::string text;
  void on_test(const TestRecord& record) override {
    if (record.cached || record.phase == "preflight") return;
    text += record.accepted ? "* " : "  ";
    text += std::string(outcome_name(record.result.outcome)) + "  ";
    text += escaped(record.text);
    if (!record.edit.empty()) text += "    # " + std::string(record.edit);
    text += '\n';
  }
};

std::string traces_of(const Pass& strategy) {
  std::string all;
  for (const Case& given : cases()) {
    Problem problem;
    problem.parser = std::make_shared<const Parser>(support::fixed(given.grammar));
    ParseOptions how = problem.parser->defaults();
    how.choice = strategy.choice;
    problem.tree = std::get<Tree>(problem.parser->parse(given.input, how));
    FunctionOracle oracle(support::fails_if(given.fails));
    Session session(oracle, given.input, strategy.cache);
    Lines lines;
    session.add_observer(&lines);
    run_strategy(strategy, session, problem);
    const TestCounts counts = session.counts();
    all += std::string(given.title) + ": " + escaped(given.input) + "\n" + lines.text + "→ " +
           escaped(session.best()) + "    # " + std::to_string(counts.committed) + " tests\n\n";
  }
  return all;
}

TEST_CASE("the trace of every strategy on three inputs") {
  const std::filesystem::path folder = GRABR_SOURCE_DIR "/tests/golden/traces";
  for (const Pass& strategy : strategies()) {
    CAPTURE(strategy.name);
    const std::filesystem::path path = folder / (std::string(strategy.name) + ".txt");
    const std::string traces = traces_of(strategy);
    if (std::getenv("GRABR_UPDATE_GOLDEN") != nullptr) {
      std::filesystem::create_directories(folder);
      write_atomically(path, traces);
    }
    REQUIRE(std::filesystem::exists(path));
    CHECK(read_file(path) == traces);
  }
}

}  // namespace
}  // namespace grabr
