#include "reduce/certify/certificate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "reduce/schedule.h"
#include "reduce/tree_walks.h"
#include "support/build.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

using neighbours::Subject;

using Texts = std::vector<std::string>;

/// All texts of a neighbourhood by kind, in order.
std::array<Texts, kNeighbourKinds> texts_of(Neighbourhood& neighbourhood) {
  std::array<Texts, kNeighbourKinds> texts;
  while (const auto neighbour = neighbourhood.next()) {
    texts[static_cast<std::size_t>(neighbour->kind)].push_back(neighbour->candidate.text);
  }
  return texts;
}

Texts all_neighbours(Subject& subject) {
  Texts texts = subject.deletions();
  for (const Texts& more : {subject.cheapest(), subject.hoistings()}) {
    texts.insert(texts.end(), more.begin(), more.end());
  }
  return texts;
}

std::set<std::string> as_set(const Texts& texts) { return {texts.begin(), texts.end()}; }

/// Compares the enumeration with one that visits all nodes: each text once, only sentences, never
/// the text itself.
void check_complete(const std::shared_ptr<const Grammar>& grammar, const std::string& text) {
  CAPTURE(text);
  const Parser parser(grammar);
  Neighbourhood neighbourhood(text, &parser, false, Unit::kChars);
  REQUIRE(neighbourhood.of() == Neighbourhood::Of::kTree);
  Subject subject(grammar, text);
  const std::array<Texts, kNeighbourKinds> found = texts_of(neighbourhood);
  const std::array<std::set<std::string>, kNeighbourKinds> wanted = {
      as_set(subject.deletions()), as_set(subject.cheapest()), as_set(subject.hoistings())};
  std::set<std::string> seen;
  for (std::size_t kind = 0; kind < kNeighbourKinds; ++kind) {
    CAPTURE(kind);
    for (const std::string& neighbour : found[kind]) {
      CAPTURE(neighbour);
      CHECK(neighbour.size() <= text.size());
      CHECK(seen.insert(neighbour).second);
      CHECK(wanted[kind].contains(neighbour));
    }
  }
  std::set<std::string> all = as_set(all_neighbours(subject));
  all.erase(text);
  std::erase_if(all, [&](const std::string& one) { return !parser.accepts(one); });
  CHECK(seen == all);
}

TEST_CASE("certificate asks what its example says") {
  CHECK(neighbours::questions("certificate", "", "expr", "1 + (2 * 3)", "(") ==
        R"(! 1 + (2)
1
1 + 0
1 + 2
! (2)
0
2
)");
}

TEST_CASE("certificate: no single deletion, cheapest text or nearest hoist still fails") {
  neighbours::check_guarantee("certificate", all_neighbours);
}

TEST_CASE("texts that do not parse: certificate") { neighbours::check_broken_texts("certificate"); }

TEST_CASE("the neighbours are those found by going over all nodes") {
  for (const neighbours::Sample& sample : neighbours::samples()) {
    check_complete(support::fixed(sample.grammar), sample.text);
  }
  check_complete(support::fixed("expr"), "1");
  check_complete(support::fixed("json"), "[]");
  const std::uint32_t rounds = support::runs(600);
  int checked = 0;
  for (std::uint32_t seed = 0; seed < rounds; ++seed) {
    CAPTURE(seed);
    support::RandomGrammars grammars(support::seeded_choices(seed));
    const auto grammar = grammars.next(support::kGrammarKinds[seed % 10]);
    support::RandomTexts texts(*grammar, support::seeded_choices(seed + 1));
    const std::string text = texts.joined(texts.sentence(0));
    if (!Subject(grammar, text).parses()) continue;
    check_complete(grammar, text);
    ++checked;
  }
  CHECK(checked > static_cast<int>(rounds / 3));
}

TEST_CASE("cheapest texts with as many tokens are asked before all other neighbours") {
  const auto c = support::fixed("c");
  const std::string text = "char f(long a) { return a + 1234; }";
  const auto tokens = [&](const std::string& of) {
    const Tree tree = support::tree_of(c, of);
    return count_tokens(tree, tree.root());
  };
  const Parser parser(c);
  const Analysis analysis = analyse(*c);
  const SharedText shared(text);
  TreeEditor editor(parser, analysis, list_view(support::tree_of(c, text)), shared, text.size());
  TreeNeighbours neighbours(editor, true);
  std::vector<bool> respelled;
  while (const auto neighbour = neighbours.next()) {
    respelled.push_back(neighbour->kind == NeighbourKind::kCheapestText &&
                        tokens(neighbour->candidate.text) == tokens(text));
  }
  CHECK(std::ranges::count(respelled, true) > 1);
  CHECK(std::ranges::count(respelled, false) > 1);
  CHECK(std::ranges::is_sorted(respelled, std::ranges::greater()));
}

TEST_CASE("without a tree single units are deleted, from the end, each text once") {
  const auto texts = [](const std::string& text, Unit unit) {
    Neighbourhood neighbourhood(text, nullptr, false, unit);
    CHECK(neighbourhood.of() == Neighbourhood::Of::kUnits);
    return texts_of(neighbourhood)[0];
  };
  CHECK(texts("abc", Unit::kChars) == Texts{"ab", "ac", "bc"});
  CHECK(texts("abb", Unit::kChars) == Texts{"ab", "bb"});
  CHECK(texts("one\ntwo\n", Unit::kLines) == Texts{"one\n", "two\n"});
  CHECK(texts("f(x) + 1", Unit::kTokens) ==
        Texts{"f(x) + ", "f(x) 1", "f(x+ 1", "f() + 1", "fx) + 1", "(x) + 1"});
  CHECK(texts("[1, 2, 3]", Unit::kList) == Texts{"[1, 2]", "[1, 3]", "[2, 3]"});
  CHECK(texts("a", Unit::kChars) == Texts{""});
  CHECK(texts("", Unit::kChars).empty());
}

