// Cheap counts of a search: per pass, and for candidates made outside the grammar.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/parser.h"
#include "reduce/core/session.h"
#include "report/trace/recorder.h"

namespace grabr {

struct PassDone {
  std::string name;
  std::uint64_t tests = 0, gains = 0;
  std::int64_t bytes = 0;  ///< bytes removed; negative if the pass added some
  double seconds = 0;
};

/// The work of each pass so far: tests, gains, time. Cheaper than a Recorder, which counts tokens
/// at every gain. A pass that runs inside another has its own row, in the order of their first
/// turns.
class PassTally : public Observer {
 public:
  /// Starts a search, or another one of the same run.
  void begin(std::string_view original, Clock::time_point now);
  void on_test(const TestRecord& record) override;
  void on_pass(std::string_view name) override { change(name, Clock::now()); }
  void change(std::string_view name, Clock::time_point now);

  Clock::time_point last_gain() const { return gain_; }
  /// Includes the running pass's time; leaves out passes that had no test.
  std::vector<PassDone> rows(Clock::time_point now) const;

 private:
  PassDone& row(std::string_view name);

  std::vector<PassDone> rows_;
  std::string running_;  ///< empty: none
  Clock::time_point since_;
  Clock::time_point gain_;
  std::uint64_t bytes_ = 0;
};

/// Counts of committed tests. All candidates but those made outside the grammar are sentences by
/// construction.
struct OutsideTests {
  std::uint64_t tests = 0;     ///< tests of texts made by passes outside the grammar
  std::uint64_t read = 0;      ///< how many of these were parsed, up to the limit
  std::uint64_t rejected = 0;  ///< how many of those parsed were rejected

  OutsideTests& operator+=(const OutsideTests& other);
};

class OutsideTestCount : public Observer {
 public:
  /// Texts are parsed up to this many bytes in total: a text that does not parse may be large, and
  /// there may be many tests.
  static constexpr std::uint64_t kMaxBytesParsed = std::uint64_t{16} << 20;

  /// `parser` must outlive this.
  explicit OutsideTestCount(const Parser& parser, std::uint64_t most_bytes = kMaxBytesParsed)
      : parser_(parser), bytes_left_(most_bytes) {}

  void on_test(const TestRecord& record) override;
  const OutsideTests& found() const { return found_; }

 private:
  const Parser& parser_;
  std::uint64_t bytes_left_;
  OutsideTests found_;
};

}  // namespace grabr
