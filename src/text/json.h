// JSON values that know their places, and the only way to read JSON files and messages: a value
// that has the wrong type, is out of range or missing gives an Error that says where.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "text/diagnostic.h"
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
  std::string text;              ///< kString: decoded; kNumber: as written
  double number = 0;             ///< kNumber
  bool boolean = false;          ///< kBool
  std::vector<JsonKey> keys;     ///< kObject: in file order, without duplicates
  std::vector<JsonValue> items;  ///< kArray: the elements; kObject: the values, one per key

  bool is(Kind wanted) const { return kind == wanted; }
  /// The value of a key, or null.
  const JsonValue* find(std::string_view key) const;
};

/// "an object"
std::string_view kind_name(JsonValue::Kind kind);

/// Limit on keys and values of a text; together they take a few gigabytes of memory.
inline constexpr std::size_t kMaxJsonValues = 20'000'000;

/// The file's value, with at most kMaxJsonLevels levels and kMaxJsonValues values. Nothing if it is
/// not JSON; of duplicate keys, which are reported, only the first is kept.
std::optional<JsonValue> read_json(const Source& file, std::vector<Diagnostic>& problems);

/// The largest number on which every reader and writer of JSON agrees (RFC 8259, section 6). A sum
/// of a few such numbers still fits its type.
inline constexpr double kMaxJsonNumber = 9007199254740991;  // 2^53 - 1

class JsonDocument;

/// A value of a document, which must outlive it. Reading a value of the wrong type throws
/// Error(kInvalid) with the place and the field's name.
class JsonField {
 public:
  JsonField(const JsonDocument& document, const JsonValue& value)
      : document_(&document), value_(&value) {}

  bool is(JsonValue::Kind kind) const { return value_->is(kind); }
  const JsonValue& value() const { return *value_; }
  /// The value's bytes in the file.
  std::string_view written() const;

  /// A member of an object; nothing if it is missing or null.
  std::optional<JsonField> find(std::string_view key) const;
  JsonField at(std::string_view key) const;
  /// Elements of an array.
  JsonField at(std::size_t index) const;
  std::vector<JsonField> items() const;
  /// Members of an object, in the file's order.
  std::vector<std::pair<std::string, JsonField>> members() const;

  /// Converts to a string, a boolean, a number within the type's range and kMaxJsonNumber, a vector
  /// of them, or an optional, which may be null.
  template <class Value>
  Value as() const;
  template <class Value>
  Value get(std::string_view key) const {
    return at(key).as<Value>();
  }
  template <class Value>
  Value get(std::string_view key, Value otherwise) const {
    const std::optional<JsonField> field = find(key);
    return field ? field->as<Value>() : std::move(otherwise);
  }

  /// as(), stored in a variable.
  template <class Value>
  void read(Value& value) const {
    value = as<Value>();
  }

  /// "FILE:3:7: `steps[2].bytes` must be a string, but it is null"; `wanted` reads like "a string".
  [[noreturn]] void refuse(std::string_view wanted) const;

 private:
  void require(JsonValue::Kind kind) const;
  double whole_number(double least, double most) const;
  double any_number() const;

  const JsonDocument* document_;
  const JsonValue* value_;
};

class JsonDocument {
 public:
  /// `name`: name of the file or message. `what`: its kind, like "the report of a reduction", for
  /// the hint if it is something else. `first_line`: the line of the file where it begins. Throws
  /// Error(kInvalid) if it is not JSON.
  JsonDocument(std::string name, std::string text, std::string_view what,
               std::uint32_t first_line = 1);
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  JsonField root() const { return {*this, root_}; }
  std::string_view slice(Span span) const { return source_.slice(span); }

  /// Throws an Error: "NAME:3:7: MESSAGE", with a hint that says which kind was expected.
  [[noreturn]] void refuse(const JsonValue& value, const std::string& message) const;
  /// "steps[2].bytes"; empty for the outermost value.
  std::string path_to(const JsonValue& value) const;

 private:
  [[noreturn]] void fail(Span span, const std::string& message, const std::string& hint) const;

  Source source_;
  std::string what_;
  std::uint32_t first_line_;
  JsonValue root_;
};

template <class Value>
inline constexpr bool kIsVector = false;
template <class Value>
inline constexpr bool kIsVector<std::vector<Value>> = true;
template <class Value>
inline constexpr bool kIsOptional = false;
template <class Value>
inline constexpr bool kIsOptional<std::optional<Value>> = true;

template <class Value>
Value JsonField::as() const {
  if constexpr (std::is_same_v<Value, std::string>) {
    require(JsonValue::Kind::kString);
    return value_->text;
  } else if constexpr (std::is_same_v<Value, bool>) {
    require(JsonValue::Kind::kBool);
    return value_->boolean;
  } else if constexpr (std::is_floating_point_v<Value>) {
    return static_cast<Value>(any_number());
  } else if constexpr (std::is_integral_v<Value>) {
    // The conversion is exact, because the number is not larger than kMaxJsonNumber.
    using Limits = std::numeric_limits<Value>;
    return static_cast<Value>(
        whole_number(std::fmax(static_cast<double>(Limits::min()), -kMaxJsonNumber),
                     std::fmin(static_cast<double>(Limits::max()), kMaxJsonNumber)));
  } else if constexpr (kIsOptional<Value>) {
    if (is(JsonValue::Kind::kNull)) return std::nullopt;
    return as<typename Value::value_type>();
  } else {
    static_assert(kIsVector<Value>);
    Value list;
    for (const JsonField& item : items()) list.push_back(item.as<typename Value::value_type>());
    return list;
  }
}

}  // namespace grabr
