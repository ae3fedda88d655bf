#include "reduce/minimize.h"

namespace grabr {

Kept adaptive(Session& session, const RemovableList& list) { return bisect(session, list); }

}  // namespace grabr
