// Groups start as the files with the same signature. The smallest member of each is reduced, in
// turns with more and more tests, so that each bug soon has a result. Then the other members are
// assigned (bug_assignment.cc). At the end, bugs with equal results are merged, and so are bugs
// whose results show each other's failure.
//
// Guarantee: each failing file is a member of exactly one bug. Tested by tests/run/triage_test.cc
// and tests/check_triage.py.
#include "run/triage/bugs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

constexpr std::uint64_t kFirstTurn = 50;  // tests of the first turn
constexpr std::uint64_t kTurnGrowth = 4;  // factor by which each turn has more tests than the last

}  // namespace

std::string assigned_word(AssignedBy by) {
  switch (by) {
    case AssignedBy::kSignature: return "signature";
    case AssignedBy::kResult: return "result";
    case AssignedBy::kReduced: return "reduced";
    case AssignedBy::kPerson: return "person";
    case AssignedBy::kOnTheWay: return "on-the-way";
  }
  return "signature";
}

bool Bug::has_signature(const std::string& key) const {
  return std::ranges::any_of(signatures,
                             [&](const SeenFailure& seen) { return key_of(seen) == key; });
}

void Bug::add_signature(const SeenFailure& seen) {
  if (!has_signature(key_of(seen))) signatures.push_back(seen);
}

void BugSearch::run(const std::vector<std::pair<std::string, std::string>>& same,
                    const std::function<void()>& changed) {
  make_groups(0, same);
  is_flaky_ = !same.empty() || std::ranges::any_of(files_, [](const TriageFile& file) {
    return file.word == FileWord::kSometimes;
  });
  for (std::size_t first = 0; first < groups_.size();) {
    const std::size_t end = groups_.size();
    for (std::size_t i = first; i < end; ++i) begin_group(groups_[i]);
    reduce_in_turns(changed);
    for (std::size_t i = first; i < end; ++i) assign(groups_[i], changed);
    if (config_.every_bug) make_groups_on_the_way();
    first = end;
  }
  if (is_flaky_) drop_flaky();
  note_found();
  merge_equal();
  merge_flaky();
  merge_decided();
}

void BugSearch::begin_group(Group& group) {
  take_known(group);
  for (const std::size_t file : group.members) {
    if (!group.bugs.empty()) break;
    if (auto text = text_of(file)) begin_bug(group, file, *std::move(text));
  }
  if (group.bugs.empty()) return;
  // Until more is known, all belong to the first bug of their group.
  for (const std::size_t file : group.members) {
    put(group.bugs.front(), file, AssignedBy::kSignature);
  }
  for (const std::size_t bug : group.bugs) put(bug, bugs_[bug].original, AssignedBy::kSignature);
}

bool BugSearch::has_group(const SeenFailure& seen) const {
  return std::ranges::any_of(groups_,
                             [&](const Group& group) { return group.keys.contains(key_of(seen)); });
}

/// The failures that reductions have met since the last call and that no group has: the smallest
/// text of each.
std::map<std::string, TriageFile> BugSearch::failures_met() {
  std::vector<std::pair<std::filesystem::path, std::string>> asked;
  for (const std::filesystem::path& path : reductions_.others()) {
    if (met_.insert(path).second) asked.emplace_back(path, read_file(path));
  }
  std::ranges::stable_sort(asked, {}, [](const auto& one) { return one.second.size(); });
  std::size_t next = 0, answered = 0;
  std::map<std::string, TriageFile> found;
  answers_.ask(
      0, [&] { return next == asked.size() ? std::nullopt : std::optional(asked[next++].second); },
      [&](const SeenFailure& seen) {
        const std::filesystem::path& path = asked[answered++].first;
        if (seen.fails && !has_group(seen))
          found.emplace(key_of(seen), file_on_the_way(path, seen));
      });
  return found;
}

/// Adds these texts as files if they fail a second time.
void BugSearch::make_groups_on_the_way() {
  const std::size_t first = files_.size();
  Same same;
  for (auto [key, file] : failures_met()) {
    const auto text = read_listed(file);
    const SeenFailure again = text ? answers_.ask(1, *text) : SeenFailure();
    if (!again.fails || has_group(again)) continue;
    file.word = FileWord::kFails;
    if (key_of(again) != key) same.emplace_back(key, key_of(again));
    files_.push_back(std::move(file));
  }
  make_groups(first, same);
}

