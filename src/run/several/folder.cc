// A folder is reduced in rounds of turns, each an ordinary reduction.
//
// The first turn of a round deletes files: its text is a list of them (oracle/test/listing.h),
// beginning with those that no other file names, and a test gets the folder with the files in the
// list. The other turns reduce one file each, the largest first, with its own grammar, in the
// folder's current state. At the end of a round, lines that import a file (#include "x.h") are
// replaced by its content if the folder still fails. It ends after a round that changes nothing.
//
//   the test: grep -q bug src/a.c && test -f include/a.h
//   README.md src/a.c src/b.c include/a.h → src/a.c include/a.h
//   src/a.c "int a; // bug" → "bug"
//   include/a.h → ""
//
// The result is complete at any moment: a new folder is built next to it and replaces it in one
// step (renameat2), and a file in it is replaced by rename. The answers of a turn are kept in a
// journal for the folder's state in that turn, so that a repeated call finds them again. Guarantee:
// the result fails, no file can be deleted alone, and no file gets smaller by its strategy while
// the others stay. Tested by tests/cli/folder_test.cc.
#include "run/several/folder.h"

#include <algorithm>
#include <functional>
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
#include "run/check/crash_taken.h"
#include "run/check/running_test.h"
#include "run/job/final_steps.h"
#include "run/job/kept_answers.h"
#include "run/job/prepare_job.h"
#include "run/several/applied_merge.h"
#include "run/several/folder_files.h"
#include "run/several/folder_imports.h"
#include "run/several/folder_output.h"
#include "run/several/turns.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxNameCharacters = 80;  // characters that a message shows

[[noreturn]] void refuse_for_folder(const std::string& message) {
  throw Error(ErrorKind::kInvalid, message);
}

fs::path whole_path(const fs::path& given) {
  const fs::path path = fs::absolute(given).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
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
  run::Listener nobody;
  const Schedule schedule = find_schedule(config.search, nobody);
  if (schedule.aim() != Aim::kFailing) {
    refuse_for_folder(schedule.text() +
                      " looks for an input that passes, and the input is a folder");
  }
}

