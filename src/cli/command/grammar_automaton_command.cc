// `grabr grammar stats` and `grabr grammar conflicts`: properties of a grammar's automaton.
#include <CLI/CLI.hpp>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <variant>
#include <vector>

#include "bench/grammar_run.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/commands.h"
#include "grammar/lex/lexer.h"
#include "grammar/model/hidden_lists.h"
#include "parse/ambiguity/conflicts.h"
#include "parse/ambiguity/grammar_counts.h"
#include "parse/parser.h"
#include "report/tables/grammar_statistics.h"
#include "run/config/quantity_words.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTokensListed = 8;
constexpr std::size_t kMaxRulesListed = 6;

struct AutomatonOptions {
  std::string grammar;
  std::vector<std::string> files;
  std::size_t max = 20;
  bool json = false;
};

std::shared_ptr<AutomatonOptions> declare_options(CLI::App& app) {
  auto options = std::make_shared<AutomatonOptions>();
  app.add_option("GRAMMAR", options->grammar, "Name or file of a grammar")
      ->type_name("")
      ->required();
  app.add_flag("--json", options->json, "Print one JSON object, not text");
  return options;
}

template <class Work>
double milliseconds(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

std::string kilobytes(std::size_t bytes) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(bytes < 10'000'000 ? 1 : 0);
  if (bytes < 1'000'000) out << static_cast<double>(bytes) / 1e3 << " kB";
  else out << static_cast<double>(bytes) / 1e6 << " MB";
  return out.str();
}

std::string stats_text(const Grammar& grammar, const GrammarCounts& counts,
                       const LoadTimes& times) {
  std::ostringstream out;
  const auto line = [&](const char* name) -> std::ostream& {
    return out << std::left << std::setw(12) << name;
  };
  line("grammar") << escaped(grammar.name, "")
                  << (grammar.version.empty() ? "" : ", " + escaped(grammar.version, "")) << '\n';
  line("rules") << so_many(counts.rules, "rule") << ", "
                << so_many(counts.alternatives, "alternative") << '\n';
  line("lowered") << so_many(counts.lowered_rules, "rule") << ", "
                  << so_many(counts.helpers, "helper symbol")
                  << " for lists, optional parts and groups\n";
  line("plain") << so_many(counts.epsilon_free_rules, "rule") << ", none of them empty\n";
  line("tokens") << so_many(counts.terminals, "terminal") << '\n';
  if (grammar.lexer) line("lexer") << so_many(counts.lexer_states, "state") << '\n';
  line("parser") << so_many(counts.states, "LALR(1) state") << '\n';
  line("conflicts") << counts.conflicts << " (state and token), in "
                    << so_many(counts.conflict_states, "state") << '\n';
  line("tables") << kilobytes(counts.table_bytes) << "; rows are filled on first use, "
                 << kilobytes(counts.row_bytes) << " if all are\n";
  line("load") << std::fixed << std::setprecision(2) << "file " << times.file_ms << " ms, lexer "
               << times.lexer_ms << " ms, automaton " << times.automaton_ms << " ms\n";
  for (const SymbolId rule : hidden_lists(grammar)) {
    line("remark") << escaped(grammar.symbols[rule].name, "")
                   << " is a list written recursively: write x % ',', x+ or x*\n";
  }
  return out.str();
}

/// Returns 1 if some of the files do not parse.
int run_file_stats(const AutomatonOptions& options) {
  const std::filesystem::path path = find_grammar(options.grammar);
  const std::shared_ptr<const Grammar> grammar = read_grammar(path);
  std::vector<CorpusFile> files;
  for (const std::string& file : options.files) files.push_back({file, true});
  FileStatistics statistics;
  statistics.run = measure_grammar(
      path.stem().string(), [&] { return grammar; }, files, {}, [] {});
  if (!statistics.run.error.empty()) throw Error(ErrorKind::kInvalid, statistics.run.error);
  const Parser parser(grammar);
  for (const std::string& file : options.files) {
    const ParseResult result = parser.parse(read_file(file));
    if (const auto* tree = std::get_if<Tree>(&result)) statistics.trees.add(*tree);
  }
  std::cout << (options.json ? file_statistics_json(statistics) : file_statistics_text(statistics));
  return statistics.run.wrong.empty() ? 0 : 1;
}

