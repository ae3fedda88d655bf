// Assigns the members of a group to bugs; several are examined at once:
//
//   1. For each bug of the group in order: the needs of its result (bug_needs.h) are removed from
//      the member. If the rest no longer fails this way, the member belongs to the bug; if it does,
//      the rest is tried with the next bug.
//   2. If no bug of the group is left to try, the smallest such member, or its rest, is reduced.
//      If the result is equal to a known one, it is the same bug; otherwise it begins a new bug,
//      with which the other members are tried.
//
// Some reductions only show where a file belongs. Once those in a group have taken as many tests as
// the ones that began its bugs, the remaining members stay with the group's first bug. Ends: each
// reduction removes a member. Tested by tests/run/triage_test.cc and tests/check_triage.py.
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "run/triage/bugs.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

constexpr std::uint64_t kMinTests = 300;    // tests that a reduction may always take …
constexpr std::uint64_t kTimesLargest = 4;  // … or this many times the tests of the longest one
constexpr std::size_t kMaxCounted = 200;    // members whose tokens are counted
constexpr std::uint64_t kMaxBytesCounted = std::uint64_t{256} << 10;

}  // namespace

/// Chosen by the name and the beginning of its smallest member, as its reduction does.
void BugSearch::learn_parser(Group& group) {
  const std::string& named = config_.reduction.input.grammar;
  std::string path;
  try {
    if (!named.empty()) {
      path = find_grammar(named).string();
    } else {
      static const GrammarChooser kChooser;
      const auto choice =
          kChooser.choose("input" + config_.extension, bugs_[group.bugs.front()].start);
      if (choice) path = choice->path.string();
    }
    if (path.empty()) return;
    auto& parser = parsers_[path];
    if (!parser) {
      parser = std::make_shared<const Parser>(read_grammar(path), config_.reduction.input.parse);
    }
    group.parser = parser;
  } catch (const Error&) {
    group.parser.reset();  // the search then works on text
  }
}

void BugSearch::finish_bug(Group& group, std::size_t bug) {
  Bug& done = bugs_[bug];
  done.tokens = tokens_in(group.parser.get(), done.result.text);
  done.needs = needs_of(done.tokens, tokens_in(group.parser.get(), done.start), group.counts);
}

void BugSearch::assign(Group& group, const std::function<void()>& changed) {
  if (group.bugs.empty()) return;
  learn_parser(group);
  std::vector<Open> open;
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    const std::size_t file = group.members[i];
    const auto begun =
        std::ranges::find(group.bugs, file, [&](std::size_t bug) { return bugs_[bug].original; });
    const bool begins = begun != group.bugs.end();
    auto text = begins ? std::optional(bugs_[*begun].start) : text_of(file);
    if (!text) continue;
    if (i < kMaxCounted && text->size() <= kMaxBytesCounted) {
      for (std::string& token : tokens_in(group.parser.get(), *text)) ++group.counts[token];
    }
    if (!begins) open.push_back({file, *std::move(text), files_[file].seen});
  }
  for (const std::size_t bug : group.bugs) {
    finish_bug(group, bug);
    const std::size_t original = bugs_[bug].original;
    put(bug, original, files_[original].on_the_way ? AssignedBy::kOnTheWay : AssignedBy::kReduced);
  }
  put_known(group, open);
  if (open.empty()) return;
  while (!open.empty()) {
    listener_.on_step("looking at " + std::to_string(open.size()) + " more files");
    try_results(group, open);
    if (open.empty()) break;
    if (group.further >= group.own) break;  // the remaining members stay where they are
    reduce_next(group, open);
  }
  changed();
}

void BugSearch::put_known(Group& group, std::vector<Open>& open) {
  std::map<std::string, std::size_t> begun;
  for (const std::size_t bug : group.bugs) begun[files_[bugs_[bug].original].hash] = bug;
  std::map<std::string, KnownBugs::Member> known;
  for (const KnownBugs::Member& member : known_.members) known[member.hash] = member;
  std::erase_if(open, [&](const Open& one) {
    const auto member = known.find(files_[one.file].hash);
    if (member == known.end()) return false;
    const auto bug = begun.find(known_.originals[member->second.bug]);
    if (bug == begun.end()) return false;
    put(bug->second, one.file, member->second.by);
    return true;
  });
}

