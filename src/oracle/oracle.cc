#include "oracle/oracle.h"

#include <stdexcept>
#include <utility>

namespace grabr {

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFail: return "fail";
    case Outcome::kPass: return "pass";
    case Outcome::kUnresolved: return "unresolved";
  }
  return "unresolved";
}

std::uint64_t Oracle::store(std::string_view) {
  throw std::logic_error("this oracle stores no candidates");
}

Ticket Oracle::start_stored(std::uint64_t) {
  throw std::logic_error("this oracle stores no candidates");
}

TestResult Oracle::run(std::string_view candidate, const StopToken& stop) {
  const Ticket ticket = start(candidate);
  try {
    while (true) {
      stop.check();
      std::optional<Finished> finished = wait({}, stop.deadline());
      if (finished && finished->ticket == ticket) return std::move(finished->result);
    }
  } catch (...) {
    cancel(ticket);
    throw;
  }
}

}  // namespace grabr
