// Records the data of a reduction that a report shows: the phases, and the curve of sizes.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/oracle.h"
#include "reduce/core/session.h"

namespace grabr {

using Clock = std::chrono::steady_clock;

/// Seconds between two moments.
double seconds_between(Clock::time_point begin, Clock::time_point end);

/// The work of one phase of a strategy. If the phase occurs again, it is added to its first row.
struct PhaseRow {
  std::string name;  ///< empty: the strategy names no phases
  std::uint64_t tests = 0;
  std::uint64_t successes = 0;
  std::int64_t tokens_removed = 0;  ///< negative if successes added tokens
  std::int64_t bytes_removed = 0;
  double seconds = 0;
};

/// The size after one success.
struct CurvePoint {
  std::uint64_t tests = 0;  ///< committed so far
  double seconds = 0;       ///< since the start
  std::uint64_t bytes = 0;
  std::uint64_t tokens = 0;
};

class Recorder : public Observer {
 public:
  using TokenCount = std::function<std::size_t(const SharedText&)>;

  /// The clock starts now. `count_tokens` is called for the original and at every success.
  Recorder(const SharedText& original, TokenCount count_tokens);

  void on_test(const TestRecord& record) override;
  void on_phase(std::string_view name) override;
  void on_pass(std::string_view name) override;

  /// The rows so far, including the time of the running phase.
  std::vector<PhaseRow> phases() const;
  /// The same by pass (reduce/passes.def). A pass that runs inside another has its own row; the
  /// other one's row has the rest.
  std::vector<PhaseRow> passes() const;
  const std::vector<CurvePoint>& curve() const { return curve_; }
  double seconds() const { return seconds_between(start_, Clock::now()); }

 private:
  /// The rows of one kind, one of which is running; the first has no name.
  class Rows {
   public:
    explicit Rows(Clock::time_point start) : start_(start) {}
    PhaseRow& row(std::string_view name);
    void run(std::string_view name);
    std::vector<PhaseRow> so_far() const;

   private:
    std::vector<PhaseRow> rows_ = std::vector<PhaseRow>(1);
    std::size_t running_ = 0;
    Clock::time_point start_;  ///< start of the running one
  };
  void record_success(const TestRecord& record);

  TokenCount count_tokens_;
  Clock::time_point start_;
  std::uint64_t bytes_;  ///< bytes of the best so far
  std::uint64_t tokens_;
  Rows phases_;
  Rows passes_;
  std::vector<CurvePoint> curve_;
};

}  // namespace grabr
