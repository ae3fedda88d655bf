// A folder is reduced in rounds of turns, each an ordinary reduction.
//
// The first turn of a round deletes files: its text is a list of them (oracle/test/listing.h),
// those that no other file names first, and a test gets the folder with those that are left. The
// others reduce one file each, the largest first, by its own grammar, in the folder as it is by
// then. Between them, files that import others (#include "x.h") get their content in place of the
// line, where it still fails so. It ends after a round that changes nothing.
//
//   the test: grep -q bug src/a.c && test -f include/a.h
//   README.md src/a.c src/b.c include/a.h → src/a.c include/a.h
//   src/a.c "int a; // bug" → "bug"
//   include/a.h → ""
//
// The result is complete at any moment: a folder is built beside it and takes its place in one step
// (renameat2), and a file in it is replaced by rename. The answers of a turn are kept in a journal
// for the folder as it was, so that the same call finds its turns again.
// Guarantee: no file can go alone, and each is what its strategy leaves beside the others; it
// fails. Tested by tests/cli/folder_test.cc.
#include "run/several/folder.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "oracle/answers/journal.h"
#include "oracle/answers/judge.h"
#include "oracle/process/work_folder.h"
#include "oracle/test/listing.h"
#include "oracle/test/write_file.h"
#include "reduce/core/session.h"
#include "report/trace.h"
#include "run/check/crash_taken.h"
#include "run/check/running_test.h"
#include "run/files/archive.h"
#include "run/files/run_status.h"
#include "run/job/final_steps.h"
#include "run/job/kept_answers.h"
#include "run/reduction_run.h"
#include "run/several/folder_imports.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/hash.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_for_folder(const std::string& message) {
  throw Error(ErrorKind::kInvalid, message);
}

