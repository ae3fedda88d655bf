// The trace: every committed test of a reduction as one line of JSON, in order; also reads it.
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
  /// A text that the reader has; nothing: none. If its "delta" (report/trace/history.h) is shorter,
  /// it replaces the text.
  std::optional<std::string_view> base;
};

/// One line without its line end: {"test":1,"outcome":"pass","bytes":3,"text":"…"}, with "base64"
/// instead of "text" if the bytes are not valid UTF-8, and "phase", "edit", "accepted", "cached" if
/// they apply. If `input`, the name of one of several inputs, is given, "input" follows "test".
/// With details, "seconds" follows "bytes".
class TraceLine {
 public:
  /// `like`: a text that shares much with the record's text; the pieces are valid as long as it is.
  void set(const TestRecord& record, const EscapedText& like, std::string_view input = {},
           const std::optional<TraceDetail>& detail = {});

  std::array<std::string_view, 5> pieces() const {
    return {head_, text_.before, text_.middle, text_.after, tail_};
  }

 private:
  std::string head_, tail_;
  JsonStringPieces text_;
};

/// The line in its plain form.
std::string trace_line(const TestRecord& record);

/// Writes the trace to a file, each line at once, so that it can be followed and survives a kill. A
/// file behind /dev/stdout keeps its earlier content.
class TraceWriter : public Observer {
 public:
  struct Form {
    bool cached = false;  ///< cached answers get a line, too
    /// With times, and with texts as differences from the last accepted one; without, and for
    /// several inputs, differences from the first one.
    bool diffs = false;
  };
  /// Throws Error(kInvalid) if the file cannot be written.
  TraceWriter(const std::filesystem::path& path, const Form& form);

  /// Sets the input, one of several, that the following records belong to.
  void set_input(std::string name);

  void on_test(const TestRecord& record) override;

 private:
  TraceDetail detail() const;

  std::filesystem::path path_;
  FileDescriptor file_;
  Form form_;
  std::string input_;
  TraceLine line_;    ///< reused, as a line may have megabytes
  EscapedText base_;  ///< the last accepted text
  bool has_base_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// A test of a trace that was read.
struct TracedTest {
  std::uint64_t number = 0;
  std::string outcome, edit, text;
};

/// All lines of a trace, in either form. Throws Error(kInvalid) with `name` and the number of an
/// invalid line.
std::vector<TracedTest> read_trace(const std::string& name, std::string_view trace);

}  // namespace grabr
