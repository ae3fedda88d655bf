#include "grammar/load/options.h"

#include <array>
#include <cmath>

#include "text/suggest.h"

namespace grabr {
namespace {

constexpr double kMaxPriority = 1e6;

void read_probability(const JsonValue& value, const std::string& path, AlternativeOptions& options,
                      Problems& problems) {
  if (!value.is(JsonValue::Kind::kNumber)) {
    report_wrong_kind(value, path, "a number from 0 to 1", problems);
  } else if (value.number < 0 || value.number > 1) {
    problems.error(value.span, ticked(path) + " must be a number from 0 to 1");
  } else {
    options.probability = value.number;
  }
}

void read_priority(const JsonValue& value, const std::string& path, AlternativeOptions& options,
                   Problems& problems) {
  if (!value.is(JsonValue::Kind::kNumber)) {
    report_wrong_kind(value, path, "a whole number", problems);
  } else if (value.number != std::floor(value.number) || std::abs(value.number) > kMaxPriority) {
    problems.error(value.span,
                   ticked(path) + " must be a whole number between -1000000 and 1000000",
                   "the alternative with the higher priority wins an ambiguity");
  } else {
    options.priority = static_cast<int>(value.number);
  }
}

void report_unknown(const JsonKey& key, Severity severity, Problems& problems) {
  static const std::array<std::string, 2> known = {"prob", "priority"};
  problems.list.push_back({severity, key.span, "the option " + ticked(key.text) + " is ignored",
                           did_you_mean(nearest_word(key.text, known))});
}

}  // namespace

AlternativeOptions read_options(const JsonValue& value, const std::string& path, Severity unknown,
                                Problems& problems) {
  AlternativeOptions options;
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const JsonKey& key = value.keys[i];
    const JsonValue& item = value.items[i];
    const std::string item_path = path + "." + key.text;
    if (key.text != "prob" && key.text != "priority") {
      report_unknown(key, unknown, problems);
    } else if (item.is(JsonValue::Kind::kNull)) {
      continue;
    } else if (key.text == "prob") {
      read_probability(item, item_path, options, problems);
    } else {
      read_priority(item, item_path, options, problems);
    }
  }
  return options;
}

}  // namespace grabr
