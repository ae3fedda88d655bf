// The interface by which a run reports what it does. To show or log that, derive from it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/token_kinds.h"
#include "reduce/core/session.h"
#include "reduce/schedule.h"

namespace grabr::run {

struct Result;

inline constexpr double kTickEvery_s = 0.5;

/// A stage before or after the search, with a remark for when it takes long.
struct Stage {
  std::string doing;          ///< "checking the test: run 1 of 3"
  bool says_time = true;      ///< show how long it has been running
  double remark_after_s = 0;  ///< 0: never
  std::string remark = {};
};

/// What a test has printed, and how it ended.
struct TestOutput {
  TestResult result;
  std::string output, errors;
};

/// A person at the search.
class Person : public Steering {
 public:
  /// A text to go on from, and in `edit` which one it is; nothing most of the time.
  virtual std::optional<Candidate> chosen() = 0;
};

/// What can be asked about a search while it runs, from its listener; of what is empty there is
/// nothing to know. Not to be called after end_search().
struct SearchInsight {
  std::string input;                ///< its name
  bool is_default = false;          ///< the strategy, as no other was asked for
  std::vector<PassInPhase> passes;  ///< in the order of their first turns
  unsigned slots = 0;               ///< for tests at once
  std::function<std::size_t()> tests_under_way;
  /// Bytes of the smaller best that a person has left for the present one (Session::left_by_hand).
  std::function<std::optional<std::uint64_t>()> left_by_hand;
  /// The text after an accepted step, of those that on_best() has told of, from 0.
  std::function<std::string(std::uint64_t step)> text_of_step;
  /// What the last test has printed, of the search or before it; kept where there is a person().
  std::function<std::optional<TestOutput>()> last_output;
  /// Of a text of the search (parse/token_kinds.h); none where the input has no grammar.
  std::function<std::vector<KindOfToken>(std::string_view)> token_kinds;
};

/// A search that begins.
struct SearchBegin {
  SharedText original;
  std::function<std::size_t(const SharedText&)> count_tokens;
  std::chrono::steady_clock::time_point since;  ///< what the time counts from
  SearchInsight insight = {};
};

/// The grammar that was chosen for an input where none was named.
struct GrammarChosen {
  std::string input;
  bool is_of_text = false;  ///< that came without a file of its own, or as one of several
  std::string choice;       ///< its name, and why
};

/// As an observer it also sees the tests of the search. It must not change anything or throw.
/// Called in the thread of the run.
class Listener : public Observer {
 public:
  /// A remark for people: a line, or several where a hint follows.
  virtual void note(const std::string&) {}
  /// The same, also shown to users who want to see only problems.
  virtual void warn(const std::string&) {}
  virtual void on_grammar(const GrammarChosen&) {}

  /// A step outside of tests that may take noticeable time; empty: it is done.
  virtual void on_step(const std::string&) {}
  virtual void begin_stage(const Stage&) {}
  /// Changes the description of the current stage.
  virtual void rename_stage(const std::string&) {}
  virtual void begin_search(const SearchBegin&) {}
  virtual void end_search() {}
  /// While a test runs, every tick_every_s() or so.
  virtual void tick() {}
  virtual double tick_every_s() const { return kTickEvery_s; }
  /// Who steers the search; null: nobody.
  virtual Person* person() { return nullptr; }
  /// No test runs any more; a progress display is out of date.
  virtual void idle() {}

  /// The result of the run.
  virtual void on_result(const Result&) {}
  /// The best so far has been written to this file, or folder.
  virtual void on_saved(const std::filesystem::path&) {}
};

}  // namespace grabr::run
