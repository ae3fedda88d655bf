// grabr as a reducer inside another one, which has the test: Shrink Ray's protocol from the other
// side (run/files/outside_messages.h).
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "parse/parser.h"

namespace grabr::run {

struct ProposingOptions {
  std::shared_ptr<const Parser> parser;  ///< null: texts are reduced by lines, words and characters
  std::string strategy = "auto";
  unsigned jobs = 1;  ///< questions under way at once
};

/// Reduces each text that comes in on `in` by asking on `out`, and says when it knows no more.
/// Returns when `in` ends. Throws Error(kInvalid) for a line that is not of the protocol.
void propose(std::istream& in, std::ostream& out, const ProposingOptions& options);

}  // namespace grabr::run
