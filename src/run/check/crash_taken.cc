#include "run/check/crash_taken.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracle/condition/execution.h"
#include "oracle/process/work_folder.h"
#include "text/ascii.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxMessageBytes = 4000;  ///< bytes of a message that are searched for file
                                                ///< names

/// The crash in a run. Nothing if there is none, or if a memory limit may have caused it.
std::optional<Symptom> crash_in(const SeenRun& run, const ProcessOracleOptions& test) {
  if (test.memory_bytes > 0 && lacks_memory(run)) return std::nullopt;
  return failure_of(run);
}

/// The folder's entry that a word of a message names, with or without its extension (`No module
/// named 'helper'`); nothing if there is none.
std::string entry_named(std::string_view word, const fs::path& folder) {
  if (word.starts_with("./")) word.remove_prefix(2);
  std::error_code error;
  const fs::path path(word);
  if (word.empty() || path.is_absolute() || *path.begin() == "..") return {};
  if (fs::exists(folder / path, error)) return path.begin()->string();
  std::string first;  // the first by name, because a folder lists its entries in any order
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (at->path().stem() == path && (first.empty() || name < first)) first = name;
  }
  return first;
}

/// Entries of the folder that the message names, except those next to the candidate.
std::vector<fs::path> named_in(std::string_view message, const fs::path& folder,
                               const ProcessOracleOptions& test) {
  std::vector<fs::path> found;
  const auto is_beside = [&](const std::string& name) {
    return name == test.original.filename() ||
           std::ranges::any_of(test.copies,
                               [&](const auto& copy) { return copy.filename() == name; });
  };
  std::string word;
  for (const char c : std::string(message) + '\n') {
    if (is_word(c) || c == '.' || c == '/' || c == '-' || c == '+') {
      word += c;
      continue;
    }
    const std::string name = entry_named(std::exchange(word, {}), folder);
    if (!name.empty() && !is_beside(name) &&
        std::ranges::find(found, folder / name) == found.end()) {
      found.push_back(folder / name);
    }
  }
  return found;
}

/// Files that the failure names, in the current folder or in the input's folder.
std::vector<fs::path> files_named(const Symptom& crash, std::string_view errors,
                                  const ProcessOracleOptions& test) {
  for (const std::string_view message : {std::string_view(crash.words), errors}) {
    for (const fs::path& folder : {fs::current_path(), fs::absolute(test.original).parent_path()}) {
      auto found = named_in(message.substr(0, kMaxMessageBytes), folder, test);
      if (!found.empty()) return found;
    }
  }
  return {};
}

/// A hint that the whole folder can be reduced, if the input lies in a folder below this one.
std::string words_on_folder(const fs::path& input) {
  const fs::path folder = input.parent_path().lexically_proximate(fs::current_path());
  if (folder.empty() || folder == "." || *folder.begin() == "..") return {};
  const std::string top = shown_name(shell_word(folder.begin()->string()));
  return "\nhint: `grabr " + top + " -- COMMAND` reduces all files of the folder " + top;
}

}  // namespace

void refuse_lack_of_files(const Symptom& crash, std::string_view errors,
                          const ProcessOracleOptions& test, std::string_view text,
                          const StopToken& stop) {
  const std::vector<fs::path> files = files_named(crash, errors, test);
  if (files.empty()) return;
  ProcessOracleOptions with = test;
  with.jobs = with.repeat = with.min_hits = 1;
  with.conditions = test.conditions.with_own(crash.condition);
  with.conditions.same_crash.clear();
  with.copies.insert(with.copies.end(), files.begin(), files.end());
  ProcessOracle oracle(with);
  const StopToken::Watch watch(stop, &oracle);
  const TestResult complete = oracle.run(text, stop);
  stop.check();
  if (fails(complete) || !complete.infrastructure.empty()) return;
  std::string copies;
  for (const fs::path& file : files) {
    copies += (copies.empty() ? "" : " ") + spelled("{copy} ") +
              shown_name(shell_word(file.lexically_proximate(fs::current_path()).string()));
  }
  throw Error(ErrorKind::kNotInteresting,
              "the command " + crash.words +
                  " only because the candidate is alone in its folder\nhint: " + copies +
                  " puts a copy beside each candidate" + words_on_folder(test.original));
}

void drop_folder(const ProcessOracle::Explained& run) {
  if (!run.folder.empty()) remove_tree(run.folder.parent_path());
}

bool may_take_crash(bool plain_command, const ConditionOptions& conditions) {
  return plain_command && !conditions.any();
}

SeenRun seen_run(const ProcessOracle::Explained& explained, const ProcessOracleOptions& test,
                 std::string_view input) {
  return {
      explained.result,        explained.output, explained.errors, !test.shell_text.empty(), input,
      test.original.filename()};
}

ProcessOracle::Explained look_for_crash(ProcessOracle& oracle, const TestResult& first,
                                        const ProcessOracleOptions& test, std::string_view text,
                                        const StopToken& stop) {
  ProcessOracle::Explained again = oracle.explain(text);
  try {
    stop.check();
    std::optional<Symptom> crash;
    if (!fails(again.result)) crash = crash_in(seen_run(again, test, text), test);
    // Only the first run crashed: the checks with that condition will show how often it does.
    if (!crash) crash = crash_in({first, {}, {}, !test.shell_text.empty()}, test);
    const std::optional<Symptom> told =
        crash || fails(again.result) ? crash : symptom_of(seen_run(again, test, text));
    if (told) refuse_lack_of_files(*told, again.errors, test, text, stop);
    if (crash) throw CrashSeen(*std::move(crash));
  } catch (const Error&) {
    drop_folder(again);
    throw;
  }
  return again;
}

void take_crash(const CrashSeen& seen, ConditionOptions& conditions, run::Listener& listener) {
  conditions = conditions.with_own(seen.crash().condition);
  listener.note(std::string(seen.what()) + ": taken as the failure (" + seen.crash().option() +
                ")");
  if (!says_rejected(conditions)) return;
  listener.note(
      spelled("  invalid inputs give this message, too, so the result may be rightly rejected: "
              "{and-valid} keeps it valid"));
}

ConditionOptions crash_of_original(const ProcessOracleOptions& given, run::Listener& listener,
                                   const StopToken& stop) {
  ProcessOracleOptions test = given;
  test.jobs = 1;
  const std::string text = read_file(test.original);
  ProcessOracle oracle(test);
  const StopToken::Watch watch(stop, &oracle);
  try {
    const auto seen = look_for_crash(oracle, {}, test, text, stop);
    drop_folder(seen);
    const auto symptom = fails(seen.result) ? std::nullopt : symptom_of(seen_run(seen, test, text));
    throw Error(
        ErrorKind::kInvalid,
        spelled("{emit-script} writes conditions as a script; none are given, and on ") +
            shown_name(test.original) + " the command " + how_it_ended(seen.result) +
            "\nhint: give some, such as " +
            (symptom ? symptom->option() : spelled("{exit} 1 or {stderr} 'a part of a message'")));
  } catch (const CrashSeen& seen) {
    ConditionOptions conditions = given.conditions;
    take_crash(seen, conditions, listener);
    return conditions;
  }
}

}  // namespace grabr