int run_stats(const AutomatonOptions& options) {
  if (!options.files.empty()) return run_file_stats(options);
  LoadTimes times;
  std::shared_ptr<const Grammar> grammar;
  const std::filesystem::path path = find_grammar(options.grammar);
  times.file_ms = milliseconds([&] { grammar = read_grammar(path); });
  if (grammar->lexer) {
    std::vector<Diagnostic> problems;
    times.lexer_ms = milliseconds([&] { Lexer::compile(*grammar, problems); });
    times.file_ms = std::max(0.0, times.file_ms - times.lexer_ms);
  }
  std::shared_ptr<const GrammarAutomaton> automaton;
  times.automaton_ms = milliseconds([&] { automaton = make_automaton(*grammar); });
  const GrammarCounts counts = count_grammar(*grammar, *automaton);
  std::cout << (options.json ? stats_json(*grammar, counts, times)
                             : stats_text(*grammar, counts, times));
  return 0;
}

/// Joins at most `most` words and says how many more there are.
std::string listed(const std::vector<std::string>& words, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(words.size(), most); ++i) {
    text += (i > 0 ? " " : "") + words[i];
  }
  if (words.size() > most) text += " and " + std::to_string(words.size() - most) + " more";
  return text;
}

void print_rules_of(const char* action, const std::vector<std::string>& rules) {
  for (std::size_t i = 0; i < std::min(rules.size(), kMaxRulesListed); ++i) {
    std::cout << "    " << std::left << std::setw(10) << (i == 0 ? action : "") << rules[i] << '\n';
  }
  if (rules.size() > kMaxRulesListed) {
    std::cout << std::string(14, ' ') << "and " << rules.size() - kMaxRulesListed << " more\n";
  }
}

void print_conflict(std::size_t number, const Conflict& conflict) {
  std::cout << '\n' << number << ". before " << listed(conflict.tokens, kMaxTokensListed);
  if (conflict.states > 1) std::cout << " (in " << conflict.states << " states)";
  std::cout << '\n';
  print_rules_of("go on", conflict.shift);
  print_rules_of("end", conflict.reduce);
  if (conflict.before.empty()) return;
  std::cout << "    reached by: " << escaped(conflict.before, "") << " • "
            << (conflict.token.empty() ? "(end of input)" : escaped(conflict.token, "")) << '\n';
}

int run_conflicts(const AutomatonOptions& options) {
  const std::shared_ptr<const Grammar> grammar = read_grammar(find_grammar(options.grammar));
  const Conflicts conflicts = find_conflicts(*grammar, *make_automaton(*grammar), options.max);
  if (options.json) {
    std::cout << conflicts_json(conflicts);
    return 0;
  }
  if (conflicts.groups == 0) {
    std::cout << "No conflicts: one token of look-ahead is always enough.\n";
    return 0;
  }
  std::cout << so_many(conflicts.groups, "conflict") << " between rules, in "
            << so_many(conflicts.states, "state")
            << ". They are not errors: the parser follows every\n"
            << "rule until the text decides. Such places are only slower to parse.\n";
  for (std::size_t i = 0; i < conflicts.shown.size(); ++i) {
    print_conflict(i + 1, conflicts.shown[i]);
  }
  if (conflicts.groups > conflicts.shown.size()) {
    std::cout << "\n"
              << conflicts.groups - conflicts.shown.size()
              << " more; --max N shows more of them.\n";
  }
  return 0;
}

}  // namespace

CommandAction declare_grammar_stats(CLI::App& app) {
  auto options = declare_options(app);
  app.add_option("--on", options->files,
                 "Parse these files and report statistics: tokens, how many of them can be "
                 "deleted, lists by rule, ambiguities, speed")
      ->type_name("FILE...");
  return [options](const std::optional<Words>&) { return run_stats(*options); };
}

CommandAction declare_grammar_conflicts(CLI::App& app) {
  auto options = declare_options(app);
  app.add_option("--max", options->max,
                 "Number of conflicts to show, most frequent first. Default: 20")
      ->type_name("N");
  return [options](const std::optional<Words>&) { return run_conflicts(*options); };
}

}  // namespace grabr
