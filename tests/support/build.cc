#include "support/build.h"

namespace grabr::support {

bool is_sanitized() {
#if defined(__SANITIZE_ADDRESS__)
  return true;
#elif defined(__has_feature)
  return __has_feature(address_sanitizer);
#else
  return false;
#endif
}

std::string built_program() { return GRABR_PROGRAM; }

}  // namespace grabr::support
