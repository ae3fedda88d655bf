// Tested by json_reader_test.cc.
#include "grammar/load/json_reader.h"

#include <algorithm>

#include "text/suggest.h"

namespace grabr {

std::optional<JsonValue> read_json(const Source& file, Problems& problems) {
  std::optional<JsonValue> value = read_json(file, problems.list);
  problems.incomplete |= !value;
  return value;
}

void report_wrong_kind(const JsonValue& value, const std::string& path, std::string_view wanted,
                       Problems& problems) {
  problems.unreadable(value.span, ticked(path) + " must be " + std::string(wanted) +
                                      ", but it is " + std::string(kind_name(value.kind)));
}

void report_unknown_keys(const JsonValue& object, std::span<const std::string> known,
                         Problems& problems) {
  for (const JsonKey& key : object.keys) {
    if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
    problems.error(key.span, "unknown key " + ticked(key.text),
                   did_you_mean(nearest_word(key.text, known)));
  }
}

bool read_flag(const JsonValue& object, std::string_view key, const std::string& path,
               Problems& problems) {
  const JsonValue* value = object.find(key);
  if (value == nullptr) return false;
  if (!value->is(JsonValue::Kind::kBool)) {
    report_wrong_kind(*value, path, "true or false", problems);
  }
  return value->boolean;
}

}  // namespace grabr
