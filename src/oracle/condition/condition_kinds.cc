// Adding a condition takes a row of kKinds, the row's function above it, and a member of
// ConditionOptions.
// Tested by tests/oracle/conditions_test.cc, and the scripts by condition_script_test.cc.
#include "oracle/condition/condition_kinds.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "oracle/condition/command_conditions.h"
#include "oracle/condition/executions.h"
#include "oracle/condition/output_conditions.h"
#include "oracle/condition/same_crash.h"
#include "oracle/condition/signals.h"
#include "oracle/test/all_members.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/shell_word.h"
#include "text/suggest.h"

namespace grabr {
namespace {

using Kind = Finding::Kind;
using Words = std::vector<std::string>;

constexpr int kMaxExit = 255;
constexpr int kMostFrames = 100;

// Conditions on how the run ends.

std::string status_script(const std::string& comment, const std::vector<int>& statuses) {
  std::string text = "\n# " + comment + "\ncase $(status test) in\n  ";
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    text += (i > 0 ? " | " : "") + std::to_string(statuses[i]);
  }
  return text + ") ;;\n  *) exit 1 ;;\nesac\n";
}

Condition status_condition(const std::string& label, const std::string& comment,
                           const std::vector<int>& statuses) {
  const auto ask = [statuses](const AskedRun& asked) {
    const Execution& run = asked.run;
    const bool wanted =
        std::find(statuses.begin(), statuses.end(), exit_status(run)) != statuses.end();
    return holds_if(!run.timed_out && wanted, how_run_ended(run));
  };
  return {label, ask, status_script(comment, statuses)};
}

std::vector<Condition> exit_conditions(const ConditionOptions& options) {
  if (options.exits.empty()) return {};
  std::string label = spelled("{exit} ");
  for (std::size_t i = 0; i < options.exits.size(); ++i) {
    const std::string status = std::to_string(options.exits[i]);
    if (options.exits[i] < 0 || options.exits[i] > kMaxExit) {
      throw Error(ErrorKind::kInvalid,
                  spelled("{exit} ") + status +
                      ": not an exit status\nhint: exit statuses are the numbers "
                      "from 0 to 255; 128+N means death by signal N");
    }
    label += (i > 0 ? "," : "") + status;
  }
  return {status_condition(label, spelled("{exit}"), options.exits)};
}

std::vector<Condition> signal_conditions(const ConditionOptions& options) {
  if (options.signals.empty()) return {};
  std::string label = spelled("{signal} "), comment = spelled("{signal}");
  std::vector<int> statuses;
  for (const std::string& name : options.signals) {
    const std::optional<int> number = signal_by_name(name);
    if (!number) {
      throw Error(ErrorKind::kInvalid,
                  spelled("{signal} ") + escaped(name, "") +
                      spelled(": no such signal\nhint: for example SEGV, SIGABRT or 8; an "
                              "exit status belongs to {exit}"));
    }
    label += (statuses.empty() ? "" : ",") + name;
    comment += ' ' + name;
    statuses.push_back(128 + *number);
  }
  return {status_condition(label, comment, statuses)};
}

// The condition that it does not end.

std::vector<Condition> hang_conditions(const ConditionOptions& options) {
  if (!options.hang_s) return {};
  if (!options.exits.empty() || !options.signals.empty()) {
    const std::string other = spelled(options.exits.empty() ? "{signal}" : "{exit}");
    throw Error(ErrorKind::kInvalid,
                spelled("{hang} and ") + other +
                    " cannot both hold: a command that does not end has no exit "
                    "status\nhint: leave one of the two out");
  }
  const std::string label = spelled("{hang} ") + short_seconds(*options.hang_s);
  if (!(*options.hang_s > 0) || !std::isfinite(*options.hang_s)) {
    throw Error(ErrorKind::kInvalid,
                label +
                    ": not a time\nhint: the number of seconds after which the "
                    "command counts as hanging, above 0");
  }
  const auto ask = [](const AskedRun& asked) {
    return holds_if(asked.run.timed_out,
                    how_run_ended(asked.run) + " after " + short_seconds(asked.run.seconds) + " s");
  };
  return {{label, ask, spelled("\n# {hang}\n") + "[ \"$(status test)\" = timeout ] || exit 1\n"}};
}

// Conditions that compare with the original.

Finding same_as_original(const AskedRun& asked) {
  if (asked.original == nullptr) return {};
  const Execution& run = asked.run;
  const Execution& original = *asked.original;
  if (!end_alike(run, original)) {
    return {Kind::kDoesNotHold,
            how_run_ended(run) + ", with the original " + how_run_ended(original)};
  }
  if (!same_output(run, original)) {
    return {Kind::kDoesNotHold, "standard output is not the original's"};
  }
  return holds_if(same_errors(run, original), "standard error is not the original's");
}

std::vector<Condition> original_conditions(const ConditionOptions& options) {
  if (!options.same_as_original) return {};
  std::string script = spelled("\n# {same-as-original}") + R"(
run_test "$GRABR_ORIGINAL" original
same original test || exit 1
)";
  // The output of a command that did not end depends on when it was stopped.
  if (options.hang_s) script += "[ \"$(status test)\" = timeout ] ||\n  ";
  script += "cmp -s \"$work\"/original.err \"$work\"/test.err || exit 1\n";
  return {{spelled("{same-as-original}"), same_as_original, script}};
}

