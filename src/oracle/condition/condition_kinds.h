// The table of conditions: all_conditions.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "oracle/condition/condition.h"
#include "oracle/condition/condition_options.h"

namespace grabr {

/// The form of the values on the command line.
enum class ConditionSyntax : std::uint8_t {
  kStatuses,     ///< numbers from 0 to 255, separated by commas
  kNames,        ///< names, separated by commas
  kExpressions,  ///< one per occurrence of the option
  kTime,
  kCommand,   ///< the words of a command; the first is a program
  kCommands,  ///< the same, one per occurrence of the option
  kFlag,      ///< no value
  kCount,     ///< a flag that may be followed by =N
};

using ConditionMember =
    std::variant<std::vector<int> ConditionOptions::*, std::vector<std::string> ConditionOptions::*,
                 std::vector<std::vector<std::string>> ConditionOptions::*,
                 std::optional<double> ConditionOptions::*, bool ConditionOptions::*>;

struct ConditionKind {
  ConditionMember values;
  /// Makes the given conditions, if any. Throws Error(kInvalid) for invalid values.
  std::vector<Condition> (*conditions)(const ConditionOptions&);
  std::string_view name;  ///< name of the setting, also in a saved configuration: "not-stdout"
  ConditionSyntax syntax;
  LooksAt looks_at;
  const char* value_name;  ///< the value's placeholder in the help: "RE"; empty: none
  const char* help;        ///< a text for spelled()
};

#define CONDITION(type, member, function, ...) \
  std::vector<Condition> function(const ConditionOptions& given);
#include "oracle/condition/all_conditions.def"

/// The rows, in the order of the help.
std::span<const ConditionKind> condition_kinds();

/// The row's name as the user writes it (text/setting.h).
std::string spelled_condition(const ConditionKind& kind);

bool is_given(const ConditionKind& kind, const ConditionOptions& options);

/// All conditions given, in order of evaluation. Throws as the rows do.
std::vector<Condition> list_conditions(const ConditionOptions& options);

/// Does any given condition compare with the run on the original?
bool need_original(const ConditionOptions& options);

/// Does any given condition need more than how a run ended?
bool need_output(const ConditionOptions& options);

/// The commands to run besides the test's.
std::vector<std::vector<std::string>> other_commands(const ConditionOptions& options);

/// The conditions as the user writes them: "--exit 1", "--stderr 'no such'".
std::vector<std::string> condition_words(const ConditionOptions& options);

}  // namespace grabr
