// The files for the results of a run: the failing text, and the passing text if a strategy looks
// for both.
#pragma once

#include <optional>
#include <string>

#include "reduce/core/session.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/files/save_best.h"
#include "run/job/reduction_job.h"

namespace grabr {

class ResultFiles {
 public:
  /// Moves away existing files that are not results (run/files/written_outputs.h), and tells the
  /// listener. `original`: the text of the input as given.
  void open(const run::Output& how, const ReductionJob& job, const std::string& original,
            run::Listener& listener);
  /// From the first result on, the files are complete.
  void watch(Session& session);
  void finish(const std::string& failing, const std::optional<std::string>& passing);

 private:
  std::optional<SaveBest> failing_;
  std::optional<SaveBest> passing_;
};

}  // namespace grabr
