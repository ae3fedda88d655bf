#include "run/check/passing_original.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "oracle/process/work_folder.h"
#include "run/files/named_files.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMoreRuns = 3;
constexpr double kMaxSearch_s = 20;         // seconds after which no further run begins
constexpr std::size_t kTraceBytes = 65536;  // bytes of a trace that are captured

/// Adds a folder if it is not there yet.
void add_folder(std::vector<fs::path>& folders, const fs::path& folder) {
  std::error_code error;
  fs::path real = fs::canonical(folder.empty() ? "." : folder, error);
  if (error || std::find(folders.begin(), folders.end(), real) != folders.end()) return;
  folders.push_back(std::move(real));
}

class Diagnosis {
 public:
  Diagnosis(ProcessOracle& oracle, const ProcessOracleOptions& test, std::string_view text,
            const StopToken& stop, PassingOriginal& facts)
      : oracle_(oracle), test_(test), text_(text), stop_(stop), facts_(facts) {}

  void run() {
    if (facts_.again.folder.empty()) facts_.again = oracle_.explain(text_);
    spent_s_ = facts_.first.seconds + facts_.again.result.seconds;
    check_stop();
    facts_.script = find_script(test_);
    facts_.started_in = fs::current_path();
    bool flaky = fails(facts_.again.result);
    for (unsigned i = 0; i < kMoreRuns && has_time(); ++i) {
      facts_.more.push_back(test(text_));
      flaky = flaky || fails(facts_.more.back());
    }
    if (flaky) return;
    add_folders();
    if (judges_by_exit_status()) try_folders();
    find_names();
    if (judges_by_exit_status() && has_time()) facts_.empty_fails = fails(test(""));
    if (has_time()) trace();
    if (has_time()) facts_.unset = unset_variable(told(ShellMode::kStrict).errors);
    check_stop();
  }

 private:
  void check_stop() const { stop_.check(); }

  bool has_time() const { return spent_s_ <= kMaxSearch_s; }

  /// The exit status of a command after -- does not say what the user expects; that of a shell text
  /// may.
  bool judges_by_exit_status() const { return !facts_.plain_command || !test_.shell_text.empty(); }

  TestResult test(std::string_view text) {
    TestResult result = oracle_.run(text, stop_);
    spent_s_ += result.seconds;
    return result;
  }

  void add_folders() {
    add_folder(folders_, facts_.started_in);
    if (!facts_.script.path.empty()) add_folder(folders_, facts_.script.path.parent_path());
    add_folder(folders_, test_.original.parent_path());
  }

  void try_folders() {
    for (const fs::path& folder : folders_) {
      if (!has_time()) return;
      const TestResult result = oracle_.run_in(folder, text_);
      spent_s_ += result.seconds;
      check_stop();
      if (!fails(result)) continue;
      facts_.works_in = folder;
      return;
    }
  }

  ProcessOracle::Explained told(ShellMode mode) {
    auto test = test_in_mode(mode, test_, facts_.script);
    if (!test) return {};
    test->timeout_s = facts_.timeout_s;
    try {
      ProcessOracle oracle(*std::move(test));
      const StopToken::Watch watch(stop_, &oracle);
      ProcessOracle::Explained told = oracle.explain(text_);
      if (!told.folder.empty()) remove_tree(told.folder.parent_path());
      spent_s_ += told.result.seconds;
      return told;
    } catch (const Error&) {
      return {};  // its shell cannot be found this way
    }
  }

  void trace() {
    const ProcessOracle::Explained run = told(ShellMode::kTraced);
    const bool same_end = run.result.exit_code == facts_.again.result.exit_code &&
                          run.result.signal == facts_.again.result.signal;
    if (!same_end || run.errors.size() >= kTraceBytes) return;
    facts_.trace = read_trace(run.errors);
    show_kept_folder(run.folder);
  }

  /// Shows this folder instead of the one that the commands ran in, which is gone.
  void show_kept_folder(const fs::path& gone) {
    const std::string before = gone.string();
    for (TracedCommand& command : facts_.trace.commands) {
      for (std::size_t at; (at = command.text.find(before)) != std::string::npos;) {
        command.text.replace(at, before.size(), facts_.again.folder.string());
      }
    }
  }

  void find_names() {
    std::vector<fs::path> folders = folders_;
    if (!facts_.works_in.empty()) folders = {facts_.works_in};
    for (const fs::path& folder : folders) {
      facts_.names_in = folder;
      facts_.script_names = files_named_by_script(facts_.script.text, folder);
      leave_out_own_files(facts_.script_names);
      take_out_input(folder);
      if (!facts_.script_names.empty() || !facts_.input_named.empty()) break;
    }
  }

  /// Leaves out the candidate and the copies, which are there, files that the script makes, and the
  /// script itself.
  void leave_out_own_files(std::vector<std::string>& names) const {
    const std::string input = test_.original.filename().string();
    const std::string script = facts_.script.path.filename().string();
    std::erase_if(names, [&](const std::string& name) {
      return name == input || name == script || is_copied(*fs::path(name).begin()) || is_made(name);
    });
  }

  bool is_made(const std::string& name) const {
    std::error_code ignored;
    return !facts_.again.folder.empty() && fs::exists(facts_.again.folder / name, ignored);
  }

  bool is_copied(const fs::path& name) const {
    return std::any_of(test_.copies.begin(), test_.copies.end(),
                       [&](const fs::path& copy) { return copy.filename() == name; });
  }

  /// Detects a script that names the input by its path, and so ignores the candidate.
  void take_out_input(const fs::path& folder) {
    std::erase_if(facts_.script_names, [&](const std::string& name) {
      std::error_code ignored;
      if (!fs::equivalent(folder / name, test_.original, ignored)) return false;
      facts_.input_named = name;
      return true;
    });
  }

  ProcessOracle& oracle_;
  const ProcessOracleOptions& test_;
  std::string_view text_;
  const StopToken& stop_;
  PassingOriginal& facts_;
  std::vector<fs::path> folders_;
  double spent_s_ = 0;
};

}  // namespace

std::string explain_passing_original(ProcessOracle& oracle, const ProcessOracleOptions& test,
                                     PassingRun run, const StopToken& stop) {
  PassingOriginal facts;
  facts.first = run.first;
  facts.timeout_s = run.timeout_s;
  facts.plain_command = run.plain_command;
  if (run.again) facts.again = *std::move(run.again);
  const bool too_slow = run.first.timed_out && !test.conditions.hang_s;
  if (too_slow || !run.first.infrastructure.empty()) return describe(facts, test);
  try {
    Diagnosis(oracle, test, run.text, stop, facts).run();
  } catch (...) {
    // The folder that was kept is not mentioned anywhere.
    if (!facts.again.folder.empty()) remove_tree(facts.again.folder.parent_path());
    throw;
  }
  return describe(facts, test);
}

}  // namespace grabr
