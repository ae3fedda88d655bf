#include "cli/command/run_words.h"

#include <chrono>
#include <cmath>

#include "cli/show/progress.h"
#include "run/config/quantity_words.h"
#include "text/escape.h"
#include "text/exit_status.h"

namespace grabr {

using run::Status;

namespace {

std::string whole_seconds(double seconds) { return std::to_string(std::lround(seconds)) + " s"; }

}  // namespace

double seconds_now() {
  const std::chrono::duration<double> since = std::chrono::system_clock::now().time_since_epoch();
  return since.count();
}

std::string state_words(const Status& status) {
  if (status.exit == status_of(ExitStatus::kFinished)) return "finished";
  if (status.exit) {
    return "ended with status " + std::to_string(*status.exit) +
           (status.ended.reason.empty() ? "" : " (" + status.ended.reason + ")");
  }
  if (!status.runs()) return "was killed; the same command goes on";
  return "process " + std::to_string(status.process) + " is " +
         (!status.phase.empty() ? phase_words(status.phase)
          : status.tests == 0   ? "checking the test"
                                : "trying smaller texts");
}

std::string words_on(const Status& status, const std::string& name) {
  const double until = status.runs() ? seconds_now() : status.written;
  std::string words =
      name + ": " + state_words(status) + "; " + std::to_string(status.bytes_before) + " → " +
      std::to_string(status.bytes) + " bytes, " + so_many(status.tests, "test") + " (" +
      std::to_string(status.smaller) + " smaller), " + whole_seconds(until - status.began);
  if (status.runs())
    words += ", the last gain " + whole_seconds(seconds_now() - status.last_gain) + " ago";
  return words;
}

std::string words_on(const Status& status) { return words_on(status, shown_name(status.input)); }

}  // namespace grabr
