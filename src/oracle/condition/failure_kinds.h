// The table of failures: the lines by which programs report what went wrong, and the lines of stack
// traces that name functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Where a program tells why it failed, besides what a row's pattern matches.
enum class MessageAt : std::uint8_t {
  kNowhere,  ///< what the pattern matches tells all
  kInside,   ///< in what the pattern matches
  kBehind,   ///< in the rest of the line
  kBefore,   ///< in the line, before what the pattern matches
  kNextLine,
  kWhat,   ///< in the next line, behind what()
  kAbove,  ///< in the lines above, up to one of carets; without it in the line above
};

struct FailureKind {
  std::string_view name;     ///< in messages: "a report of a sanitizer"
  std::string_view pattern;  ///< of a line, the part that identifies the failure
  bool last = false;         ///< the last such line counts, not the first
  bool names_file = false;   ///< a file in it is one of the program's: its name counts
  MessageAt message = MessageAt::kNowhere;  ///< of something thrown: words of the program's author
  bool is_crash = false;                    ///< certain, whatever the exit status is
  std::string_view advice = {};             ///< the setting that adds a stack trace
};

/// Advice for death by a signal, which prints nothing.
std::string_view advice_for_signals();

struct RecognisedFailure {
  const FailureKind* kind;
  std::string_view part;  ///< of the text: the match of the kind's pattern
};

/// What else counts in a function of a trace besides its name.
struct FrameParts {
  bool templates = false;  ///< template arguments: "f<int>"
  bool files = false;      ///< the file it is in, without a folder: "f a.cc"
  bool lines = false;      ///< the line: "f:3", "f a.cc:3"
};

/// By the first row that matches a line.
std::optional<RecognisedFailure> recognise_failure(std::string_view text);

/// Of an exception that was thrown because of others: the lines that name those.
std::vector<std::string_view> causes_in(std::string_view text);

/// The lines that are not empty, without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

/// The innermost functions of a trace in the text, at most `most`, each once, so that how deep it
/// recurs does not count, with those of `parts` that the trace has, on the function's own line or
/// the next. After a stack overflow: the functions that recur, sorted by name.
std::vector<std::string> failure_frames(std::string_view text, std::size_t most,
                                        const FrameParts& parts = {});

}  // namespace grabr
