#include "text/build.h"

namespace grabr {

const char* build_version() { return GRABR_VERSION; }
const char* build_folder() { return GRABR_BUILD_FOLDER; }
const char* build_grammars() { return GRABR_BUILD_GRAMMARS; }

}  // namespace grabr