/// Tries each open member with all bugs of the group.
void BugSearch::try_results(Group& group, std::vector<Open>& open) {
  for (;;) {
    std::vector<std::pair<std::size_t, std::string>> rests;  // rests by member
    for (std::size_t i = 0; i < open.size(); ++i) {
      Open& one = open[i];
      while (one.tried < group.bugs.size()) {
        const Bug& bug = bugs_[group.bugs[one.tried]];
        auto rest = without_needs(group.parser.get(), one.text, bug.needs);
        if (rest) {
          rests.emplace_back(i, *std::move(rest));
          break;
        }
        ++one.tried;
      }
    }
    if (rests.empty()) return;
    std::size_t asked = 0, answered = 0;
    answers_.ask(
        0,
        [&]() -> std::optional<std::string> {
          if (asked == rests.size()) return std::nullopt;
          return rests[asked++].second;
        },
        [&](const SeenFailure& seen) {
          auto& [i, rest] = rests[answered++];
          const std::size_t bug = group.bugs[open[i].tried++];
          if (seen.fails && group.keys.contains(key_of(seen))) {
            open[i].text = rest;
            open[i].seen = seen;
          } else {
            put(bug, open[i].file, AssignedBy::kResult);
            open[i].is_placed = true;
          }
        });
    std::erase_if(open, [](const Open& one) { return one.is_placed; });
  }
}

std::optional<std::size_t> BugSearch::bug_alike(const Group& group, const SeenFailure& seen,
                                                const TokenTexts& tokens) const {
  // If only an exit status shows the failure, names and texts may be the only difference.
  const bool is_told = !seen.signature.line.empty() || !seen.signature.frames.empty();
  for (const Alike how : {Alike::kTexts, is_told ? Alike::kNames : Alike::kNumbers}) {
    for (const std::size_t bug : group.bugs) {
      if (are_alike(bugs_[bug].tokens, tokens, how)) return bug;
    }
  }
  return std::nullopt;
}

/// Each file has run once; a file that is reduced must fail a second time.
bool BugSearch::fails_again(Group& group, std::size_t file) {
  const auto text = text_of(file);
  if (!text) return false;
  const SeenFailure again = answers_.ask(1, *text);
  is_flaky_ = is_flaky_ || !again.fails || !group.keys.contains(key_of(again));
  if (again.fails) {
    group.keys.insert(key_of(again));
    return true;
  }
  for (const std::size_t twin : twins_.at(files_[file].hash)) {
    files_[twin].word = FileWord::kSometimes;
    places_.erase(twin);
  }
  return false;
}

void BugSearch::reduce_next(Group& group, std::vector<Open>& open) {
  const Open one = std::move(open.front());
  open.erase(open.begin());
  const SeenFailure& seen = one.seen;
  if (!fails_again(group, one.file)) return;
  listener_.on_step("reducing " + shown_name(files_[one.file].path.filename()));
  BugReduction result;
  reductions_.reduce(result, one.text, seen, std::max(kMinTests, kTimesLargest * group.largest));
  group.largest = std::max(group.largest, result.tests);
  const auto count_further = [&] {
    group.further += result.tests;
    further_tests_ += result.tests;
  };
  if (!result.done) return count_further();
  const TokenTexts tokens = tokens_in(group.parser.get(), result.text);
  if (const auto bug = bug_alike(group, seen, tokens)) {
    count_further();
    put(*bug, one.file, AssignedBy::kReduced);
    // Tokens that this member does not have are not needed.
    const TokenTexts its = tokens_in(group.parser.get(), one.text);
    Needs needs = bugs_[*bug].needs;
    std::erase_if(needs, [&](const Need& need) { return !are_met(need, its); });
    if (!needs.empty() && needs != bugs_[*bug].needs) {
      bugs_[*bug].needs = needs;
      const auto at = std::ranges::find(group.bugs, *bug) - group.bugs.begin();
      for (Open& other : open) other.tried = std::min(other.tried, static_cast<std::size_t>(at));
    }
    return;
  }
  own_tests_ += result.tests;
  group.own += result.tests;
  if (hash_name(one.text) != files_[one.file].hash) {
    write_atomically(rest_path(one.file), one.text);
  }
  begin_bug(group, one.file, one.text);
  bugs_.back().result = std::move(result);
  bugs_.back().signatures = {seen};
  finish_bug(group, bugs_.size() - 1);
  put(bugs_.size() - 1, one.file, AssignedBy::kReduced);
}

}  // namespace grabr
