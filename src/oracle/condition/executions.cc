#include "oracle/condition/executions.h"

#include <cstddef>

#include "oracle/condition/signals.h"

namespace grabr {
namespace {

constexpr int kSignalBase = 128;
constexpr std::string_view kFolderMark("\0folder\0", 8);  // unlikely to occur in output

std::string without_folder(const std::string& text, const std::string& folder) {
  if (folder.empty()) return text;
  std::string result;
  std::size_t from = 0;
  for (std::size_t at; (at = text.find(folder, from)) != std::string::npos;) {
    result.append(text, from, at - from);
    result += kFolderMark;
    from = at + folder.size();
  }
  return result.append(text, from);
}

/// One output stream of an execution.
struct Stream {
  const std::string& text;
  const Hash128& hash;
  const std::string& folder;

  bool complete() const { return hash128(text) == hash; }
};

template <typename Ended>
std::string end_in_words(const Ended& one, const std::string& failure) {
  if (!failure.empty()) return "could not be run: " + failure;
  if (one.timed_out) return "did not end in time";
  if (one.signal > 0) return "was ended by " + signal_name(one.signal);
  return "ended with exit status " + std::to_string(one.exit_code);
}

bool same(const Stream& a, const Stream& b) {
  if (a.hash == b.hash) return true;
  if (!a.complete() || !b.complete()) return false;
  return without_folder(a.text, a.folder) == without_folder(b.text, b.folder);
}

}  // namespace

int exit_status(const Execution& execution) {
  return execution.signal > 0 ? kSignalBase + execution.signal : execution.exit_code;
}

std::string how_it_ended(const Execution& execution) {
  return end_in_words(execution, execution.failure);
}

std::string how_it_ended(const TestResult& result) {
  return end_in_words(result, result.infrastructure);
}

bool end_alike(const Execution& a, const Execution& b) {
  if (a.timed_out || b.timed_out) return a.timed_out == b.timed_out;
  return exit_status(a) == exit_status(b);
}

bool same_output(const Execution& a, const Execution& b) {
  if (a.timed_out && b.timed_out) return true;
  return same({a.output, a.output_hash, a.folder}, {b.output, b.output_hash, b.folder});
}

bool same_errors(const Execution& a, const Execution& b) {
  if (a.timed_out && b.timed_out) return true;
  return same({a.errors, a.errors_hash, a.folder}, {b.errors, b.errors_hash, b.folder});
}

}  // namespace grabr
