#include "report/json_values.h"

#include <nlohmann/json.hpp>

#include "report/json_text.h"

namespace grabr {

nlohmann::ordered_json number_json(const std::optional<double>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json names_json(const std::vector<std::string>& files) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& file : files) list.push_back(as_utf8(file));
  return list;
}

}  // namespace grabr
