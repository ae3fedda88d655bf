// The result is tested, then each of its neighbours (reduce/certify/certificate.h), and the result once
// more: a test that has stopped working rejects everything. Neighbours run side by side, their
// answers are looked at in order, so what is said does not depend on -j. Of several inputs each
// result is looked at in its turn, beside the other results.
#include "run/verification.h"

#include <algorithm>
#include <deque>
#include <iostream>
#include <utility>
#include <vector>

#include "run/chosen_neighbours.h"
#include "cli/error_stream.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/saved_reduction.h"
#include "oracle/process/process_oracle.h"
#include "parse/parser.h"
#include "reduce/certify/certificate.h"
#include "report/saved_report.h"
#include "report/text_table.h"
#include "text/error.h"

namespace grabr {
namespace {

constexpr unsigned kTries = 3;           // of a test that cannot be run
constexpr std::size_t kMostAhead = 4;    // answered trials that wait, for each slot
constexpr std::size_t kMostShown = 5;    // neighbours that fail

std::string plural(std::uint64_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

class Verification {
 public:
  Verification(const VerifyOptions& options, const SavedReduction& saved,
               const SavedReduction::Beside& beside)
      : options_(options),
        saved_(saved),
        oracle_(saved.make_test(beside)),
        progress_(progress_options(options.quiet)) {
    oracle_.set_heartbeat(kTickEvery_s, [this] { progress_.tick(); });
  }

  int run() {
    const std::string result = saved_.read_result();
    const std::optional<Parser> parser = saved_.make_parser();
    const bool partial = claimed().of == Neighbourhood::Of::kPartialTree;
    Neighbourhood neighbours(result, parser ? &*parser : nullptr, partial, claimed().unit);
    require_kind(neighbours);
    const Interruption interruption(oracle_);
    if (saved_.compares_with_original()) oracle_.adopt_original(saved_.read_original());
    progress_.begin_stage({"testing the result"});
    require_failing(result, "the result no longer fails");
    progress_.begin_stage({"testing its neighbours"});
    ChosenNeighbours chosen(neighbours, claimed(), options_.sample, options_.seed);
    ask(chosen);
    progress_.begin_stage({"testing the result once more"});
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

  const Certificate& claimed() const { return saved_.report().certificate; }

  void require_kind(const Neighbourhood& neighbours) const {
    if (neighbours.of() == claimed().of) return;
    throw Error(Exit::kEnvironment,
                "the certificate is of a " + std::string(neighbourhood_name(claimed().of)) +
                    ", and the result is a " + std::string(neighbourhood_name(neighbours.of())) +
                    "\nhint: reduce again: this report comes from another version of grabr");
  }

  void require_failing(const std::string& text, const std::string& otherwise) {
    for (unsigned tries = 1;; ++tries) {
      const TestResult result = oracle_.run(text, Interruption::check);
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
      const auto finished = oracle_.wait({}, std::nullopt);
      Interruption::check();
      if (finished) note_result(*finished);
      while (!trials_.empty() && trials_.front().result) {
        judge(trials_.front());
        trials_.pop_front();
      }
    }
  }

  void start_trials(ChosenNeighbours& neighbours) {
    const std::size_t most = kMostAhead * oracle_.capacity();
    while (under_way_ < oracle_.capacity() && trials_.size() < most) {
      std::optional<Neighbour> neighbour = neighbours.next();
      if (!neighbour) return;
      Trial trial;
      trial.neighbour = *std::move(neighbour);
      trial.ticket = oracle_.start(trial.neighbour.candidate.text);
      trials_.push_back(std::move(trial));
      ++under_way_;
    }
  }

  void note_result(const Finished& finished) {
    const auto trial = std::ranges::find(trials_, finished.ticket, &Trial::ticket);
    if (trial == trials_.end()) return;
    if (!finished.result.infrastructure.empty() && trial->tries < kTries) {
      ++trial->tries;
      trial->ticket = oracle_.start(trial->neighbour.candidate.text);
      return;
    }
    trial->result = finished.result;
    --under_way_;
  }

  void judge(const Trial& trial) {
    require_run(*trial.result);
    Certificate::Row& row = found_.row(trial.neighbour.kind);
    ++row.neighbours;
    progress_.rename_stage("testing its neighbours: " + std::to_string(total().neighbours) +
                           " of " + std::to_string(claimed().total().neighbours) + " done");
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

  static TextRow table_row(std::string_view name, const Certificate::Row& in_report,
                           const Certificate::Row& found) {
    const auto number = [](std::uint64_t count) { return std::to_string(count); };
    return {std::string(name), number(in_report.neighbours), number(in_report.tested),
            number(found.neighbours), number(found.tested - found.fail), number(found.fail),
            number(found.unresolved)};
  }

  void show_table() const {
    std::vector<TextRow> rows = {{"kind", "in report", "tested then", "tested now", "pass",
                                  "still fail", "unresolved"}};
    for (std::size_t kind = 0; kind < kNeighbourKinds; ++kind) {
      rows.push_back(table_row(neighbour_kind_name(static_cast<NeighbourKind>(kind)),
                               claimed().rows[kind], found_.rows[kind]));
    }
    rows.push_back(table_row("all", claimed().total(), total()));
    std::cout << text_table(rows, "lrrrrrr") << std::flush;
  }

  int conclude(const ChosenNeighbours& chosen) const {
    clear_status();
    if (!options_.quiet) show_table();
    const Certificate::Row all = total();
    if (all.fail > 0) {
      std::cerr << "grabr: not minimal: " << plural(all.fail, "neighbour") << " of "
                << all.neighbours << " still " << (all.fail == 1 ? "fails" : "fail")
                << claimed_words() << '\n';
      return static_cast<int>(Exit::kNotConfirmed);
    }
    if (!chosen.as_claimed()) {
      std::cerr << "grabr: the report is wrong: the neighbours are not the "
                << claimed().total().neighbours << " that it counts\n";
      return static_cast<int>(Exit::kNotConfirmed);
    }
    if (!options_.quiet) say_confirmed(chosen);
    return 0;
  }

  /// What the report has left open does not make it wrong.
  std::string claimed_words() const {
    const Certificate::Row all = claimed().total();
    const std::uint64_t open = all.neighbours - std::min(all.neighbours, all.tested);
    if (claimed().minimal()) return "; the report says that none does";
    return "; the report counts " + plural(open, "neighbour") + " as not tested";
  }

  void say_confirmed(const ChosenNeighbours& chosen) const {
    const Certificate::Row all = total();
    std::cerr << "grabr: confirmed: " << saved_.result_path() << " fails, and none of ";
    if (chosen.sampled()) {
      std::cerr << all.neighbours << " among its "
                << plural(claimed().total().neighbours, "neighbour") << " does";
    } else {
      std::cerr << "its " << plural(all.neighbours, "neighbour") << " does";
    }
    if (all.unresolved > 0) std::cerr << "; of " << all.unresolved << " it cannot be told";
    std::cerr << '\n';
  }

  const VerifyOptions& options_;
  const SavedReduction& saved_;
  ProcessOracle oracle_;
  Progress progress_;
  std::deque<Trial> trials_;
  unsigned under_way_ = 0;
  Certificate found_;
};

}  // namespace

int verify_report(const VerifyOptions& options) {
  const SavedSet set(options);
  const bool several = set.reductions().size() > 1;
  int exit = 0;
  for (const SavedReduction& saved : set.reductions()) {
    if (several && !options.quiet) std::cout << saved.result_path() << ":\n" << std::flush;
    exit = std::max(exit, Verification(options, saved, set.beside()).run());
  }
  return exit;
}

}  // namespace grabr
