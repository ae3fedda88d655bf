// `grabr bench --mode grammars` and `--mode shootout`.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "bench/grammar_run.h"
#include "bench/shootout.h"
#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/command/bench_command.h"
#include "cli/show/interruption.h"
#include "cli/show/strategies.h"
#include "reduce/strategy.h"
#include "report/tables/bench_reports.h"
#include "text/error.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kShootoutTests = 2000;

struct NamedGrammar {
  std::string key;
  fs::path path;
};

std::vector<NamedGrammar> named_grammars(const std::vector<std::string>& names) {
  std::vector<NamedGrammar> grammars;
  if (names.empty()) {
    for (const GrammarCard& card : list_grammars(CardDetail::kHead)) {
      grammars.push_back({card.key, card.path});
    }
    return grammars;
  }
  for (const std::string& name : names) {
    const fs::path path = find_grammar(name);
    grammars.push_back({path.stem().string(), path});
  }
  return grammars;
}

/// The files of one grammar: those in a folder named after its language, or those that it fits by
/// name or content.
class Corpus {
 public:
  explicit Corpus(const std::string& folder) : folder_(folder) {
    if (folder.empty()) return;
    if (!fs::is_directory(folder_)) {
      throw Error(ErrorKind::kInvalid, "--corpus: " + folder + " is not a folder");
    }
  }

  std::vector<CorpusFile> files_of(const NamedGrammar& grammar) {
    if (folder_.empty()) return {};
    std::vector<CorpusFile> files = corpus_of(folder_, grammar.key);
    if (!files.empty() || fs::is_directory(folder_ / grammar.key)) return files;
    for (const fs::path& path : plain_files()) {
      const auto known = choose_for_file(chooser_, path);
      if (known && fs::weakly_canonical(known->path) == fs::weakly_canonical(grammar.path)) {
        files.push_back({path, true});
      }
    }
    return files;
  }

 private:
  /// The files beside the folders of languages.
  const std::vector<fs::path>& plain_files() {
    if (read_) return plain_;
    read_ = true;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const bool language = fs::is_directory(entry.path() / "valid");
      if (entry.is_regular_file()) plain_.push_back(entry.path());
      if (!entry.is_directory() || language) continue;
      for (const fs::path& path : files_below(entry.path())) plain_.push_back(path);
    }
    std::sort(plain_.begin(), plain_.end());
    return plain_;
  }

  fs::path folder_;
  GrammarChooser chooser_;
  std::vector<fs::path> plain_;
  bool read_ = false;
};

std::vector<Schedule> shootout_schedules(const std::string& names) {
  if (!names.empty()) return parse_strategy_list(names);
  std::vector<Schedule> schedules;
  for (const Pass& strategy : strategies()) schedules.push_back(parse_schedule(strategy.name));
  return schedules;
}

/// Runs the work; after a signal, keeps the part that is done. Returns the exit status.
template <class Work>
int until_interrupted(Work work) {
  const Interruption interruption;
  try {
    work();
    return 0;
  } catch (const Error& error) {
    if (!is_by_signal(error.kind())) throw;
    std::cerr << "grabr: " << error.what() << '\n';
    return status_of(error.kind());
  }
}

}  // namespace

int bench_grammars(const BenchOptions& options) {
  const std::vector<NamedGrammar> grammars = named_grammars(options.grammars);
  Corpus corpus(options.corpus);
  std::vector<GrammarRecord> records;
  const int status = until_interrupted([&] {
    for (const NamedGrammar& grammar : grammars) {
      if (!options.quiet) std::cerr << "grabr: " << grammar.key << std::endl;
      records.push_back(measure_grammar(
          grammar.key, [&] { return read_grammar(grammar.path); }, corpus.files_of(grammar),
          options.parse, [] { Interruption::check(); }));
    }
  });
  std::cout << (options.json ? grammars_json(records) : grammar_table(records)) << std::flush;
  return status;
}

int bench_shootout(const BenchOptions& options) {
  if (options.grammars.empty()) {
    throw Error(ErrorKind::kInvalid, "a shootout needs a grammar: -g NAME");
  }
  const std::vector<NamedGrammar> grammars = named_grammars(options.grammars);
  if (grammars.size() > 1)
    throw Error(ErrorKind::kInvalid, "a shootout takes one grammar at a time");
  ShootoutPlan plan;
  plan.parser = std::make_shared<const Parser>(read_grammar(grammars.front().path), options.parse);
  plan.schedules = shootout_schedules(options.strategies);
  plan.inputs = options.inputs;
  plan.seed = options.seed;
  plan.max_tests = options.limits.max_tests.value_or(kShootoutTests);
  StopSignals signals;
  plan.stop = StopToken(signals);
  ShootoutReport report;
  report.grammar = plan.parser->grammar().name;
  report.seed = plan.seed;
  report.max_tests = *plan.max_tests;
  report.inputs = plan.inputs;
  const int status = until_interrupted([&] {
    run_shootout(plan, [&](const ShootoutRecord& record) { report.records.push_back(record); });
  });
  std::cout << (options.json ? shootout_json(report) : shootout_table(report)) << std::flush;
  return status;
}

}  // namespace grabr
