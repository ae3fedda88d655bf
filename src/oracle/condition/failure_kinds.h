// The table of failures: lines by which programs report a failure, and lines of stack traces that
// name functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Where a program prints the failure's message, relative to the text that a row's pattern matches.
enum class MessageAt : std::uint8_t {
  kNowhere,  ///< nowhere: the matched text says everything
  kInside,   ///< in the matched text
  kBehind,   ///< in the rest of the line
  kBefore,   ///< in the line, before the matched text
  kNextLine,
  kWhat,   ///< in the next line, after what()
  kAbove,  ///< in the lines above, up to one of carets; without carets, only the line above
};

struct FailureKind {
  std::string_view name;     ///< for messages: "a report of a sanitizer"
  std::string_view pattern;  ///< matches the part of a line that identifies the failure
  bool last = false;         ///< the last such line counts, not the first
  bool names_file = false;   ///< it contains the name of one of the program's files, which counts
  MessageAt message = MessageAt::kNowhere;  ///< where the message of a thrown object is
  bool is_crash = false;                    ///< a crash for certain, whatever the exit status is
  std::string_view advice = {};             ///< setting that adds a stack trace
};

/// Advice for death by a signal, which prints nothing.
std::string_view advice_for_signals();

struct RecognisedFailure {
  const FailureKind* kind;
  std::string_view part;  ///< the part of the text that the kind's pattern matches
};

/// Facts about a function of a trace that count in addition to its name.
struct FrameParts {
  bool templates = false;  ///< template arguments: "f<int>"
  bool files = false;      ///< its file without the folder: "f a.cc"
  bool lines = false;      ///< its line: "f:3", "f a.cc:3"
};

/// The failure that the first matching row recognises in a line.
std::optional<RecognisedFailure> recognise_failure(std::string_view text);

/// For an exception thrown because of others: the lines that name those others.
std::vector<std::string_view> causes_in(std::string_view text);

/// The lines that are not empty, without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

/// The innermost functions of a trace in the text, at most `most`. Each occurs once, so that the
/// depth of recursion does not count. Those of `parts` that the trace has, on the function's own
/// line or the next, are added. After a stack overflow: the functions that recur, sorted by name.
std::vector<std::string> failure_frames(std::string_view text, std::size_t most,
                                        const FrameParts& parts = {});

}  // namespace grabr
