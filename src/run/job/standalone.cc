#include "run/job/standalone.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "run/files/converter.h"
#include "run/files/imports.h"
#include "run/job/prepare_job.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/file.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSetting = "{preprocess}";
constexpr double kLimit_s = 60;  // seconds, without --timeout
constexpr std::size_t kMaxIncludes = 1000;
constexpr std::size_t kMaxBytesInlined = std::size_t{64} << 20;

/// A line such as #include "NAME" that may be replaced by a file.
struct Include {
  std::size_t begin = 0, end = 0;  ///< position of the line, without its end
  fs::path file;
  std::string name;  ///< as written
};

class Standalone {
 public:
  Standalone(const run::Config& config, ReductionJob& job,
             const std::function<TestResult(std::string_view)>& test, const StopToken& stop,
             run::Listener& listener, std::vector<StandaloneTest>& tests)
      : config_(config), job_(job), test_(test), stop_(stop), listener_(listener), tests_(tests) {}

  void run() {
    std::string text = job_.text;
    try {
      if (!preprocess(text)) inline_includes(text);
    } catch (const Error&) {
      take(std::move(text));
      throw;
    }
    take(std::move(text));
  }

 private:
  void take(std::string text) {
    if (text == job_.text) return;
    listener_.note(spelled(kSetting) + ": going on from " + std::to_string(text.size()) +
                   " bytes that stand alone");
    replace_text(config_, job_, std::move(text), listener_);
  }

  bool fails_with(const std::string& text) {
    stop_.check();
    const auto& protection = job_.problem.protection;
    if (protection && !protection->allows(text, job_.text)) return false;
    tests_.push_back({text, test_(text)});
    return fails(tests_.back().result);
  }

  bool preprocess(std::string& text) {
    listener_.on_step("preprocessing");
    const std::string& command = config_.search.preprocess;
    Formatter program(on_original(command), job_.input, config_.limits.timeout_s.value_or(kLimit_s),
                      kSetting);
    Formatter::Result made = program.run(text, stop_);
    if (made.text && *made.text == text) return true;
    if (made.text && fails_with(*made.text)) {
      text = *std::move(made.text);
      return true;
    }
    listener_.note(spelled(kSetting) + " " + command + ": " +
                   (made.text ? "its version of the input does not fail" : made.problem) +
                   "; includes are tried one by one");
    return false;
  }

  /// With @@, the command gets the input itself, next to which its includes are found; otherwise a
  /// copy.
  std::string on_original(std::string command) const {
    constexpr std::string_view kPath = "@@";
    if (config_.input.text || job_.test.encoding != Encoding::kAsIs) return command;
    const std::string path = shell_word(fs::absolute(job_.input).string());
    for (std::size_t at = 0; (at = command.find(kPath, at)) != command.npos; at += path.size()) {
      command.replace(at, kPath.size(), path);
    }
    return command;
  }

  /// The file with this name, searched as a compiler does.
  std::optional<fs::path> find_file(const std::string& name) const {
    std::vector<fs::path> places = {fs::absolute(job_.input).parent_path()};
    for (const fs::path& copy : job_.test.copies) {
      places.push_back(copy);
      places.push_back(copy.parent_path());
    }
    for (const fs::path& place : places) {
      if (is_file(place / name)) return place / name;
    }
    return std::nullopt;
  }

  /// The includes that were not tried yet, from the last to the first.
  std::vector<Include> find_includes(const std::string& text) const {
    std::vector<Include> found;
    const auto& parser = job_.problem.parser;
    const bool has_forms = parser && !parser->grammar().hints.imports.empty();
    for (ImportLine& line :
         find_imports(text, has_forms ? parser->grammar().hints.imports : imports_of_c())) {
      const auto file = find_file(line.name);
      if (!file || refused_.contains(line.name)) continue;
      found.push_back({line.begin, line.end, *file, std::move(line.name)});
    }
    std::reverse(found.begin(), found.end());
    return found;
  }

  static std::string with_files(std::string text, std::span<const Include> includes) {
    for (const Include& include : includes) {
      std::string content = read_file(include.file);
      if (content.ends_with('\n')) content.pop_back();
      text.replace(include.begin, include.end - include.begin, content);
    }
    return text;
  }

  void inline_includes(std::string& text) {
    for (std::size_t count = 0; count < kMaxIncludes && text.size() < kMaxBytesInlined;) {
      const std::vector<Include> includes = find_includes(text);
      if (includes.empty()) return;
      count += includes.size();
      std::string all = with_files(text, includes);
      if (fails_with(all)) {
        text = std::move(all);
        continue;
      }
      for (const Include& include : includes) inline_one(include, text);
    }
  }

  /// The includes before it keep their places.
  void inline_one(const Include& include, std::string& text) {
    std::string with_one = with_files(text, {&include, 1});
    if (fails_with(with_one)) {
      text = std::move(with_one);
    } else {
      refused_.insert(include.name);
    }
  }

  const run::Config& config_;
  ReductionJob& job_;
  const std::function<TestResult(std::string_view)>& test_;
  const StopToken& stop_;
  run::Listener& listener_;
  std::vector<StandaloneTest>& tests_;
  std::set<std::string> refused_;  ///< names of files that were rejected
};

}  // namespace

void check_standalone(const run::Config& config) {
  if (config.search.preprocess.empty()) return;
  check_formatter(config.search.preprocess, kSetting);
  if (!config.input.further.empty()) {
    throw Error(
        ErrorKind::kInvalid,
        spelled(kSetting) +
            " is for one input\nhint: several inputs are reduced next to each other, as they are");
  }
}

void make_standalone(const run::Config& config, ReductionJob& job,
                     const std::function<TestResult(std::string_view)>& test, const StopToken& stop,
                     run::Listener& listener, std::vector<StandaloneTest>& tests) {
  Standalone(config, job, test, stop, listener, tests).run();
}

}  // namespace grabr
