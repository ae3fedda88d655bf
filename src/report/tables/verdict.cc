#include "report/tables/verdict.h"

#include <nlohmann/json.hpp>

#include "grammar/model/print.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

std::string verdict_line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string_view reason_name(ParseFailure::Reason reason) {
  switch (reason) {
    case ParseFailure::Reason::kUnexpected: return "unexpected";
    case ParseFailure::Reason::kEnd: return "end";
    case ParseFailure::Reason::kNoToken: return "no token";
    case ParseFailure::Reason::kAmbiguous: return "ambiguous";
    case ParseFailure::Reason::kMemory: break;
  }
  return "memory";
}

Json open_rules(const ParseFailure& failure, const Source& source) {
  Json rules = Json::array();
  for (const ParseFailure::Open& open : failure.open) {
    const Position place = source.position(open.begin);
    rules.push_back({{"rule", open.rule}, {"line", place.line}, {"column", place.column}});
  }
  return rules;
}

}  // namespace

std::string parses_json(const std::string& file, const std::string& grammar) {
  return verdict_line_of({{"file", file}, {"ok", true}, {"grammar", grammar}});
}

std::string unreadable_json(const std::string& file, const std::string& message) {
  return verdict_line_of({{"file", file}, {"ok", false}, {"message", message}});
}

std::string failure_json(const ParseFailure& failure, const Parser& parser, const Source& source,
                         const std::string& grammar) {
  const Diagnostic problem = parser.describe(failure, source);
  const Position place = source.position(failure.span.begin);
  Json json = {{"file", source.name()},   {"ok", false},
               {"grammar", grammar},      {"line", place.line},
               {"column", place.column},  {"offset", failure.span.begin},
               {"end", failure.span.end}, {"reason", reason_name(failure.reason)}};
  json["found"] = source.slice(failure.span);
  const bool is_byte = failure.token == kNoSymbol;
  json["token"] = is_byte ? Json() : Json(symbol_text(parser.grammar(), failure.token));
  json["expected"] = failure.expected;
  json["expected_rules"] = failure.expected_rules;
  json["open"] = open_rules(failure, source);
  json["message"] = problem.message;
  json["notes"] = problem.notes;
  json["hint"] = problem.hint.empty() ? Json() : Json(problem.hint);
  return verdict_line_of(json);
}

}  // namespace grabr
