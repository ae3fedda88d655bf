// Sorts files by their outcome, then failing ones into bugs (bugs.h). All decisions follow from
// answers of tests, which are kept: so a killed call gives the same result when it is repeated, and
// runs nothing twice. When a call is complete, it saves the bugs and their files; later calls only
// assign new files. Tested by tests/run/triage_test.cc and tests/check_triage.py.
#include "run/triage/triaging.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "run/config/quantity_words.h"
#include "run/triage/bug_reduction.h"
#include "run/triage/bugs.h"
#include "run/triage/decisions.h"
#include "run/triage/triage_answers.h"
#include "run/triage/triage_output.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/json.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// Independent of the test: a bug is known by the file it began with.
fs::path known_path(const fs::path& folder) { return folder / ".grabr" / "bugs.json"; }

std::string known_text(const KnownBugs& known) {
  nlohmann::ordered_json json = {{"originals", known.originals},
                                 {"members", nlohmann::json::array()}};
  for (const KnownBugs::Member& member : known.members) {
    json["members"].push_back({member.hash, member.bug, static_cast<std::uint64_t>(member.by)});
  }
  return json.dump();
}

KnownBugs read_known(const fs::path& path) {
  KnownBugs known;
  if (!is_file(path)) return known;
  const JsonDocument document(path.string(), read_own_file(path), "the bugs that are known");
  for (const JsonField& hash : document.root().at("originals").items()) {
    known.originals.push_back(hash.as<std::string>());
  }
  for (const JsonField& member : document.root().at("members").items()) {
    const auto by = std::min(member.at(2).as<std::uint64_t>(),
                             static_cast<std::uint64_t>(AssignedBy::kOnTheWay));
    known.members.push_back({member.at(0).as<std::string>(), member.at(1).as<std::size_t>(),
                             static_cast<AssignedBy>(by)});
  }
  std::erase_if(known.members,
                [&](const auto& member) { return member.bug >= known.originals.size(); });
  return known;
}

class Triaging {
 public:
  Triaging(const run::TriageConfig& config, run::Listener& listener, run::Listener& reductions,
           const StopToken& stop)
      : config_(config),
        listener_(listener),
        stop_(stop.within({.seconds = config.reduction.limits.max_time_s})),
        files_(list_files(config.inputs)),
        budget_{config.reduction.limits.max_tests},
        answers_(config, listener, stop_, budget_),
        known_(read_known(known_path(config.folder))),
        reductions_(config, answers_, budget_, reductions, stop_),
        decisions_(read_decisions(config.folder)),
        search_(config, files_, answers_, reductions_, known_, decisions_, listener) {}

  run::TriageResult run() {
    run::TriageResult result;
    try {
      sort_files();
      search_.run(same_, [this] { write(false, false, ""); });
    } catch (const Error& error) {
      result.ended_by = error.kind();
      result.reason = error.what();
      if (error.kind() != ErrorKind::kBudget && !is_by_signal(error.kind())) {
        write(true, false, result.reason);
        throw;
      }
    }
    write(true, !result.ended_by, result.reason);
    if (!result.ended_by) {
      write_own_file(known_path(config_.folder), known_text(search_.found()) + "\n");
    }
    describe(result);
    return result;
  }

 private:
  void sort_files() {
    listener_.on_step("running " + std::to_string(files_.size()) + " files");
    std::vector<std::size_t> all(files_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    run_files(0, all, [&](TriageFile& file, const SeenFailure& seen) {
      file.seen = seen;
      file.word = seen.fails       ? FileWord::kFails
                  : seen.timed_out ? FileWord::kHangs
                                   : FileWord::kPasses;
    });
    for (std::set<std::string> sure; const auto firsts = smallest_of_each(sure);) {
      run_files(1, *firsts, [&](TriageFile& file, const SeenFailure& seen) {
        if (!seen.fails) {
          file.word = FileWord::kSometimes;
          return;
        }
        sure.insert(key_of(file.seen));
        if (key_of(seen) != key_of(file.seen)) same_.emplace_back(key_of(file.seen), key_of(seen));
      });
    }
  }

  /// The smallest file of each failure that is not among the sure ones: its reduction would begin
  /// with this file.
  std::optional<std::vector<std::size_t>> smallest_of_each(const std::set<std::string>& sure) {
    std::map<std::string, std::size_t> smallest;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (files_[i].word != FileWord::kFails || sure.contains(key_of(files_[i].seen))) continue;
      std::size_t& best = smallest.emplace(key_of(files_[i].seen), i).first->second;
      if (files_[i].bytes < files_[best].bytes) best = i;
    }
    if (smallest.empty()) return std::nullopt;
    std::vector<std::size_t> files;
    for (const auto& [key, file] : smallest) files.push_back(file);
    return files;
  }