/// Runs each file that is in a bug once more, and takes out those that pass now: they are flaky.
/// The files with which bugs began have run twice.
void BugSearch::drop_flaky() {
  std::vector<std::size_t> asked;
  for (const auto& [file, place] : places_) asked.push_back(file);
  std::size_t next = 0, answered = 0;
  answers_.ask(
      1,
      [&]() -> std::optional<std::string> {
        while (next < asked.size()) {
          if (auto text = text_of(asked[next++])) return text;
          asked.erase(asked.begin() + static_cast<std::ptrdiff_t>(--next));
        }
        return std::nullopt;
      },
      [&](const SeenFailure& seen) {
        const std::size_t file = asked[answered++];
        if (seen.fails) return;
        files_[file].word = FileWord::kSometimes;
        places_.erase(file);
      });
}

void BugSearch::note_found() {
  for (const Bug& bug : bugs_) found_.originals.push_back(files_[bug.original].hash);
  for (const auto& [file, place] : places_) {
    found_.members.push_back({files_[file].hash, place.bug, place.by});
  }
}

std::vector<Bug> BugSearch::bugs() const {
  std::vector<Bug> all = bugs_;
  for (const auto& [file, place] : places_) {
    all[place.bug].members.push_back({file, place.by});
    all[place.bug].add_signature(files_[file].seen);
  }
  std::erase_if(all, [](const Bug& bug) { return bug.is_gone || bug.members.empty(); });
  // Known bugs keep their numbers.
  std::ranges::stable_sort(all, {}, [&](const Bug& bug) {
    return std::ranges::find(known_.originals, files_[bug.original].hash) -
           known_.originals.begin();
  });
  return all;
}

std::optional<std::string> BugSearch::text_of(std::size_t file) {
  std::optional<std::string> text = read_listed(files_[file]);
  if (!text) {
    files_[file].word = FileWord::kUnreadable;
    places_.erase(file);
  }
  return text;
}

/// Path for the rest of a file whose other failures belong to earlier bugs.
std::filesystem::path BugSearch::rest_path(std::size_t file) const {
  return config_.folder / ".grabr" / (files_[file].hash + ".rest");
}

/// Makes groups of the failing files from this index on. No group has their failures yet.
void BugSearch::make_groups(std::size_t first_file, const Same& same) {
  std::map<std::string, std::string> leader;  // of keys that are one
  const auto find = [&](std::string key) {
    while (leader.contains(key)) key = leader[key];
    return key;
  };
  for (const auto& [a, b] : same) {
    const std::string x = find(a), y = find(b);
    if (x != y) leader[y] = x;
  }
  std::map<std::string, std::size_t> places;
  std::set<std::string> hashes;
  for (std::size_t i = first_file; i < files_.size(); ++i) {
    const TriageFile& file = files_[i];
    if (file.word != FileWord::kFails) continue;
    twins_[file.hash].push_back(i);
    const std::string key = key_of(file.seen);
    const auto [at, is_new] = places.emplace(find(key), groups_.size());
    if (is_new) groups_.emplace_back();
    Group& group = groups_[at->second];
    group.keys.insert(key);
    if (hashes.insert(file.hash).second) group.members.push_back(i);
  }
  for (const auto& [a, b] : same) {
    const auto at = places.find(find(a));
    if (at != places.end()) groups_[at->second].keys.insert({a, b});
  }
  for (Group& group : groups_) {
    std::ranges::stable_sort(group.members, {}, [&](std::size_t i) { return files_[i].bytes; });
  }
}

/// Takes bugs of earlier calls, which keep their files and their order.
void BugSearch::take_known(Group& group) {
  for (std::size_t known = 0; known < known_.originals.size(); ++known) {
    const auto original = std::ranges::find_if(group.members, [&](std::size_t file) {
      return files_[file].hash == known_.originals[known];
    });
    if (original == group.members.end()) continue;
    const std::filesystem::path rest = rest_path(*original);
    auto start = is_file(rest) ? read_file(rest) : text_of(*original);
    if (start) begin_bug(group, *original, *std::move(start));
  }
}

void BugSearch::begin_bug(Group& group, std::size_t file, std::string start) {
  group.bugs.push_back(bugs_.size());
  Bug bug;
  bug.original = file;
  bug.add_signature(files_[file].seen);
  bug.result.text = start;
  bug.start = std::move(start);
  bugs_.push_back(std::move(bug));
}

