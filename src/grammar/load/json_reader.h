// A JSON reader that keeps what usual parsers drop and error messages need: the place of every key
// and value, the order of keys, and duplicate keys. In this layer, nlohmann/json is used only in
// its .cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/model/problems.h"
#include "text/source.h"

namespace grabr {

/// A key of an object; the span includes the quotes.
struct JsonKey {
  std::string text;
  Span span;
};

struct JsonValue {
  enum class Kind : std::uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  Span span;                     ///< strings: with their quotes
  std::string text;              ///< kString: decoded
  double number = 0;             ///< kNumber
  bool boolean = false;          ///< kBool
  std::vector<JsonKey> keys;     ///< kObject: in file order, without duplicates
  std::vector<JsonValue> items;  ///< kArray: the elements; kObject: the values, one per key

  bool is(Kind wanted) const { return kind == wanted; }
  /// The value of a key, or null.
  const JsonValue* find(std::string_view key) const;
  /// A string together with the place of each of its bytes.
  PlacedText placed(const Source& file) const { return {text, file.bytes(), span}; }
};

/// The file's JSON value. Nothing if it is not JSON or nested too deeply; duplicate keys are
/// reported and only the first is kept.
std::optional<JsonValue> read_json(const Source& file, Problems& problems);

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
