#include "run/job/reduction_job.h"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "oracle/process/cores.h"
#include "oracle/test/conversion.h"
#include "oracle/test/program.h"
#include "parse/repair/partial.h"
#include "reduce/auto_schedule.h"
#include "reduce/strategy.h"
#include "report/measure.h"
#include "run/config/command_words.h"
#include "run/config/find_protection.h"
#include "run/config/ready_conditions.h"
#include "run/config/size_words.h"
#include "run/files/converter.h"
#include "run/files/odd_files.h"
#include "run/files/outside_program.h"
#include "run/files/save_best.h"
#include "run/job/final_steps.h"
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

/// The last part is a name, whatever was written: "dir/" and "." too.
fs::path absolute_folder(const fs::path& given) {
  const fs::path path = fs::absolute(given).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

std::string read_input(const Config& config, Listener& listener) {
  const std::string& path = config.input.path;
  refuse_folder(path);
  std::string bytes = read_file(path);
  if (bytes.empty())
    throw Error(ErrorKind::kInvalid, path + " is empty: there is nothing to reduce");
  if (config.input.decode.empty()) note_archive(path, bytes, listener);
  return bytes;
}

/// Units of bytes are those of the file.
DecodedText decoded(const Config& config, std::string bytes) {
  const std::optional<Encoding>& named = config.input.encoding;
  if (!named && config.search.unit == Unit::kBytes) return {std::move(bytes), Encoding::kAsIs};
  if (!named) return decode(std::move(bytes));
  if (auto text = decode_as(bytes, *named)) return {*std::move(text), *named};
  throw Error(ErrorKind::kInvalid,
              config.input.path + " is not text in " + std::string(encoding_name(*named)));
}

constexpr double kConversionLimit_s = 60;  // without a limit for tests

/// Errors of the user's commands, before anything else is asked of them.
void require_conversion(const Config& config, JudgedBy by) {
  const run::Input& input = config.input;
  if (input.decode.empty() && input.encode.empty()) return;
  const auto refuse = [](const std::string& words) {
    throw Error(ErrorKind::kInvalid, spelled("{decode} and {encode} ") + words);
  };
  if (input.decode.empty() || input.encode.empty()) refuse("belong together: one undoes the other");
  if (!input.further.empty()) refuse("are for one input");
  if (input.encoding) refuse(spelled("leave nothing to {file-encoding}"));
  if (by == JudgedBy::kHost) refuse("are for a command as the test");
}

/// The search is on what the user's command makes of the file.
void convert_input(const Config& config, ReductionJob& job, Listener& listener) {
  const double limit_s = config.limits.timeout_s.value_or(kConversionLimit_s);
  const auto refuse = [](std::string_view setting, const std::string& command,
                         const std::string& problem) {
    throw Error(ErrorKind::kInvalid, spelled(setting) + " " + command + ": " + problem);
  };
  listener.on_step("decoding the input");
  job.test.encode = conversion_words(config.input.encode, "{encode}");
  job.test.decode = conversion_words(config.input.decode, "{decode}");
  Converter decoder(job.test.decode, job.input, limit_s);
  Converter::Result decoded = decoder.run(job.text);
  if (!decoded.made) refuse("{decode}", config.input.decode, decoded.problem);
  const auto encoder =
      std::make_shared<Converter>(job.test.encode, encoded_text_name(job.input), limit_s);
  const Converter::Result again = encoder->run(*decoded.made);
  if (!again.made) {
    refuse("{encode}", config.input.encode,
           again.problem + spelled("\nhint: this is what it makes of what {decode} prints"));
  }
  job.form = FileForm(encoder, *decoded.made, std::move(job.text));
  job.text = *std::move(decoded.made);
  listener.note(job.input + " is decoded: " + size_text(job.text.size()) + " of text");
}

void decode_input(const Config& config, ReductionJob& job, Listener& listener) {
  if (!config.input.decode.empty()) return convert_input(config, job, listener);
  DecodedText input = decoded(config, std::move(job.text));
  job.text = std::move(input.text);
  job.test.encoding = input.encoding;
  job.form = input.encoding;
  if (input.encoding == Encoding::kAsIs) return;
  listener.note(job.input + " is " + std::string(encoding_name(input.encoding)) +
                ": read as text, written back so");
}

bool names_program(const std::string& command) {
  try {
    std::error_code ignored;
    const bool is_file = fs::is_regular_file(command, ignored);
    const Words words = is_file ? Words{command} : split_words(command);
    if (words.empty()) return false;
    find_program(words.front());
    return true;
  } catch (const Error&) {
    return false;
  }
}

void require_test(const ReductionJob& job) {
  try {
    if (job.shell_text.empty()) find_program(job.test.command.front());
  } catch (const Error& error) {
    if (!names_program(job.input)) throw;
    const std::string reason = error.what();
    throw Error(error.kind(), reason.substr(0, reason.find('\n')) + "\nhint: " + job.input +
                                  " is a program: TEST comes before FILE");
  }
}

/// What the configuration says that "auto" is to do.
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
  throw Error(ErrorKind::kInvalid,
              "no list minimiser is called " + name +
                  "\nhint: " + word_hint(name, names, spelled("{list-strategies} shows them")));
}

