#include "text/exit_status.h"

namespace grabr {
namespace {

ExitStatus exit_status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kSystem: return ExitStatus::kFailure;
    case ErrorKind::kInvalid: return ExitStatus::kUsage;
    case ErrorKind::kNotInteresting: return ExitStatus::kDoesNotFail;
    case ErrorKind::kNotParsed: return ExitStatus::kDoesNotParse;
    case ErrorKind::kNotTrusted: return ExitStatus::kRefused;
    case ErrorKind::kBudget: return ExitStatus::kBudget;
    case ErrorKind::kEnvironment: return ExitStatus::kEnvironment;
    case ErrorKind::kNotPassing: return ExitStatus::kDoesNotPass;
    case ErrorKind::kHungUp: return ExitStatus::kHungUp;
    case ErrorKind::kInterrupted: return ExitStatus::kInterrupted;
    case ErrorKind::kTerminated: return ExitStatus::kTerminated;
  }
  return ExitStatus::kFailure;
}

}  // namespace

int status_of(ErrorKind kind) { return status_of(exit_status_of(kind)); }

int status_of(EndedBy by) { return by ? status_of(*by) : status_of(ExitStatus::kFinished); }

}  // namespace grabr
