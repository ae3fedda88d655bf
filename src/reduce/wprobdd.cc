#include "reduce/minimize.h"

namespace grabr {

Kept wprobdd(Session& session, const RemovableList& list) { return bisect(session, list); }

}  // namespace grabr
