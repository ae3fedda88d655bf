#include "run/condition_words.h"

#include <sstream>

#include "text/shell_word.h"

namespace grabr {

std::vector<std::string> condition_words(const ConditionOptions& conditions) {
  std::vector<std::string> words;
  const auto add = [&](const std::string& option, const std::vector<std::string>& values) {
    for (const std::string& value : values) words.push_back(option + ' ' + shell_word(value));
  };
  for (const int code : conditions.exits) words.push_back("--exit " + std::to_string(code));
  add("--signal", conditions.signals);
  add("--stdout", conditions.output);
  add("--stderr", conditions.errors);
  add("--not-stdout", conditions.not_output);
  add("--not-stderr", conditions.not_errors);
  if (conditions.hang_s) {
    std::ostringstream hang;
    hang << "--hang " << *conditions.hang_s;
    words.push_back(hang.str());
  }
  if (!conditions.differs.empty()) {
    words.push_back("--differs " + shell_word(shell_words(conditions.differs)));
  }
  if (conditions.same_as_original) words.push_back("--same-as-original");
  return words;
}

}  // namespace grabr
