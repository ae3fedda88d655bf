// GRABR_SANITIZED: the tests run under AddressSanitizer, ten times slower.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define GRABR_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GRABR_SANITIZED 1
#endif
#endif

namespace grabr::support {

/// How often something is tried that is tried `count` times without sanitizers.
template <class Count>
constexpr Count runs([[maybe_unused]] Count count) {
#ifdef GRABR_SANITIZED
  return (count + 9) / 10;
#else
  return count;
#endif
}

}  // namespace grabr::support
