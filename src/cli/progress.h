// How a reduction is going, on standard error: one line rewritten in place on a terminal, plain
// lines now and then elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "reduce/session.h"
#include "report/recorder.h"

namespace grabr {

/// What a progress line says.
struct ProgressState {
  std::uint64_t original_bytes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t tokens = 0;
  std::uint64_t tests = 0;
  std::uint64_t successes = 0;
  double seconds = 0;
  std::string phase;
};

/// `12.4% left, 812 bytes, 97 tokens, 1234 tests (41 ok), 3.1/s, phase`
std::string progress_line(const ProgressState& state);

class Progress : public Observer {
 public:
  using TokenCount = std::function<std::size_t(std::string_view)>;

  struct Options {
    bool terminal = false;  ///< standard error is one
    bool verbose = false;   ///< say when a phase begins
    std::size_t columns = 80;
  };

  Progress(std::string_view original, TokenCount count_tokens, Options options);
  ~Progress() override { clear(); }

  void on_test(const TestRecord& record) override;
  void on_phase(std::string_view name) override;

  /// Takes the line off the terminal, before something else is written there.
  void clear();

 private:
  void rewrite_line();
  void print_line();
  bool due(double every_s);

  TokenCount count_tokens_;
  Options options_;
  ProgressState state_;
  Clock::time_point start_;
  Clock::time_point shown_at_;  ///< when the last line was shown
  bool line_is_shown_ = false;
};

/// Whether standard error is a terminal, and how wide.
Progress::Options progress_options(bool verbose);

}  // namespace grabr
