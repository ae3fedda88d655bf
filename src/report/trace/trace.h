// The trace: every committed test of a reduction as one line of JSON, in order; and how it is read
// again.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/core/session.h"
#include "report/trace/escaped_text.h"
#include "text/system_call.h"

namespace grabr {

/// The fields that a line adds to the plain form.
struct TraceDetail {
  double seconds = 0;  ///< since the trace began
  /// A text that the reader has; nothing: none. A shorter "delta" (report/trace/history.h) of it
  /// takes the place of the text.
  std::optional<std::string_view> base;
};

/// One line without its line end:
/// {"test":1,"outcome":"pass","bytes":3,"text":"…"}, with "base64" instead of "text" if the bytes
/// are not valid UTF-8, and "phase", "edit", "accepted", "cached" where they apply. If `input`, the
/// name of one of several inputs, is given: "input" after "test". With details "seconds" after
/// "bytes".
class TraceLine {
 public:
  /// `like`: a text that much of the record's is in; the pieces are good while it stays.
  void set(const TestRecord& record, const EscapedText& like, std::string_view input = {},
           const std::optional<TraceDetail>& detail = {});

  std::array<std::string_view, 5> pieces() const {
    return {head_, text_.before, text_.middle, text_.after, tail_};
  }

 private:
  std::string head_, tail_;
  JsonStringPieces text_;
};

/// The plain form.
std::string trace_line(const TestRecord& record);

/// Writes the trace to a file, each line at once, so that it can be followed and survives a kill.
/// What /dev/stdout leads to keeps what it holds.
class TraceWriter : public Observer {
 public:
  struct Form {
    bool cached = false;  ///< cached answers get a line of their own, too
    /// With times, and texts as differences to the last accepted one; or else, and for each of
    /// several inputs, to the first one.
    bool diffs = false;
  };
  /// Throws Error(kInvalid) when the file cannot be written.
  TraceWriter(const std::filesystem::path& path, const Form& form);

  /// Sets which of several inputs the following records belong to.
  void set_input(std::string name);

  void on_test(const TestRecord& record) override;

 private:
  TraceDetail detail() const;

  std::filesystem::path path_;
  FileDescriptor file_;
  Form form_;
  std::string input_;
  TraceLine line_;    ///< its memory is used again: a line may have megabytes
  EscapedText base_;  ///< the last accepted text
  bool has_base_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// A test of a trace that is read again.
struct TracedTest {
  std::uint64_t number = 0;
  std::string outcome, edit, text;
};

/// All lines of a trace, in either of its forms. Throws Error(kInvalid) with `name` and the number
/// of a line that is not of a trace.
std::vector<TracedTest> read_trace(const std::string& name, std::string_view trace);

}  // namespace grabr
