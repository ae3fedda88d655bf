#include "cli/reduction_job.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <system_error>
#include <utility>

#include "catalogue/choose_grammar.h"
#include "cli/error_stream.h"
#include "cli/final_steps.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/odd_inputs.h"
#include "cli/save_best.h"
#include "cli/size_words.h"
#include "cli/test_options.h"
#include "oracle/test/program.h"
#include "parse/repair/partial.h"
#include "reduce/auto_schedule.h"
#include "reduce/strategy.h"
#include "text/error.h"
#include "text/file.h"
#include "text/named_value.h"
#include "text/suggest.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

std::string read_input(const ReduceOptions& options, const std::string& path) {
  refuse_folder(path);
  std::string bytes = read_file(path);
  if (bytes.empty()) throw Error(Exit::kUsage, path + " is empty: there is nothing to reduce");
  note_archive(options, path, bytes);
  return bytes;
}

/// Units of bytes are those of the file.
DecodedText decoded(const ReduceOptions& options, const std::string& path, std::string bytes) {
  const std::optional<Encoding> named = named_encoding(options);
  if (!named && options.unit == "bytes") return {std::move(bytes), Encoding::kAsIs};
  if (!named) return decode(std::move(bytes));
  if (auto text = decode_as(bytes, *named)) return {*std::move(text), *named};
  throw Error(Exit::kUsage, path + " is no text in " + std::string(encoding_name(*named)));
}

void decode_input(const ReduceOptions& options, ReductionJob& job) {
  DecodedText input = decoded(options, job.call.input, std::move(job.text));
  job.text = std::move(input.text);
  job.test.encoding = input.encoding;
  if (options.quiet || input.encoding == Encoding::kAsIs) return;
  std::cerr << "grabr: " << job.call.input << " is " << encoding_name(input.encoding)
            << ": read as text, written back so\n";
}

bool names_program(const std::string& command) {
  try {
    find_program(test_command(command).front());
    return true;
  } catch (const Error&) {
    return false;
  }
}

void require_test(const Call& call) {
  try {
    if (call.shell_text.empty()) find_program(call.command.front());
  } catch (const Error& error) {
    if (!names_program(call.input)) throw;
    const std::string reason = error.what();
    throw Error(error.exit(), reason.substr(0, reason.find('\n')) + "\nhint: " + call.input +
                                  " is a program: TEST comes before FILE");
  }
}

constexpr NamedValue<Direction> kDirections[] = {{"forward", Direction::kForward},
                                                 {"backward", Direction::kBackward}};

/// What the options say that "auto" is to do.
void choose_passes_of_auto(const ReduceOptions& options, Schedule& schedule) {
  const int given = options.fast + options.thorough + !options.schedule.empty();
  if (given == 0) return;
  if (given > 1) {
    throw Error(Exit::kUsage, "--fast, --thorough and --schedule exclude each other");
  }
  const Schedule passes =
      options.schedule.empty()
          ? parse_schedule(schedule_text(options.fast ? Effort::kFast : Effort::kThorough), "auto")
          : parse_schedule(read_file(options.schedule), options.schedule);
  if (replace_auto(schedule, passes)) return;
  throw Error(Exit::kUsage, "--fast, --thorough and --schedule are for the strategy auto, not " +
                                schedule.text());
}

void leave_out_passes(const ReduceOptions& options, Schedule& schedule) {
  const std::string before = schedule.text();
  for (const std::string& name : leave_out(schedule, options.without)) {
    if (!options.quiet) std::cerr << "grabr: --without " << name << ": " << before << " has no such pass\n";
  }
}

const Pass* find_minimizer_option(const std::string& name) {
  if (name.empty()) return nullptr;
  if (const Pass* minimizer = find_minimizer(name)) return minimizer;
  std::vector<std::string> names;
  for (const Pass& known : minimizers()) names.emplace_back(known.name);
  throw Error(Exit::kUsage, "no list minimiser is called " + name + "\nhint: " +
                                word_hint(name, names, "--list-strategies shows them"));
}

Schedule find_schedule(const ReduceOptions& options) {
  Schedule schedule = parse_schedule(options.strategy);
  choose_passes_of_auto(options, schedule);
  leave_out_passes(options, schedule);
  std::optional<Direction> direction;
  if (!options.direction.empty()) {
    direction = parse_enum("--direction", options.direction, kDirections);
  }
  set_lists(schedule, find_minimizer_option(options.minimizer), direction);
  return schedule;
}

