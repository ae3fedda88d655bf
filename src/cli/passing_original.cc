#include "cli/passing_original.h"

#include <algorithm>
#include <system_error>

#include "cli/named_files.h"
#include "oracle/program.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMoreRuns = 3;
constexpr double kSlow_s = 20;
constexpr std::uintmax_t kLongestScript = 1 << 20;  // bytes

bool fails(const TestResult& result) { return result.outcome == Outcome::kFail; }

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
TestScript find_script(const Call& call) {
  for (std::size_t i = 0; i < call.command.size(); ++i) {
    if (i > 0 && call.command[i] == call.input) continue;
    TestScript script;
    try {
      script.path = i == 0 ? find_program(call.command[0]).path : fs::absolute(call.command[i]);
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
  Diagnosis(ProcessOracle& oracle, const Call& call, std::string_view text, PassingOriginal& facts)
      : oracle_(oracle), call_(call), text_(text), facts_(facts) {}

  void run() {
    facts_.again = oracle_.explain(text_);
    facts_.script = find_script(call_);
    facts_.started_in = fs::current_path();
    bool flaky = fails(facts_.again.result);
    if (facts_.first.seconds <= kSlow_s) {
      for (unsigned i = 0; i < kMoreRuns; ++i) {
        facts_.more.push_back(oracle_.run(text_));
        flaky = flaky || fails(facts_.more.back());
      }
    }
    if (flaky) return;
    try_folders();
    find_names();
  }

 private:
  void try_folders() {
    add_folder(folders_, facts_.started_in);
    if (!facts_.script.path.empty()) add_folder(folders_, facts_.script.path.parent_path());
    add_folder(folders_, fs::path(call_.input).parent_path());
    for (const fs::path& folder : folders_) {
      if (!fails(oracle_.run_in(folder, text_))) continue;
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
    const fs::path beside = fs::path(call_.input).parent_path();
    facts_.input_names = files_named_in_quotes(text_, beside.empty() ? "." : beside);
    leave_out_own_files(facts_.input_names);
  }

  /// The candidate is there, and the script knows itself.
  void leave_out_own_files(std::vector<std::string>& names) const {
    const std::string input = fs::path(call_.input).filename().string();
    const std::string script = facts_.script.path.filename().string();
    std::erase_if(names, [&](const std::string& name) { return name == input || name == script; });
  }

  ProcessOracle& oracle_;
  const Call& call_;
  std::string_view text_;
  PassingOriginal& facts_;
  std::vector<fs::path> folders_;
};

}  // namespace

std::string explain_passing_original(ProcessOracle& oracle, const TestResult& first,
                                     const Call& call, std::string_view text, double timeout_s,
                                     Repetition used) {
  PassingOriginal facts;
  facts.first = first;
  facts.timeout_s = timeout_s;
  facts.used = used;
  const bool again = !first.timed_out && first.infrastructure.empty();
  if (again) Diagnosis(oracle, call, text, facts).run();
  return describe(facts, call);
}

}  // namespace grabr