fs::path whole_path(const fs::path& given) {
  const fs::path path = fs::absolute(given).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

bool is_inside(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

void require_options_for_folders(const run::Config& config) {
  const auto refuse_if = [](bool given, const char* option) {
    if (given) refuse_for_folder(spelled(option) + " is for files, and the input is a folder");
  };
  const ProcessOracleOptions& test = config.test.process;
  refuse_if(config.output.place == run::Output::Place::kInPlace, "{in-place}");
  refuse_if(config.output.place == run::Output::Place::kNowhere, "{output} -");
  refuse_if(has_final_steps(config.output), "{style} or {formatter}");
  refuse_if(config.limits.stop_at.has_value(), "{stop-at}");
  refuse_if(!config.output.report.empty(), "{report}");
  refuse_if(!config.protect.keep_lines.empty(), "{keep-lines}");
  refuse_if(!config.protect.only.empty() || !config.protect.except.empty(), "{only} or {except}");
  refuse_if(!config.search.preprocess.empty(), "{preprocess}");
  refuse_if(!config.input.decode.empty(), "{decode}");
  refuse_if(!test.minimize.empty(), "{minimize}");
  refuse_if(test.flaky, "{flaky}");
  refuse_if(!test.launcher.empty(), "{launcher}");
  refuse_if(!test.also_interesting.empty(), "{also-interesting}");
  refuse_if(test.via == InputVia::kStdin || test.via == InputVia::kBaseName, "{input-via}");
}

std::string without_ending(const std::string& name, const std::string& ending) {
  return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

/// Whether a glob means a name: all of it, its last part, or a folder that it is in.
bool is_meant(const std::string& glob, const std::string& name) {
  const std::string wanted = glob.ends_with('/') ? glob.substr(0, glob.size() - 1) : glob;
  const bool has_folder = wanted.find('/') != std::string::npos;
  for (fs::path part = name; !part.empty(); part = part.parent_path()) {
    const std::string text = has_folder ? part.string() : part.filename().string();
    if (::fnmatch(wanted.c_str(), text.c_str(), 0) == 0) return true;
  }
  return false;
}

/// Sees the tests of a turn, and its results.
class FolderWatcher : public Observer {
 public:
  FolderWatcher(TraceWriter* trace, std::uint64_t tests_before,
                std::function<void(std::string_view)> on_best)
      : trace_(trace), tests_before_(tests_before), on_best_(std::move(on_best)) {}

  void on_test(const TestRecord& record) override {
    if (trace_ == nullptr) return;
    TestRecord numbered = record;
    if (record.number != 0 || record.cached) numbered.number += tests_before_;
    trace_->on_test(numbered);
  }
  void on_best(std::string_view text) override { on_best_(text); }

 private:
  TraceWriter* trace_;
  std::uint64_t tests_before_;
  std::function<void(std::string_view)> on_best_;
};

class FolderReduction {
 public:
  FolderReduction(const run::Config& config, run::Listener& listener, const StopToken& stop)
      : config_(config),
        listener_(listener),
        stop_(stop),
        watch_(stop),
        given_(whole_path(config.input.path)),
        ending_(config.input.unpack ? archive_ending(given_.filename().string()) : ""),
        folder_(given_.parent_path() / without_ending(given_.filename().string(), ending_)),
        imports_(config.input.grammar),
        state_(work_.path() / "state"),
        output_(config.output.path.empty()
                    ? fs::path(folder_.string() + ".reduced")
                    : whole_path(without_ending(config.output.path, ending_))) {
    require_options_for_folders(config);
    if (config_.output.cache.empty()) config_.output.cache = output_.parent_path() / ".grabr";
    require_output();
    fill_state();
    const std::vector<std::string> names = names_below(state_);
    if (names.empty()) {
      refuse_for_folder(config.input.path + " is empty: there is nothing to reduce");
    }
    require_globs(names);
    if (!config.output.trace.empty())
      trace_.emplace(config.output.trace,
                     TraceWriter::Form{config.output.trace_cached, config.output.trace_diffs});
    result_.folder = config.input.path;
    result_.output = output_;
    if (!ending_.empty()) result_.packed = output_.string() + ending_;
    result_.files_before = names.size();
    result_.bytes_before = bytes();
  }

  run::FolderResult run() {
    try {
      take_first_turn();
    } catch (const Error&) {
      if (status_) status_->forget();
      throw;
    }
    try {
      take_rounds();
      if (!result_.ended_by) check_result();
    } catch (const Error& error) {
      const bool no_longer = error.kind() == ErrorKind::kNotInteresting;
      result_.ended_by = no_longer ? ErrorKind::kEnvironment : error.kind();
      result_.reason = no_longer ? "the folder found no longer fails" : error.what();
    }
    result_.files = names_below(state_).size();
    result_.bytes = bytes();
    if (status_) status_->note_bytes(result_.bytes);
    end_status();
    std::error_code ignored;
    if (!result_.packed.empty() && fs::exists(output_, ignored)) pack(output_, result_.packed);
    result_.seconds = seconds();
    return result_;
  }

 private:
  void take_first_turn() {
    try {
      take_listing_turn();
    } catch (const CrashSeen& seen) {
      take_crash(seen, config_.test.process.conditions, listener_);
      turns_ = 0;
      take_listing_turn();
    }
  }

  void fill_state() {
    if (!config_.input.unpack) return copy_tree(folder_, state_);
    if (ending_.empty()) {
      refuse_for_folder(config_.input.path +
                        spelled(" is no archive that {unpack} knows\nhint: .tar, .tar.gz and "
                                "others that tar reads, .zip and others that unzip reads"));
    }
    unpack(given_, state_);
  }

  /// Nothing is replaced that is not a result of an earlier run.
  void require_output() const {
    if (output_ == folder_ || is_inside(output_, folder_) || is_inside(folder_, output_)) {
      refuse_for_folder(spelled("{output} ") + output_.string() + " and " + folder_.string() +
                        " are inside each other\nhint: name a folder elsewhere");
    }
    std::error_code ignored;
    const bool taken = fs::exists(fs::symlink_status(output_, ignored)) && !fs::exists(mark());
    if (!taken) return;
    refuse_for_folder(output_.string() +
                      " is there already, and is no result of grabr\nhint: remove it, or name " +
                      spelled("another with {output}"));
  }

  /// Says that the output is a result.
  fs::path mark() const {
    return fs::absolute(config_.output.cache) /
           ("folder-" + sha256_hex(output_.string()).substr(0, 16));
  }

  void take_rounds() {
    for (bool changed = true; changed && !result_.ended_by;) {
      changed = false;
      for (const std::string& name : files()) {
        if (result_.ended_by) return;
        changed = take_file_turn(name) || changed;
      }
      if (changed && !result_.ended_by) changed = take_listing_turn();
      if (!result_.ended_by) changed = put_together() || changed;
    }
  }

  /// May it become smaller, or go?
  bool is_free(const std::string& name) const {
    const auto meant = [&](const std::vector<std::string>& globs) {
      return std::any_of(globs.begin(), globs.end(),
                         [&](const std::string& glob) { return is_meant(glob, name); });
    };
    const run::Input& input = config_.input;
    return (input.include.empty() || meant(input.include)) && !meant(input.exclude);
  }

  /// A glob that means nothing is a slip.
  void require_globs(const std::vector<std::string>& names) const {
    for (const auto* globs : {&config_.input.include, &config_.input.exclude}) {
      for (const std::string& glob : *globs) {
        const bool means_some =
            std::any_of(names.begin(), names.end(),
                        [&](const std::string& name) { return is_meant(glob, name); });
        if (means_some) continue;
        refuse_for_folder("no file of " + config_.input.path + " is meant by " + glob +
                          "\nhint: *.h means files in any folder, src/*.h those in src, deps all "
                          "below it");
      }
    }
    if (std::none_of(names.begin(), names.end(),
                     [&](const std::string& name) { return is_free(name); })) {
      refuse_for_folder(spelled("{include} and {exclude} leave no file to reduce"));
    }
  }

  /// Of those with something in them, the largest first.
  std::vector<std::string> files() const {
    std::vector<std::string> names = all_files();
    std::erase_if(names, [&](const std::string& name) { return !is_free(name); });
    return names;
  }

  std::vector<std::string> all_files() const {
    std::vector<std::pair<std::uintmax_t, std::string>> sized;
    for (const std::string& name : names_below(state_)) {
      const fs::path path = state_ / name;
      if (!fs::is_regular_file(fs::symlink_status(path)) || fs::is_empty(path)) continue;
      sized.emplace_back(fs::file_size(path), name);
    }
    std::stable_sort(sized.begin(), sized.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> names;
    for (auto& [size, name] : sized) names.push_back(std::move(name));
    return names;
  }

  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const std::string& name : all_files()) sum += fs::file_size(state_ / name);
    return sum;
  }

  /// Those first that no other file names, and in the end those that stay.
  std::vector<std::string> listing() const {
    const std::vector<std::string> names = names_below(state_);
    std::map<std::string, std::string> texts;
    for (const std::string& name : all_files()) texts[name] = read_file(state_ / name);
    const auto rank = [&](const std::string& name) {
      if (!is_free(name)) return 2;
      const std::string stem = fs::path(name).stem().string();
      return std::any_of(texts.begin(), texts.end(),
                         [&](const auto& file) {
                           return file.first != name && file.second.find(stem) != std::string::npos;
                         })
                 ? 1
                 : 0;
    };
    std::vector<std::string> sorted;
    for (int wanted = 0; wanted <= 2; ++wanted) {
      std::copy_if(names.begin(), names.end(), std::back_inserter(sorted),
                   [&](const std::string& name) { return rank(name) == wanted; });
    }
    return sorted;
  }

  static std::string as_text(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += listed(name) + '\n';
    return text;
  }

  /// Searches on a list of names.
  run::Config config_of_list(const std::vector<std::string>& names) const {
    run::Config config = config_of_turn();
    config.input.path = folder_.string();
    config.input.text = as_text(names);
    config.input.grammar.clear();
    config.input.encoding = Encoding::kAsIs;
    config.input.strict = false;
    config.search = {};
    config.search.strategy = "dd-min";
    config.search.unit = Unit::kLines;
    config.protect = {};
    config.protect.markers = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!is_free(names[i])) config.protect.keep_lines.push_back(std::to_string(i + 1));
    }
    return config;
  }

  bool take_listing_turn() {
    const run::Config config = config_of_list(listing());
    const std::string& before = *config.input.text;
    const std::string after =
        take_turn(config, "", [this](std::string_view text) { publish(std::string(text)); });
    if (after == before) return false;
    const fs::path next = work_.path() / "next";
    remove_tree(next);
    copy_listed(state_, after, next);
    go_on_from(next);
    return true;
  }

  void go_on_from(const fs::path& next) {
    remove_tree(state_);
    fs::rename(next, state_);
  }

  /// Where it still fails so, files get the content of those they import: all at once, or else one
  /// after the other.
  bool put_together() {
    bool changed = false;
    std::set<std::string> refused;
    const auto read = [&] { imports_.read(state_, files()); };
    read();
    if (const auto all = imports_.all(); all && fails_with(*all, "the files that are imported")) {
      changed = true;
      read();
    }
    for (bool found = true; found && !result_.ended_by;) {
      found = false;
      for (const auto& [name, merge] : imports_.single()) {
        if (refused.contains(name)) continue;
        found = fails_with(merge, name);
        if (found) break;
        refused.insert(name);
      }
      if (!found) break;
      changed = true;
      read();
    }
    return changed;
  }

  /// Goes on from the folder with this merge, if it fails.
  bool fails_with(const Merge& merge, const std::string& what) {
    stop_.check();
    const fs::path next = work_.path() / "next";
    remove_tree(next);
    copy_tree(state_, next);
    for (const auto& [name, text] : merge.texts) write_atomically(next / name, text);
    for (const std::string& name : merge.gone) {
      fs::path gone = next / name;
      do {
        fs::remove(gone);
        gone = gone.parent_path();
      } while (gone != next && fs::is_empty(gone));
    }
    if (!fails_as(next, what)) return false;
    go_on_from(next);
    publish(as_text(names_below(state_)));
    return true;
  }

  /// One test of a folder.
  bool fails_as(const fs::path& folder, const std::string& what) {
    const run::Config config = config_of_list(names_below(folder));
    ReductionJob job = job_of_turn(config, folder, "");
    std::optional<Journal> journal =
        open_journal(job, identity_of(job), config.output.fresh, listener_);
    const StopToken stop = config.limits.with_budget(stop_, Clock::now());
    RunningTest running(job.test, listener_, stop);
    Judge::Options options;
    options.journal = journal ? &*journal : nullptr;
    options.stop = stop;
    Judge judge(running.oracle(), options);
    Session session(judge, job.text, job.schedule.cache());
    session.stop = stop;
    FolderWatcher watcher(trace_ ? &*trace_ : nullptr, result_.tests, [](std::string_view) {});
    if (trace_) trace_->set_input(".");
    session.add_observer(&watcher);
    bool fails = true;
    try {
      session.check_original("imports");
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kNotInteresting) throw;
      fails = false;
    }
    result_.tests += session.counts().committed;
    if (fails) listener_.note(what + " in place of the lines that import: still fails");
    return fails;
  }

  bool take_file_turn(const std::string& name) {
    const std::string before = read_file(state_ / name);
    run::Config config = config_of_turn();
    config.input.path = (folder_ / name).string();
    config.input.text = before;
    Encoding encoding = Encoding::kAsIs;
    const std::string after = take_turn(
        config, name,
        [&](std::string_view text) { write_atomically(output_ / name, encode(text, encoding)); },
        &encoding);
    const std::string bytes = encode(after, encoding);
    if (bytes == before) return false;
    write_atomically(state_ / name, bytes);
    return true;
  }

  /// The limits are what is left of them.
  run::Config config_of_turn() const {
    run::Config config = config_;
    config.output.place = run::Output::Place::kNowhere;
    config.output.trace.clear();
    if (auto& most = config.limits.max_tests) most = *most - std::min(*most, result_.tests);
    if (auto& most_s = config.limits.max_time_s) most_s = std::max(0.001, *most_s - seconds());
    return config;
  }

  std::string take_turn(const run::Config& config, const std::string& name,
                        const std::function<void(std::string_view)>& on_best,
                        Encoding* encoding = nullptr) {
    stop_.check();
    ReductionJob job = job_of_turn(config, state_, name);
    if (encoding != nullptr) *encoding = job.test.encoding;
    job.turn->test_is_checked = turns_ > 0;
    if (turns_ > 0) job.test.jobs = jobs_;
    ++turns_;
    if (!job.test.log_folder.empty()) job.test.log_folder /= std::to_string(turns_);
    const std::string shown = name.empty() ? "the files of " + result_.folder : name;
    listener_.note("turn " + std::to_string(turns_) + ": " + shown);
    if (trace_) trace_->set_input(name.empty() ? "." : name);
    FolderWatcher watcher(trace_ ? &*trace_ : nullptr, result_.tests, on_best);
    tally_.begin(job.text, Clock::now());
    Observer* const watchers[] = {&watcher, &tally_, &status_of_turn(job, name)};
    const run::Result end = carry_out(config, job, {listener_, stop_, nullptr, watchers});
    result_.tests += end.counts.committed;
    result_.hung += end.hung;
    jobs_ = end.jobs;
    if (end.ended_by) {
      result_.ended_by = end.ended_by;
      result_.reason = end.reason;
    }
    return end.failing;
  }

  void end_status() {
    if (!status_) return;
    run::RunEnd end;
    end.reason = result_.reason.substr(0, result_.reason.find('\n'));
    end.bytes = bytes();
    end.seconds = seconds();
    end.hung = words_on_hung(result_.hung);
    status_->end(status_of(result_.ended_by), end);
  }

  /// For other programs: the run as a whole.
  Observer& status_of_turn(const ReductionJob& job, const std::string& name) {
    if (!status_) {
      run::Status begin;
      begin.input = result_.folder;
      begin.output = output_.string();
      begin.bytes_before = result_.bytes_before;
      status_.emplace(job.cache_folder, begin.output, begin, tally_);
    }
    const std::uint64_t all = bytes();
    std::optional<std::uint64_t> others;
    if (!name.empty()) others = all - fs::file_size(state_ / name);
    status_->note_bytes(all);
    status_->begin_turn(others, result_.tests);
    return *status_;
  }

  /// In a folder as it is now.
  ReductionJob job_of_turn(const run::Config& config, const fs::path& folder,
                           const std::string& name) {
    ReductionJob job = prepare_job(config, listener_);
    job.test.original = folder_;
    job.test.project = folder;
    job.test.project_file = name;
    job.test.via = InputVia::kArgument;
    job.turn = Turn{hash_of(folder), {}, {folder, output_, folder_}, true};
    return job;
  }

  /// Names, kinds, modes and contents.
  static std::string hash_of(const fs::path& folder) {
    std::string hashes;
    for (const std::string& name : names_below(folder)) {
      const fs::path path = folder / name;
      const fs::file_status status = fs::symlink_status(path);
      hashes += listed(name) + ' ' + std::to_string(static_cast<int>(status.type())) + ' ' +
                std::to_string(static_cast<unsigned>(status.permissions())) + ' ';
      if (fs::is_symlink(status)) hashes += listed(fs::read_symlink(path).string());
      if (fs::is_regular_file(status)) hashes += sha256_hex(read_file(path));
      hashes += '\n';
    }
    return sha256_hex(hashes);
  }

  /// Puts those of the current files that are listed into the output, all at once.
  void publish(const std::string& kept) {
    const fs::path next = output_.parent_path() / ("." + output_.filename().string() + ".new");
    remove_tree(next);
    make_folder(output_.parent_path());
    make_folder(mark().parent_path());
    copy_listed(state_, kept, next);
    write_atomically(mark(), output_.string() + "\n");
    if (!exchange(next)) {
      throw Error(ErrorKind::kSystem, "cannot replace " + output_.string() + ": " +
                                          std::generic_category().message(errno));
    }
    remove_tree(next);
  }

  bool exchange(const fs::path& next) const {
    std::error_code ignored;
    const bool is_new = !fs::exists(output_, ignored);
    return ::renameat2(AT_FDCWD, next.c_str(), AT_FDCWD, output_.c_str(),
                       is_new ? RENAME_NOREPLACE : RENAME_EXCHANGE) == 0;
  }

  /// One more test, of the whole result.
  void check_result() {
    const std::string names = as_text(names_below(state_));
    ReductionJob job = job_of_turn(config_of_list(names_below(state_)), state_, "");
    ProcessOracleOptions test = job.test;
    test.timeout_s = config_.limits.first_timeout_s();
    test.log_folder.clear();
    RunningTest running(std::move(test), listener_, stop_);
    result_.checked = running.oracle().run(names, stop_).outcome == Outcome::kFail;
    if (result_.checked) return;
    result_.ended_by = ErrorKind::kEnvironment;
    result_.reason =
        "the result, tested once more, does not fail: the test is flaky, or its surroundings have "
        "changed";
  }

  double seconds() const { return seconds_between(start_, Clock::now()); }

  run::Config config_;
  run::Listener& listener_;
  const StopToken stop_;
  Clock::time_point start_ = Clock::now();
  StopToken::Watch watch_;
  WorkFolder work_;
  const fs::path given_;
  const std::string ending_;  // of an archive
  const fs::path folder_;     // as the test sees it named
  FolderImports imports_;
  const fs::path state_;
  const fs::path output_;
  std::optional<TraceWriter> trace_;
  PassTally tally_;
  std::optional<run::StatusWriter> status_;
  run::FolderResult result_;
  unsigned turns_ = 0;
  unsigned jobs_ = 1;
};

}  // namespace

namespace run {

bool is_folder(const Config& config) {
  std::error_code ignored;
  if (!config.input.further.empty() || config.input.text) return false;
  const bool folder = fs::is_directory(config.input.path, ignored);
  const run::Input& input = config.input;
  if (!folder && (!input.include.empty() || !input.exclude.empty()) && !input.unpack) {
    refuse_for_folder(spelled("{include} and {exclude} are for folders, and ") + input.path +
                      " is none");
  }
  return folder || input.unpack;
}

FolderResult reduce_folder(const Config& config, Listener& listener, const StopToken& stop) {
  try {
    return FolderReduction(config, listener, stop).run();
  } catch (const std::system_error& error) {
    throw Error(ErrorKind::kSystem, error.what());
  }
}

}  // namespace run
}  // namespace grabr