Schedule find_schedule(const run::Search& search, Listener& listener) {
  Schedule schedule = parse_schedule(search.strategy);
  choose_passes_of_auto(search, schedule);
  leave_out_passes(search, schedule, listener);
  set_lists(schedule, find_named_minimizer(search.minimizer), search.direction);
  return schedule;
}

/// The file that a given output means: in a folder the input's name.
fs::path output_file(const std::string& given, const std::string& input) {
  std::error_code error;
  if (given.ends_with('/')) {
    fs::create_directories(given, error);
    if (error) {
      throw Error(ErrorKind::kSystem, "cannot make the folder " + given + ": " + error.message());
    }
  }
  return fs::is_directory(given, error) ? fs::path(given) / fs::path(input).filename()
                                        : fs::path(given);
}

void use_grammar(const Config& config, const fs::path& path, ReductionJob& job) {
  job.grammar_file = path;
  job.problem.parser = std::make_shared<const Parser>(read_grammar(path), config.input.parse);
}

/// Also where nobody sees steps, if it may take long.
void show_parsing(std::size_t bytes, Listener& listener) {
  constexpr std::size_t kLarge = 8'000'000;
  const std::string doing = "parsing " + size_text(bytes);
  if (bytes >= kLarge) listener.note(doing);
  listener.on_step(doing);
}

void forget_grammar(ReductionJob& job) {
  job.grammar_file.clear();
  job.grammar_choice.clear();
  job.problem.parser.reset();
}

/// True when the grammar for what nothing else fits can read the input.
bool use_plain_text(const Config& config, const GrammarChooser& chooser, ReductionJob& job) {
  const std::optional<GrammarChoice> choice = chooser.plain_text();
  if (!choice) return false;
  use_grammar(config, choice->path, job);
  if (job.problem.parser->accepts(job.text)) {
    job.grammar_choice = choice->key + ", " + choice->reason + " (-g names another)";
    return true;
  }
  forget_grammar(job);
  return false;
}

/// Leaves the job without a grammar when the reduction goes without one.
void choose_grammar(const Config& config, ReductionJob& job, Listener& listener) {
  const bool strict = config.input.strict;
  if (!config.input.grammar.empty()) {
    return use_grammar(config, find_grammar(config.input.grammar), job);
  }
  const bool wanted = job.schedule.uses_grammar() || strict || config.input.by_tree ||
                      config.output.style != Style::kKeep || protects_symbols(config.protect) ||
                      config.test.and_valid || config.test.and_no_ub;
  if (!wanted) return;
  const GrammarChooser chooser;
  const std::string input = config.input.name_is_made_up ? "stdin"
                            : job.form.is_converted()    ? fs::path(job.input).stem().string()
                                                         : job.input;
  // A unit of the text that was asked for says better what the input is made of.
  const bool may_be_guessed = strict || !job.problem.unit || *job.problem.unit == Unit::kTokens;
  const auto choice = chooser.choose(input, job.text);
  if (choice && (may_be_guessed || !choice->by_content)) {
    use_grammar(config, choice->path, job);
    job.grammar_choice = choice->key + ", " + choice->reason;
    if (!choice->by_beginning || job.problem.parser->accepts(job.text)) return;
    forget_grammar(job);
  }
  const bool may_be_anything = !strict && !job.problem.unit;
  if (may_be_anything && use_plain_text(config, chooser, job)) return;
  if (strict || job.schedule.needs_grammar()) {
    return use_grammar(config, require_grammar(chooser, {}, input, job.text), job);
  }
  listener.note("no grammar is known for " + input +
                ": it is reduced as text (-g names a grammar)");
}

/// One line: where, what was found, what was expected.
std::string why_not_parsed(const ParseFailure& failure, const Parser& parser,
                           const Source& source) {
  const Position place = source.position(failure.span.begin);
  return source.name() + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) +
         ": " + parser.describe(failure, source).message;
}

/// "2 places do not parse (5 of 120 tokens): they are reduced as text, the rest on its tree"
std::string what_happens(const PartialTree& partial) {
  if (partial.bare) return "nothing parses: it is reduced as text, by its lines and brackets";
  const bool one = partial.opaque.size() == 1;
  return std::to_string(partial.opaque.size()) + (one ? " place does" : " places do") +
         " not parse (" + std::to_string(partial.opaque_tokens) + " of " +
         std::to_string(partial.tokens) + " tokens): " + (one ? "it is" : "they are") +
         " reduced as text, the rest on its tree";
}

