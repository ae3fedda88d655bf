// Tested by tests/cli/report_command_test.cc.
#include "cli/command/page_runs.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "catalogue/read_grammar.h"
#include "cli/command/meant_runs.h"
#include "parse/parser.h"
#include "parse/repair/partial.h"
#include "report/tables/explanation_text.h"
#include "report/trace/history.h"
#include "report/trace/kept_files.h"
#include "run/files/file_form.h"
#include "run/files/run_status.h"
#include "text/encoding.h"
#include "text/error.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using ReportJson = nlohmann::ordered_json;

/// A result up to this size is parsed, for its tree.
constexpr std::size_t kMostParsed = 100'000;  // bytes

/// The folder that paths of the report begin in.
fs::path directory_of(const ReportJson& report) {
  return report.at("oracle").at("directory").get<std::string>();
}

fs::path result_path(const ReportJson& report) {
  return directory_of(report) / report.at("output").at("path").get<std::string>();
}

/// Of the text in the result's file; nothing: the file is made of it by a command.
std::optional<Encoding> encoding_of(const ReportJson& report) {
  const ReportJson test = report.at("oracle").value("test", ReportJson::object());
  if (!test.value("encode", std::vector<std::string>()).empty()) return std::nullopt;
  return encoding_by_name(test.value("encoding", std::string())).value_or(Encoding::kAsIs);
}

bool is_file_of_result(const ReportJson& report, std::string_view bytes) {
  return sha256_hex(bytes) == report.at("output").at("sha256").get<std::string>();
}

bool is_result(const ReportJson& report, const std::string& text) {
  const auto encoding = encoding_of(report);
  if (encoding) return is_file_of_result(report, encode(text, *encoding));
  const fs::path file = result_path(report), written = text_path(file);
  return fs::exists(file) && fs::exists(written) && read_file(written) == text &&
         is_file_of_result(report, read_file(file));
}

/// Where the run has its answers; nothing: it kept none.
std::optional<fs::path> answers_folder(const ReportJson& report) {
  const ReportJson journal = report.at("oracle").value("journal", ReportJson());
  if (!journal.is_string()) return std::nullopt;
  return (directory_of(report) / journal.get<std::string>()).parent_path();
}

/// What files about the run are called.
std::string name_of(const ReportJson& report) {
  const auto output = report.at("output").at("path").get<std::string>();
  return output == "-" ? report.at("input").at("path").get<std::string>() : output;
}

/// The steps, if those that are kept led to this result.
std::vector<HistoryStep> history_of(const ReportJson& report) {
  const auto folder = answers_folder(report);
  if (!folder) return {};
  const fs::path path = history_path(*folder, name_of(report));
  if (!fs::exists(path)) return {};
  std::vector<HistoryStep> steps = read_history(path);
  const bool fits = !steps.empty() && is_result(report, steps.back().text);
  return fits ? steps : std::vector<HistoryStep>();
}

/// What was found out about this result.
std::string explanation_of(const ReportJson& report, const std::string& text) {
  const auto folder = answers_folder(report);
  if (!folder) return {};
  const fs::path path = kept_explanation_path(*folder, name_of(report));
  if (!fs::exists(path)) return {};
  std::string json = read_file(path);
  return explains(path.string(), json, text) ? json : std::string();
}

/// Nothing where it is not the same any more, or cannot be read.
std::shared_ptr<const Grammar> grammar_of(const ReportJson& report) {
  const ReportJson& grammar = report.at("grammar");
  if (!grammar.is_object()) return nullptr;
  try {
    const fs::path file = directory_of(report) / grammar.at("file").get<std::string>();
    auto read = read_grammar(file);
    return read->file_sha256 == grammar.at("sha256").get<std::string>() ? read : nullptr;
  } catch (const Error&) {
    return nullptr;
  }
}

