#include "bench/shootout.h"

#include <algorithm>
#include <random>
#include <utility>
#include <variant>

#include "bench/strategy_run.h"
#include "generate/generator.h"
#include "oracle/function_oracle.h"
#include "text/error.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxSymbols = 3;

std::vector<bool> symbols_in(const Tree& tree) {
  std::vector<bool> found(tree.grammar().symbols.size());
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    const bool named = node.kind == NodeKind::kRule || node.kind == NodeKind::kToken;
    if (named && node.symbol != kNoSymbol) found[node.symbol] = true;
  }
  return found;
}

/// Up to three nonterminals and terminals of the tree in random order, without the start symbol,
/// which every text has.
std::vector<SymbolId> wanted_symbols(const Tree& tree, std::uint64_t seed) {
  const std::vector<bool> found = symbols_in(tree);
  std::vector<SymbolId> symbols;
  for (SymbolId symbol = 0; symbol < found.size(); ++symbol) {
    if (found[symbol] && symbol != tree.grammar().start) symbols.push_back(symbol);
  }
  std::mt19937_64 random(seed);
  // std::shuffle differs between standard libraries.
  for (std::size_t i = symbols.size(); i > 1; --i) std::swap(symbols[i - 1], symbols[random() % i]);
  symbols.resize(std::min(symbols.size(), kMaxSymbols));
  return symbols;
}

Outcome has_symbols(const Parser& parser, const std::vector<SymbolId>& wanted,
                    std::string_view text) {
  const ParseResult result = parser.parse(text);
  const auto* tree = std::get_if<Tree>(&result);
  if (tree == nullptr) return Outcome::kUnresolved;
  const std::vector<bool> found = symbols_in(*tree);
  const bool all =
      std::all_of(wanted.begin(), wanted.end(), [&](SymbolId symbol) { return found[symbol]; });
  return all ? Outcome::kFail : Outcome::kPass;
}

struct ShootoutInput {
  std::size_t number = 0;
  std::string text;
  Problem problem;
};

class Shootout {
 public:
  Shootout(const ShootoutPlan& plan, const std::function<void(const ShootoutRecord&)>& on_record)
      : plan_(plan), on_record_(on_record), generator_(plan.parser->grammar_ptr(), sizes(plan)) {}

  void run() {
    for (std::size_t number = 0; number < plan_.inputs; ++number) {
      const ShootoutInput input = make_input(number);
      std::vector<SymbolId> symbols = wanted_symbols(*input.problem.tree, plan_.seed + number);
      std::vector<SymbolId> wanted;
      for (const SymbolId symbol : symbols) {
        wanted.push_back(symbol);
        for (const Schedule& schedule : plan_.schedules) run_one(input, wanted, schedule);
      }
    }
  }

 private:
  /// Sizes of sentences that are worth reducing.
  static GeneratorOptions sizes(const ShootoutPlan& plan) {
    GeneratorOptions options;
    options.strategy = GenerateStrategy::kCost;
    options.seed = plan.seed;
    options.min_nonterminals = 40;
    return options;
  }

  ShootoutInput make_input(std::size_t number) {
    ShootoutInput input;
    input.number = number;
    input.text = print(generator_.sentence(number));
    input.problem.parser = plan_.parser;
    ParseResult result = plan_.parser->parse(input.text);
    auto* tree = std::get_if<Tree>(&result);
    if (tree == nullptr) {
      throw Error(ErrorKind::kSystem,
                  "no sentence of " + plan_.parser->grammar().name + " could be generated");
    }
    input.problem.tree = std::move(*tree);
    return input;
  }

  std::uint64_t tokens_of(std::string_view text) const {
    const ParseResult result = plan_.parser->parse(text);
    const auto* tree = std::get_if<Tree>(&result);
    return tree != nullptr ? count_tokens(*tree, tree->root()) : 0;
  }

  void run_one(const ShootoutInput& input, const std::vector<SymbolId>& wanted,
               const Schedule& schedule) const {
    ShootoutRecord record;
    record.strategy = schedule.text();
    record.input = input.number;
    for (const SymbolId symbol : wanted) {
      record.symbols.push_back(plan_.parser->grammar().symbols[symbol].name);
    }
    record.input_bytes = input.text.size();
    record.input_tokens = tokens_of(input.text);
    const auto problem = problem_for(schedule, input.problem, input.text);
    if (const auto* reason = std::get_if<std::string>(&problem)) record.error = *reason;
    else reduce(input, wanted, schedule, std::get<Problem>(problem), record);
    on_record_(record);
  }

  void reduce(const ShootoutInput& input, const std::vector<SymbolId>& wanted,
              const Schedule& schedule, const Problem& problem, ShootoutRecord& record) const {
    FunctionOracle oracle(
        [&](std::string_view text) { return has_symbols(*plan_.parser, wanted, text); });
    StrategyRunPlan plan;
    plan.original = input.text;
    plan.schedule = &schedule;
    plan.problem = &problem;
    plan.judge.canary_every = 0;
    plan.judge.stop = plan_.stop.within({.tests = plan_.max_tests});
    const StrategyRun run = run_for_record(oracle, plan);
    if (is_by_signal(run.ended_by)) throw Error(*run.ended_by, run.ended);
    record.bytes = run.result.size();
    record.tokens = tokens_of(run.result);
    record.tests = run.counts.committed;
    record.limited = run.ended_by == ErrorKind::kBudget;
    if (!record.limited) record.error = run.ended;
  }

  const ShootoutPlan& plan_;
  const std::function<void(const ShootoutRecord&)>& on_record_;
  Generator generator_;
};

}  // namespace

void run_shootout(const ShootoutPlan& plan,
                  const std::function<void(const ShootoutRecord&)>& on_record) {
  Shootout(plan, on_record).run();
}

}  // namespace grabr
