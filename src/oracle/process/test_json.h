// The configuration of a test as JSON, for reports and for the identity of a test.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"
#include "text/json.h"
#include "text/named_value.h"

namespace grabr {

/// An object with the fields that differ from the default configuration, in the order of
/// test_fields.h. Text that is not UTF-8 is {"bytes": [47, 255, …]}.
nlohmann::ordered_json test_json(const ProcessOracleOptions& options);
nlohmann::ordered_json conditions_json(const ConditionOptions& conditions);

/// The inverse. Throws Error(kInvalid) for an unknown field or condition and a value of the wrong
/// type.
ProcessOracleOptions test_from_json(const JsonField& json);
ConditionOptions conditions_from_json(const JsonField& json);
/// Throws Error(kInvalid), naming the source `json`, if no test can be run with the options.
void require_possible(const ProcessOracleOptions& options, const JsonField& json);

/// The fields that answers depend on. Paths are reduced to their last names, because a file's
/// folder does not matter.
nlohmann::ordered_json answering_test_json(const ProcessOracleOptions& options);

/// The name under which a test finds a copy: "data" also for "../data/".
std::string name_of_copy(const std::filesystem::path& path);

/// Arbitrary bytes, as saved.
nlohmann::ordered_json text_json(const std::string& text);
nlohmann::ordered_json words_json(const std::vector<std::string>& words);
std::string text_from_json(const JsonField& json);
std::vector<std::string> words_from_json(const JsonField& json);

std::span<const NamedValue<InputVia>> input_ways();

}  // namespace grabr
