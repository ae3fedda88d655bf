#include "run/fuzz/seen_failure.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "oracle/process/test_json.h"
#include "text/error.h"
#include "text/json.h"

namespace grabr {

std::string seen_text(const SeenFailure& seen) {
  const FailureSignature& signature = seen.signature;
  const nlohmann::ordered_json json = {{"fails", seen.fails},
                                       {"timed_out", seen.timed_out},
                                       {"end", signature.end},
                                       {"line", text_json(signature.line)},
                                       {"pattern", text_json(signature.pattern)},
                                       {"on_errors", signature.on_errors},
                                       {"functions", words_json(signature.frames)},
                                       {"conditions", conditions_json(signature.conditions)}};
  return json.dump();
}

std::optional<SeenFailure> seen_of_text(const std::string& text) {
  try {
    const JsonDocument document("a record", text, "a failure that was seen");
    const JsonField json = document.root();
    const auto functions = json.find("functions");
    return SeenFailure{
        json.get<bool>("fails"),
        json.get<bool>("timed_out"),
        {.end = json.get<std::string>("end"),
         .line = text_from_json(json.at("line")),
         .pattern = text_from_json(json.at("pattern")),
         .on_errors = json.get<bool>("on_errors"),
         .frames = functions ? words_from_json(*functions) : std::vector<std::string>(),
         .conditions = conditions_from_json(json.at("conditions"))}};
  } catch (const Error&) {
    return std::nullopt;
  }
}

ConditionOptions conditions_of(const SeenFailure& seen, ConditionOptions given) {
  if (seen.timed_out) return given;
  const FailureSignature& signature = seen.signature;
  given.exits = signature.conditions.exits;
  given.signals = signature.conditions.signals;
  if (!signature.frames.empty()) given.same_crash = {kFramesToCompare};
  if (signature.line.empty() || !signature.frames.empty()) return given;
  auto& patterns = signature.on_errors ? given.errors : given.output;
  patterns.push_back(signature.pattern);
  return given;
}

std::string file_name_of(std::string end) {
  for (char& c : end) {
    if (c == ' ') c = '-';
  }
  return end;
}

}  // namespace grabr
