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
  std::string text;                   ///< the smallest so far
  std::uint64_t tests = 0;            ///< from its beginning on
  bool done = false;                  ///< it will not get smaller
  std::string problem = {};           ///< why it is not reduced; empty: it is
  std::filesystem::path report = {};  ///< of the reduction; empty: there is none
};

class BugReductions {
 public:
  /// All arguments must outlive this.
  BugReductions(const run::TriageConfig& config, TriageAnswers& answers, TriageBudget& budget,
                run::Listener& listener, const StopToken& stop)
      : config_(config), answers_(answers), budget_(budget), listener_(listener), stop_(stop) {}

  /// Reduces the text as far as `most` tests from its beginning on bring it; the same text goes on
  /// where it ended. What it finds is kept on disk. Throws Error if a signal or a budget ends it;
  /// `result` has the smallest then, too.
  void reduce(BugReduction& result, const std::string& text, const SeenFailure& seen,
              std::optional<std::uint64_t> most);

  /// The smallest texts that failed otherwise on the way, of all reductions that were done.
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
  std::map<std::string, std::uint64_t> tests_;  ///< that each has used up to now
};

}  // namespace grabr
