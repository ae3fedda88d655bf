// Tested by tests/cli/report_command_test.cc.
#include "cli/command/page_runs.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "catalogue/read_grammar.h"
#include "cli/command/bug_report.h"
#include "cli/show/progress.h"
#include "parse/parser.h"
#include "parse/repair/partial.h"
#include "parse/token_kinds.h"
#include "reduce/schedule.h"
#include "report/saved/saved_report.h"
#include "report/tables/explanation_text.h"
#include "report/trace/history.h"
#include "report/trace/kept_files.h"
#include "run/files/file_form.h"
#include "run/files/run_status.h"
#include "text/encoding.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"
#include "text/json.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReport = "a report of a reduction";

/// Only results up to this size are parsed, for their trees.
constexpr std::size_t kMaxBytesParsed = 100'000;  // bytes

/// The folder that the report's paths start from.
fs::path directory_of(const JsonField& report) {
  return report.at("oracle").get<std::string>("directory");
}

/// The report's data about the output.
JsonField output_of(const JsonField& report) {
  const JsonField output = report.at("output");
  if (output.get<std::string>("path").empty()) output.at("path").refuse("the name of a file");
  return output;
}

fs::path result_path(const JsonField& report) {
  return directory_of(report) / output_of(report).get<std::string>("path");
}

/// Encoding of the result's file; nothing if a command makes the file from the text.
std::optional<Encoding> encoding_of(const JsonField& report) {
  const auto test = report.at("oracle").find("test");
  if (!test) return Encoding::kAsIs;
  if (const auto encode = test->find("encode"); encode && !encode->items().empty()) {
    return std::nullopt;
  }
  return encoding_by_name(test->get<std::string>("encoding", "")).value_or(Encoding::kAsIs);
}

bool is_file_of_result(const JsonField& report, std::string_view bytes) {
  return sha256_hex(bytes) == output_of(report).get<std::string>("sha256");
}

bool is_result(const JsonField& report, const std::string& text) {
  const auto encoding = encoding_of(report);
  if (encoding) return is_file_of_result(report, encode(text, *encoding));
  const fs::path file = result_path(report), written = text_path(file);
  return is_file(file) && is_file(written) && read_file(written) == text &&
         is_file_of_result(report, read_file(file));
}

/// Where the run's answers are kept; nothing if it kept none.
std::optional<fs::path> answers_folder(const JsonField& report) {
  const auto journal = report.at("oracle").find("journal");
  if (!journal) return std::nullopt;
  return (directory_of(report) / journal->as<std::string>()).parent_path();
}

/// The name in the run's files.
std::string name_of(const JsonField& report) {
  const auto output = output_of(report).get<std::string>("path");
  return output == "-" ? report.at("input").get<std::string>("path") : output;
}

/// The steps, if the kept ones led to this result.
std::vector<HistoryStep> history_of(const JsonField& report) {
  const auto folder = answers_folder(report);
  if (!folder) return {};
  const fs::path path = history_path(*folder, name_of(report));
  if (!is_file(path)) return {};
  std::vector<HistoryStep> steps = read_history(path);
  const bool fits = !steps.empty() && is_result(report, steps.back().text);
  return fits ? steps : std::vector<HistoryStep>();
}

/// The kept explanation of this result; empty: there is none.
std::string explanation_of(const JsonField& report, const std::string& text) {
  const auto folder = answers_folder(report);
  if (!folder) return {};
  const fs::path path = kept_explanation_path(*folder, name_of(report));
  if (!is_file(path)) return {};
  std::string json = read_own_file(path);
  return explains(path.string(), json, text) ? json : std::string();
}

/// Nothing if the grammar has changed or cannot be read.
std::shared_ptr<const Grammar> grammar_of(const JsonField& report) {
  const auto grammar = report.find("grammar");
  if (!grammar) return nullptr;
  const fs::path file = directory_of(report) / grammar->get<std::string>("file");
  const auto sha256 = grammar->get<std::string>("sha256");
  try {
    auto read = read_grammar(file);
    return read->file_sha256 == sha256 ? read : nullptr;
  } catch (const Error&) {
    return nullptr;
  }
}

std::optional<Tree> tree_of(const JsonField& report, const Parser& parser,
                            const std::string& text) {
  const auto parsed = report.get<std::string>("parsed");
  ParseResult result = parser.parse(text);
  if (auto* tree = std::get_if<Tree>(&result)) return std::move(*tree);
  if (parsed != "partial") return std::nullopt;
  return parse_partially(parser, text).tree;
}

/// Adds the tree of the result, and the kinds of tokens in the result and in the input.
void look_by_grammar(const JsonField& report, PageRun& run) {
  const std::shared_ptr<const Grammar> grammar = grammar_of(report);
  if (grammar == nullptr || run.result->size() > kMaxBytesParsed) return;
  try {
    const Parser parser(grammar);
    run.tree = tree_of(report, parser, *run.result);
    run.kinds = token_kinds(parser, *run.result);
    const bool shows_input = !run.steps.empty() && run.steps[0].text.size() <= kMaxBytesParsed;
    if (shows_input) run.kinds_before = token_kinds(parser, run.steps[0].text);
  } catch (const Error&) {
    run.tree = std::nullopt;
  }
}

/// The result's text; nothing if the reduction ended without one.
std::optional<std::string> result_of(const JsonField& report, const std::string& path) {
  if (!report.find("output")) return std::nullopt;
  const std::string hint = "\nhint: reduce again with --report, and with another output (-o)";
  if (output_of(report).get<std::string>("path") == "-") {
    throw Error(ErrorKind::kInvalid,
                shown_name(path) +
                    ": the result went to standard output, and its steps are not kept" + hint);
  }
  const fs::path result = result_path(report);
  std::string bytes = read_file(result);
  if (!is_file_of_result(report, bytes)) {
    throw Error(ErrorKind::kInvalid, shown_name(result) + " is not the result of " +
                                         shown_name(path) + " any more" + hint);
  }
  const auto encoding = encoding_of(report);
  if (!encoding) return read_file(text_path(result));
  std::optional<std::string> text = decode_as(bytes, *encoding);
  return text ? *std::move(text) : std::move(bytes);
}

