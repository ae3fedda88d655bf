// JSON with what a reader of people's files needs and usual parsers drop: the place of every key
// and value, the order of keys, and duplicate keys. nlohmann/json is used in the .cc and nowhere
// else in this layer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/model/placed_text.h"
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
  std::vector<JsonValue> items;  ///< kArray: the elements; kObject: the values, one for each key

  bool is(Kind wanted) const { return kind == wanted; }
  /// The value of that key, or null.
  const JsonValue* find(std::string_view key) const;
  /// A string with the place of each of its bytes.
  PlacedText placed(const Source& file) const { return {text, file.bytes(), span}; }
};

/// The one JSON value of the file. Nothing when it is not JSON (or nested too deeply); duplicate
/// keys are reported and only the first is kept.
std::optional<JsonValue> read_json(const Source& file, Problems& problems);

/// Reports that the value at `path` is of the wrong kind; `wanted` reads like "a string".
void report_wrong_kind(const JsonValue& value, const std::string& path, std::string_view wanted,
                       Problems& problems);

/// Reports each key of the object that is not among the known ones.
void report_unknown_keys(const JsonValue& object, std::span<const std::string> known,
                         Problems& problems);

/// The truth under that key of the object; false where there is none. `path` names it when it is
/// neither true nor false.
bool read_flag(const JsonValue& object, std::string_view key, const std::string& path,
               Problems& problems);

}  // namespace grabr
