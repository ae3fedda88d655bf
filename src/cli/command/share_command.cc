// `grabr share`: packs a result and its data into an archive for others: the files of
// run/sharing.h, README.md and why.html. Tested by tests/check_triage.py.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "cli/command/bug_report.h"
#include "cli/command/page_runs.h"
#include "cli/commands.h"
#include "cli/options/archive.h"
#include "cli/options/saved_reduction.h"
#include "cli/show/console.h"
#include "cli/show/interruption.h"
#include "oracle/process/work_folder.h"
#include "report/form/json_text.h"
#include "run/config/command_words.h"
#include "run/config/quantity_words.h"
#include "run/sharing.h"
#include "run/triage/decisions.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/json.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxWordsSaid = 20;   // words of the original that are listed in a warning
constexpr std::size_t kMinWordBytes = 3;    // shorter words reveal nothing
constexpr const char* kEnding = ".tar.gz";  // used unless the archive's name has an ending
constexpr const char* kWhat = "a report of a reduction";
constexpr Instead kShareInstead = {"grabr report --html OUT FOLDER makes a page to send",
                                   "grabr report --html OUT INPUT makes a page to send"};

struct ShareOptions : VerifyOptions {
  std::string cache, output;
  bool anonymise = false;
};

/// All words with letters in the text.
std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  while (!text.empty()) {
    const auto* const end =
        std::ranges::find_if_not(text, [](char c) { return is_word(c) && c != '_'; });
    const std::string word(text.begin(), end);
    if (word.size() >= kMinWordBytes && !std::ranges::all_of(word, is_digit)) words.insert(word);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return words;
}

bool is_of_language(const std::optional<Parser>& parser, const std::string& word) {
  if (!parser) return false;
  const SymbolId symbol = parser->grammar().find(word);
  return symbol != kNoSymbol && parser->grammar().symbols[symbol].kind == SymbolKind::kLiteral;
}

/// All texts of the archive that depend on the reduction.
std::string texts_of(const run::Shared& shared, const Words& call) {
  std::string text = shared.text + "\n" + shared.script;
  for (const Words& words : {call, words_of_test(shared.test)}) {
    for (const std::string& word : words) text += "\n" + word;
  }
  return text;
}

/// "main, printf": words of the original, and of its name, that are not of its language.
std::string words_left(const SavedReduction& saved, const std::string& original,
                       const std::string& text) {
  const std::optional<Parser> parser = saved.make_parser();
  const std::string name = fs::path(saved.report().input.path).stem();
  const std::set<std::string> known = words_of(original + (name == "input" ? "" : "\n" + name));
  std::string words;
  std::size_t left = 0;
  for (const std::string& word : words_of(text)) {
    if (!known.contains(word) || is_of_language(parser, word) || ++left > kMaxWordsSaid) continue;
    words += (words.empty() ? "" : ", ") + word;
  }
  if (left > kMaxWordsSaid) words += " and " + std::to_string(left - kMaxWordsSaid) + " more";
  return words.empty() ? "nothing" : words;
}

/// These words of the report, with the shared name of the input instead of its own.
Words renamed(const Words& words, const nlohmann::ordered_json& report, const run::Shared& shared) {
  const fs::path given = report["input"]["path"].get<std::string>(), name = shared.name;
  if (given.filename() == name) return words;
  return run::with_other_name(run::with_other_name(words, given.filename(), name), given.stem(),
                              name.stem());
}

/// The call of the reduction, with the program's name for its path, which may name a person.
Words call_of(const nlohmann::ordered_json& report, const run::Shared& shared) {
  Words call = report.value("call", Words());
  if (!call.empty()) call[0] = fs::path(call[0]).filename();
  return renamed(call, report, shared);
}

