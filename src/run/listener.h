// What a run has to say while it goes on. Whoever wants to show or to log it derives from this;
// nobody has to.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "reduce/core/session.h"

namespace grabr::run {

struct Result;

/// Something that is done before or after the search, and what is to be said when it takes long.
struct Stage {
  std::string doing;          ///< "checking the test: run 1 of 3"
  bool says_time = true;      ///< how long it has been going on
  double remark_after_s = 0;  ///< 0: never
  std::string remark = {};
};

/// A search that begins.
struct SearchBegin {
  std::string_view original;
  std::function<std::size_t(std::string_view)> count_tokens;
  std::chrono::steady_clock::time_point since;  ///< what the time counts from
};

/// The grammar that was chosen for an input where none was named.
struct GrammarChosen {
  std::string input;
  bool is_of_text = false;  ///< that came without a file of its own, or as one of several
  std::string choice;       ///< its name, and why
};

/// As an observer it sees the tests of the search, too. Watches, never changes anything. Called by
/// the thread that runs; must not throw.
class Listener : public Observer {
 public:
  /// A remark for people: a line, or several where a hint follows.
  virtual void note(const std::string&) {}
  /// The same, for those as well who want to know only what is wrong.
  virtual void warn(const std::string&) {}
  virtual void on_grammar(const GrammarChosen&) {}

  /// What is being done outside of tests, where a person may wait for it; empty: it is done.
  virtual void on_step(const std::string&) {}
  virtual void begin_stage(const Stage&) {}
  /// The same stage goes on, with other words.
  virtual void rename_stage(const std::string&) {}
  virtual void begin_search(const SearchBegin&) {}
  virtual void end_search() {}
  /// While a test runs, every kTickEvery_s or so.
  virtual void tick() {}
  /// No test runs any more: what shows how things are going is out of date.
  virtual void idle() {}

  /// What came of it.
  virtual void on_result(const Result&) {}
};

inline constexpr double kTickEvery_s = 0.5;

}  // namespace grabr::run
