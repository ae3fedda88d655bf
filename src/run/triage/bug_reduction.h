// Reductions of failing files to their smallest text with the same signature.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "run/config/listener.h"
#include "run/config/triage_config.h"
#include "run/triage/triage_answers.h"

namespace grabr {

struct BugReduction {
  std::string text;                   ///< the smallest text so far
  std::uint64_t tests = 0;            ///< tests from its beginning on
  bool done = false;                  ///< it will not get smaller
  std::string problem = {};           ///< why it is not reduced; empty if it is
  std::filesystem::path report = {};  ///< report of the reduction; empty: there is none
};

class BugReductions {
 public:
  /// All arguments must outlive this.
  BugReductions(const run::TriageConfig& config, TriageAnswers& answers, TriageBudget& budget,
                run::Listener& listener, const StopToken& stop)
      : config_(config), answers_(answers), budget_(budget), listener_(listener), stop_(stop) {}

  /// Reduces the text with up to `most` tests, counted from its beginning; the same text continues
  /// where it ended. Results are kept on disk. Throws Error if a signal or a budget ends it;
  /// `result` then has the smallest text so far.
  void reduce(BugReduction& result, const std::string& text, const SeenFailure& seen,
              std::optional<std::uint64_t> most);

  /// The smallest texts with other failures that the reductions so far have met.
  std::vector<std::filesystem::path> others() const;

  /// The test that a result has to meet.
  run::Config config_for(const SeenFailure& seen) const;

 private:
  std::uint64_t& tests_of(const std::string& id) { return tests_[id]; }
  std::filesystem::path folder_of(const std::string& id) const;

  const run::TriageConfig& config_;
  TriageAnswers& answers_;
  TriageBudget& budget_;
  run::Listener& listener_;
  const StopToken stop_;
  std::map<std::string, std::uint64_t> tests_;  ///< tests that each has used so far
};

}  // namespace grabr
