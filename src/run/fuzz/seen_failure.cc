#include "run/fuzz/seen_failure.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "oracle/condition/conditions.h"
#include "oracle/process/test_json.h"
#include "run/config/command_words.h"
#include "text/error.h"
#include "text/json.h"

namespace grabr {
namespace {

/// A regular expression that finds a function's name in a line.
std::string name_pattern(const std::string& name) {
  std::string pattern;
  for (const char c : name) {
    if (std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

/// The conditions without those that only grabr can check.
ConditionOptions for_script(const SeenFailure& seen, ConditionOptions conditions) {
  if (conditions.same_crash.empty()) return conditions;
  conditions.same_crash.clear();
  conditions.crash_parts.clear();
  conditions.exits = seen.signature.conditions.exits;
  conditions.signals = seen.signature.conditions.signals;
  auto& patterns = seen.signature.on_errors ? conditions.errors : conditions.output;
  if (!seen.signature.line.empty()) patterns.push_back(seen.signature.pattern);
  for (const std::string& name : seen.signature.frames) patterns.push_back(name_pattern(name));
  return conditions;
}

}  // namespace

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

SeenFailure seen_in(const TestResult& result, const ProcessOracle::Shown& shown,
                    std::string_view text) {
  SeenFailure seen;
  seen.timed_out = result.timed_out;
  seen.signature = signature_of(result, shown.output, shown.errors);
  const std::string_view line = error_line(seen.signature.on_errors ? shown.errors : shown.output);
  if (!line.empty()) seen.signature.pattern = error_pattern(line, text);
  return seen;
}

std::string portable_script(const ProcessOracleOptions& test, const SeenFailure& seen,
                            const std::filesystem::path& folder) {
  ScriptedTest scripted{.command = test.command, .original = test.original.string()};
  if (!test.shell_text.empty()) {
    scripted.command = {"/bin/sh", "-c", test.shell_text, "sh"};
  }
  for (const std::filesystem::path& copy : test.copies) scripted.copies.push_back(copy.string());
  scripted.append_path = test.append_path || !test.shell_text.empty();
  scripted.folder = folder.string();
  return condition_script(scripted, for_script(seen, test.conditions));
}

std::string file_name_of(std::string end) {
  for (char& c : end) {
    if (c == ' ') c = '-';
  }
  return end;
}

}  // namespace grabr
