// GRABR_SANITIZED: the tests run under AddressSanitizer, ten times slower.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define GRABR_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GRABR_SANITIZED 1
#endif
#endif
