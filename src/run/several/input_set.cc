// The work folder contains the current version of every input that has changed, under its own name,
// to be copied next to the candidate. An unchanged input is copied from its own place, so that
// messages about the first test name the user's files.
#include "run/several/input_set.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <set>
#include <system_error>
#include <utility>

#include "oracle/answers/journal.h"
#include "oracle/condition/condition_kinds.h"
#include "oracle/process/process_oracle.h"
#include "oracle/test/write_file.h"
#include "run/check/checks_before.h"
#include "run/check/running_test.h"
#include "run/files/odd_files.h"
#include "run/files/save_best.h"
#include "run/job/kept_answers.h"
#include "run/job/prepare_job.h"
#include "run/job/standalone.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorKind::kInvalid, message); }

std::string name_in_folder(const std::string& path) {
  return fs::path(path).lexically_normal().filename().string();
}

/// One file cannot hold several results.
void require_folder(const run::Output& how) {
  const std::string output = how.place == run::Output::Place::kNowhere ? "-" : how.path;
  std::error_code ignored;
  if (output.empty() || output.ends_with('/') || fs::is_directory(output, ignored)) return;
  refuse(spelled("{output} ") + shown_name(output) +
         ": several inputs have several results\nhint: -o " +
         (output == "-" ? "DIR" : shown_name(output)) +
         "/ is a folder, for all of them under their own names");
}

mode_t mode_of(const fs::path& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 ? (status.st_mode & 0777) | 0600 : 0644;
}

void write_new(const fs::path& path, std::string_view text, mode_t mode) {
  ::unlink(path.c_str());
  const int error = write_file(path, text, mode);
  if (error == 0) return;
  throw Error(ErrorKind::kSystem, "cannot write " + shown_name(path) + ": " + std::strerror(error));
}

}  // namespace

InputSet::InputSet(const run::Config& config, run::Listener& listener, const StopToken& stop)
    : config_(config), listener_(listener), stop_(stop) {
  std::vector<std::string> paths = config.input.further;
  paths.insert(paths.begin(), config.input.path);
  check_standalone(config);
  if (!config.protect.keep_lines.empty()) {
    refuse(
        spelled("{keep-lines} are lines of one input\nhint: {keep} and marks in the text protect "
                "parts of several"));
  }
  require_distinct(paths);
  require_folder(config.output);
  require_apart_from_copies(paths);
  std::vector<std::string> texts;
  for (const std::string& path : paths) {
    refuse_folder(path);
    texts.push_back(read_file(path));
    note_binary(path, texts.back(), listener);
  }
  if (std::all_of(texts.begin(), texts.end(), [](const auto& text) { return text.empty(); })) {
    refuse("all inputs are empty: there is nothing to reduce");
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    run::Config one = config;
    one.input.path = paths[i];
    one.input.text = texts[i];
    Input& input = inputs_.emplace_back();
    input.job = prepare_job(one, listener);
    input.name = name_in_folder(paths[i]);
    input.original = input.text = input.job.text;
  }
  if (inputs_.front().job.schedule.aim() != Aim::kFailing) {
    refuse("the strategy " + config.search.strategy +
           " looks for a passing text, and takes only one input");
  }
}

/// All inputs share one folder in a test, so their names must differ.
void InputSet::require_distinct(const std::vector<std::string>& paths) const {
  std::set<std::string> names;
  for (const std::string& path : paths) {
    if (names.insert(name_in_folder(path)).second) continue;
    refuse("two inputs are called " + shown_name(name_in_folder(path)) +
           ": the folder of a test holds all of them under their own names\nhint: rename one");
  }
}

void InputSet::require_apart_from_copies(const std::vector<std::string>& paths) const {
  std::set<std::string> names;
  for (const fs::path& copy : config_.test.process.copies) names.insert(copy.filename().string());
  for (const std::string& path : paths) {
    if (!names.contains(name_in_folder(path))) continue;
    refuse(
        spelled("{copy}: the folder of a test cannot hold two files called ") +
        shown_name(name_in_folder(path)) +
        spelled("\nhint: one of them is the input or another {copy}; tests reach files elsewhere "
                "through $GRABR_DIR"));
  }
}

void InputSet::ask_for(const CrashSeen& crash) {
  run::Listener nobody;
  for (Input& input : inputs_) {
    const bool is_first = &input == &inputs_.front();
    take_crash(crash, input.job.test.conditions, is_first ? listener_ : nobody);
  }
}

std::size_t InputSet::first() const {
  const auto at = std::find_if(inputs_.begin(), inputs_.end(),
                               [](const Input& input) { return !input.text.empty(); });
  return at == inputs_.end() ? 0 : static_cast<std::size_t>(at - inputs_.begin());
}

void InputSet::begin_turn(const run::Config& config, std::size_t i, bool test_is_checked) {
  ReductionJob& job = inputs_[i].job;
  job.test.copies = others(i);
  job.turn = Turn{hash_of_others(i), beside(i), files(), test_is_checked};
  if (job.text != inputs_[i].text) {
    replace_text(config, job, inputs_[i].text, listener_);
  }
}