/// Nothing where none was asked for.
std::optional<Unit> find_unit(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return parse_enum("--unit", name, units());
}

/// The file that a given output means: in a folder the input's name.
fs::path output_file(const std::string& given, const std::string& input) {
  std::error_code error;
  if (given.ends_with('/')) {
    fs::create_directories(given, error);
    if (error) {
      throw Error(Exit::kFailure, "cannot make the folder " + given + ": " + error.message());
    }
  }
  return fs::is_directory(given, error)
      ? fs::path(given) / fs::path(input).filename() : fs::path(given);
}

void use_grammar(const ReduceOptions& options, const fs::path& path, ReductionJob& job) {
  job.grammar_file = path;
  job.problem.parser = std::make_shared<const Parser>(read_grammar(path), options.parse);
}

/// What is being done before the first test, on a terminal.
void show_step(const ReduceOptions& options, const std::string& doing) {
  if (!options.quiet) show_status(doing);
}

/// The same, also in a pipe where it may take long.
void show_parsing(const ReduceOptions& options, std::size_t bytes) {
  constexpr std::size_t kLarge = 8'000'000;
  const std::string doing = "parsing " + size_text(bytes);
  if (!options.quiet && bytes >= kLarge) std::cerr << "grabr: " + doing + '\n';
  show_step(options, doing);
}

/// Before a wrong choice costs time. One among several inputs is named.
void say_grammar(const ReduceOptions& options, const ReductionJob& job, bool with_name) {
  if (options.quiet || job.grammar_choice.empty()) return;
  const std::string name = with_name ? job.call.input + ": " : "";
  std::cerr << "grabr: " + name + "grammar: " + job.grammar_choice + '\n';
}

void forget_grammar(ReductionJob& job) {
  job.grammar_file.clear();
  job.grammar_choice.clear();
  job.problem.parser.reset();
}

/// True when the grammar for what nothing else fits can read the input.
bool use_plain_text(const ReduceOptions& options, const GrammarChooser& chooser,
                    ReductionJob& job) {
  const std::optional<GrammarChoice> choice = chooser.plain_text();
  if (!choice) return false;
  use_grammar(options, choice->path, job);
  if (job.problem.parser->accepts(job.text)) {
    job.grammar_choice = choice->key + ", " + choice->reason + " (-g names another)";
    return true;
  }
  forget_grammar(job);
  return false;
}

