// Bugs: sets of files that fail for one reason, with the reason why each file was assigned.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "run/config/listener.h"
#include "run/triage/bug_needs.h"
#include "run/triage/bug_reduction.h"
#include "run/triage/decisions.h"
#include "run/triage/triage_answers.h"
#include "run/triage/triage_files.h"

namespace grabr {

enum class AssignedBy : std::uint8_t {
  kSignature,  ///< it fails with the same signature, and no more was tested
  kResult,     ///< it contains the needs of the result, and without them does not fail this way
  kReduced,    ///< its reduction gave the same result, or began the bug
  kPerson,
  kOnTheWay,  ///< a reduction met the text, and no file fails like it
};
std::string assigned_word(AssignedBy by);

struct BugMember {
  std::size_t file = 0;  ///< index of the file
  AssignedBy by = AssignedBy::kSignature;
};

struct Bug {
  std::size_t original = 0;             ///< index of the file that was reduced
  std::string start;                    ///< its text, without the parts that other bugs need
  std::vector<SeenFailure> signatures;  ///< the first is that of the reduction
  std::vector<BugMember> members;
  BugReduction result;
  TokenTexts tokens;  ///< tokens of the result
  Needs needs;
  bool is_gone = false;             ///< it was merged into another one
  std::vector<std::size_t> joined;  ///< originals of bugs merged into this one

  bool has_signature(const std::string& key) const;
  void add_signature(const SeenFailure& seen);
};

/// Results of earlier complete calls: the files, by their hashes, with which bugs began, in order,
/// and the bug (an index of these) of each file.
struct KnownBugs {
  std::vector<std::string> originals;
  struct Member {
    std::string hash;
    std::size_t bug = 0;
    AssignedBy by = AssignedBy::kSignature;
  };
  std::vector<Member> members;
};

class BugSearch {
 public:
  /// All arguments must outlive this.
  BugSearch(const run::TriageConfig& config, std::vector<TriageFile>& files, TriageAnswers& answers,
            BugReductions& reductions, const KnownBugs& known, const Decisions& decisions,
            run::Listener& listener)
      : config_(config),
        files_(files),
        answers_(answers),
        reductions_(reductions),
        known_(known),
        decisions_(decisions),
        listener_(listener) {}

  /// Sorts the failing files into bugs. `same`: keys of signatures that one file showed. A file
  /// that failed only once (kSometimes) makes all files run twice. `changed`
  /// is called when there is something new to show. Throws Error as the reductions do; the bugs
  /// found so far are valid then, too.
  void run(const std::vector<std::pair<std::string, std::string>>& same,
           const std::function<void()>& changed);

  /// After run(): the state from which a later call starts, before bugs were merged.
  const KnownBugs& found() const { return found_; }
  /// Bugs in the order in which they were found, with their members.
  std::vector<Bug> bugs() const;
  /// Tests of reductions that began a bug, and of those that only showed where a file belongs.
  std::uint64_t own_tests() const { return own_tests_; }
  std::uint64_t further_tests() const { return further_tests_; }

 private:
  /// Files with signatures that count as equal.
  struct Group {
    std::set<std::string> keys;
    std::vector<std::size_t> members;  ///< distinct texts, the smallest first
    std::vector<std::size_t> bugs;     ///< indices
    std::shared_ptr<const Parser> parser;
    TokenCounts counts;
    std::uint64_t own = 0, further = 0;  ///< tests
    std::uint64_t largest = 0;           ///< tests of the longest reduction
  };

  /// A member that has no bug yet.
  struct Open {
    std::size_t file = 0;
    std::string text;       ///< the rest of its text
    SeenFailure seen;       ///< failure of that rest
    std::size_t tried = 0;  ///< bugs of the group that were tried
    bool is_placed = false;
  };

  using Same = std::vector<std::pair<std::string, std::string>>;
  void make_groups(std::size_t first_file, const Same& same);
  void begin_group(Group& group);
  void take_known(Group& group);
  std::map<std::string, TriageFile> failures_met();
  void make_groups_on_the_way();
  bool has_group(const SeenFailure& seen) const;
  void begin_bug(Group& group, std::size_t file, std::string start);
  void reduce_in_turns(const std::function<void()>& changed);
  void learn_parser(Group& group);
  void finish_bug(Group& group, std::size_t bug);
  void put_known(Group& group, std::vector<Open>& open);
  void assign(Group& group, const std::function<void()>& changed);
  void try_results(Group& group, std::vector<Open>& open);
  bool fails_again(Group& group, std::size_t file);
  void reduce_next(Group& group, std::vector<Open>& open);
  std::optional<std::size_t> bug_alike(const Group& group, const SeenFailure& seen,
                                       const TokenTexts& tokens) const;
  void put(std::size_t bug, std::size_t file, AssignedBy by);
  void drop_flaky();
  void note_found();
  void merge_equal();
  void merge_flaky();
  void merge_decided();
  bool may_be_one(std::size_t a, std::size_t b) const;
  void merge(std::size_t a, std::size_t b);
  /// Empty if the file is gone or has changed since it was listed. Then the file is in no bug.
  std::optional<std::string> text_of(std::size_t file);
  std::filesystem::path rest_path(std::size_t file) const;

  const run::TriageConfig& config_;
  std::vector<TriageFile>& files_;
  TriageAnswers& answers_;
  BugReductions& reductions_;
  const KnownBugs& known_;
  const Decisions& decisions_;
  run::Listener& listener_;
  std::vector<Group> groups_;
  std::vector<Bug> bugs_;
  struct Place {
    std::size_t bug = 0;
    AssignedBy by = AssignedBy::kSignature;
  };
  KnownBugs found_;
  std::map<std::size_t, Place> places_;                    ///< by file
  std::map<std::string, std::vector<std::size_t>> twins_;  ///< files by their content hashes
  std::map<std::string, std::shared_ptr<const Parser>> parsers_;
  bool is_flaky_ = false;                ///< two runs of one text differed
  std::set<std::filesystem::path> met_;  ///< texts with other failures that were tested
  std::uint64_t own_tests_ = 0, further_tests_ = 0;
};

}  // namespace grabr