void InputSet::set_text(std::size_t i, std::string text) {
  Input& input = inputs_[i];
  const fs::path folder = work_.path() / "inputs";
  make_folder(folder);
  write_new(folder / input.name, encode(text, input.job.test.encoding),
            mode_of(input.job.test.original));
  input.text = std::move(text);
}

std::vector<std::string> InputSet::beside(std::size_t i) const {
  std::vector<std::string> paths;
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    if (k == i) continue;
    paths.push_back(inputs_[k].job.input);
    paths.push_back(inputs_[k].job.output->string());
  }
  return paths;
}

std::vector<fs::path> InputSet::files() const {
  std::vector<fs::path> paths;
  for (const Input& input : inputs_) {
    paths.emplace_back(input.job.input);
    paths.push_back(*input.job.output);
    paths.push_back(work_.path() / "inputs" / input.name);
  }
  return paths;
}

std::vector<fs::path> InputSet::others(std::size_t i) const {
  std::vector<fs::path> paths = config_.test.process.copies;
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    const Input& input = inputs_[k];
    if (k == i) continue;
    const bool changed = input.text != input.original;
    paths.push_back(changed ? work_.path() / "inputs" / input.name
                            : fs::absolute(input.job.input).lexically_normal());
  }
  return paths;
}

std::string InputSet::hash_of_others(std::size_t i) const {
  std::string hashes;
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    if (k != i) hashes += inputs_[k].name + '/' + sha256_hex(inputs_[k].text) + '\n';
  }
  return sha256_hex(hashes);
}

Outcome InputSet::run(std::size_t i, std::string_view text,
                      const std::vector<fs::path>& others) const {
  ProcessOracleOptions test = inputs_[i].job.test;
  test.copies = others;
  test.jobs = 1;
  test.also_interesting.clear();
  test.log_folder.clear();
  listener_.begin_stage(first_run_stage("testing all inputs together", config_));
  RunningTest running(std::move(test), listener_, stop_);
  return running.oracle().run(text, stop_).outcome;
}

Outcome InputSet::test(std::size_t i) { return run(i, inputs_[i].text, others(i)); }

Outcome InputSet::test_empty() {
  const fs::path folder = work_.path() / "empty";
  make_folder(folder);
  std::vector<fs::path> paths = config_.test.process.copies;
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    if (k == first()) continue;
    paths.push_back(folder / inputs_[k].name);
    write_new(paths.back(), "", mode_of(inputs_[k].job.test.original));
  }
  return run(first(), "", paths);
}

void InputSet::save_others(const run::Output& how, std::size_t i) const {
  const bool in_place = how.place == run::Output::Place::kInPlace;
  for (const Input& input : inputs_) {
    if (&input == &inputs_[i]) continue;
    SaveBest saver(*input.job.output, input.text, in_place, !how.keeps_backup,
                   SaveBest::What::kFailing, input.job.test.encoding);
    make_way(how, *input.job.output, input.job.cache_folder, listener_);
    if (!in_place) saver.keep_record(WrittenOutputs(input.job.cache_folder));
    saver.finish(input.text);
  }
}

void InputSet::save_all() const {
  for (const Input& input : inputs_) write_atomically(*input.job.output, input.text);
}

namespace {

/// Throws if the test fails with input `first` as its argument, but not with input `i`.
void require_candidate(InputSet& set, std::size_t first, std::size_t i) {
  if (set[i].text.empty() || set.test(i) == Outcome::kFail) return;
  // If it never fails, the first turn explains why.
  if (set.test(first) != Outcome::kFail) return;
  throw Error(ErrorKind::kNotInteresting,
              "the test fails with " + shown_name(set[first].name) +
                  " as the candidate, but not with " + shown_name(set[i].name) +
                  ", and each takes a turn\n"
                  "  hint: make the test use all inputs (" +
                  shown_name(set[first].name) + ", " + shown_name(set[i].name) +
                  "), which are in its folder, and ignore its argument");
}

}  // namespace

void check_set(const run::Config& config, InputSet& set) {
  const std::size_t first = set.first();
  set.begin_turn(config, first, false);
  const ReductionJob& job = set[first].job;
  if (!config.test.preflight || need_original(job.test.conditions)) return;
  if (!config.output.fresh && Journal::is_current(job.cache_folder, identity_of(job))) return;
  if (set.test_empty() == Outcome::kFail && set.test(first) == Outcome::kFail) {
    throw Error(
        ErrorKind::kNotTrusted,
        spelled(
            "the test fails as well when all inputs are empty, so every reduction would end there\n"
            "  hint: make the test exit with 0 only for this failure\n"
            "  hint: if empty inputs really show the failure, {no-preflight} goes on"));
  }
  for (std::size_t i = first + 1; i < set.size(); ++i) require_candidate(set, first, i);
}

}  // namespace grabr
