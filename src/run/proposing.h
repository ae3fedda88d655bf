// grabr as a reducer inside another one that has the test: the other side of Shrink Ray's protocol
// (run/files/outside_messages.h).
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "parse/parser.h"

namespace grabr::run {

struct ProposingOptions {
  std::shared_ptr<const Parser> parser;  ///< null: texts are reduced by lines, words and characters
  std::string strategy = "auto";
  unsigned jobs = 1;  ///< concurrent questions
};

/// Reduces each text that comes in on `in` by asking on `out`, and reports when it has no more
/// candidates. Returns when `in` ends. Throws Error(kInvalid) for a line that breaks the protocol.
void propose(std::istream& in, std::ostream& out, const ProposingOptions& options);

}  // namespace grabr::run
