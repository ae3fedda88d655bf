// Stopping a run early: on request (by a person or the host program) or at a deadline. The code
// that does the work polls the token between tests and while it waits for one.
#pragma once

#include <chrono>
#include <functional>
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
  std::string reason;  ///< for people
};

/// A source of stop requests.
class StopSource {
 public:
  virtual ~StopSource() = default;
  /// Nothing: go on. Several threads may call it.
  virtual std::optional<StopReason> asked() const = 0;
  /// From here until end() the source is polled; a stop request must wake the code waiting for a
  /// test of `oracle` (null: nobody waits). Pairs of begin() and end() may nest; only the innermost
  /// oracle is woken.
  virtual void begin(Oracle* oracle) { static_cast<void>(oracle); }
  virtual void end() {}
};

/// What the work polls: a source, a deadline, both or neither. Cheap to copy; the source must
/// outlive it.
class StopToken {
 public:
  StopToken() = default;  ///< never asks to stop
  explicit StopToken(StopSource& source) : source_(&source) {}

  /// The same, plus a deadline at `moment` with the reason given.
  StopToken until(std::chrono::steady_clock::time_point moment, StopReason at_moment) const;
  /// The same without the deadline.
  StopToken without_deadline() const;

  std::optional<StopReason> asked() const;
  /// Throws Error with the kind and reason of the stop if one is requested.
  void check() const;
  /// When to poll again at the latest.
  const Deadline& deadline() const { return deadline_; }

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
  StopSource* source_ = nullptr;
  Deadline deadline_;
  StopReason at_deadline_;
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
