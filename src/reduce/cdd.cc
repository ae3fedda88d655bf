#include "reduce/minimize.h"

namespace grabr {

Kept cdd(Session& session, const RemovableList& list) { return bisect(session, list); }

}  // namespace grabr
