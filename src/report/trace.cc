// Tested by tests/report/trace_test.cc.
#include "report/trace.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "report/history.h"
#include "report/json_text.h"
#include "text/delta.h"
#include "text/error.h"
#include "text/file.h"
#include "text/utf8.h"

namespace grabr {
namespace {

/// Nothing if it is no shorter than the text.
std::optional<std::string> shorter_delta(std::string_view text,
                                         const std::optional<std::string_view>& base) {
  if (!base) return std::nullopt;
  std::string delta = delta_json(delta_between(*base, text)).dump();
  if (delta.size() >= text.size() + 2) return std::nullopt;
  return delta;
}

void add_text(std::string& line, std::string_view text) {
  const std::size_t before = line.size();
  if (append_json_string(line.append(",\"text\":"), text)) return;
  line.resize(before);
  line.append(",\"base64\":\"").append(base64(text)) += '"';
}

void add_words(std::string& line, const char* name, std::string_view words) {
  if (words.empty()) return;
  append_json_string(line.append(",\"").append(name).append("\":"), as_utf8(words));
}

}  // namespace

void append_trace_line(std::string& line, const TestRecord& record, std::string_view input,
                       const std::optional<TraceDetail>& detail) {
  line.append("{\"test\":").append(std::to_string(record.number));
  add_words(line, "input", input);
  add_words(line, "outcome", outcome_name(record.result.outcome));
  line.append(",\"bytes\":").append(std::to_string(record.text.size()));
  if (detail) {
    const double seconds = std::round(1e4 * detail->seconds) / 1e4;
    line.append(",\"seconds\":").append(nlohmann::json(seconds).dump());
  }
  const auto delta = detail ? shorter_delta(record.text, detail->base) : std::nullopt;
  if (delta) line.append(",\"delta\":").append(*delta);
  else add_text(line, record.text);
  add_words(line, "phase", record.phase);
  add_words(line, "edit", record.edit);
  if (record.accepted) line += ",\"accepted\":true";
  if (record.cached) line += ",\"cached\":true";
  line += '}';
}

std::string trace_line(const TestRecord& record, std::string_view input,
                       const std::optional<TraceDetail>& detail) {
  std::string line;
  append_trace_line(line, record, input, detail);
  return line;
}

TraceWriter::TraceWriter(const std::filesystem::path& path, const Form& form)
    : path_(path),
      file_(path, std::ios::binary | (can_be_replaced(path) ? std::ios::trunc : std::ios::app)),
      form_(form) {
  if (!file_) {
    throw Error(ErrorKind::kInvalid,
                "cannot write the trace to " + path.string() + ": " + std::strerror(errno));
  }
}

void TraceWriter::set_input(std::string name) {
  if (name != input_) base_.reset();
  input_ = std::move(name);
}

void TraceWriter::append_line(const TestRecord& record) {
  if (!form_.diffs) return append_trace_line(line_, record, input_);
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - start_;
  TraceDetail detail;
  detail.seconds = since.count();
  if (base_) detail.base = *base_;
  append_trace_line(line_, record, input_, detail);
  if (!base_ || record.accepted) base_ = std::string(record.text);
}

void TraceWriter::on_test(const TestRecord& record) {
  if (record.cached && !form_.cached) return;
  line_.clear();
  append_line(record);
  line_ += '\n';
  file_ << line_ << std::flush;
  if (!file_) throw Error(ErrorKind::kSystem, "cannot write the trace to " + path_.string());
}

}  // namespace grabr
