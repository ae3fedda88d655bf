#include "reduce/minimize.h"

namespace grabr {

Kept ddmin_2000(Session& session, const RemovableList& list) { return bisect(session, list); }

}  // namespace grabr
