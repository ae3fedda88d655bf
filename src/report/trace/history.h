// The accepted steps of a reduction with their texts, kept next to the answers: for viewing, and
// for starting again from one of them.
//
// FOLDER/NAME.original is the input's text, FOLDER/NAME.history has a line of JSON for each step:
// "step" (0: the text that the search starts from), "test" (its number), "seconds" since the begin
// of the search, "bytes", "pass", "edit", and "delta": pieces of the text before it (of the
// original for step 0), each [from, length] or [from, length, new bytes], a code point below 256
// for each byte. A line that was cut off by a kill is left out.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/core/session.h"
#include "text/delta.h"
#include "text/json.h"
#include "text/shared_text.h"
#include "text/system_call.h"

namespace grabr {

struct HistoryStep {
  std::uint64_t number = 0, test = 0, bytes = 0;
  double seconds = 0;
  std::string pass, edit;
  std::string text;
};

/// Converts the pieces of a delta to JSON rows.
nlohmann::ordered_json delta_json(const Delta& delta);
/// The text that a delta makes from another text. Throws Error(kInvalid) if the JSON is not a
/// delta, or is a delta of another text.
std::string text_of_delta(std::string_view from, const JsonField& pieces);

/// Path of a run's history: `name` is its output, or its input if the result goes elsewhere.
std::filesystem::path history_path(const std::filesystem::path& folder, const std::string& name);

/// Writes each step when it is accepted. If writing fails, steps are lost, but the run goes on.
class HistoryWriter : public Observer {
 public:
  /// Replaces an earlier history. `original`: the text of the input.
  HistoryWriter(const std::filesystem::path& folder, const std::string& name,
                const SharedText& original);

  void on_test(const TestRecord& record) override;
  void on_best(const SharedText& text) override;

 private:
  FileDescriptor file_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  SharedText last_;
  std::uint64_t steps_ = 0;
  std::uint64_t test_ = 0;
  std::string pass_, edit_;
};

/// The steps, in order. Throws Error(kInvalid) if there is no history at that path, or if it cannot
/// be read.
std::vector<HistoryStep> read_history(const std::filesystem::path& path);

}  // namespace grabr
