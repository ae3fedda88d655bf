// Tested by tests/cli/odd_inputs_test.cc.
#include "cli/options/config_of.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "cli/options/archive.h"
#include "cli/options/test_options.h"
#include "run/files/output_places.h"
#include "text/error.h"
#include "text/named_value.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStdinName = "stdin";

std::string extension_of(const ReduceOptions& options, std::string_view text) {
  std::optional<fs::path> grammar;
  if (!options.grammar.empty()) {
    grammar = find_grammar(options.grammar);
  } else if (const auto choice = GrammarChooser().choose(kStdinName, text)) {
    grammar = choice->path;
  }
  if (!grammar) return {};
  const auto card = read_grammar_card(*grammar, CardDetail::kHead);
  return card && !card->extensions.empty() ? card->extensions.front() : std::string();
}

}  // namespace

StandardInput read_standard_input(const ReduceOptions& options) {
  StandardInput input;
  input.text.assign(std::istreambuf_iterator<char>(std::cin), {});
  if (input.text.empty()) {
    throw Error(ErrorKind::kInvalid,
                "standard input is empty: there is nothing to reduce\n"
                "hint: - means standard input; for a file named -, write ./-");
  }
  input.name = kStdinName + extension_of(options, input.text);
  return input;
}

void prepare_for_standard_input(ReduceOptions& options, const Call& call) {
  const bool among_others = std::find(call.further_inputs.begin(), call.further_inputs.end(),
                                      kStandardInput) != call.further_inputs.end();
  if (among_others || (call.input == kStandardInput && !call.further_inputs.empty())) {
    throw Error(ErrorKind::kInvalid,
                "standard input (-) cannot be one of several inputs\n"
                "hint: write it to a file first");
  }
  if (call.input != kStandardInput) return;
  if (options.in_place) {
    throw Error(ErrorKind::kInvalid,
                "--in-place: standard input cannot be replaced\n"
                "hint: -o FILE says where the result goes");
  }
  if (options.output.empty()) options.output = "-";
}

void give_standard_output(ReduceOptions& options, bool result_there) {
  std::string* taker = nullptr;
  std::string name;
  for (const auto& [option, target] : {std::pair{"--report -", &options.report},
                                       {"--trace -", &options.trace},
                                       {"--events -", &options.events}}) {
    if (*target != "-") continue;
    if (taker != nullptr || result_there) {
      throw Error(
          ErrorKind::kInvalid,
          (taker == nullptr ? std::string(option) + ": the result goes to standard output, too"
                            : name + " and " + option + ": both cannot go to standard output") +
              "\nhint: name a file for one of them; ./- is a file called -");
    }
    taker = target;
    name = option;
  }
  if (taker != nullptr) *taker = "/dev/stdout";
}

namespace {

constexpr NamedValue<Direction> kDirections[] = {{"forward", Direction::kForward},
                                                 {"backward", Direction::kBackward}};

/// The row of a table of NamedValue that the option names; nothing if the option is not given.
template <class Rows>
auto named(const char* option, const std::string& name, const Rows& rows) {
  return name.empty() ? std::nullopt : std::optional(parse_enum(option, name, rows));
}

std::optional<Effort> effort_of(const ReduceOptions& options) {
  if (options.fast + options.thorough + !options.schedule.empty() > 1) {
    throw Error(ErrorKind::kInvalid, "--fast, --thorough and --schedule exclude each other");
  }
  if (options.fast) return Effort::kFast;
  if (options.thorough) return Effort::kThorough;
  return std::nullopt;
}

run::Search search_of(const ReduceOptions& options) {
  run::Search search;
  search.strategy = options.strategy;
  search.minimizer = options.minimizer;
  search.direction = named("--direction", options.direction, kDirections);
  search.effort = effort_of(options);
  search.schedule = options.schedule;
  search.without = options.without;
  search.preprocess = options.preprocess;
  search.from_step = options.from_step;
  search.reduce_with = options.reduce_with;
  search.unit = named("--unit", options.unit, units());
  search.python_set_order = options.python_set_order;
  return search;
}

run::Protect protect_of(const ReduceOptions& options) {
  run::Protect protect;
  protect.keep = options.keep;
  protect.keep_lines = options.keep_lines;
  protect.only = options.only;
  protect.except = options.except;
  protect.names = options.keep_names;
  protect.values = options.keep_values;
  protect.markers = !options.no_markers;
  return protect;
}

run::Input input_of(const ReduceOptions& options, const Call& call) {
  run::Input input;
  input.path = call.input;
  input.further = call.further_inputs;
  input.include = options.include;
  input.exclude = options.exclude;
  if (options.unpack) input.unpack = &archive_tool();
  input.encoding = named_encoding(options);
  input.decode = options.decode;
  input.encode = options.encode;
  input.grammar = options.grammar;
  input.parse = options.parse;
  input.strict = options.strict;
  input.partial = !options.no_partial;
  return input;
}

run::Output::Place place_of(const ReduceOptions& options) {
  using Place = run::Output::Place;
  if (options.in_place && !options.output.empty()) {
    throw Error(ErrorKind::kInvalid, "--in-place and --output exclude each other");
  }
  if (options.in_place) return Place::kInPlace;
  if (options.output == "-") return Place::kNowhere;
  return options.output.empty() ? Place::kBesideInput : Place::kNamed;
}

run::Output output_of(const ReduceOptions& options) {
  run::Output output;
  output.place = place_of(options);
  if (output.place == run::Output::Place::kNamed) output.path = options.output;
  output.keeps_backup = !options.tidy;
  output.style = parse_enum("--style", options.style, styles());
  // Other reducers use the same word.
  if (options.formatter != "none") output.formatter = options.formatter;
  output.trace = options.trace;
  output.trace_cached = options.trace_cached;
  output.trace_diffs = options.trace_diffs;
  output.report = options.report;
  output.cache = options.cache;
  output.fresh = options.fresh;
  output.verbose = options.verbose;
  return output;
}

run::Test test_of(const ReduceOptions& options, const Call& call) {
  run::Test test;
  test.process = test_options(options, call, kept_folder({}, call.input));
  test.shell_text = call.shell_text;
  test.plain_command = call.plain_command;
  test.preflight = !options.no_preflight;
  test.and_valid = options.and_valid;
  test.and_no_ub = options.and_no_ub;
  test.flaky_error = options.flaky_error;
  return test;
}

}  // namespace

run::Limits limits_of(const ReduceOptions& options) {
  run::Limits limits;
  if (options.jobs != 0) limits.jobs = options.jobs;
  limits.timeout_s = options.timeout_s;
  if (options.max_tests != 0) limits.max_tests = options.max_tests;
  if (options.max_time_s > 0) limits.max_time_s = options.max_time_s;
  limits.stop_at = size_goal(options.stop_at);
  return limits;
}

run::Config config_of(const ReduceOptions& options, const std::optional<Words>& after_dashes) {
  return config_of(options, call_of(options, after_dashes));
}

run::Config config_of(const ReduceOptions& options, Call call) {
  std::optional<std::string> text;
  if (call.input == kStandardInput) {
    StandardInput input = read_standard_input(options);
    call.input = std::move(input.name);
    text = std::move(input.text);
  }
  run::Config config;
  config.search = search_of(options);
  config.protect = protect_of(options);
  config.output = output_of(options);
  config.limits = limits_of(options);
  config.input = input_of(options, call);
  config.input.name_is_made_up = text.has_value();
  config.input.text = std::move(text);
  config.test = test_of(options, call);
  return config;
}

}  // namespace grabr
