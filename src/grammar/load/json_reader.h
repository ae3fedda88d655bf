// Reads JSON (text/json.h) for grammars: collects problems, and keeps for each byte of a text the
// place where it was written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "grammar/model/problems.h"
#include "text/json.h"

namespace grabr {

/// The file's JSON value, or nothing (text/json.h).
std::optional<JsonValue> read_json(const Source& file, Problems& problems);

/// A string together with the place of each of its bytes.
inline PlacedText placed(const JsonValue& value, const Source& file) {
  return {value.text, file.bytes(), value.span};
}

/// Reports a value of the wrong kind at `path`; `wanted` reads like "a string".
void report_wrong_kind(const JsonValue& value, const std::string& path, std::string_view wanted,
                       Problems& problems);

/// Reports each key of the object that is not among the known ones.
void report_unknown_keys(const JsonValue& object, std::span<const std::string> known,
                         Problems& problems);

/// The boolean under a key of the object; false if there is none. `path` names it in the message if
/// it is not a boolean.
bool read_flag(const JsonValue& object, std::string_view key, const std::string& path,
               Problems& problems);

}  // namespace grabr
