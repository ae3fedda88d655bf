// List minimisers on flat lists of n things. Counted are tests after exact caching, from the first
// question of the minimiser to the end of a sweep that drops single things, last to first, until
// none can go. Each figure is the mean of ten random instances.
//
// Scenarios (m things are needed):
//   random m     m different places, each as likely as any other
//   clustered m  runs of at most eight neighbours at random places that do not overlap
//   dep m        m random places are needed, and each of all n things refers to none, one or two
//                (as likely) earlier ones, each as likely as any other; a text fails if what is
//                needed is there and no reference dangles. Drawn until 3m to 4m things have to be
//                left (for the published figures of dep 4: 14)
//   pairs m      m random places are needed; half of the things are partners in random pairs, and a
//                text with half a pair does not fail
// "gm" is the geometric mean over thirteen: random 1, 2, 4, n/16, n/8, n/4, n/2; clustered 4, n/8,
// n/4; dep 2, 4; pairs 4. Which thirteen were simulated for the published column is not known, so
// only single columns can be compared closely. Where they differ by more than a tenth:
//   gm      for n = 32 most: m below n/8 is next to nothing there
#include <algorithm>
#include <cmath>
#include <functional>

#include "bench.h"
#include "oracle/function_oracle.h"
#include "reduce/minimizer/list_minimizers.h"
#include "reduce/minimizer/mgbs.h"
#include "reduce/minimizer/probability_search.h"
#include "reduce/strategy.h"
#include "reduce/text/lexical.h"

