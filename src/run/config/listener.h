// The interface through which a run reports its progress. Derive from it to show or log that.
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

/// A stage before or after the search. A remark is shown if it takes long.
struct Stage {
  std::string doing;          ///< "checking the test: run 1 of 3"
  bool says_time = true;      ///< show how long it has been running
  double remark_after_s = 0;  ///< seconds after which the remark is shown; 0: never
  std::string remark = {};
};

/// The output of a test, and how it ended.
struct TestOutput {
  TestResult result;
  std::string output, errors;
};

/// A person who watches the search.
class Person : public Steering {
 public:
  /// A text from which the search should continue; `edit` says which one it is. Usually nothing.
  virtual std::optional<Candidate> chosen() = 0;
};

/// Data about a running search, which its listener may request. An empty member means that the data
/// is not available. Not to be used after end_search().
struct SearchInsight {
  std::string input;                ///< name of the input
  bool is_default = false;          ///< the strategy is the default, because none was requested
  std::vector<PassInPhase> passes;  ///< in the order of their first turns
  unsigned slots = 0;               ///< number of tests that may run at once
  std::function<std::size_t()> tests_under_way;
  /// Bytes of a smaller best text, if a person went on from a larger one (Session::left_by_hand).
  std::function<std::optional<std::uint64_t>()> left_by_hand;
  /// The text after an accepted step, counted from 0, as reported by on_best().
  std::function<std::string(std::uint64_t step)> text_of_step;
  /// The output of the last test, in the search or before it; kept only if there is a person().
  std::function<std::optional<TestOutput>()> last_output;
  /// The kinds of tokens in a text (parse/token_kinds.h); empty if the input has no grammar.
  std::function<std::vector<KindOfToken>(std::string_view)> token_kinds;
};

/// The data passed to begin_search().
struct SearchBegin {
  SharedText original;
  std::function<std::size_t(const SharedText&)> count_tokens;
  std::chrono::steady_clock::time_point since;  ///< start of the time that is shown
  SearchInsight insight = {};
};

/// The grammar that was chosen for an input, if none was named.
struct GrammarChosen {
  std::string input;
  bool is_of_text = false;  ///< the input has no file of its own, or is one of several
  std::string choice;       ///< the grammar's name, and why it was chosen
};

/// As an observer, it also sees the tests of the search. It must not change anything or throw. It
/// is called in the thread of the run.
class Listener : public Observer {
 public:
  /// A remark for people: one line, or several if a hint follows.
  virtual void note(const std::string&) {}
  /// The same, but also shown to users who only want to see problems.
  virtual void warn(const std::string&) {}
  virtual void on_grammar(const GrammarChosen&) {}

  /// Called when a step that may take time begins, and with an empty text when it has ended.
  virtual void on_step(const std::string&) {}
  virtual void begin_stage(const Stage&) {}
  /// Changes the description of the current stage.
  virtual void rename_stage(const std::string&) {}
  virtual void begin_search(const SearchBegin&) {}
  virtual void end_search() {}
  /// Called about every tick_every_s() while a test runs.
  virtual void tick() {}
  virtual double tick_every_s() const { return kTickEvery_s; }
  /// The person who steers the search; null if there is none.
  virtual Person* person() { return nullptr; }
  /// Called when no test is running any more, so that a progress display is out of date.
  virtual void idle() {}

  /// Called with the result of the run.
  virtual void on_result(const Result&) {}
  /// Called when the best text has been written to this file or folder.
  virtual void on_saved(const std::filesystem::path&) {}
};

}  // namespace grabr::run