std::optional<Tree> tree_of(const ReportJson& report, const std::shared_ptr<const Grammar>& grammar,
                            const std::string& text) {
  if (grammar == nullptr || text.size() > kMostParsed) return std::nullopt;
  try {
    const Parser parser(grammar);
    ParseResult result = parser.parse(text);
    if (auto* tree = std::get_if<Tree>(&result)) return std::move(*tree);
    if (report.at("parsed") != "partial") return std::nullopt;
    return parse_partially(parser, text).tree;
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// The result's text; nothing where the reduction has ended without one.
std::optional<std::string> result_of(const ReportJson& report, const std::string& path) {
  const ReportJson& output = report.at("output");
  if (output.is_null()) return std::nullopt;
  const std::string hint = "\nhint: reduce again with --report, and with an output of its own (-o)";
  if (output.at("path") == "-") {
    throw Error(ErrorKind::kInvalid,
                path + ": the result went to standard output, and its steps are not kept" + hint);
  }
  const fs::path result = result_path(report);
  std::string bytes = read_file(result);
  if (!is_file_of_result(report, bytes)) {
    throw Error(ErrorKind::kInvalid,
                result.string() + " is not the result of " + path + " any more" + hint);
  }
  const auto encoding = encoding_of(report);
  if (!encoding) return read_file(text_path(result));
  std::optional<std::string> text = decode_as(bytes, *encoding);
  return text ? *std::move(text) : std::move(bytes);
}

PageRun run_of(ReportJson report, const std::string& path) {
  PageRun run;
  const std::shared_ptr<const Grammar> grammar = grammar_of(report);
  if (!report.at("output").is_null()) run.steps = history_of(report);
  run.result = run.steps.empty() ? result_of(report, path) : run.steps.back().text;
  run.report = report.dump();
  if (run.result) {
    run.tree = tree_of(report, grammar, *run.result);
    run.explanation = explanation_of(report, *run.result);
  }
  return run;
}

/// That of the file; of several inputs, which have one for each turn, the last of each.
std::vector<ReportJson> reports_in(const std::string& path) {
  const auto parsed = ReportJson::parse(read_file(path), nullptr, false);
  if (!parsed.is_array()) return {parsed};
  std::vector<ReportJson> last;
  for (const ReportJson& turn : parsed) {
    const auto same = std::find_if(last.begin(), last.end(), [&](const ReportJson& other) {
      return other.at("input").at("path") == turn.at("input").at("path");
    });
    if (same == last.end()) last.push_back(turn);
    else *same = turn;
  }
  return last;
}

bool is_kept_report(const std::string& path) {
  return is_file(path) && read_file(path).find("\"grabr-report-") != std::string::npos;
}

/// The reports that are kept of the runs of an input, an output or a folder.
std::vector<std::string> kept_reports(const std::string& name, const std::string& cache) {
  std::vector<std::string> paths;
  for (const fs::path& status : meant_runs({name, cache})) {
    const run::Status run = run::read_status(status);
    if (!run.exit) {
      throw Error(ErrorKind::kInvalid,
                  "the reduction of " + run.input +
                      " has not ended: its page can be made when it has\nhint: " +
                      (run.runs() ? "grabr show says how far it is"
                                  : "it was killed, and the same command goes on from there"));
    }
    fs::path path = fs::path(status).replace_extension(".report");
    if (!fs::exists(path)) {
      throw Error(ErrorKind::kInvalid,
                  "no report of the reduction of " + run.input +
                      " is kept\nhint: of a folder or several inputs there is a page of their own, "
                      "for which it has to be named alone; what an older version has reduced has "
                      "to be reduced again");
    }
    paths.push_back(path.string());
  }
  return paths;
}

/// A text that is looked at again in another turn, or is gone, has no use for its tree.
PageRun run_of_turn(ReportJson report, const fs::path& history, bool is_last) {
  PageRun run;
  if (fs::exists(history)) run.steps = read_history(history);
  if (is_last && !run.steps.empty() && run.steps.back().text.size() <= kMostParsed) {
    run.result = run.steps.back().text;
    run.tree = tree_of(report, grammar_of(report), *run.result);
  }
  if (run.steps.size() < 2) run.steps.clear();
  if (!is_last) report["neighbours"] = ReportJson::array();
  run.report = report.dump();
  return run;
}

/// Whether the part is still there, and has no later turn.
bool is_last_of_part(const TurnsRecord& record, const TurnsRecord::OneTurn& turn) {
  if (record.is_folder && turn.part == ".") return false;
  const bool there = std::ranges::any_of(record.parts, [&](const TurnsRecord::Part& part) {
    return part.name == turn.part && part.after;
  });
  return there && std::ranges::none_of(record.turns, [&](const TurnsRecord::OneTurn& other) {
           return other.part == turn.part && other.number > turn.number;
         });
}

/// A turn that was ended before its search has no report.
PageTurns turns_in(const fs::path& folder, TurnsRecord record) {
  PageTurns turns;
  for (const TurnsRecord::OneTurn& turn : record.turns) {
    const std::string number = std::to_string(turn.number);
    const fs::path path = kept_report_path(folder, number);
    if (!fs::exists(path)) continue;
    try {
      turns.turns.push_back(
          {turn, run_of_turn(ReportJson::parse(read_file(path)), history_path(folder, number),
                             is_last_of_part(record, turn))});
    } catch (const ReportJson::exception&) {
      throw Error(ErrorKind::kInvalid, path.string() + " is not a report of a reduction");
    }
  }
  turns.record = std::move(record);
  return turns;
}

}  // namespace

std::vector<PageRun> page_runs(const std::vector<std::string>& names, const std::string& cache) {
  std::vector<PageRun> runs;
  for (const std::string& name : names) {
    const bool given = is_kept_report(name);
    for (const std::string& path :
         given ? std::vector<std::string>{name} : kept_reports(name, cache)) {
      try {
        for (const ReportJson& report : reports_in(path)) runs.push_back(run_of(report, path));
      } catch (const ReportJson::exception&) {
        throw Error(ErrorKind::kInvalid,
                    path + " is not a report of a reduction\nhint: grabr --report FILE writes one");
      }
    }
  }
  if (runs.empty()) throw Error(ErrorKind::kInvalid, "there is no reduction in the report");
  return runs;
}

std::optional<PageTurns> page_turns(const std::vector<std::string>& names,
                                    const std::string& cache) {
  if (names.size() != 1 || is_kept_report(names.front())) return std::nullopt;
  const std::vector<fs::path> statuses = meant_runs({names.front(), cache});
  if (statuses.size() != 1) return std::nullopt;
  if (!run::read_status(statuses.front()).exit) return std::nullopt;  // no page yet
  const fs::path folder = fs::path(statuses.front()).replace_extension(".turns");
  std::optional<TurnsRecord> record = read_turns(folder);
  if (!record) return std::nullopt;
  return turns_in(folder, *std::move(record));
}

}  // namespace grabr
