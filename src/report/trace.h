// The trace: every committed test of a reduction as one line of JSON, in order.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "reduce/core/session.h"

namespace grabr {

/// One line without its line end:
/// {"test":1,"outcome":"pass","bytes":3,"text":"…"}, with "base64" instead of "text" if the bytes
/// are not valid UTF-8, and "phase", "edit", "accepted", "cached" where they apply. If `input`, the
/// name of one of several inputs, is given: "input" after "test".
std::string trace_line(const TestRecord& record, std::string_view input = {});

/// Writes the trace to a file, flushed after every line so that it can be followed and survives
/// a kill. What /dev/stdout leads to keeps what it holds.
class TraceWriter : public Observer {
 public:
  /// Cached answers get a line of their own only with `show_cached`. Throws Error(kInvalid) when
  /// the file cannot be written.
  TraceWriter(const std::filesystem::path& path, bool show_cached);

  /// Sets which of several inputs the following records belong to.
  void set_input(std::string name) { input_ = std::move(name); }

  void on_test(const TestRecord& record) override;

 private:
  std::filesystem::path path_;
  std::ofstream file_;
  bool show_cached_;
  std::string input_;
};

}  // namespace grabr
