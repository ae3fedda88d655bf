#include "reduce/minimize.h"

namespace grabr {

Kept probdd(Session& session, const RemovableList& list) { return bisect(session, list); }

}  // namespace grabr
