#include "cli/passing_original.h"

#include <algorithm>
#include <system_error>

#include "cli/named_files.h"
#include "oracle/program.h"
#include "oracle/work_folder.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMoreRuns = 3;
constexpr double kSlow_s = 20;
constexpr std::uintmax_t kLongestScript = 1 << 20;  // bytes


/// The text of a file that is a script; nothing for other files.
std::string script_text(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > kLongestScript) return {};
  try {
    std::string text = read_file(path);
    return text.find('\0') == std::string::npos ? text : std::string();
  } catch (const Error&) {
    return {};
  }
}

/// The test program if it is a text, or else the first argument that is one (`sh test.sh`).
TestScript find_script(const ProcessOracleOptions& test) {
  if (!test.shell_text.empty()) return {{}, test.shell_text, false};
  for (std::size_t i = 0; i < test.command.size(); ++i) {
    if (i > 0 && test.command[i] == test.original) continue;
    TestScript script;
    try {
      script.path = i == 0 ? find_program(test.command[0]).path : fs::absolute(test.command[i]);
    } catch (const Error&) {
      continue;
    }
    script.text = script_text(script.path);
    script.no_interpreter_line = i == 0 && !script.text.starts_with("#!");
    if (!script.text.empty()) return script;
  }
  return {};
}

/// Different folders, each once.
void add_folder(std::vector<fs::path>& folders, const fs::path& folder) {
  std::error_code error;
  fs::path real = fs::canonical(folder.empty() ? "." : folder, error);
  if (error || std::find(folders.begin(), folders.end(), real) != folders.end()) return;
  folders.push_back(std::move(real));
}

class Diagnosis {
 public:
  Diagnosis(ProcessOracle& oracle, const ProcessOracleOptions& test, std::string_view text,
            const std::function<void()>& check_stop, PassingOriginal& facts)
      : oracle_(oracle), test_(test), text_(text), check_stop_(check_stop), facts_(facts) {}

  void run() {
    facts_.again = oracle_.explain(text_);
    check_stop();
    facts_.script = find_script(test_);
    facts_.started_in = fs::current_path();
    bool flaky = fails(facts_.again.result);
    if (facts_.first.seconds <= kSlow_s) {
      for (unsigned i = 0; i < kMoreRuns; ++i) {
        facts_.more.push_back(oracle_.run(text_, check_stop_));
        flaky = flaky || fails(facts_.more.back());
      }
    }
    if (flaky) return;
    try_folders();
    find_names();
  }

 private:
  void check_stop() const {
    if (check_stop_) check_stop_();
  }

  void try_folders() {
    add_folder(folders_, facts_.started_in);
    if (!facts_.script.path.empty()) add_folder(folders_, facts_.script.path.parent_path());
    add_folder(folders_, test_.original.parent_path());
    for (const fs::path& folder : folders_) {
      const bool works = fails(oracle_.run_in(folder, text_));
      check_stop();
      if (!works) continue;
      facts_.works_in = folder;
      return;
    }
  }

  void find_names() {
    std::vector<fs::path> folders = folders_;
    if (!facts_.works_in.empty()) folders = {facts_.works_in};
    for (const fs::path& folder : folders) {
      facts_.names_in = folder;
      facts_.script_names = files_named_by_script(facts_.script.text, folder);
      leave_out_own_files(facts_.script_names);
      if (!facts_.script_names.empty()) break;
    }
    const fs::path beside = test_.original.parent_path();
    facts_.input_names = files_named_in_quotes(text_, beside.empty() ? "." : beside);
    leave_out_own_files(facts_.input_names);
  }

  /// The candidate is there, and the script knows itself.
  void leave_out_own_files(std::vector<std::string>& names) const {
    const std::string input = test_.original.filename().string();
    const std::string script = facts_.script.path.filename().string();
    std::erase_if(names, [&](const std::string& name) { return name == input || name == script; });
  }

  ProcessOracle& oracle_;
  const ProcessOracleOptions& test_;
  std::string_view text_;
  const std::function<void()>& check_stop_;
  PassingOriginal& facts_;
  std::vector<fs::path> folders_;
};

}  // namespace

std::string explain_passing_original(ProcessOracle& oracle, const TestResult& first,
                                     const ProcessOracleOptions& test, std::string_view text,
                                     double timeout_s, const std::function<void()>& check_stop) {
  PassingOriginal facts;
  facts.first = first;
  facts.timeout_s = timeout_s;
  const bool too_slow = first.timed_out && !test.conditions.hang_s;
  if (too_slow || !first.infrastructure.empty()) return describe(facts, test);
  try {
    Diagnosis(oracle, test, text, check_stop, facts).run();
  } catch (...) {
    // Nobody is told of the folder that was kept.
    if (!facts.again.folder.empty()) remove_tree(facts.again.folder.parent_path());
    throw;
  }
  return describe(facts, test);
}

}  // namespace grabr