bool must_parse(const Config& config, const ReductionJob& job) {
  const bool wanted = job.schedule.uses_grammar() || config.input.strict;
  return wanted && job.problem.parser != nullptr && !job.text.empty();
}

/// What is too much for one parse is too much for that of its parts: they find out sooner.
ParseOptions options_of_parts(const ReductionJob& job, const ParseFailure& failure) {
  constexpr std::size_t kWhereItIsTooMuch = 50'000'000;  // bytes
  ParseOptions options = job.problem.parser->defaults();
  if (failure.reason == ParseFailure::Reason::kMemory ||
      failure.reason == ParseFailure::Reason::kAmbiguous) {
    options.max_memory = std::min(options.max_memory, kWhereItIsTooMuch);
  }
  return options;
}

void parse_input(const Config& config, ReductionJob& job, Listener& listener) {
  show_parsing(job.text.size(), listener);
  job.problem.tell = [&listener](const std::string& words) { listener.note(words); };
  ParseOptions how = job.problem.parser->defaults();
  how.choice = job.schedule.choice();
  ParseResult result = job.problem.parser->parse(job.text, how);
  if (auto* tree = std::get_if<Tree>(&result)) {
    job.problem.tree = std::move(*tree);
    return;
  }
  const auto& failure = std::get<ParseFailure>(result);
  const std::string reason =
      why_not_parsed(failure, *job.problem.parser, Source(job.input, job.text));
  if (config.input.strict) throw Error(ErrorKind::kNotParsed, reason);
  std::optional<PartialTree> partial;
  if (config.input.partial) {
    listener.on_step("looking for what parses in " + size_text(job.text.size()));
    partial = parse_partially(*job.problem.parser, job.text, options_of_parts(job, failure));
  }
  if (partial) job.problem.tree = std::move(partial->tree);
  job.problem.partial = partial.has_value();
  const Pass& first = *job.schedule.steps.front().pass;
  listener.note(reason + "; " +
                (lacks_tree(first, job.problem)
                     ? "it is reduced as text by ddmin, in place of " + std::string(first.name)
                 : partial ? what_happens(*partial)
                           : "it is reduced as text"));
}

std::optional<fs::path> passing_output(const Config& config,
                                       const std::optional<fs::path>& output) {
  const std::optional<std::string>& named = config.output.passing;
  const bool nowhere = named ? named->empty() : !output || !can_be_replaced(*output);
  if (nowhere) return std::nullopt;
  const fs::path path = named ? fs::path(*named) : passing_path(*output);
  require_writable(path);
  return path;
}

}  // namespace

std::optional<fs::path> find_output(const run::Output& output, const std::string& input) {
  using Place = run::Output::Place;
  if (output.place == Place::kNowhere) return std::nullopt;
  const fs::path path = output.place == Place::kInPlace       ? fs::path(input)
                        : output.place == Place::kBesideInput ? reduced_path(input)
                                                              : output_file(output.path, input);
  std::error_code ignored;
  if (output.place != Place::kInPlace && fs::equivalent(path, input, ignored)) {
    throw Error(
        ErrorKind::kInvalid,
        spelled("the output would replace the input\nhint: {in-place} does that, and keeps ") +
            backup_path(input).string());
  }
  require_writable(path);
  return path;
}

fs::path kept_folder(const std::optional<fs::path>& output, const fs::path& input) {
  const fs::path& beside = output && can_be_replaced(*output) ? *output : input;
  return fs::absolute(beside).lexically_normal().parent_path() / ".grabr";
}

fs::path cache_folder(const run::Output& output, const fs::path& kept) {
  return absolute_folder(output.cache.empty() ? kept : fs::path(output.cache));
}

