#include "report/verdict.h"

#include <nlohmann/json.hpp>

#include "report/json_text.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

Json verdict_json(const Verdict& verdict) {
  Json json = {{"file", as_utf8(verdict.file)}, {"ok", verdict.ok}};
  if (verdict.ok) return json;
  if (verdict.line == 0) {
    json["message"] = as_utf8(verdict.message);
    return json;
  }
  json["line"] = verdict.line;
  json["column"] = verdict.column;
  json["message"] = as_utf8(verdict.message);
  json["found"] = as_utf8(verdict.found);
  json["expected"] = Json::array();
  for (const std::string& name : verdict.expected) json["expected"].push_back(as_utf8(name));
  return json;
}

}  // namespace

std::string verdicts_json(std::span<const Verdict> verdicts) {
  Json array = Json::array();
  for (const Verdict& verdict : verdicts) array.push_back(verdict_json(verdict));
  return array.dump(2) + "\n";
}

}  // namespace grabr