namespace bench {
namespace {

using grabr::Kept;
using grabr::RemovableList;
using grabr::Session;
using grabr::Unit;

constexpr std::uint64_t kInstances = 10;

enum class Kind { kRandom, kClustered, kDependent, kPairs };

struct Scenario {
  Kind kind;
  std::uint32_t needed;
};

std::vector<Things> earlier_references(std::uint32_t n, Random& random) {
  std::vector<Things> references(n);
  for (std::uint32_t i = 1; i < n; ++i) references[i] = random.choose(random.below(3), i);
  return references;
}

std::vector<Things> partners(std::uint32_t n, Random& random) {
  Things order = random.choose(n / 2, n);
  for (std::uint32_t i = n / 2; i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);
  std::vector<Things> references(n);
  for (std::uint32_t i = 0; i + 1 < order.size(); i += 2) {
    references[order[i]] = {order[i + 1]};
    references[order[i + 1]] = {order[i]};
  }
  return references;
}

/// How many things the needed ones and their references are.
std::size_t least(const Failure& failure) {
  std::vector<bool> left(failure.references.size());
  for (const std::uint32_t i : failure.needed) left[i] = true;
  for (std::size_t i = left.size(); i-- > 0;) {
    if (!left[i]) continue;
    for (const std::uint32_t earlier : failure.references[i]) left[earlier] = true;
  }
  return static_cast<std::size_t>(std::count(left.begin(), left.end(), true));
}

Failure draw_dependent(std::uint32_t m, std::uint32_t n, Random& random) {
  Failure failure;
  do failure = {random.choose(m, n), earlier_references(n, random)};
  while (least(failure) < 3 * m || least(failure) > 4 * m);
  return failure;
}

Failure draw(Scenario scenario, std::uint32_t n, std::uint64_t seed) {
  Random random(seed * 1000 + n);
  if (scenario.kind == Kind::kDependent) return draw_dependent(scenario.needed, n, random);
  Failure failure;
  failure.needed = scenario.kind == Kind::kClustered ? random.choose_runs(scenario.needed, n)
                                                     : random.choose(scenario.needed, n);
  if (scenario.kind == Kind::kPairs) failure.references = partners(n, random);
  return failure;
}

/// Published are random 4, 16, 64, clustered 16, dep 4, the mean for n = 128, that for 32 and 512.
struct Row {
  const char* name;
  std::function<void(Session&)> run;
  double published[8];
};

struct Measured {
  double tests = 0;
  double after_one_pass = 0;  // things
  double left = 0;
};

Measured measure(const Row& row, Scenario scenario, std::uint32_t n, std::uint64_t seed) {
  const Failure failure = draw(scenario, n, seed);
  std::string text;
  for (std::uint32_t i = 0; i < n; ++i) text += std::to_string(i) + "\n";
  grabr::FunctionOracle oracle([&](std::string_view candidate) {
    return failure.holds(things_in(candidate, n)) ? grabr::Outcome::kFail : grabr::Outcome::kPass;
  });
  Session session(oracle, text);
  session.check_original("preflight");
  Measured measured;
  row.run(session);
  const std::string once = session.best();
  const RemovableList rest = text_list(once, Unit::kLines);
  measured.after_one_pass = rest.count;
  measured.left = static_cast<double>(drop_singles(session, rest, keep_all(rest)).size());
  measured.tests = static_cast<double>(session.counts().committed);
  return measured;
}

Measured mean(const Row& row, Scenario scenario, std::uint32_t n) {
  Measured sum;
  for (std::uint64_t seed = 1; seed <= kInstances; ++seed) {
    const Measured one = measure(row, scenario, n, seed);
    sum.tests += one.tests / kInstances;
    sum.after_one_pass += one.after_one_pass / kInstances;
    sum.left += one.left / kInstances;
  }
  return sum;
}

double geometric_mean(const Row& row, std::uint32_t n) {
  const std::vector<Scenario> scenarios = {
      {Kind::kRandom, 1},        {Kind::kRandom, 2},     {Kind::kRandom, 4},
      {Kind::kRandom, n / 16},   {Kind::kRandom, n / 8}, {Kind::kRandom, n / 4},
      {Kind::kRandom, n / 2},    {Kind::kClustered, 4},  {Kind::kClustered, n / 8},
      {Kind::kClustered, n / 4}, {Kind::kDependent, 2},  {Kind::kDependent, 4},
      {Kind::kPairs, 4}};
  double sum = 0;
  for (const Scenario scenario : scenarios) sum += std::log(mean(row, scenario, n).tests);
  return std::exp(sum / static_cast<double>(scenarios.size()));
}

using Minimizer = std::function<Kept(Session&, const RemovableList&)>;

std::function<void(Session&)> on_lines(const Minimizer& minimizer) {
  return [minimizer](Session& session) {
    const std::string text = session.best();
    minimizer(session, text_list(text, Unit::kLines));
  };
}

std::function<void(Session&)> from_end(const Minimizer& minimizer) {
  return on_lines([minimizer](Session& session, const RemovableList& list) {
    return minimizer(session, reversed(list));
  });
}

std::function<void(Session&)> strategy(const char* name) {
  return [name](Session& session) {
    grabr::Problem problem;
    problem.unit = Unit::kLines;
    run_strategy(*grabr::find_pass(name), session, problem);
  };
}

Kept probdd_as_in_perses(Session& session, const RemovableList& list) {
  grabr::ProbabilitySearch search = grabr::probdd_search();
  search.start = 0.25;
  search.certain = 0.8;
  return drop_improbable(session, list, search);
}

Kept mgbs_alone(Session& session, const RemovableList& list) { return grabr::mgbs(session, list); }

std::vector<Row> rows() {
  return {
      {"ddmin-2000", on_lines(grabr::ddmin_2000), {97, 497, 1649, 128, 1099}},
      {"ddmin-fuzzingbook", on_lines(grabr::ddmin_fuzzingbook), {61, 392, 1436, 0, 967}},
      {"ddmin-debuggingbook", on_lines(grabr::ddmin_debuggingbook), {}},
      {"dd-min", strategy("dd-min"), {51, 158, 335, 0, 321}},
      {"gopinath", on_lines(grabr::gopinath), {42, 121, 280, 60, 195, 91}},
      {"ddrmin", on_lines(grabr::ddrmin), {35, 104, 259, 62, 219, 91}},
      {"ddrmin, backward", from_end(grabr::ddrmin), {34, 102, 258, 59, 101, 75, 0, 171}},
      {"lithium", on_lines(grabr::lithium), {}},
      {"probdd", on_lines(grabr::probdd), {}},
      {"probdd .25/.8", on_lines(probdd_as_in_perses), {51, 104, 251, 71, 209, 116}},
      {"probdd .25/.8, backward",
       from_end(probdd_as_in_perses),
       {51, 104, 251, 71, 118, 102, 34, 329}},
      {"cdd", on_lines(grabr::cdd), {}},
      {"cdd, backward", from_end(grabr::cdd), {42, 116, 290, 64, 135, 94, 36, 275}},
      {"wddmin", on_lines(grabr::wddmin), {}},
      {"wprobdd", on_lines(grabr::wprobdd), {}},
      {"adaptive", on_lines(grabr::adaptive), {53, 121, 193, 62, 87, 79, 0, 177}},
      {"bisect", on_lines(grabr::bisect), {35, 105, 259, 65, 76, 72, 32, 159}},
      {"mgbs", on_lines(mgbs_alone), {35, 92, 199, 50, 74, 62, 28, 132}},
  };
}

}  // namespace

void print_lists() {
  std::puts("List minimisers: tests/published and ratio, n = 128 unless said. Last columns:");
  std::puts("things left by the minimiser alone, and after the sweep, in dep 4 and in pairs 4.\n");
  std::printf("%-24s %-13s %-13s %-15s %-13s %-15s %-12s %-11s %-12s %5s %5s %5s %5s\n", "",
              "random 4", "random 16", "random 64", "clustered 16", "dep 4", "gm 128", "gm 32",
              "gm 512", "dep", "left", "pairs", "left");
  const Scenario columns[] = {{Kind::kRandom, 4},
                              {Kind::kRandom, 16},
                              {Kind::kRandom, 64},
                              {Kind::kClustered, 16},
                              {Kind::kDependent, 4}};
  constexpr int kWidths[] = {13, 13, 15, 13, 15};
  for (const Row& row : rows()) {
    std::printf("%-24s", row.name);
    for (std::size_t i = 0; i < std::size(columns); ++i) {
      const double tests = mean(row, columns[i], 128).tests;
      std::printf(" %-*s", kWidths[i], cell(tests, row.published[i]).c_str());
    }
    std::printf(" %-12s", cell(geometric_mean(row, 128), row.published[5]).c_str());
    std::printf(" %-11s", cell(geometric_mean(row, 32), row.published[6]).c_str());
    std::printf(" %-12s", cell(geometric_mean(row, 512), row.published[7]).c_str());
    const Measured dependent = mean(row, {Kind::kDependent, 4}, 128);
    const Measured pairs = mean(row, {Kind::kPairs, 4}, 128);
    std::printf(" %5.0f %5.0f %5.0f %5.0f\n", dependent.after_one_pass, dependent.left,
                pairs.after_one_pass, pairs.left);
    std::fflush(stdout);
  }
}

}  // namespace bench
