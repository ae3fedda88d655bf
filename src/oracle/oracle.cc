#include "oracle/oracle.h"

namespace grabr {

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFail: return "fail";
    case Outcome::kPass: return "pass";
    case Outcome::kUnresolved: return "unresolved";
  }
  return "unresolved";
}

}  // namespace grabr
