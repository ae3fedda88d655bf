#include "oracle/answers/lookahead.h"

#include "oracle/answers/foresight.h"
#include "oracle/answers/sequence_lookahead.h"

namespace grabr {

std::unique_ptr<Lookahead> make_lookahead(LookAhead kind, unsigned capacity) {
  if (kind == LookAhead::kByFork) return std::make_unique<Foresight>();
  return std::make_unique<SequenceLookahead>(kind == LookAhead::kInSequence ? capacity : 0);
}

}  // namespace grabr
