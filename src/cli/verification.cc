// The report says which text, test and grammar it speaks of; each must be the same, by its hash.
// Then the result is tested, each of its neighbours (reduce/certificate.h), and the result once
// more: a test that has stopped working rejects everything. Neighbours run side by side, their
// answers are looked at in order, so what is said does not depend on -j.
#include "cli/verification.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/chosen_neighbours.h"
#include "cli/find_grammar.h"
#include "cli/interruption.h"
#include "cli/save_best.h"
#include "cli/saved_test.h"
#include "cli/test_options.h"
#include "oracle/identity.h"
#include "oracle/process_oracle.h"
#include "parse/parser.h"
#include "reduce/certificate.h"
#include "report/saved_report.h"
#include "report/text_table.h"
#include "text/error.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kTries = 3;           // of a test that cannot be run
constexpr std::size_t kMostAhead = 4;    // answered trials that wait, for each slot
constexpr std::size_t kMostShown = 5;    // neighbours that fail

[[noreturn]] void refuse_other(const std::string& what, const std::string& hint) {
  throw Error(Exit::kEnvironment, what + "\nhint: " + hint);
}

void enter(const std::string& directory) {
  std::error_code error;
  fs::current_path(directory, error);
  if (!error) return;
  throw Error(Exit::kUsage, "the folder of the reduction, " + directory + ": " + error.message() +
                                "\nhint: --directory DIR names another");
}

/// Empty stays empty: it means the report's own.
std::string absolute_or_empty(const std::string& path) {
  return path.empty() ? path : fs::absolute(path).string();
}

std::string read_with_hash(const std::string& path, const std::string& sha256,
                           const std::string& what, const std::string& hint) {
  std::string text = read_file(path);
  if (sha256_hex(text) == sha256) return text;
  refuse_other(path + " is not " + what + " of the report: it has other contents", hint);
}

