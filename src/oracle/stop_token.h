// How a run ends before its time: somebody wants it to (a person, a host program), or its time is up.
// Who does the work asks now and then, between tests and while it waits for one.
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

/// Why a run is to end.
struct StopReason {
  ErrorKind kind = ErrorKind::kInterrupted;
  std::string reason;  ///< for people
};

/// Somebody who may want what is under way to end.
class StopSource {
 public:
  virtual ~StopSource() = default;
  /// Nothing: go on. May be asked by several threads.
  virtual std::optional<StopReason> asked() const = 0;
  /// From here on it is asked; whoever waits for a test of `oracle` (null: nobody does) is to be
  /// woken. Pairs of begin() and end() may be nested: of several the innermost is woken.
  virtual void begin(Oracle* oracle) { static_cast<void>(oracle); }
  virtual void end() {}
};

/// What the work asks: a source, a moment, both or nothing. Cheap to copy; the source must live.
class StopToken {
 public:
  StopToken() = default;  ///< nobody wants anything to end
  explicit StopToken(StopSource& source) : source_(&source) {}

  /// The same, and the end at `moment` for the reason given.
  StopToken until(std::chrono::steady_clock::time_point moment, StopReason at_moment) const;
  /// The source alone.
  StopToken without_deadline() const;

  std::optional<StopReason> asked() const;
  /// Throws Error with exit and reason of the stop that is asked for.
  void check() const;
  /// When it is to be asked again at the latest.
  const Deadline& deadline() const { return deadline_; }

  /// While one lives the source is asked, and wakes who waits.
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

/// A source that is a question.
class StopQuestion : public StopSource {
 public:
  explicit StopQuestion(std::function<std::optional<StopReason>()> question)
      : question_(std::move(question)) {}
  std::optional<StopReason> asked() const override { return question_(); }

 private:
  std::function<std::optional<StopReason>()> question_;
};

}  // namespace grabr