std::string without_ending(const std::string& name, const std::string& ending) {
  return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

class FolderReduction {
 public:
  FolderReduction(const run::Config& config, run::Listener& listener, const StopToken& stop)
      : config_(config),
        listener_(listener),
        stop_(stop.within(config.limits.budget())),
        turns_(listener, stop_),
        given_(whole_path(config.input.path)),
        ending_(config.input.unpack ? config.input.unpack->ending(given_.filename().string()) : ""),
        folder_(given_.parent_path() / without_ending(given_.filename().string(), ending_)),
        imports_(config.input.grammar),
        state_(work_.path() / "state"),
        files_(state_, config_.input),
        output_path_(config.output.path.empty()
                         ? fs::path(folder_.string() + ".reduced")
                         : whole_path(without_ending(config.output.path, ending_))),
        output_(output_path_, cache_folder()) {
    require_own_folder(output_path_.parent_path() / ".grabr");
    require_options_for_folders(config);
    config_.output.cache = cache_folder();
    output_.require_free(folder_);
    fill_state();
    result_.files_before = files_.names().size();
    if (result_.files_before == 0) {
      refuse_for_folder(shown_name(config.input.path) + " is empty: there is nothing to reduce");
    }
    files_.require_globs();
    turns_.open_trace(config.output);
    result_.folder = config.input.path;
    result_.output = output_path_;
    if (!ending_.empty()) result_.packed = output_path_.string() + ending_;
    result_.bytes_before = files_.bytes();
    for (const std::string& name : files_.names()) {
      parts_.push_back({name, files_.bytes_of(name), {}});
    }
  }

  run::FolderResult run() {
    turns_.begin([&] { take_listing_turn(); },
                 [&](const CrashSeen& seen) {
                   take_crash(seen, config_.test.process.conditions, listener_);
                 });
    try {
      take_rounds();
      if (!result_.ended_by) check_result();
    } catch (const Error& error) {
      const bool no_longer = error.kind() == ErrorKind::kNotInteresting;
      result_.ended_by = no_longer ? ErrorKind::kEnvironment : error.kind();
      result_.reason = no_longer ? "the folder found no longer fails" : error.what();
    }
    result_.files = files_.names().size();
    result_.bytes = files_.bytes();
    result_.tests = turns_.tests;
    result_.hung = turns_.hung;
    result_.repeats = turns_.end(result_.ended_by, result_.reason, parts_at_end());
    std::error_code ignored;
    if (!result_.packed.empty() && fs::exists(output_path_, ignored)) {
      config_.input.unpack->pack(output_path_, result_.packed);
    }
    result_.seconds = turns_.seconds();
    return result_;
  }

 private:
  fs::path cache_folder() const {
    return config_.output.cache.empty() ? output_path_.parent_path() / ".grabr"
                                        : fs::path(config_.output.cache);
  }

  std::vector<TurnsRecord::Part> parts_at_end() const {
    std::vector<TurnsRecord::Part> parts = parts_;
    const std::vector<std::string> names = files_.names();
    const std::set<std::string> there(names.begin(), names.end());
    for (TurnsRecord::Part& part : parts) {
      if (there.contains(part.name)) part.after = files_.bytes_of(part.name);
    }
    return parts;
  }

  void fill_state() {
    if (!config_.input.unpack) return copy_tree(folder_, state_);
    if (ending_.empty()) {
      refuse_for_folder(
          shown_name(config_.input.path) +
          spelled(" is not an archive that {unpack} can read\nhint: .tar, .tar.gz and "
                  "other compressed ones, .zip and .jar are"));
    }
    note_odd(config_.input.unpack->unpack(given_, state_));
  }

  void note_odd(const std::vector<run::OddMember>& members) {
    constexpr std::size_t kMaxMembersNamed = 5;
    for (std::size_t i = 0; i < std::min(members.size(), kMaxMembersNamed); ++i) {
      listener_.note(quoted(members[i].name, '\'', kMaxNameCharacters) +
                     " in the archive: " + members[i].why);
    }
    if (members.size() > kMaxMembersNamed) {
      listener_.note("and " + std::to_string(members.size() - kMaxMembersNamed) +
                     " more members are left out or changed");
    }
  }

  void take_rounds() {
    for (bool changed = true; changed && !result_.ended_by;) {
      changed = false;
      for (const std::string& name : files_.to_reduce()) {
        if (result_.ended_by) return;
        changed = take_file_turn(name) || changed;
      }
      if (changed && !result_.ended_by) changed = take_listing_turn();
      if (!result_.ended_by) changed = put_together() || changed;
    }
  }

  /// The configuration of a search on a list of names.
  run::Config config_of_list(const std::vector<std::string>& names) const {
    run::Config config = config_of_turn();
    config.input.path = folder_.string();
    config.input.text = text_of_names(names);
    config.input.grammar.clear();
    config.input.encoding = Encoding::kAsIs;
    config.input.strict = false;
    config.search = {};
    config.search.strategy = "dd-min";
    config.search.unit = Unit::kLines;
    config.protect = {};
    config.protect.markers = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!files_.is_free(names[i])) config.protect.keep_lines.push_back(std::to_string(i + 1));
    }
    return config;
  }

  bool take_listing_turn() {
    const run::Config config = config_of_list(files_.listing());
    const std::string& before = *config.input.text;
    const std::string after =
        take_turn(config, "", [this](std::string_view text) { publish(text); });
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

  /// Replaces import lines by the imported files if the folder still fails: all at once, or else
  /// one after the other.
  bool put_together() {
    bool changed = false;
    std::set<std::string> refused;
    const auto read = [&] { imports_.read(state_, files_.to_reduce()); };
    read();
    if (const auto all = imports_.all(); all && fails_with(*all, "all imported files")) {
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

  /// Keeps this merge if the folder still fails.
  bool fails_with(const Merge& merge, const std::string& what) {
    stop_.check();
    AppliedMerge applied(state_, merge, work_.path() / "aside");
    if (!fails_now(what)) return false;
    applied.keep();
    publish(text_of_names(files_.names()));
    return true;
  }

  /// Tests the current folder once; counts like the tests of turns.
  bool fails_now(const std::string& what) {
    const run::Config config = config_of_list(files_.names());
    ReductionJob job = job_of_turn(config, "");
    std::optional<Journal> journal =
        open_journal(job, identity_of(job), config.output.fresh, listener_);
    RunningTest running(job.test, listener_, stop_);
    Judge::Options options;
    options.journal = journal ? &*journal : nullptr;
    options.stop = stop_;
    Judge judge(running.oracle(), options);
    Session session(judge, job.text, job.schedule.cache());
    session.stop = stop_;
    Turns::Watcher watcher(turns_);
    if (turns_.trace() != nullptr) turns_.trace()->set_input(".");
    session.add_observer(&watcher);
    session.begin_phase("imports");
    const struct Counting {
      ~Counting() {
        turns.tests += session.counts().committed;
        turns.executed += session.counts().executed;
      }
      Turns& turns;
      const Session& session;
    } counting{turns_, session};
    if (session.test(job.text, what) != Outcome::kFail) return false;
    listener_.note("inlined " + shown_name(what) + ": still fails");
    return true;
  }

  bool take_file_turn(const std::string& name) {
    const std::string before = read_file(state_ / name);
    run::Config config = config_of_turn();
    config.input.path = (folder_ / name).string();
    config.input.text = before;
    Encoding encoding = Encoding::kAsIs;
    const std::string after = take_turn(
        config, name,
        [&](std::string_view text) {
          write_atomically(output_path_ / name, encode(text, encoding));
        },
        &encoding);
    const std::string bytes = encode(after, encoding);
    if (bytes == before) return false;
    write_atomically(state_ / name, bytes);
    return true;
  }

  run::Config config_of_turn() const {
    run::Config config = config_;
    config.output.place = run::Output::Place::kNowhere;
    config.output.trace.clear();
    return config;
  }

  std::string take_turn(const run::Config& config, const std::string& name,
                        const std::function<void(std::string_view)>& on_best,
                        Encoding* encoding = nullptr) {
    stop_.check();
    ReductionJob job = job_of_turn(config, name);
    if (encoding != nullptr) *encoding = job.test.encoding;
    const bool is_first = turns_.count() == 0;
    job.turn->test_is_checked = !is_first;
    if (!is_first) job.test.jobs = turns_.jobs();
    const std::string number = std::to_string(turns_.next());
    if (!job.test.log_folder.empty()) job.test.log_folder /= number;
    const std::string shown = name.empty() ? "the files of " + result_.folder : name;
    listener_.note("turn " + number + ": " + shown_name(shown));
    const run::Result end = turns_.take(config, job, part(name, on_best));
    if (end.ended_by) {
      result_.ended_by = end.ended_by;
      result_.reason = end.reason;
    }
    return end.failing;
  }

  Turns::Part part(const std::string& name,
                   const std::function<void(std::string_view)>& on_best) const {
    Turns::Part part;
    part.name = name.empty() ? "." : name;
    part.on_best = on_best;
    part.is_of_folder = true;
    part.whole.input = result_.folder;
    part.whole.output = output_path_.string();
    part.whole.bytes_before = result_.bytes_before;
    part.bytes = files_.bytes();
    if (!name.empty()) part.other_bytes = *part.bytes - files_.bytes_of(name);
    return part;
  }

  /// The job for the folder's current state.
  ReductionJob job_of_turn(const run::Config& config, const std::string& name) {
    ReductionJob job = prepare_job(config, listener_);
    job.test.original = folder_;
    job.test.project = state_;
    job.test.project_file = name;
    job.test.via = InputVia::kArgument;
    job.turn = Turn{hash_of_folder(state_), {}, {state_, output_path_, folder_}, true};
    return job;
  }

  void publish(std::string_view kept) {
    output_.publish(state_, std::string(kept));
    listener_.on_saved(output_path_);
  }

  /// Tests the whole result once more.
  void check_result() {
    const std::vector<std::string> names = files_.names();
    ReductionJob job = job_of_turn(config_of_list(names), "");
    ProcessOracleOptions test = job.test;
    test.timeout_s = config_.limits.first_timeout_s();
    test.log_folder.clear();
    const StopToken stop = stop_.without_budget();
    RunningTest running(std::move(test), listener_, stop);
    result_.checked = running.oracle().run(text_of_names(names), stop).outcome == Outcome::kFail;
    if (result_.checked) return;
    result_.ended_by = ErrorKind::kEnvironment;
    result_.reason =
        "the result, tested once more, does not fail: the test is flaky, or its surroundings have "
        "changed";
  }

  run::Config config_;
  run::Listener& listener_;
  const StopToken stop_;
  Turns turns_;
  WorkFolder work_;
  const fs::path given_;
  const std::string ending_;  // ending of an archive
  const fs::path folder_;     // the folder's path as the test sees it
  FolderImports imports_;
  const fs::path state_;
  const FolderFiles files_;
  const fs::path output_path_;
  const FolderOutput output_;
  std::vector<TurnsRecord::Part> parts_;  // the parts at the beginning of the run
  run::FolderResult result_;
};

}  // namespace

namespace run {

bool is_folder(const Config& config) {
  std::error_code ignored;
  if (!config.input.further.empty() || config.input.text) return false;
  const bool folder = fs::is_directory(config.input.path, ignored);
  const run::Input& input = config.input;
  if (!folder && (!input.include.empty() || !input.exclude.empty()) && !input.unpack) {
    refuse_for_folder(spelled("{include} and {exclude} are for folders, and ") +
                      shown_name(input.path) + " is not a folder");
  }
  return folder || input.unpack != nullptr;
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