std::string plural(std::uint64_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

class Verification {
 public:
  explicit Verification(const VerifyOptions& given)
      : options_(given), report_path_(fs::absolute(given.report)) {
    report_ = read_saved_report(read_file(report_path_));
    options_.result = absolute_or_empty(given.result);
    if (!given.grammar.empty()) options_.grammar = fs::absolute(find_grammar(given.grammar));
    enter(given.directory.empty() ? report_.directory : given.directory);
  }

  int run() {
    const std::string result = read_result();
    const std::optional<Parser> parser = make_parser();
    Neighbourhood neighbours(result, parser ? &*parser : nullptr,
                             report_.certificate.of == Neighbourhood::Of::kPartialTree,
                             report_.certificate.unit);
    require_kind(neighbours);
    oracle_ = std::make_unique<ProcessOracle>(make_test());
    const Interruption interruption(*oracle_);
    adopt_original();
    require_failing(result, "the result no longer fails");
    ChosenNeighbours chosen(neighbours, report_.certificate, options_.sample, options_.seed);
    ask(chosen);
    if (total().fail == 0) {
      require_failing(result, "the result failed at first, and after its neighbours no longer: the "
                              "test is flaky, or its surroundings have changed");
    }
    return conclude(chosen);
  }

 private:
  /// A neighbour whose test runs, or has run and waits for its turn.
  struct Trial {
    Ticket ticket = 0;
    Neighbour neighbour;
    unsigned tries = 1;
    std::optional<TestResult> result;
  };

  std::string result_path() const {
    if (!options_.result.empty()) return options_.result;
    if (report_.output.path != "-") return report_.output.path;
    throw Error(Exit::kUsage,
                "the result went to standard output\nhint: --result FILE says where it is");
  }

  std::string read_result() const {
    return read_with_hash(result_path(), report_.output.sha256, "the result",
                          "--result FILE names another");
  }

  /// None for a text without a tree.
  std::optional<Parser> make_parser() const {
    if (report_.certificate.of == Neighbourhood::Of::kUnits) return std::nullopt;
    if (!report_.grammar) throw Error(Exit::kUsage, "the report names no grammar");
    const std::string path = options_.grammar.empty() ? report_.grammar->path : options_.grammar;
    std::shared_ptr<const Grammar> grammar = read_grammar(path);
    if (grammar->file_sha256 != report_.grammar->sha256) {
      refuse_other("the grammar " + path + " has changed since the report: neighbours would be "
                   "others", "-g FILE names another");
    }
    return std::optional<Parser>(std::in_place, std::move(grammar));
  }

  void require_kind(const Neighbourhood& neighbours) const {
    if (neighbours.of() == report_.certificate.of) return;
    refuse_other("the certificate is of a " +
                     std::string(neighbourhood_name(report_.certificate.of)) +
                     ", and the result is a " + std::string(neighbourhood_name(neighbours.of())),
                 "reduce again: this report comes from another version of grabr");
  }

  ProcessOracleOptions make_test() const {
    ReduceOptions options = saved_test_options(report_);
    if (options_.jobs) options.jobs = *options_.jobs;
    if (options_.timeout_s) options.timeout_s = options_.timeout_s;
    const Call call = saved_call(report_, options);
    std::optional<fs::path> output;
    if (report_.output.path != "-") output = report_.output.path;
    const fs::path kept = kept_folder(output, call.input);
    ProcessOracleOptions test = test_options(options, call, kept);
    require_same_test(test, output, kept);
    return test;
  }

  void require_same_test(const ProcessOracleOptions& test, const std::optional<fs::path>& output,
                         const fs::path& kept) const {
    std::vector<fs::path> own = {kept, report_path_};
    if (output) own.push_back(*output);
    if (!report_.journal.empty()) own.push_back(fs::path(report_.journal).parent_path());
    const OracleIdentity identity = identity_of(test, own);
    const bool same = sha256_hex(identity.question + identity.contents) == report_.identity;
    if (same || options_.changed_test) return;
    refuse_other("the test is not the one of the report: its command, its program or files that it "
                 "names have changed", "--changed-test checks with the test as it is");
  }

  void adopt_original() {
    if (!saved_test_options(report_).same_as_original) return;
    std::error_code ignored;
    const fs::path backup = backup_path(report_.input.path);
    const bool replaced = report_.input.path == report_.output.path && fs::exists(backup, ignored);
    oracle_->adopt_original(read_with_hash(replaced ? backup.string() : report_.input.path,
                                           report_.input.sha256, "the input",
                                           "--same-as-original compares with it"));
  }

  void require_failing(const std::string& text, const std::string& otherwise) {
    for (unsigned tries = 1;; ++tries) {
      const TestResult result = oracle_->run(text, Interruption::check);
      if (result.outcome == Outcome::kFail) return;
      if (!result.infrastructure.empty() && tries < kTries) continue;
      require_run(result);
      throw Error(Exit::kDoesNotFail,
                  otherwise + ": the answer is `" + std::string(outcome_name(result.outcome)) +
                      (result.timed_out ? "`, out of time" : "`"));
    }
  }

  static void require_run(const TestResult& result) {
    if (result.infrastructure.empty()) return;
    throw Error(Exit::kEnvironment, "the test cannot be run: " + result.infrastructure);
  }

  void ask(ChosenNeighbours& neighbours) {
    while (true) {
      start_trials(neighbours);
      if (trials_.empty()) return;
      const auto finished = oracle_->wait({}, std::nullopt);
      Interruption::check();
      if (finished) note_result(*finished);
      while (!trials_.empty() && trials_.front().result) {
        judge(trials_.front());
        trials_.pop_front();
      }
    }
  }

  void start_trials(ChosenNeighbours& neighbours) {
    const std::size_t most = kMostAhead * oracle_->capacity();
    while (under_way_ < oracle_->capacity() && trials_.size() < most) {
      std::optional<Neighbour> neighbour = neighbours.next();
      if (!neighbour) return;
      Trial trial;
      trial.neighbour = *std::move(neighbour);
      trial.ticket = oracle_->start(trial.neighbour.candidate.text);
      trials_.push_back(std::move(trial));
      ++under_way_;
    }
  }

  void note_result(const Finished& finished) {
    const auto trial = std::ranges::find(trials_, finished.ticket, &Trial::ticket);
    if (trial == trials_.end()) return;
    if (!finished.result.infrastructure.empty() && trial->tries < kTries) {
      ++trial->tries;
      trial->ticket = oracle_->start(trial->neighbour.candidate.text);
      return;
    }
    trial->result = finished.result;
    --under_way_;
  }

  void judge(const Trial& trial) {
    require_run(*trial.result);
    Certificate::Row& row = found_.row(trial.neighbour.kind);
    ++row.neighbours;
    const bool fails = trial.result->outcome == Outcome::kFail;
    if (!fails && (trial.result->outcome == Outcome::kUnresolved || trial.result->timed_out)) {
      ++row.unresolved;
      return;
    }
    ++row.tested;
    if (!fails) return;
    ++row.fail;
    if (total().fail > kMostShown) return;
    const Candidate& candidate = trial.neighbour.candidate;
    std::cerr << "grabr: still fails: " << candidate.edit << ", which leaves "
              << plural(candidate.text.size(), "byte") << '\n';
  }

  Certificate::Row total() const { return found_.total(); }

  TextRow table_row(std::string_view name, const Certificate::Row& claimed,
                    const Certificate::Row& found) const {
    const auto number = [](std::uint64_t count) { return std::to_string(count); };
    return {std::string(name), number(claimed.neighbours), number(claimed.tested),
            number(found.neighbours), number(found.tested - found.fail), number(found.fail),
            number(found.unresolved)};
  }

  void show_table() const {
    std::vector<TextRow> rows = {{"kind", "in report", "tested then", "tested now", "pass",
                                  "still fail", "unresolved"}};
    for (std::size_t kind = 0; kind < kNeighbourKinds; ++kind) {
      rows.push_back(table_row(neighbour_kind_name(static_cast<NeighbourKind>(kind)),
                               report_.certificate.rows[kind], found_.rows[kind]));
    }
    rows.push_back(table_row("all", report_.certificate.total(), total()));
    std::cout << text_table(rows, "lrrrrrr") << std::flush;
  }

  int conclude(const ChosenNeighbours& chosen) const {
    if (!options_.quiet) show_table();
    const Certificate::Row all = total();
    if (all.fail > 0) {
      std::cerr << "grabr: not minimal: " << plural(all.fail, "neighbour") << " of "
                << all.neighbours << " still " << (all.fail == 1 ? "fails" : "fail")
                << claimed_words() << '\n';
      return kNotConfirmed;
    }
    if (!chosen.as_claimed()) {
      std::cerr << "grabr: the report is wrong: the neighbours are not the "
                << report_.certificate.total().neighbours << " that it counts\n";
      return kNotConfirmed;
    }
    if (!options_.quiet) say_confirmed(chosen);
    return 0;
  }

  /// What the report has left open does not make it wrong.
  std::string claimed_words() const {
    const Certificate::Row claimed = report_.certificate.total();
    const std::uint64_t open = claimed.neighbours - std::min(claimed.neighbours, claimed.tested);
    if (report_.certificate.minimal()) return "; the report says that none does";
    return "; the report counts " + plural(open, "neighbour") + " as not tested";
  }

  void say_confirmed(const ChosenNeighbours& chosen) const {
    const Certificate::Row all = total();
    std::cerr << "grabr: confirmed: " << result_path() << " fails, and none of ";
    if (chosen.sampled()) {
      std::cerr << all.neighbours << " among its "
                << plural(report_.certificate.total().neighbours, "neighbour") << " does";
    } else {
      std::cerr << "its " << plural(all.neighbours, "neighbour") << " does";
    }
    if (all.unresolved > 0) std::cerr << "; of " << all.unresolved << " it cannot be told";
    std::cerr << '\n';
  }

  VerifyOptions options_;
  fs::path report_path_;
  SavedReport report_;
  std::unique_ptr<ProcessOracle> oracle_;
  std::deque<Trial> trials_;
  unsigned under_way_ = 0;
  Certificate found_;
};

}  // namespace

int verify_report(const VerifyOptions& options) { return Verification(options).run(); }

}  // namespace grabr