TEST_CASE("a text that does not parse has a tree where it may be partial, else units") {
  const Parser parser(support::fixed("json"));
  const std::string text = "[1, 2";
  CHECK(Neighbourhood(text, &parser, true, Unit::kChars).of() == Neighbourhood::Of::kPartialTree);
  CHECK(Neighbourhood(text, &parser, false, Unit::kChars).of() == Neighbourhood::Of::kUnits);
  CHECK(Neighbourhood("[1]", &parser, true, Unit::kChars).of() == Neighbourhood::Of::kTree);
}

TEST_CASE("known answers are counted by kind, and what is open is not taken for tested") {
  Neighbourhood neighbourhood("abcd", nullptr, false, Unit::kChars);
  const Certificate certificate =
      count_neighbours(neighbourhood, Unit::kChars, [](std::string_view text) {
        return text == "abc"   ? std::optional(Outcome::kPass)
               : text == "abd" ? std::optional(Outcome::kFail)
               : text == "acd" ? std::optional(Outcome::kUnresolved)
                               : std::nullopt;
      });
  CHECK(certificate.rows[0] == Certificate::Row{4, 2, 1, 1});
  CHECK(certificate.total() == certificate.rows[0]);
  CHECK(certificate.complete);
  CHECK_FALSE(certificate.minimal());
}

TEST_CASE("a certificate is minimal when all neighbours are known to pass") {
  const auto count = [](Outcome outcome) {
    Neighbourhood neighbourhood("abcd", nullptr, false, Unit::kChars);
    return count_neighbours(neighbourhood, Unit::kChars,
                            [outcome](std::string_view) { return std::optional(outcome); });
  };
  CHECK(count(Outcome::kPass).minimal());
  CHECK_FALSE(count(Outcome::kFail).minimal());
  CHECK_FALSE(count(Outcome::kUnresolved).minimal());
}

TEST_CASE("counting ends when it gets too much, and says so") {
  std::string text;
  while (text.size() < (std::size_t{1} << 20)) text += std::string(1000, 'x') + "\n";
  text += "the end is no other line";
  for (std::size_t at = 0; at < text.size(); at += 1001) {
    text[at] = static_cast<char>('a' + at % 26);
  }
  Neighbourhood neighbourhood(text, nullptr, false, Unit::kLines);
  const Certificate certificate = count_neighbours(
      neighbourhood, Unit::kLines, [](std::string_view) { return std::optional(Outcome::kPass); });
  CHECK_FALSE(certificate.complete);
  CHECK_FALSE(certificate.minimal());
  CHECK(certificate.total().neighbours > 10);
  CHECK(certificate.total().neighbours < 1000);
}

/// Runs a schedule and counts how many neighbours of the result its session has answers for.
struct Counted {
  Certificate certificate;
  std::uint64_t tests = 0;
};

Counted run_and_count(const char* names, const neighbours::Sample& sample,
                      const neighbours::Fails& fails) {
  const Schedule schedule = parse_schedule(names);
  const auto grammar = support::fixed(sample.grammar);
  Problem problem;
  problem.parser = std::make_shared<const Parser>(grammar);
  problem.tree = support::tree_of(grammar, sample.text);
  const std::string text = sample.text;
  FunctionOracle oracle([&](std::string_view candidate) {
    return candidate == text || fails(candidate) ? Outcome::kFail : Outcome::kPass;
  });
  Session session(oracle, text, schedule.cache());
  run_schedule(schedule, session, problem);
  Neighbourhood neighbourhood(session.best(), problem.parser.get(), false, Unit::kChars);
  const std::uint64_t tests = session.counts().committed;
  Counted counted{count_neighbours(
                      neighbourhood, Unit::kChars,
                      [&](std::string_view candidate) { return session.known_outcome(candidate); }),
                  tests};
  CHECK(session.counts().committed == tests);
  return counted;
}

TEST_CASE("after the pass every neighbour is known, whatever ran before") {
  for (const neighbours::Sample& sample : neighbours::samples()) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
      CAPTURE(sample.text);
      CAPTURE(seed);
      const neighbours::Fails fails = neighbours::oracle_of(sample, seed);
      CHECK(run_and_count("certificate", sample, fails).certificate.minimal());
      const Counted last = run_and_count("hdd-star then hoist then certificate", sample, fails);
      CHECK(last.certificate.minimal());
      const Counted twice =
          run_and_count("hdd-star then hoist then certificate then certificate", sample, fails);
      CHECK(twice.tests == last.tests);
    }
  }
}

TEST_CASE("of a strategy that asks other questions few neighbours are known") {
  const neighbours::Sample sample = neighbours::samples()[1];
  const Counted counted = run_and_count("gopinath", sample, neighbours::holds({"null"}));
  const Certificate::Row all = counted.certificate.total();
  CHECK(all.neighbours == counted.certificate.rows[0].neighbours +
                              counted.certificate.rows[1].neighbours +
                              counted.certificate.rows[2].neighbours);
  CHECK(counted.certificate.complete);
}

}  // namespace
}  // namespace grabr