FrameParts frame_parts(const std::vector<std::string>& names) {
  const std::vector<std::string> known = {"templates", "files", "lines"};
  FrameParts parts;
  for (const std::string& name : names) {
    if (name == known[0]) parts.templates = true;
    else if (name == known[1]) parts.files = true;
    else if (name == known[2]) parts.lines = true;
    else {
      throw Error(ErrorKind::kInvalid,
                  spelled("{crash-parts} ") + escaped(name, "") +
                      ": no such part of a failure\nhint: " + word_hint(name, known));
    }
  }
  return parts;
}

/// No condition of its own: same_crash_conditions reads the parts. Checks only that it is given.
std::vector<Condition> crash_part_conditions(const ConditionOptions& options) {
  if (!options.crash_parts.empty() && options.same_crash.empty()) {
    throw Error(ErrorKind::kInvalid,
                spelled("{crash-parts} says what else counts for {same-crash}\nhint: give "
                        "{same-crash}, too"));
  }
  return {};
}

std::vector<Condition> same_crash_conditions(const ConditionOptions& options) {
  const FrameParts of_frame = frame_parts(options.crash_parts);
  if (options.same_crash.empty()) return {};
  const int frames = options.same_crash.back();
  const std::string label = spelled("{same-crash}=") + std::to_string(frames);
  if (frames < 0 || frames > kMostFrames) {
    throw Error(ErrorKind::kInvalid,
                label +
                    ": not a number of functions\nhint: from 0 (what failed is compared, not "
                    "where) to " +
                    std::to_string(kMostFrames));
  }
  const CrashParts parts{frames, of_frame};
  const auto ask = [parts](const AskedRun& asked) {
    if (asked.original == nullptr) return Finding{};
    const CrashDifference seen = crash_difference(asked.run, *asked.original, parts);
    Finding finding = holds_if(seen.words.empty(), seen.words);
    finding.other_failure = seen.other_failure;
    return finding;
  };
  return {{label, ask, same_crash_script(parts)}};
}

using Syntax = ConditionSyntax;

