#include "report/json_values.h"

#include <nlohmann/json.hpp>

#include "report/json_text.h"

namespace grabr {

using Json = nlohmann::ordered_json;

Json number_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json names_json(const std::vector<std::string>& files) {
  Json list = Json::array();
  for (const std::string& file : files) list.push_back(as_utf8(file));
  return list;
}

}  // namespace grabr
