// Bytes as JSON: text where they are valid UTF-8, base64 where they are not.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

/// RFC 4648 base64 with padding.
std::string base64(std::string_view bytes);

/// For names and messages, which are meant for people: every byte that is not part of well-formed
/// UTF-8 becomes U+FFFD, so that the result can always stand in a JSON file.
std::string as_utf8(std::string_view bytes);

}  // namespace grabr