// The line breaks are those of the help.
constexpr ConditionKind kKinds[] = {
    {"exit", &ConditionOptions::exits, Syntax::kStatuses, LooksAt::kEnd, "CODE[,CODE]",
     "The test exits with (one of) CODE; 128+N: death by\nsignal N", exit_conditions},
    {"signal", &ConditionOptions::signals, Syntax::kNames, LooksAt::kEnd, "NAME[,NAME]",
     "The test dies by a signal: SEGV, ABRT, ... or a number", signal_conditions},
    {"stdout", &ConditionOptions::output, Syntax::kExpressions, LooksAt::kOutput, "RE",
     "Its output has a match of a regular expression",
     [](const ConditionOptions& given) {
       return search_conditions("{stdout}", given.output, OutputStream::kOutput, true);
     }},
    {"stderr", &ConditionOptions::errors, Syntax::kExpressions, LooksAt::kOutput, "RE",
     "The same for what it writes to standard error",
     [](const ConditionOptions& given) {
       return search_conditions("{stderr}", given.errors, OutputStream::kErrors, true);
     }},
    {"not-stdout", &ConditionOptions::not_output, Syntax::kExpressions, LooksAt::kOutput, "RE",
     "Its output has no match",
     [](const ConditionOptions& given) {
       return search_conditions("{not-stdout}", given.not_output, OutputStream::kOutput, false);
     }},
    {"not-stderr", &ConditionOptions::not_errors, Syntax::kExpressions, LooksAt::kOutput, "RE",
     "Standard error has no match. Each of these four may\nbe given several times",
     [](const ConditionOptions& given) {
       return search_conditions("{not-stderr}", given.not_errors, OutputStream::kErrors, false);
     }},
    {"hang", &ConditionOptions::hang_s, Syntax::kTime, LooksAt::kEnd, "TIME",
     "It does not end within TIME (excludes {exit} and\n{signal})", hang_conditions},
    {"differs", &ConditionOptions::differs, Syntax::kCommand, LooksAt::kOtherCommand, "COMMAND",
     "Its exit status or standard output differ from\n"
     "COMMAND's; each is run twice and must agree with itself",
     difference_conditions},
    {"same-as-original", &ConditionOptions::same_as_original, Syntax::kFlag, LooksAt::kOriginal, "",
     "Its exit status, signal and output are those for FILE", original_conditions},
    {"same-crash", &ConditionOptions::same_crash, Syntax::kCount, LooksAt::kOriginal, "N",
     "It ends as for FILE, with the same failure in the same\n"
     "N innermost functions (=N; default: 3)",
     same_crash_conditions},
    {"crash-parts", &ConditionOptions::crash_parts, Syntax::kNames, LooksAt::kOriginal,
     "PART[,PART]",
     "... in which these count, too: templates (arguments\nof), files (their names), lines (and "
     "numbers of\nplaces in messages)",
     crash_part_conditions},
    {"and", &ConditionOptions::also, Syntax::kCommands, LooksAt::kFurtherCommand, "COMMAND",
     "COMMAND, with a @@ of its own, exits with 0, too: first\nthe one that rejects most for its "
     "time. Each of these\ntwo may be given several times",
     [](const ConditionOptions& given) {
       return further_conditions("{and}", given.also, true, given.further_s.has_value());
     }},
    {"not", &ConditionOptions::but_not, Syntax::kCommands, LooksAt::kFurtherCommand, "COMMAND",
     "COMMAND exits with another status: {not} 'old @@'",
     [](const ConditionOptions& given) {
       return further_conditions("{not}", given.but_not, false, given.further_s.has_value());
     }},
    {"and-timeout", &ConditionOptions::further_s, Syntax::kTime, LooksAt::kFurtherCommand, "TIME",
     "How long each run of these commands may take\n(default: {timeout})", further_time_conditions},
};

/// The type of the member with this index in ConditionMember.
template <std::size_t index>
using MemberType = std::remove_cvref_t<
    decltype(std::declval<ConditionOptions>().*
             std::declval<std::variant_alternative_t<index, ConditionMember>>())>;

template <std::size_t... row>
constexpr bool has_row_for_each_member(std::index_sequence<row...> /*rows*/) {
  return HasJustMembers<ConditionOptions, MemberType<kKinds[row].values.index()>...>;
}
static_assert(has_row_for_each_member(std::make_index_sequence<std::size(kKinds)>()),
              "each member of ConditionOptions needs a row here, in the order of the members");

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
