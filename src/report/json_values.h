// Values that reports have in common.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace grabr {

/// Null if the number is not known.
nlohmann::ordered_json number_json(const std::optional<double>& number);

nlohmann::ordered_json names_json(const std::vector<std::string>& files);

}  // namespace grabr
