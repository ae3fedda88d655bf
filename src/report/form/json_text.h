// Writes bytes as JSON: text if they are valid UTF-8, otherwise base64. Also values that several
// reports share.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/json.h"

namespace grabr {

/// The digits of RFC 4648 base64, in the order of their values.
inline constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// RFC 4648 base64 with padding.
std::string base64(std::string_view bytes);

/// The bytes that base64 encodes; characters that are not base64 digits are skipped.
std::string bytes_of_base64(std::string_view digits);

/// For names and messages, which people read: every byte that is not part of well-formed UTF-8
/// becomes U+FFFD, so that the result is always valid in a JSON file.
std::string as_utf8(std::string_view bytes);

/// Appends `text` as a JSON string without its quotes and returns true. If it is not valid UTF-8,
/// appends only part of it and returns false. Much faster than a JSON library for megabytes of
/// text.
bool append_json_characters(std::string& json, std::string_view text);

/// The same with its quotes.
bool append_json_string(std::string& json, std::string_view text);

/// A parsed value, to be written again.
nlohmann::ordered_json json_of(const JsonField& field);

/// Null if the number is not known.
nlohmann::ordered_json number_json(const std::optional<double>& number);

nlohmann::ordered_json names_json(const std::vector<std::string>& files);

}  // namespace grabr
