#include "run/job/from_step.h"

#include <vector>

#include "report/trace/history.h"
#include "run/job/prepare_job.h"
#include "text/error.h"
#include "text/setting.h"

namespace grabr {

StandaloneTest go_on_from_step(const run::Config& config, ReductionJob& job,
                               const std::string& run_name,
                               const std::function<TestResult(std::string_view)>& test,
                               run::Listener& listener) {
  const std::vector<HistoryStep> steps = read_history(history_path(job.cache_folder, run_name));
  const std::uint64_t wanted = *config.search.from_step;
  if (wanted >= steps.size()) {
    throw Error(ErrorKind::kInvalid, spelled("{from-step} ") + std::to_string(wanted) +
                                         ": the previous run has steps 0 to " +
                                         std::to_string(steps.empty() ? 0 : steps.size() - 1) +
                                         spelled("\nhint: grabr show {steps} lists them"));
  }
  const std::string& text = steps[wanted].text;
  const auto& protection = job.problem.protection;
  if (protection && !protection->allows(text, job.text)) {
    throw Error(ErrorKind::kInvalid, spelled("{from-step} ") + std::to_string(wanted) +
                                         ": it lacks something that must stay");
  }
  const TestResult result = test(text);
  if (!fails(result)) {
    throw Error(ErrorKind::kNotInteresting,
                "step " + std::to_string(wanted) + " of the previous run no longer fails");
  }
  if (text != job.text) replace_text(config, job, text, listener);
  listener.note("going on from step " + std::to_string(wanted) + ": " +
                std::to_string(text.size()) + " bytes");
  return {text, result};
}

}  // namespace grabr
