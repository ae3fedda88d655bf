#include "reduce/minimize.h"

namespace grabr {

Kept wddmin(Session& session, const RemovableList& list) { return bisect(session, list); }

}  // namespace grabr
