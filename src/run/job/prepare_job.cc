#include "run/job/prepare_job.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "oracle/process/cores.h"
#include "oracle/test/program.h"
#include "reduce/auto_schedule.h"
#include "reduce/strategy.h"
#include "report/form/measure.h"
#include "run/config/command_words.h"
#include "run/config/find_protection.h"
#include "run/config/ready_conditions.h"
#include "run/files/converter.h"
#include "run/files/output_places.h"
#include "run/files/outside_program.h"
#include "run/files/save_best.h"
#include "run/job/final_steps.h"
#include "run/job/job_grammar.h"
#include "text/error.h"
#include "text/file.h"
#include "text/setting.h"
#include "text/shell_word.h"
#include "text/suggest.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

using run::Config;
using run::Listener;

bool names_program(const std::string& command) {
  try {
    const Words words = is_file(command) ? Words{command} : split_words(command);
    if (words.empty()) return false;
    find_program(words.front());
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// "! cc input.c", "LC_ALL=C ./test.sh": only a shell could run this.
bool begins_as_in_shell(const Words& command) {
  const std::string& first = command.front();
  const bool sets = first.find('=') < first.find('/') && !first.starts_with('=');
  return command.size() > 1 && (first == "!" || sets);
}

/// A message for a FILE that is a program: the word before it may be the input, or meaningless.
std::string unlike_test(const ReductionJob& job) {
  const std::string& first = job.test.command.front();
  std::error_code ignored;
  if (fs::exists(first, ignored)) return job.input + " is a program: TEST comes before FILE";
  return "grabr has no command " + first + ", either; " + job.input +
         " is a program: TEST is the first word, FILE the second";
}

void require_test(const ReductionJob& job) {
  try {
    if (job.shell_text.empty()) find_program(job.test.command.front());
  } catch (const Error& error) {
    const bool is_text = begins_as_in_shell(job.test.command);
    if (!is_text && !names_program(job.input)) throw;
    const std::string reason = error.what();
    throw Error(error.kind(),
                reason.substr(0, reason.find('\n')) + "\nhint: " +
                    (is_text ? spelled("{command} 'TEXT' runs text by /bin/sh; a script works, too")
                             : unlike_test(job)));
  }
}

/// Applies --fast, --thorough and --schedule, which choose the passes of "auto".
void choose_passes_of_auto(const run::Search& search, Schedule& schedule) {
  if (!search.effort && search.schedule.empty()) return;
  const Schedule passes = search.schedule.empty()
                              ? parse_schedule(schedule_text(*search.effort), "auto")
                              : parse_schedule(read_file(search.schedule), search.schedule);
  if (replace_auto(schedule, passes)) return;
  throw Error(ErrorKind::kInvalid,
              spelled("{fast}, {thorough} and {schedule} are for the strategy auto, not ") +
                  schedule.text());
}

void leave_out_passes(const run::Search& search, Schedule& schedule, Listener& listener) {
  const std::string before = schedule.text();
  for (const std::string& name : leave_out(schedule, search.without)) {
    listener.note(spelled("{without} ") + name + ": " + before + " has no such pass");
  }
}

const Pass* find_named_minimizer(const std::string& name) {
  if (name.empty()) return nullptr;
  if (const Pass* minimizer = find_minimizer(name)) return minimizer;
  std::vector<std::string> names;
  for (const Pass& known : minimizers()) names.emplace_back(known.name);
  throw Error(ErrorKind::kInvalid, "no list minimiser is called " + name + "\nhint: " +
                                       word_hint(name, names, "grabr strategies lists them"));
}

}  // namespace

Schedule find_schedule(const run::Search& search, Listener& listener) {
  Schedule schedule = parse_schedule(search.strategy);
  choose_passes_of_auto(search, schedule);
  leave_out_passes(search, schedule, listener);
  set_lists(schedule, find_named_minimizer(search.minimizer), search.direction);
  return schedule;
}

namespace {

std::optional<fs::path> passing_output(const Config& config,
                                       const std::optional<fs::path>& output) {
  const std::optional<std::string>& named = config.output.passing;
  const bool nowhere = named ? named->empty() : !output || !can_be_replaced(*output);
  if (nowhere) return std::nullopt;
  const fs::path path = named ? fs::path(*named) : passing_path(*output);
  require_writable(path);
  return path;
}

void set_test(const Config& config, ReductionJob& job) {
  job.test = config.test.process;
  job.test.original = job.input;
  job.test.jobs = config.limits.jobs.value_or(std::max(1U, usable_cores()));
  job.test.timeout_s = config.limits.first_timeout_s();
  job.shell_text = config.test.shell_text;
  job.plain_command = config.test.plain_command;
}

void find_places(const Config& config, ReductionJob& job) {
  if (!config.output.report.empty()) require_writable(config.output.report);
  job.output = find_output(config.output, job.input);
  if (job.schedule.aim() == Aim::kBoth) job.passing_output = passing_output(config, job.output);
  const fs::path kept = kept_folder(job.output, job.input);
  if (!job.test.also_interesting.empty()) {
    job.test.also_interesting_folder = absolute_folder(kept) / "also-interesting";
  }
  job.cache_folder = cache_folder(config.output, kept);
}

/// Sizes in bytes are sizes of the encoded file, or of the text if only a command makes the file.
SizeLimit size_limit(const run::SizeGoal& goal, const ReductionJob& job) {
  using In = run::SizeGoal::In;
  const std::uint64_t most = goal.most(job.form.size(job.text));
  switch (goal.in) {
    case In::kLines:
      return {most, "lines", [](std::string_view text) { return count_lines(text); }};
    case In::kTokens:
      return {most, "tokens", [parser = job.problem.parser](std::string_view text) {
                return count_text_tokens(text, parser.get());
              }};
    case In::kBytes:
    case In::kPercent: break;
  }
  return {most, "bytes", [form = job.form](std::string_view text) { return form.size(text); }};
}

constexpr double kCheckLimit_s = 60;  // seconds for a compiler's check of the original

/// Adds --and-valid and --and-no-ub, whose commands depend on the language.
void add_ready_conditions(const Config& config, ReductionJob& job, Listener& listener) {
  const ConditionOptions& given = job.test.conditions;
  const bool ready = config.test.and_valid || config.test.and_no_ub;
  if (given.further_s && !given.any_further() && !ready) {
    throw Error(ErrorKind::kInvalid,
                spelled("{and-timeout} is for commands of {and} and {not}, but there are none\n"
                        "hint: {timeout} is for the test itself"));
  }
  if (!ready) return;
  const std::string grammar = job.grammar_file.stem().string();
  const SaidOfOriginal said_of_original = [&](const Words& command) {
    // With the file itself, the compiler finds its include files.
    const bool as_file =
        !config.input.text && job.test.encoding == Encoding::kAsIs && !job.form.is_converted();
    const std::string last = as_file ? shell_word(fs::absolute(job.input).string()) : "@@";
    Formatter program(shell_words(command) + " " + last, job.input, kCheckLimit_s, "{and-valid}");
    return program.run(job.text, StopToken()).text.value_or("");
  };
  const ReadyConditionsFor of{grammar, job.input, job.test, said_of_original};
  std::vector<Words>& also = job.test.conditions.also;
  if (config.test.and_valid) {
    also.push_back(command_for_valid(of));
    listener.note("a candidate is valid if " + also.back().front() + " accepts it (" +
                  spelled("{and} '") + shell_words(also.back()) + "')");
  }
  if (config.test.and_no_ub) also.push_back(command_for_no_ub(of));
}

/// Finds the protected parts in the text as it is before the search.
void protect(const Config& config, ReductionJob& job, Listener& listener) {
  std::optional<Tree> tree;
  const Parser* const parser = job.problem.parser.get();
  if (!job.problem.tree && parser != nullptr && protects_symbols(config.protect)) {
    ParseResult result = parser->parse(job.text);
    if (auto* parsed = std::get_if<Tree>(&result)) tree = std::move(*parsed);
  }
  const Tree* const known = job.problem.tree ? &*job.problem.tree : tree ? &*tree : nullptr;
  job.problem.protection =
      find_protection(config.protect, {job.input, job.text, parser, known}, listener);
  if (job.problem.protection && job.schedule.aim() != Aim::kFailing) {
    throw Error(ErrorKind::kInvalid,
                job.schedule.text() +
                    " looks for a passing input: only a failing one can be protected in parts");
  }
}

/// Outside reducers run last, unless the strategy contains the pass "outside".
void add_outside_reducers(const run::Search& search, ReductionJob& job, Listener& listener) {
  if (search.reduce_with.empty()) return;
  if (job.schedule.aim() != Aim::kFailing) {
    throw Error(
        ErrorKind::kInvalid,
        job.schedule.text() +
            spelled(" looks for a passing input: {reduce-with} is for searches of one that fails"));
  }
  for (const std::string& command : search.reduce_with) {
    job.problem.outside.push_back(std::make_shared<OutsideProgram>(
        command, [&listener](const std::string& words) { listener.note(words); }));
  }
  const Pass* const outside = find_pass("outside");
  for (const ScheduleStep& step : job.schedule.steps) {
    if (step.pass == outside) return;
  }
  job.schedule.steps.push_back({.pass = outside});
}

}  // namespace

ReductionJob prepare_job(const Config& config, Listener& listener, JudgedBy by) {
  ReductionJob job;
  job.input = config.input.path;
  set_test(config, job);
  job.schedule = find_schedule(config.search, listener);
  add_outside_reducers(config.search, job, listener);
  check_final_steps(config.output, job.schedule);
  if (!job.test.minimize.empty() &&
      (job.schedule.aim() != Aim::kFailing || by == JudgedBy::kHost)) {
    throw Error(ErrorKind::kInvalid, spelled("{minimize} is for searches of an input that fails, "
                                             "with a command as the test"));
  }
  if (job.test.flaky && job.schedule.aim() != Aim::kFailing) {
    throw Error(
        ErrorKind::kInvalid,
        job.schedule.text() +
            spelled(" looks for a passing input: {flaky} is for searches of one that fails"));
  }
  job.problem.unit = config.search.unit;
  job.problem.python_set_order = config.search.python_set_order;
  if (by == JudgedBy::kProcess) require_test(job);
  require_conversion(config, by);
  job.text = config.input.text ? *config.input.text : read_input(config, listener);
  find_places(config, job);
  decode_input(config, job, listener);
  listener.on_step("choosing the grammar");
  choose_grammar(config, job, listener);
  if (!job.grammar_choice.empty()) {
    listener.on_grammar({job.input, config.input.text.has_value(), job.grammar_choice});
  }
  if (must_parse(config, job)) parse_input(config, job, listener);
  read_passing(config, job);
  if (config.limits.stop_at) job.stop_at = size_limit(*config.limits.stop_at, job);
  protect(config, job, listener);
  add_ready_conditions(config, job, listener);
  return job;
}

void replace_text(const Config& config, ReductionJob& job, std::string text, Listener& listener) {
  job.text = std::move(text);
  job.problem.tree.reset();
  job.problem.partial = false;
  if (must_parse(config, job)) parse_input(config, job, listener);
}

}  // namespace grabr