namespace {

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

std::string converted(const Config& config, const ReductionJob& job, const std::string& path) {
  Converter decoder(job.test.decode, path, config.limits.timeout_s.value_or(kConversionLimit_s));
  Converter::Result result = decoder.run(read_file(path));
  if (result.made) return *std::move(result.made);
  throw Error(ErrorKind::kInvalid,
              spelled("{decode} ") + config.input.decode + " of " + path + ": " + result.problem);
}

/// Trees that are laid over each other are those of sentences.
void require_trees(const Config& config, ReductionJob& job) {
  job.problem.by_tree = config.input.by_tree;
  if (!job.problem.by_tree) return;
  if (job.problem.parser == nullptr) {
    throw Error(ErrorKind::kInvalid,
                "no grammar is known for " + job.input +
                    spelled(", and its tree is asked for\nhint: name one with {grammar}"));
  }
  const auto require = [&](const std::string& name, const std::string& text) {
    const std::optional<ParseFailure> failure = job.problem.parser->check(text);
    if (!failure) return;
    throw Error(ErrorKind::kNotParsed,
                why_not_parsed(*failure, *job.problem.parser, Source(name, text)) +
                    spelled("\nhint: {unit} tokens needs no tree"));
  };
  require(job.input, job.text);
  require(config.input.passing, *job.problem.passing);
}

/// What passes, where there is some to begin with: what fails for want of something fails for
/// nothing, too.
void read_passing(const Config& config, ReductionJob& job) {
  const std::string& path = config.input.passing;
  if (path.empty()) return;
  job.probes_vacuity = false;
  job.problem.common = config.input.common;
  job.problem.passing = job.form.is_converted() ? converted(config, job, path)
                                                : decode_as(read_file(path), job.test.encoding);
  if (!job.problem.passing) {
    throw Error(
        ErrorKind::kInvalid,
        path + " is not " + std::string(encoding_name(job.test.encoding)) +
            spelled(", as the failing input is\nhint: {file-encoding} bytes compares them byte by "
                    "byte"));
  }
  if (job.text == *job.problem.passing) {
    throw Error(ErrorKind::kInvalid,
                job.input + " and " + path + " are equal: there is no difference to look for");
  }
  require_trees(config, job);
}

/// Sizes in bytes are those of the file.
SizeLimit size_limit(const run::SizeGoal& goal, std::size_t input_bytes, const ReductionJob& job) {
  using In = run::SizeGoal::In;
  const std::uint64_t most = goal.most(input_bytes);
  switch (goal.in) {
    case In::kLines:
      return {most, "lines", [](std::string_view text) { return count_lines(text); }};
    case In::kTokens:
      return {most, "tokens", [parser = job.problem.parser](std::string_view text) {
                return count_text_tokens(text, parser ? &parser->grammar() : nullptr);
              }};
    case In::kBytes:
    case In::kPercent: break;
  }
  return {most, "bytes", [encoding = job.test.encoding](std::string_view text) {
            return encoded_size(text, encoding);
          }};
}

/// Ready conditions are chosen by the language.
void add_ready_conditions(const Config& config, ReductionJob& job, Listener& listener) {
  const ConditionOptions& given = job.test.conditions;
  const bool ready = config.test.and_valid || config.test.and_no_ub;
  if (given.further_s && !given.any_further() && !ready) {
    throw Error(ErrorKind::kInvalid,
                spelled("{and-timeout} is for commands of {and} and {not}, and there are none\n"
                        "hint: {timeout} is for the test itself"));
  }
  if (!ready) return;
  const std::string grammar = job.grammar_file.stem().string();
  std::vector<Words>& also = job.test.conditions.also;
  if (config.test.and_valid) {
    also.push_back(command_for_valid(grammar, job.test));
    listener.note("valid is what " + also.back().front() + " accepts (" + spelled("{and} '") +
                  shell_words(also.back()) + "')");
  }
  if (config.test.and_no_ub) also.push_back(command_for_no_ub(grammar, job.test));
}

/// What is to stay, by the text as it is before the search.
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
    throw Error(ErrorKind::kInvalid, job.schedule.text() +
                                         " looks for an input that passes: only one that fails can "
                                         "be protected in parts");
  }
}

/// They come last, unless the strategy says when.
void add_outside_reducers(const run::Search& search, ReductionJob& job, Listener& listener) {
  if (search.reduce_with.empty()) return;
  if (job.schedule.aim() != Aim::kFailing) {
    throw Error(
        ErrorKind::kInvalid,
        job.schedule.text() + spelled(" looks for an input that passes: {reduce-with} is for "
                                      "searches of one that fails"));
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
    throw Error(ErrorKind::kInvalid,
                job.schedule.text() + spelled(" looks for an input that passes: {flaky} is for "
                                              "searches of one that fails"));
  }
  job.problem.unit = config.search.unit;
  job.problem.python_set_order = config.search.python_set_order;
  if (by == JudgedBy::kProcess) require_test(job);
  require_conversion(config, by);
  job.text = config.input.text ? *config.input.text : read_input(config, listener);
  const std::size_t input_bytes = job.text.size();
  find_places(config, job);
  decode_input(config, job, listener);
  listener.on_step("choosing the grammar");
  choose_grammar(config, job, listener);
  if (!job.grammar_choice.empty()) {
    listener.on_grammar({job.input, config.input.text.has_value(), job.grammar_choice});
  }
  if (must_parse(config, job)) parse_input(config, job, listener);
  read_passing(config, job);
  if (config.limits.stop_at) job.stop_at = size_limit(*config.limits.stop_at, input_bytes, job);
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
