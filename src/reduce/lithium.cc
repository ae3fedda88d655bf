#include "reduce/minimize.h"

namespace grabr {

Kept lithium(Session& session, const RemovableList& list) { return bisect(session, list); }

}  // namespace grabr