/// As `grabr show --markdown`, and how to go on.
std::string readme(nlohmann::ordered_json json, const run::Shared& shared, bool anonymise) {
  std::string call;
  for (const std::string& word : call_of(json, shared)) {
    call += (call.empty() ? "    " : " ") + shell_word(word);
  }
  if (anonymise) {
    json["oracle"]["command"] = renamed(json["oracle"]["command"], json, shared);
    json["input"]["path"] = json["output"]["path"] = shared.name;
    json["output"]["bytes"] = shared.file.size();
    json["output"]["lines"] =
        std::ranges::count(shared.text, '\n') + (shared.text.ends_with('\n') ? 0 : 1);
    json["failure"] = nullptr;
  }
  const JsonDocument document("the report", json.dump(), kWhat);
  std::string text = bug_report(document.root(), shared.text, true) + "\n    sh test.sh " +
                     shell_file("smallest/" + shared.name) + "\n\nexits with 0 if it fails.";
  if (!call.empty()) text += " It was reduced by\n\n" + escaped(call, "");
  return text + "\n";
}

fs::path archive_path(const ShareOptions& options, const SavedReduction& saved) {
  fs::path path = options.output;
  if (path.empty()) path = fs::path(saved.result_path()).stem().string() + kEnding;
  if (!archive_ending(path.string()).empty()) return path;
  throw Error(ErrorKind::kInvalid,
              shown_name(path) + " has no known archive extension\nhint: -o NAME" + kEnding);
}

/// Packs a folder with the archive's name.
void share_as(const fs::path& archive, const ShareOptions& options, const SavedReduction& saved) {
  const std::string name = archive.filename().string();
  const WorkFolder work;
  run::ShareConfig config{saved.make_test({}), saved.read_result(), read_file(saved.result_path())};
  if (saved.make_parser()) config.grammar = saved.report().grammar->path;
  config.anonymise = options.anonymise;
  config.folder = work.path() / "share" / name.substr(0, name.size() - archive_ending(name).size());
  const std::string original = options.anonymise ? saved.read_original() : "";
  Console console(options.quiet);
  StopSignals signals;
  const run::Shared shared = run::share(config, console, StopToken(signals));
  const PageRun run = page_runs({{options.report, true}}).front();
  // The page contains all texts from the original on.
  if (!options.anonymise) write_atomically(config.folder / "why.html", html_page({run}));
  const auto report = json_of(JsonDocument("the report", run.report, kWhat).root());
  write_atomically(config.folder / "README.md", readme(report, shared, options.anonymise));
  pack(config.folder.parent_path(), archive);
  if (options.quiet) return;
  say_line(shown_name(name) + ": " + size_text(fs::file_size(archive)));
  if (!options.anonymise) return;
  say_line("words of the original that remain: " +
           words_left(saved, original, texts_of(shared, call_of(report, shared))));
}

int share(ShareOptions options) {
  const fs::path here = fs::current_path();
  if (options.output.empty() && !options.report.empty() && result_of_bug(options.report)) {
    const fs::path folder = fs::absolute(options.report + "/.").lexically_normal().parent_path();
    options.output = folder.filename().string() + kEnding;
  }
  take_report_meant(options, {options.report, options.cache, options.quiet}, kShareInstead);
  const SavedSet set(options);
  if (set.reductions().size() != 1) {
    throw Error(ErrorKind::kInvalid,
                std::string("the report covers several inputs\nhint: ") + kShareInstead.of_several);
  }
  const SavedReduction& saved = set.reductions().front();
  share_as(here / archive_path(options, saved), options, saved);
  return status_of(ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_share(CLI::App& app) {
  auto options = std::make_shared<ShareOptions>();
  app.add_option("FILE", options->report,
                 "The input, output or report of the reduction, or a folder. Default: the newest "
                 "of this folder")
      ->type_name("");
  app.add_option(
         "-o,--output", options->output,
         "The archive; its extension selects the format. Default: the result's name with .tar.gz")
      ->type_name("FILE");
  app.add_flag("--anonymise", options->anonymise,
               "Replace names, texts and numbers that the failure does not need, leave out the "
               "page, and list the words of the original that remain");
  app.add_option("--result", options->result, "The result, if it was moved")->type_name("FILE");
  declare_cache_option(app, options->cache);
  declare_trust_option(app, *options);
  app.add_flag("--changed-test", options->changed_test,
               "Share even if the test, or a file that it names, has changed");
  app.add_flag("-q,--quiet", options->quiet, "Print only problems");
  return [options](const std::optional<Words>&) { return share(*options); };
}

}  // namespace grabr
