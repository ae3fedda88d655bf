// Runs the program on texts for triage, at most once per text.
//
// A run counts as a failure as for `grabr reduce`: by the conditions; without any, for a command by
// any exit status but 0, for a test by exit status 0. Answers are facts of a journal in the folder
// of results, so that the same call continues after a kill.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "oracle/answers/journal.h"
#include "run/check/running_test.h"
#include "run/config/listener.h"
#include "run/config/triage_config.h"
#include "run/fuzz/seen_failure.h"

namespace grabr {

/// The number of tests allowed, of files and of reductions. Known answers count, too, so that a
/// continued call gives the same result.
struct TriageBudget {
  std::optional<std::uint64_t> most = {};
  std::uint64_t used = 0;

  std::optional<std::uint64_t> left() const {
    if (!most) return std::nullopt;
    return *most - std::min(used, *most);
  }
  /// Throws BudgetUsed if nothing is left.
  void require() const;
};

class TriageAnswers {
 public:
  /// All arguments must outlive this. Throws Error as RunningTest and Journal::open do.
  TriageAnswers(const run::TriageConfig& config, run::Listener& listener, const StopToken& stop,
                TriageBudget& budget);

  /// Runs the texts, several at once, and delivers the outcomes in their order. `round`: the same
  /// text may be run again. Throws Error if `stop` ends it.
  using Source = std::function<std::optional<std::string>()>;
  void ask(unsigned round, const Source& source,
           const std::function<void(const SeenFailure&)>& take);

  /// The outcome for one text.
  SeenFailure ask(unsigned round, const std::string& text);

  /// Number of answers from an earlier call.
  std::size_t found() const { return found_; }

  std::optional<std::string> fact(const std::string& name) const { return journal_.fact(name); }
  void set_fact(const std::string& name, const std::string& value) {
    journal_.set_fact(name, value);
  }

 private:
  std::optional<SeenFailure> known(const std::string& name) const;
  SeenFailure seen_in(const TestResult& result, std::string_view text);
  void note(const std::string& name, std::string_view text, const TestResult& result);

  const run::TriageConfig& config_;
  const StopToken stop_;
  TriageBudget& budget_;
  Journal journal_;
  RunningTest test_;
  std::map<std::string, SeenFailure> seen_;
  std::size_t found_ = 0;
};

/// Identifies a failure: by its end, its message without parts that come from the input, and its
/// innermost functions.
std::string key_of(const SeenFailure& seen);

/// The test of one run of triage; the file has this name.
ProcessOracleOptions triage_test(const run::TriageConfig& config);

}  // namespace grabr