/// Leaves the job without a grammar when the reduction goes without one.
void choose_grammar(const ReduceOptions& options, ReductionJob& job) {
  if (!options.grammar.empty()) return use_grammar(options, find_grammar(options.grammar), job);
  const bool wanted = job.schedule.uses_grammar() || options.strict || options.style != "keep";
  if (!wanted) return;
  const GrammarChooser chooser;
  // Standard input has its name from its content, not the other way round.
  const std::string input = job.call.standard_input ? "stdin" : job.call.input;
  // A unit of the text that was asked for says better what the input is made of.
  const bool may_be_guessed =
      options.strict || !job.problem.unit || *job.problem.unit == Unit::kTokens;
  const auto choice = chooser.choose(input, job.text);
  if (choice && (may_be_guessed || !choice->by_content)) {
    use_grammar(options, choice->path, job);
    job.grammar_choice = choice->key + ", " + choice->reason;
    if (!choice->by_beginning || job.problem.parser->accepts(job.text)) return;
    forget_grammar(job);
  }
  const bool may_be_anything = !options.strict && !job.problem.unit;
  if (may_be_anything && use_plain_text(options, chooser, job)) return;
  if (options.strict || job.schedule.needs_grammar()) {
    use_grammar(options, require_grammar(chooser, {}, input, job.text), job);
  } else if (!options.quiet) {
    const std::string missing = words_on_missing_grammars();
    if (!missing.empty()) std::cerr << "grabr: " << missing << '\n';
    std::cerr << "grabr: no grammar is known for " << input
              << ": it is reduced as text (-g names a grammar)\n";
  }
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

bool must_parse(const ReduceOptions& options, const ReductionJob& job) {
  const bool wanted = job.schedule.uses_grammar() || options.strict;
  return wanted && job.problem.parser != nullptr && !job.text.empty();
}

void parse_input(const ReduceOptions& options, ReductionJob& job) {
  show_parsing(options, job.text.size());
  if (!options.quiet) {
    job.problem.tell = [](const std::string& words) { std::cerr << "grabr: " << words << '\n'; };
  }
  ParseOptions how = job.problem.parser->defaults();
  how.choice = job.schedule.choice();
  ParseResult result = job.problem.parser->parse(job.text, how);
  if (auto* tree = std::get_if<Tree>(&result)) {
    job.problem.tree = std::move(*tree);
    return;
  }
  const std::string reason = why_not_parsed(std::get<ParseFailure>(result), *job.problem.parser,
                                            Source(job.call.input, job.text));
  if (options.strict) throw Error(Exit::kDoesNotParse, reason);
  if (!options.no_partial) {
    show_step(options, "looking for what parses in " + size_text(job.text.size()));
  }
  std::optional<PartialTree> partial;
  if (!options.no_partial) partial = parse_partially(*job.problem.parser, job.text);
  if (partial) job.problem.tree = std::move(partial->tree);
  job.problem.partial = partial.has_value();
  if (options.quiet) return;
  const Pass& first = *job.schedule.steps.front().pass;
  std::cerr << "grabr: " << reason << "; "
            << (lacks_tree(first, job.problem)
                    ? "it is reduced as text by ddmin, in place of " + std::string(first.name)
                : partial ? what_happens(*partial)
                          : "it is reduced as text")
            << '\n';
}

/// Beside an output that is a file.
std::optional<fs::path> passing_beside(const std::optional<fs::path>& output) {
  if (!output || !can_be_replaced(*output)) return std::nullopt;
  const fs::path path = passing_path(*output);
  require_writable(path);
  return path;
}

}  // namespace

std::optional<fs::path> find_output(const ReduceOptions& options, const std::string& input) {
  if (options.in_place && !options.output.empty()) {
    throw Error(Exit::kUsage, "--in-place and --output exclude each other");
  }
  if (options.output == "-") return std::nullopt;
  const fs::path output = options.in_place        ? fs::path(input)
                          : options.output.empty() ? reduced_path(input)
                                                   : output_file(options.output, input);
  std::error_code ignored;
  if (!options.in_place && fs::equivalent(output, input, ignored)) {
    throw Error(Exit::kUsage,
                "the output would replace the input\nhint: --in-place does that, and keeps " +
                                  backup_path(input).string());
  }
  require_writable(output);
  return output;
}

ReductionJob prepare_job(const ReduceOptions& options, const std::optional<Words>& after_dashes) {
  Call call = call_of(options, after_dashes);
  if (call.input != kStandardInput) return prepare_job(options, std::move(call));
  StandardInput input = read_standard_input(options);
  call.input = std::move(input.name);
  call.standard_input = true;
  return prepare_job(options, std::move(call), std::move(input.text));
}

ReductionJob prepare_job(const ReduceOptions& options, Call call, std::optional<std::string> text) {
  ReductionJob job;
  job.call = std::move(call);
  job.schedule = find_schedule(options);
  check_final_steps(options, job.schedule);
  job.problem.unit = find_unit(options.unit);
  job.problem.python_set_order = options.python_set_order;
  require_test(job.call);
  const bool given = text.has_value();
  job.text = text ? *std::move(text) : read_input(options, job.call.input);
  job.stop_at_bytes = stop_size(options.stop_at, job.text.size());
  if (!options.report.empty()) require_writable(options.report);
  job.output = find_output(options, job.call.input);
  if (job.schedule.aim() == Aim::kBoth) job.passing_output = passing_beside(job.output);
  const fs::path kept = kept_folder(job.output, job.call.input);
  job.test = test_options(options, job.call, kept);
  job.cache_folder = cache_folder(options, kept);
  decode_input(options, job);
  show_step(options, "choosing the grammar");
  choose_grammar(options, job);
  say_grammar(options, job, given);
  if (must_parse(options, job)) parse_input(options, job);
  return job;
}

void replace_text(const ReduceOptions& options, ReductionJob& job, std::string text) {
  job.text = std::move(text);
  job.problem.tree.reset();
  job.problem.partial = false;
  if (must_parse(options, job)) parse_input(options, job);
}

}  // namespace grabr
