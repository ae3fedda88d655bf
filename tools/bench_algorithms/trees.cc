// Strategies on trees with a thousand leaves: nested lists, `node: NAME | '(' node* ')'`. A group
// of L leaves has two to twenty children (at most L), which share the leaves at random; a group of
// one is a leaf. Each figure is the mean of four random instances: tests of the whole strategy, to
// its fixpoint, and in brackets the tokens of all candidates, in thousands.
//
// Scenarios (m leaves are needed):
//   scattered     m different leaves, each as likely as any other
//   clustered     runs of at most eight neighbouring leaves at random places
//   backward r    clustered; each leaf refers, with probability r, to one earlier leaf, each as
//                 likely as any other; a text fails if what is needed is there and no reference
//                 dangles
//   forward r     the same with later leaves
//   mixed a/b     r = .3; a of a hundred references go back, the others forward
// The published figures are of a simulation without replacements, on trees of a shape not known,
// with brackets that cost nothing; those for forward and mixed references in the last column are of
// a walk that tries both ends first (a pilot of 12 tests each). `perses` here replaces, too.
// "left": leaves at the end, by the strategy in the last column.
#include <memory>
#include <variant>

#include "bench.h"
#include "grammar/load/load.h"
#include "oracle/function_oracle.h"
#include "parse/parser.h"
#include "reduce/strategy.h"
#include "text/error.h"

namespace bench {
namespace {

constexpr std::uint32_t kLeaves = 1000;
constexpr std::uint64_t kInstances = 4;
constexpr std::uint64_t kMaxTests = 40000;

constexpr const char* kGrammar = R"json({
  "name": "nested", "start": "node",
  "rules": {"node": ["NAME", "'(' node* ')'"]},
  "tokens": {"NAME": "n[0-9]+"},
  "skip": {"SPACE": "[ ]+"}
})json";

std::shared_ptr<const grabr::Parser> make_parser() {
  grabr::GrammarFile file = load_grammar(grabr::Source("nested.json", kGrammar));
  auto grammar = std::make_shared<const grabr::Grammar>(std::move(*file.grammar));
  return std::make_shared<const grabr::Parser>(std::move(grammar));
}

/// `leaves` leaves, numbered from `next` on.
void write_group(std::string& text, std::uint32_t& next, std::uint32_t leaves, Random& random) {
  if (leaves == 1) {
    text += "n" + std::to_string(next++) + " ";
    return;
  }
  text += "( ";
  Things cuts = random.choose(std::min(leaves - 1, 1 + random.below(19)), leaves - 1);
  cuts.push_back(leaves - 1);
  std::uint32_t begin = 0;
  for (const std::uint32_t cut : cuts) {
    write_group(text, next, cut + 1 - begin, random);
    begin = cut + 1;
  }
  text += ") ";
}

struct Scenario {
  const char* name;
  std::uint32_t needed;
  bool clustered;
  double references;  // probability of one
  double backward;    // that it refers to an earlier leaf
};

Failure draw(const Scenario& scenario, Random& random) {
  Failure failure;
  failure.needed = scenario.clustered ? random.choose_runs(scenario.needed, kLeaves)
                                      : random.choose(scenario.needed, kLeaves);
  failure.references.resize(kLeaves);
  for (std::uint32_t i = 0; i < kLeaves; ++i) {
    if (!random.chance(scenario.references)) continue;
    const bool back = random.chance(scenario.backward);
    if (back && i > 0) failure.references[i] = {random.below(i)};
    if (!back && i + 1 < kLeaves) failure.references[i] = {i + 1 + random.below(kLeaves - i - 1)};
  }
  return failure;
}

struct Column {
  const char* title;
  const char* strategy;
  const char* minimizer;  // null: its own
};

constexpr Column kColumns[] = {
    {"hdd-star", "hdd-star", nullptr}, {"hddr", "hddr", nullptr},
    {"coarse", "coarse", nullptr},     {"perses", "perses", nullptr},
    {"pardis", "pardis", nullptr},     {"perses, mgbs", "perses", "mgbs"},
    {"sweep", "sweep", nullptr},
};

