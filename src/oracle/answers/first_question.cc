#include "oracle/answers/first_question.h"

#include <bit>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "oracle/answers/hashed_fields.h"
#include "oracle/answers/identity.h"
#include "oracle/process/process_oracle_options.h"
#include "oracle/process/test_json.h"

namespace grabr {
namespace {

void add_conditions(HashedFields& fields, const ConditionOptions& conditions) {
  fields.add_number(conditions.exits.size());
  for (const int status : conditions.exits) fields.add(std::to_string(status));
  fields.add_list(conditions.signals);
  fields.add_list(conditions.output);
  fields.add_list(conditions.errors);
  fields.add_list(conditions.not_output);
  fields.add_list(conditions.not_errors);
  const std::optional<double>& hang_s = conditions.hang_s;
  fields.add(hang_s ? std::to_string(std::bit_cast<std::uint64_t>(*hang_s)) : "none");
  fields.add_list(conditions.differs);
  fields.add(place_of_program(conditions.differs));
  fields.add_number(conditions.same_as_original);
}

}  // namespace

std::string first_question_of(const ProcessOracleOptions& options) {
  HashedFields fields;
  fields.add_list(options.command);
  fields.add(place_of_program(options.command));
  fields.add(options.shell_text);
  add_conditions(fields, options.conditions);
  fields.add(options.original.filename().string());
  fields.add_number(static_cast<std::uint64_t>(options.via));
  fields.add_number(options.append_path);
  fields.add_number(options.copies.size());
  for (const std::filesystem::path& copy : options.copies) fields.add(name_of_copy(copy));
  fields.add_number(options.memory_bytes);
  fields.add_number(options.randomize_addresses);
  fields.add_number(options.repeat);
  fields.add_number(options.min_hits);
  fields.add_list(options.launcher);
  if (options.encoding != Encoding::kAsIs) fields.add(encoding_name(options.encoding));
  return fields.hex();
}

}  // namespace grabr
