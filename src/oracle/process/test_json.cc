// Tested by tests/oracle/test_json_test.cc.
#include "oracle/process/test_json.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "oracle/condition/condition_kinds.h"
#include "oracle/process/test_fields.h"
#include "text/error.h"
#include "text/utf8.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr NamedValue<InputVia> kInputWays[] = {{"all", InputVia::kAll},
                                               {"arg", InputVia::kArgument},
                                               {"stdin", InputVia::kStdin},
                                               {"basename", InputVia::kBaseName}};

[[noreturn]] void refuse_unknown(const std::string& what, const std::string& name) {
  throw Error(ErrorKind::kInvalid, "unknown " + what + " in the saved test: " + name +
                                       "\nhint: it may come from a later version of grabr");
}

// Two functions per field type: to JSON and from JSON.

Json value_json(const std::string& text) {
  if (is_utf8(text)) return text;
  Json bytes = Json::array();
  for (const char byte : text) bytes.push_back(static_cast<unsigned char>(byte));
  return {{"bytes", bytes}};
}
void read_value(const JsonField& json, std::string& text) {
  if (!json.is(JsonValue::Kind::kObject)) {
    text = json.as<std::string>();
    return;
  }
  for (const JsonField& byte : json.at("bytes").items()) {
    text += static_cast<char>(byte.as<std::uint8_t>());
  }
}

Json value_json(const fs::path& path) { return value_json(path.string()); }
void read_value(const JsonField& json, fs::path& path) {
  std::string text;
  read_value(json, text);
  path = text;
}

Json value_json(InputVia via) { return name_of_value(via, input_ways()); }
void read_value(const JsonField& json, InputVia& via) {
  const auto name = json.as<std::string>();
  const auto known = value_by_name(std::string_view(name), input_ways());
  if (!known) refuse_unknown("way of input", name);
  via = *known;
}

Json value_json(Encoding encoding) { return encoding_name(encoding); }
void read_value(const JsonField& json, Encoding& encoding) {
  const auto name = json.as<std::string>();
  const auto known = encoding_by_name(name);
  if (!known) refuse_unknown("encoding", name);
  encoding = *known;
}

template <class Number>
requires std::is_arithmetic_v<Number> Json value_json(Number number) { return number; }
template <class Number>
requires std::is_arithmetic_v<Number>
void read_value(const JsonField& json, Number& number) { number = json.as<Number>(); }

Json value_json(const std::optional<double>& number) { return *number; }  // only if given
void read_value(const JsonField& json, std::optional<double>& number) {
  number = json.as<double>();
}

template <class Value>
Json value_json(const std::vector<Value>& values) {
  Json array = Json::array();
  for (const Value& value : values) array.push_back(value_json(value));
  return array;
}
template <class Value>
void read_value(const JsonField& json, std::vector<Value>& values) {
  for (const JsonField& one : json.items()) read_value(one, values.emplace_back());
}

Json value_json(const ConditionOptions& conditions) { return conditions_json(conditions); }
void read_value(const JsonField& json, ConditionOptions& conditions) {
  conditions = conditions_from_json(json);
}

template <class Value>
Value without_places(const Value& value) {
  return value;
}
fs::path without_places(const fs::path& path) { return name_of_copy(path); }
std::vector<fs::path> without_places(std::vector<fs::path> paths) {
  for (fs::path& path : paths) path = name_of_copy(path);
  return paths;
}

}  // namespace

Json test_json(const ProcessOracleOptions& options) {
  Json json = Json::object();
  for_each_test_field([&](const auto& field) {
    const auto& value = options.*field.member;
    if (value == ProcessOracleOptions().*field.member) return;
    json[std::string(field.name)] = value_json(value);
  });
  return json;
}

Json answering_test_json(const ProcessOracleOptions& options) {
  ProcessOracleOptions plain;
  for_each_test_field([&](const auto& field) {
    if (field.no_matter == NoMatter{}) plain.*field.member = without_places(options.*field.member);
  });
  plain.conditions.further_s.reset();  // a time limit changes no answer: a timeout is not an answer
  return test_json(plain);
}

ProcessOracleOptions test_from_json(const JsonField& json) {
  ProcessOracleOptions options;
  for (const auto& [name, value] : json.members()) {
    bool known = false;
    for_each_test_field([&name = name, &value = value, &known, &options](const auto& field) {
      if (field.name != name) return;
      known = true;
      read_value(value, options.*field.member);
    });
    if (!known) refuse_unknown("field", name);
  }
  require_possible(options, json);
  return options;
}

void require_possible(const ProcessOracleOptions& options, const JsonField& json) {
  const bool is_possible = options.timeout_s >= 0 && options.jobs >= 1 &&
                           options.jobs <= kMaxJobs && options.repeat >= 1 &&
                           options.min_hits <= options.repeat;
  if (!is_possible) json.refuse("a test with a time limit, tests at once and runs that can be");
}

Json conditions_json(const ConditionOptions& conditions) {
  Json json = Json::object();
  for (const ConditionKind& kind : condition_kinds()) {
    if (!is_given(kind, conditions)) continue;
    std::visit(
        [&](const auto member) { json[std::string(kind.name)] = value_json(conditions.*member); },
        kind.values);
  }
  return json;
}

ConditionOptions conditions_from_json(const JsonField& json) {
  ConditionOptions conditions;
  for (const auto& [name, value] : json.members()) {
    const auto kinds = condition_kinds();
    const auto kind = std::ranges::find(kinds, name, &ConditionKind::name);
    if (kind == kinds.end()) refuse_unknown("condition", name);
    std::visit(
        [&value = value, &conditions](const auto member) { read_value(value, conditions.*member); },
        kind->values);
  }
  return conditions;
}

std::string name_of_copy(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  return (plain.has_filename() ? plain.filename() : plain.parent_path().filename()).string();
}

Json text_json(const std::string& text) { return value_json(text); }

Json words_json(const std::vector<std::string>& words) { return value_json(words); }

std::string text_from_json(const JsonField& json) {
  std::string text;
  read_value(json, text);
  return text;
}

std::vector<std::string> words_from_json(const JsonField& json) {
  std::vector<std::string> words;
  read_value(json, words);
  return words;
}

std::span<const NamedValue<InputVia>> input_ways() { return kInputWays; }

}  // namespace grabr