  void run_files(unsigned round, const std::vector<std::size_t>& files,
                 const std::function<void(TriageFile&, const SeenFailure&)>& take) {
    std::vector<std::size_t> asked;
    std::size_t next = 0, answered = 0;
    answers_.ask(
        round,
        [&]() -> std::optional<std::string> {
          while (next < files.size()) {
            asked.push_back(files[next++]);
            if (auto text = read_listed(files_[asked.back()])) return text;
            asked.pop_back();
          }
          return std::nullopt;
        },
        [&](const SeenFailure& seen) { take(files_[asked[answered++]], seen); });
  }

  TriageState state(bool is_end, bool complete, const std::string& reason) const {
    TriageState state;
    state.is_end = is_end;
    state.files = &files_;
    state.bugs = search_.bugs();
    for (const Bug& bug : state.bugs) state.is_new.push_back(is_new(bug));
    state.complete = complete;
    state.reason = reason;
    state.tests = budget_.used;
    state.own_tests = search_.own_tests();
    state.further_tests = search_.further_tests();
    return state;
  }

  void write(bool is_end, bool complete, const std::string& reason) {
    write_triage(config_, reductions_, state(is_end, complete, reason));
  }

  /// Is it a bug that no earlier call has found?
  bool is_new(const Bug& bug) const {
    return std::ranges::find(known_.originals, files_[bug.original].hash) == known_.originals.end();
  }

  void describe(run::TriageResult& result) const {
    const auto met = static_cast<std::size_t>(
        std::ranges::count_if(files_, [](const TriageFile& file) { return file.on_the_way; }));
    result.files = files_.size() - met;
    if (met > 0) result.others.push_back(so_many(met, "failure") + " seen on the way");
    result.tests = budget_.used;
    for (std::size_t word = 1; word < kFileWords; ++word) {
      const auto of = static_cast<FileWord>(word);
      const auto count = std::ranges::count(files_, of, &TriageFile::word);
      if (count > 0) result.others.push_back(words_on(of, static_cast<std::size_t>(count)));
    }
    const std::vector<Bug> bugs = search_.bugs();
    for (std::size_t i = 0; i < bugs.size(); ++i) {
      const Bug& bug = bugs[i];
      result.bugs.push_back({.name = bug_name(i + 1, bug),
                             .signature = bug.signatures.front().signature.text(),
                             .files = bug.members.size(),
                             .bytes = bug.result.text.size(),
                             .is_new = is_new(bug),
                             .problem = bug.result.done ? bug.result.problem : "not yet reduced"});
    }
  }

  const run::TriageConfig& config_;
  run::Listener& listener_;
  const StopToken stop_;
  std::vector<TriageFile> files_;
  TriageBudget budget_;
  TriageAnswers answers_;
  const KnownBugs known_;
  BugReductions reductions_;
  const Decisions decisions_;
  BugSearch search_;
  std::vector<std::pair<std::string, std::string>> same_;  ///< keys that one file showed
};

}  // namespace

namespace run {

bool TriageResult::has_new() const { return std::ranges::any_of(bugs, &TriagedBug::is_new); }

TriageResult triage(const TriageConfig& config, Listener& listener, Listener& reductions,
                    const StopToken& stop) {
  require_triage_folder(config.folder);
  make_folder(config.folder);
  TriageConfig named = config;
  if (named.extension.empty()) named.extension = common_extension(list_files(config.inputs));
  return Triaging(named, listener, reductions, stop).run();
}

}  // namespace run
}  // namespace grabr
