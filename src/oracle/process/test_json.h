// The configuration of a test as JSON: for reports, and for the identity of a test.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"
#include "text/named_value.h"

namespace grabr {

/// One object with the fields that are not as in a default configuration, in the order of
/// test_fields.h. Text that is not UTF-8 is {"bytes": [47, 255, …]}.
nlohmann::ordered_json test_json(const ProcessOracleOptions& options);
nlohmann::ordered_json conditions_json(const ConditionOptions& conditions);

/// And back: equal to what was given. Throws Error(kInvalid) for a field or condition that is unknown
/// here, and nlohmann::json::exception for a value that is not of its type.
ProcessOracleOptions test_from_json(const nlohmann::ordered_json& json);
ConditionOptions conditions_from_json(const nlohmann::ordered_json& json);

/// The fields that answers depend on; of paths the last names: where a file lies does not matter.
nlohmann::ordered_json answering_test_json(const ProcessOracleOptions& options);

/// The name by which a test finds a copy: "data" for "../data/", too.
std::string name_of_copy(const std::filesystem::path& path);

/// Any bytes, as they are saved.
nlohmann::ordered_json text_json(const std::string& text);
nlohmann::ordered_json words_json(const std::vector<std::string>& words);
std::string text_from_json(const nlohmann::ordered_json& json);

std::span<const NamedValue<InputVia>> input_ways();

}  // namespace grabr