/// Names of passes in the words shown during the run; nothing for a strategy that no longer exists.
std::vector<std::pair<std::string, std::string>> pass_words_of(const JsonField& report) {
  std::vector<std::pair<std::string, std::string>> words;
  try {
    const auto strategy = report.get<std::string>("strategy");
    for (const PassInPhase& one : passes_of(parse_schedule(strategy))) {
      words.emplace_back(one.pass, phase_words(one.pass));
    }
  } catch (const Error&) {
    words.clear();
  }
  return words;
}

PageRun run_of(const JsonField& report, const std::string& path) {
  PageRun run;
  run.pass_words = pass_words_of(report);
  if (report.find("output")) run.steps = history_of(report);
  run.result = run.steps.empty() ? result_of(report, path) : run.steps.back().text;
  run.report = report.written();
  if (run.result) {
    look_by_grammar(report, run);
    run.explanation = explanation_of(report, *run.result);
    run.markdown = bug_report(report, *run.result, false);
  }
  return run;
}

/// If a later turn reduced the text again, or the text is gone, its tree is not needed.
PageRun run_of_turn(const JsonField& report, const fs::path& history, bool is_last) {
  PageRun run;
  if (is_file(history)) run.steps = read_history(history);
  if (is_last && !run.steps.empty() && run.steps.back().text.size() <= kMaxBytesParsed) {
    run.result = run.steps.back().text;
    look_by_grammar(report, run);
  }
  if (run.steps.size() < 2) run.steps.clear();
  run.report = report.written();
  return run;
}

/// Is the part still there, and has it no later turn?
bool is_last_of_part(const TurnsRecord& record, const TurnsRecord::OneTurn& turn) {
  if (record.is_folder && turn.part == ".") return false;
  const bool there = std::ranges::any_of(record.parts, [&](const TurnsRecord::Part& part) {
    return part.name == turn.part && part.after;
  });
  return there && std::ranges::none_of(record.turns, [&](const TurnsRecord::OneTurn& other) {
           return other.part == turn.part && other.number > turn.number;
         });
}

/// A turn that was stopped before its search has no report.
PageTurns turns_in(const fs::path& folder, TurnsRecord record) {
  PageTurns turns;
  for (const TurnsRecord::OneTurn& turn : record.turns) {
    const std::string number = std::to_string(turn.number);
    const fs::path path = kept_report_path(folder, number);
    if (!is_file(path)) continue;
    const JsonDocument report(path.string(), read_own_file(path), kReport);
    turns.turns.push_back({turn, run_of_turn(report.root(), history_path(folder, number),
                                             is_last_of_part(record, turn))});
  }
  turns.record = std::move(record);
  return turns;
}

}  // namespace

fs::path kept_report_of(const fs::path& status) {
  require_ended(status);
  fs::path path = fs::path(status).replace_extension(".report");
  if (fs::exists(path)) return path;
  throw Error(ErrorKind::kInvalid,
              "no report of the reduction of " + shown_name(run::read_status(status).input) +
                  " is kept\nhint: a folder or several inputs get a page of their own if named "
                  "alone; reductions of an older version must be repeated");
}

void take_report_meant(VerifyOptions& options, const RunOptions& meant, const Instead& of_turns) {
  if (!is_report(meant.file)) {
    // A file that should be a report may be damaged.
    const bool may_be_report = meant.file.ends_with(".json") && is_file(meant.file);
    const auto status = may_be_report ? find_run(meant) : meant_run(meant);
    if (status) {
      refuse_turns(*status, of_turns);
      options.report = kept_report_of(*status).string();
      options.was_found = true;
    }
  }
  options.report = fs::absolute(options.report).string();
}

std::vector<PageSource> page_sources(const std::vector<std::string>& names,
                                     const std::string& cache) {
  std::vector<PageSource> sources;
  if (names.empty()) sources.push_back({meant_run({"", cache})});
  for (const std::string& name : names) {
    if (is_report(name)) {
      sources.push_back({name, true});
      continue;
    }
    std::error_code ignored;
    const RunOptions options = {name, cache};
    if (!fs::is_directory(name, ignored)) {
      sources.push_back({meant_run(options)});
      continue;
    }
    for (const fs::path& status : meant_runs(options)) sources.push_back({status});
  }
  return sources;
}

std::vector<PageRun> page_runs(const std::vector<PageSource>& sources) {
  std::vector<PageRun> runs;
  for (const PageSource& source : sources) {
    const std::string path =
        source.is_report ? source.path.string() : kept_report_of(source.path).string();
    const JsonDocument file(path, read_own_file(path), kReport);
    for (const JsonField& report : last_reports(file.root())) {
      runs.push_back(run_of(report, path));
    }
  }
  if (runs.empty()) throw Error(ErrorKind::kInvalid, "there is no reduction in the report");
  return runs;
}

std::optional<PageTurns> page_turns(const std::vector<PageSource>& sources) {
  if (sources.size() != 1 || sources.front().is_report) return std::nullopt;
  const fs::path& status = sources.front().path;
  if (!run::read_status(status).exit) return std::nullopt;  // there is no page yet
  const fs::path folder = fs::path(status).replace_extension(".turns");
  std::optional<TurnsRecord> record = read_turns(folder);
  if (!record) return std::nullopt;
  return turns_in(folder, *std::move(record));
}

}  // namespace grabr