/// Assigns the file, and all files with the same content.
void BugSearch::put(std::size_t bug, std::size_t file, AssignedBy by) {
  for (const std::size_t twin : twins_.at(files_[file].hash)) places_[twin] = {bug, by};
}

void BugSearch::reduce_in_turns(const std::function<void()>& changed) {
  for (std::uint64_t most = kFirstTurn;; most *= kTurnGrowth) {
    bool all_done = true;
    for (Group& group : groups_) {
      for (const std::size_t bug : group.bugs) {
        BugReduction& result = bugs_[bug].result;
        if (result.done) continue;
        listener_.on_step("reducing " + shown_name(files_[bugs_[bug].original].path.filename()));
        reductions_.reduce(result, bugs_[bug].start, bugs_[bug].signatures.front(), most);
        all_done = all_done && result.done;
        if (result.done) {
          own_tests_ += result.tests;
          group.own += result.tests;
          group.largest = std::max(group.largest, result.tests);
        }
      }
    }
    changed();
    if (all_done) return;
  }
}

/// Merges the later bug into the earlier one, whose result stays.
void BugSearch::merge(std::size_t a, std::size_t b) {
  const std::size_t into = std::min(a, b), from = std::max(a, b);
  for (const SeenFailure& seen : bugs_[from].signatures) bugs_[into].add_signature(seen);
  for (auto& [file, place] : places_) {
    if (place.bug == from) place.bug = into;
  }
  bugs_[from].is_gone = true;
  std::vector<std::size_t>& joined = bugs_[into].joined;
  joined.push_back(bugs_[from].original);
  joined.insert(joined.end(), bugs_[from].joined.begin(), bugs_[from].joined.end());
}

bool BugSearch::may_be_one(std::size_t a, std::size_t b) const {
  return a != b && !bugs_[a].is_gone && !bugs_[b].is_gone &&
         !decisions_.are_apart(files_[bugs_[a].original].hash, files_[bugs_[b].original].hash);
}

/// With different signatures, only identical texts count.
void BugSearch::merge_equal() {
  for (std::size_t a = 0; a < bugs_.size(); ++a) {
    for (std::size_t b = a + 1; b < bugs_.size(); ++b) {
      if (!may_be_one(a, b) || bugs_[a].tokens.empty()) continue;
      if (bugs_[a].tokens == bugs_[b].tokens) merge(a, b);
    }
  }
}

/// Runs each result once more. Signatures that vary belong to one bug if each of two results shows
/// the other's.
void BugSearch::merge_flaky() {
  std::vector<std::size_t> asked;
  std::vector<std::string> shown(bugs_.size());
  for (std::size_t i = 0; i < bugs_.size(); ++i) {
    if (!bugs_[i].is_gone) asked.push_back(i);
  }
  std::size_t next = 0, answered = 0;
  answers_.ask(
      1,
      [&]() -> std::optional<std::string> {
        if (next == asked.size()) return std::nullopt;
        return bugs_[asked[next++]].result.text;
      },
      [&](const SeenFailure& seen) {
        const std::size_t bug = asked[answered++];
        if (!seen.fails) return;
        shown[bug] = key_of(seen);
        if (!bugs_[bug].has_signature(shown[bug])) bugs_[bug].add_signature(seen);
      });
  for (const std::size_t a : asked) {
    for (const std::size_t b : asked) {
      if (a >= b || !may_be_one(a, b) || shown[a] == shown[b]) continue;
      const auto own = [&](std::size_t bug) { return key_of(bugs_[bug].signatures.front()); };
      if (shown[a] == own(b) && shown[b] == own(a)) merge(a, b);
    }
  }
}

/// Applies a person's decisions, which show the paths of files.
void BugSearch::merge_decided() {
  const auto find = [&](const std::string& key) {
    const auto bug = std::ranges::find_if(bugs_, [&](const Bug& one) {
      return !one.is_gone && (files_[one.original].hash == key ||
                              std::ranges::any_of(one.joined, [&](std::size_t i) {
                                return files_[i].hash == key;
                              }));
    });
    return static_cast<std::size_t>(bug - bugs_.begin());
  };
  for (const auto& [x, y] : decisions_.joined) {
    const std::size_t a = find(x), b = find(y);
    if (a == bugs_.size() || b == bugs_.size() || a == b) continue;
    for (auto& [file, place] : places_) {
      if (place.bug == std::max(a, b)) place.by = AssignedBy::kPerson;
    }
    merge(a, b);
  }
}

}  // namespace grabr