class Work : public grabr::Observer {
 public:
  double tokens = 0;
  void on_test(const grabr::TestRecord& record) override {
    if (record.cached) return;
    bool within = false;
    for (const char c : record.text) {
      const bool bracket = c == '(' || c == ')';
      const bool name = c == 'n';
      if (bracket || (name && !within)) ++tokens;
      within = name || (c >= '0' && c <= '9');
    }
  }
};

struct Measured {
  double tests = 0;
  double tokens = 0;
  double left = 0;
};

Measured measure(const Column& column, const Scenario& scenario,
                 const std::shared_ptr<const grabr::Parser>& parser, std::uint64_t seed) {
  Random random(seed);
  std::string text;
  std::uint32_t next = 0;
  write_group(text, next, kLeaves, random);
  const Failure failure = draw(scenario, random);
  grabr::FunctionOracle oracle([&](std::string_view candidate) {
    return failure.holds(things_in(candidate, kLeaves)) ? grabr::Outcome::kFail
                                                        : grabr::Outcome::kPass;
  });
  grabr::Problem problem;
  problem.parser = parser;
  problem.tree = std::get<grabr::Tree>(parser->parse(text, {}));
  if (column.minimizer != nullptr) {
    problem.lists = grabr::ListReducer(*grabr::find_minimizer(column.minimizer));
  }
  grabr::Session session(oracle, text);
  session.check_original("preflight");
  session.stop = grabr::StopToken().within({.tests = kMaxTests});
  Work work;
  session.add_observer(&work);
  try {
    run_strategy(*grabr::find_pass(column.strategy), session, problem);
  } catch (const grabr::Error&) {  // the most tests
  }
  Measured measured;
  measured.tests = static_cast<double>(session.counts().committed);
  measured.tokens = work.tokens;
  for (const bool there : things_in(session.best(), kLeaves)) measured.left += there ? 1 : 0;
  return measured;
}

struct Row {
  Scenario scenario;
  double published[std::size(kColumns)];
};

constexpr Row kRows[] = {
    {{"4 scattered", 4, false, 0, 0}, {202, 82, 0, 70, 81, 71, 64}},
    {{"24 clustered", 24, true, 0, 0}, {620, 238, 0, 189, 183, 173, 171}},
    {{"150 clustered", 150, true, 0, 0}, {5612, 1324, 0, 963, 781, 790, 749}},
    {{"8, backward .3", 8, true, 0.3, 1}, {2749, 901, 0, 467, 562, 445, 98}},
    {{"24, backward .3", 24, true, 0.3, 1}, {7123, 1570, 0, 864, 738, 774, 251}},
    {{"24, backward .1", 24, true, 0.1, 1}, {0, 0, 0, 411, 446, 406, 177}},
    {{"150, backward .3", 150, true, 0.3, 1}, {0, 0, 0, 2260, 1213, 1725, 954}},
    {{"24, forward .3", 24, true, 0.3, 0}, {0, 0, 0, 942, 760, 856, 256}},
    {{"24, mixed 70/30", 24, true, 0.3, 0.7}, {0, 0, 0, 1021, 1102, 903, 678}},
    {{"24, mixed 30/70", 24, true, 0.3, 0.3}, {0, 0, 0, 1130, 0, 0, 866}},
};

}  // namespace

void print_trees() {
  std::puts("Strategies on trees of 1,000 leaves: tests/published and ratio [thousand tokens].\n");
  std::printf("%-18s", "");
  for (const Column& column : kColumns) std::printf(" %-22s", column.title);
  std::printf(" %s\n", "left");
  const auto parser = make_parser();
  for (const Row& row : kRows) {
    std::printf("%-18s", row.scenario.name);
    Measured mean;
    for (std::size_t i = 0; i < std::size(kColumns); ++i) {
      mean = {};
      for (std::uint64_t seed = 1; seed <= kInstances; ++seed) {
        const Measured one = measure(kColumns[i], row.scenario, parser, seed);
        mean.tests += one.tests / kInstances;
        mean.tokens += one.tokens / kInstances;
        mean.left += one.left / kInstances;
      }
      char work[32];
      std::snprintf(work, sizeof work, " [%.0f]", mean.tokens / 1000);
      std::printf(" %-22s", (cell(mean.tests, row.published[i]) + work).c_str());
    }
    std::printf(" %.0f\n", mean.left);
    std::fflush(stdout);
  }
}

}  // namespace bench
