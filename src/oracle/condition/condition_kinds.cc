// Tested by tests/oracle/conditions_test.cc, and the scripts by condition_script_test.cc.
#include "oracle/condition/condition_kinds.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

using Words = std::vector<std::string>;
using Syntax = ConditionSyntax;

#define CONDITION(type, member, function, ...) \
  ConditionKind{.values = &ConditionOptions::member, .conditions = function, __VA_ARGS__},
constexpr ConditionKind kKinds[] = {
#include "oracle/condition/all_conditions.def"
};

std::string time_word(double seconds) {
  std::ostringstream text;
  text << seconds;
  return text.str();
}

/// The values as words, one per occurrence of the option.
Words value_words(const ConditionKind& /*kind*/, const std::vector<int>& numbers) {
  Words words;
  for (const int number : numbers) words.push_back(std::to_string(number));
  return words;
}
Words value_words(const ConditionKind& kind, const Words& texts) {
  if (kind.syntax == Syntax::kCommand) return {shell_word(shell_words(texts))};
  Words words;
  for (const std::string& text : texts) words.push_back(shell_word(text));
  return words;
}
Words value_words(const ConditionKind& /*kind*/, const std::vector<Words>& commands) {
  Words words;
  for (const Words& command : commands) words.push_back(shell_word(shell_words(command)));
  return words;
}
Words value_words(const ConditionKind& /*kind*/, const std::optional<double>& seconds) {
  return {time_word(*seconds)};
}
Words value_words(const ConditionKind& /*kind*/, bool /*given*/) { return {""}; }

}  // namespace

std::span<const ConditionKind> condition_kinds() { return kKinds; }

std::string spelled_condition(const ConditionKind& kind) {
  return spelled("{" + std::string(kind.name) + "}");
}

bool is_given(const ConditionKind& kind, const ConditionOptions& options) {
  return std::visit(
      [&](const auto member) { return options.*member != ConditionOptions().*member; },
      kind.values);
}

bool ConditionOptions::any() const {
  return std::any_of(std::begin(kKinds), std::end(kKinds), [this](const ConditionKind& kind) {
    return kind.looks_at != LooksAt::kFurtherCommand && is_given(kind, *this);
  });
}

bool ConditionOptions::is_further(const Words& command) const {
  const auto has = [&](const std::vector<Words>& commands) {
    return std::find(commands.begin(), commands.end(), command) != commands.end();
  };
  return has(also) || has(but_not);
}

ConditionOptions ConditionOptions::with_own(ConditionOptions own) const {
  own.also = also;
  own.but_not = but_not;
  own.further_s = further_s;
  return own;
}

std::vector<Condition> list_conditions(const ConditionOptions& options) {
  std::vector<Condition> list;
  for (const ConditionKind& kind : kKinds) {
    for (Condition& condition : kind.conditions(options)) {
      condition.looks_at = kind.looks_at;
      list.push_back(std::move(condition));
    }
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const Condition& a, const Condition& b) { return a.looks_at < b.looks_at; });
  return list;
}

bool need_original(const ConditionOptions& options) {
  return std::any_of(std::begin(kKinds), std::end(kKinds), [&](const ConditionKind& kind) {
    return kind.looks_at == LooksAt::kOriginal && is_given(kind, options);
  });
}

bool need_output(const ConditionOptions& options) {
  return std::any_of(std::begin(kKinds), std::end(kKinds), [&](const ConditionKind& kind) {
    return kind.looks_at > LooksAt::kEnd && is_given(kind, options);
  });
}

std::vector<Words> other_commands(const ConditionOptions& options) {
  std::vector<Words> commands;
  for (const ConditionKind& kind : kKinds) {
    if (kind.syntax != Syntax::kCommand || !is_given(kind, options)) continue;
    commands.push_back(options.*std::get<Words ConditionOptions::*>(kind.values));
  }
  for (const std::vector<Words>* further : {&options.also, &options.but_not}) {
    commands.insert(commands.end(), further->begin(), further->end());
  }
  return commands;
}

Words condition_words(const ConditionOptions& options) {
  Words words;
  for (const ConditionKind& kind : kKinds) {
    if (!is_given(kind, options)) continue;
    const Words values = std::visit(
        [&](const auto member) { return value_words(kind, options.*member); }, kind.values);
    for (const std::string& value : values) {
      const char* between = value.empty() ? "" : kind.syntax == Syntax::kCount ? "=" : " ";
      words.push_back(spelled_condition(kind) + between + value);
    }
  }
  return words;
}

}  // namespace grabr
