// Stopping a run early: on request (by a person or the host program), or when its budget is used
// up. The code that does the work polls the token between tests and while it waits for one. It
// takes each test that counts out of the budget before running it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "text/error.h"

namespace grabr {

class Oracle;

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// Why a run should end.
struct StopReason {
  ErrorKind kind = ErrorKind::kInterrupted;
  std::string reason;  ///< a text for people
};

/// The limits of a run; an empty one means no limit.
struct Budget {
  std::optional<std::uint64_t> tests = {};
  std::optional<double> seconds = {};
};

/// Thrown when a budget is used up.
class BudgetUsed : public Error {
 public:
  enum class Of : std::uint8_t { kTests, kTime };
  BudgetUsed(Of what, const std::string& reason) : Error(ErrorKind::kBudget, reason), of(what) {}
  const Of of;
};

/// A source of stop requests.
class StopSource {
 public:
  virtual ~StopSource() = default;
  /// Nothing means: go on. Several threads may call it.
  virtual std::optional<StopReason> asked() const = 0;
  /// Between begin() and end() the source is polled; a stop request must wake the code waiting for
  /// a test of `oracle` (null: nobody waits). Pairs of begin() and end() may nest; only the
  /// innermost oracle is woken.
  virtual void begin(Oracle* oracle) { static_cast<void>(oracle); }
  virtual void end() {}
};

/// The object that working code polls: a source, a budget, both or neither. It is cheap to copy,
/// and all copies share one budget; the source must outlive it. Only one thread takes tests.
class StopToken {
 public:
  using Moment = std::chrono::steady_clock::time_point;

  StopToken() = default;  ///< never asks to stop
  explicit StopToken(StopSource& source) : source_(&source) {}

  /// The same token within a budget whose time begins at `begin`. A budget that the token already
  /// has still applies.
  StopToken within(const Budget& budget, Moment begin = std::chrono::steady_clock::now()) const;
  /// The same without any budget.
  StopToken without_budget() const;

  std::optional<StopReason> asked() const;
  /// Throws Error with the kind and reason of the stop if one is requested.
  void check() const;
  /// The latest time at which to poll again.
  const Deadline& deadline() const { return deadline_; }

  /// Takes a test out of the budget. Throws BudgetUsed if there is none left.
  void take_test() const;
  /// The number of tests left; nothing: no limit.
  std::optional<std::uint64_t> tests_left() const;

  /// While one exists, the source is polled and may wake the waiting code.
  class Watch {
   public:
    explicit Watch(const StopToken& token, Oracle* oracle = nullptr);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    StopSource* source_;
  };

 private:
  struct Tests {
    std::uint64_t most, left;
    std::shared_ptr<Tests> around;  ///< the tests of an earlier budget
  };

  StopSource* source_ = nullptr;
  Deadline deadline_;
  double seconds_ = 0;  ///< seconds up to the deadline, as given
  std::shared_ptr<Tests> tests_;
};

/// A source backed by a callback.
class StopQuestion : public StopSource {
 public:
  explicit StopQuestion(std::function<std::optional<StopReason>()> question)
      : question_(std::move(question)) {}
  std::optional<StopReason> asked() const override { return question_(); }

 private:
  std::function<std::optional<StopReason>()> question_;
};

}  // namespace grabr
