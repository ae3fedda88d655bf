// Tested by tests/check_triage.py.
#include "run/sharing.h"

#include <utility>

#include "oracle/process/test_json.h"
#include "run/check/running_test.h"
#include "run/check/test_script.h"
#include "run/fuzz/seen_failure.h"
#include "run/reduce.h"
#include "text/ascii.h"
#include "text/encoding.h"
#include "text/error.h"
#include "text/file.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlainName = "input";  // replaces a name that may reveal something
constexpr const char* kOtherTexts =
    "canonical then inside-tokens then letter-names then layout";  // passes that keep the tree

class Sharing {
 public:
  Sharing(const run::ShareConfig& config, run::Listener& listener, const StopToken& stop)
      : config_(config),
        listener_(listener),
        stop_(stop),
        test_(config.test),
        shared_{test_.original.filename().string(), config.text, config.file, {}, {}} {}

  run::Shared run() {
    if (config_.anonymise) anonymise();
    const fs::path input = config_.folder / "smallest" / shared_.name;
    make_folder(input.parent_path());
    write_atomically(input, shared_.file);
    write_script(input);
    shared_.test = test_;
    shared_.script = find_script(test_).text;
    return shared_;
  }

 private:
  void anonymise();
  run::Result with_other_texts();
  void write_script(const fs::path& input);
  ProcessOracleOptions moved_test(bool moves_script) const;
  SeenFailure failure();
  bool says_so(const fs::path& script);

  const run::ShareConfig& config_;
  run::Listener& listener_;
  const StopToken& stop_;
  ProcessOracleOptions test_;
  run::Shared shared_;
};

void Sharing::anonymise() {
  if (!test_.encode.empty()) {
    throw Error(ErrorKind::kInvalid,
                spelled("{anonymise} works only on text inputs, but a command makes this input "
                        "from text"));
  }
  const std::string given = shared_.name;
  const ProcessOracleOptions test = test_;
  shared_.name = kPlainName + test_.original.extension().string();
  test_.original = shared_.name;
  test_.command = run::with_other_name(test.command, given, shared_.name);
  test_.shell_text = run::with_other_name({test.shell_text}, given, shared_.name).front();
  run::Result result = with_other_texts();
  if (result.ended_by == ErrorKind::kNotInteresting) {  // a script may want the given name
    shared_.name = given;
    test_ = test;
    result = with_other_texts();
  }
  if (result.ended_by) throw Error(*result.ended_by, result.reason);
  shared_.text = std::move(result.failing);
  shared_.file = encode(shared_.text, test_.encoding);
}

run::Result Sharing::with_other_texts() {
  run::Config config;
  config.input.path = shared_.name;
  config.input.text = shared_.text;
  config.input.grammar = config_.grammar;
  config.test.process = test_;
  config.test.shell_text = test_.shell_text;
  config.test.preflight = false;
  config.limits.timeout_s = test_.timeout_s;
  config.limits.jobs = test_.jobs;
  config.search.strategy = config_.grammar.empty() ? "bytes" : kOtherTexts;
  config.output.place = run::Output::Place::kNowhere;
  config.output.cache = (config_.folder.parent_path().parent_path() / "kept").string();
  try {
    return run::reduce(config, listener_, stop_);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kNotInteresting) throw;
    run::Result result;
    result.ended_by = error.kind();
    result.reason = error.what();
    return result;
  }
}

/// The test with its script and its copies in files/.
ProcessOracleOptions Sharing::moved_test(bool moves_script) const {
  ProcessOracleOptions test = test_;
  const fs::path files = config_.folder / "files";
  fs::remove_all(files);
  const auto move = [&](const fs::path& path) {
    make_folder(files);
    const fs::path place = files / name_of_copy(path);
    fs::copy(path, place, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    return place;
  };
  for (fs::path& copy : test.copies) copy = move(copy);
  const TestScript script = find_script(test_);
  const bool is_named = !script.path.empty() && is_file(test.command[script.word]);
  if (moves_script && is_named) test.command[script.word] = move(script.path).string();
  return test;
}

/// The failure is only needed for conditions that a script cannot check.
SeenFailure Sharing::failure() {
  if (test_.conditions.same_crash.empty()) return {};
  RunningTest running(test_, listener_, stop_);
  running.process()->show_output(true);
  const FailingTest failing =
      require_failing(running.oracle(), shared_.text, "it does not fail any more", stop_);
  return seen_in(failing.result, running.process()->last_shown().value(), shared_.text);
}

bool Sharing::says_so(const fs::path& script) {
  ProcessOracleOptions asked;
  asked.command = {"/bin/sh", script.string()};
  asked.original = shared_.name;
  asked.timeout_s = test_.timeout_s;
  asked.repeat = test_.repeat;
  asked.min_hits = test_.min_hits;
  RunningTest running(asked, listener_, stop_);
  return fails(running.oracle().run(shared_.file, stop_));
}

/// A script may need the files next to it, so it may work only in its own folder.
void Sharing::write_script(const fs::path& input) {
  const fs::path script = config_.folder / "test.sh";
  const SeenFailure seen = failure();
  for (const bool moves_script : {true, false}) {
    ProcessOracleOptions test = moved_test(moves_script);
    test.original = input;
    write_atomically(script, portable_script(test, seen, config_.folder));
    make_executable(script);
    if (says_so(script)) return;
    stop_.check();
  }
  throw Error(ErrorKind::kNotInteresting,
              "a script without grabr does not recognise the failure of the result\nhint: grabr "
              "verify says whether the result still fails");
}

}  // namespace

std::vector<std::string> run::with_other_name(std::vector<std::string> words,
                                              const std::string& name, const std::string& other) {
  const auto is_of_name = [](char c) { return is_word(c) || c == '-'; };
  for (std::string& word : words) {
    for (std::size_t at = 0; (at = word.find(name, at)) != std::string::npos;) {
      const std::size_t end = at + name.size();
      const bool alone =
          (at == 0 || !is_of_name(word[at - 1])) && (end == word.size() || !is_of_name(word[end]));
      if (alone) word.replace(at, name.size(), other);
      at += alone ? other.size() : 1;
    }
  }
  return words;
}

run::Shared run::share(const ShareConfig& config, Listener& listener, const StopToken& stop) {
  return Sharing(config, listener, stop).run();
}

}  // namespace grabr
