// Tested by tests/report/trace_test.cc.
#include "report/trace/trace.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "report/form/json_text.h"
#include "report/trace/history.h"
#include "text/delta.h"
#include "text/error.h"
#include "text/escape.h"
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

void add_words(std::string& line, const char* name, std::string_view words) {
  if (words.empty()) return;
  append_json_string(line.append(",\"").append(name).append("\":"), as_utf8(words));
}

/// Adds the fields before the text.
void add_head(std::string& line, const TestRecord& record, std::string_view input,
              const std::optional<TraceDetail>& detail) {
  line.append("{\"test\":").append(std::to_string(record.number));
  add_words(line, "input", input);
  add_words(line, "outcome", outcome_name(record.result.outcome));
  line.append(",\"bytes\":").append(std::to_string(record.text.size()));
  if (!detail) return;
  const double seconds = std::round(1e4 * detail->seconds) / 1e4;
  line.append(",\"seconds\":").append(nlohmann::json(seconds).dump());
}

/// Adds the fields after the text.
void add_tail(std::string& line, const TestRecord& record) {
  add_words(line, "phase", record.phase);
  add_words(line, "edit", record.edit);
  if (record.accepted) line += ",\"accepted\":true";
  if (record.cached) line += ",\"cached\":true";
  line += '}';
}

}  // namespace

void TraceLine::set(const TestRecord& record, const EscapedText& like, std::string_view input,
                    const std::optional<TraceDetail>& detail) {
  head_.clear();
  tail_.clear();
  add_head(head_, record, input, detail);
  if (auto delta = detail ? shorter_delta(record.text, detail->base) : std::nullopt) {
    head_.append(",\"delta\":");
    text_ = {{}, std::move(*delta), {}};
  } else {
    const bool is_text = like.escape(record.text, text_);
    if (!is_text) text_ = {{}, base64(record.text), {}};
    head_ += is_text ? ",\"text\":\"" : ",\"base64\":\"";
    tail_ += '"';
  }
  add_tail(tail_, record);
}

std::string trace_line(const TestRecord& record) {
  const EscapedText empty;
  TraceLine line;
  line.set(record, empty);
  std::string text;
  for (const std::string_view piece : line.pieces()) text += piece;
  return text;
}

TraceWriter::TraceWriter(const std::filesystem::path& path, const Form& form)
    : path_(path),
      file_(::open(path.c_str(),
                   O_WRONLY | O_CREAT | O_CLOEXEC | (can_be_replaced(path) ? O_TRUNC : O_APPEND),
                   0666)),
      form_(form) {
  if (!file_.is_open()) {
    throw Error(ErrorKind::kInvalid,
                "cannot write the trace to " + shown_name(path) + ": " + std::strerror(errno));
  }
}

void TraceWriter::set_input(std::string name) {
  if (name != input_) has_base_ = false;
  input_ = std::move(name);
}

TraceDetail TraceWriter::detail() const {
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - start_;
  TraceDetail detail{since.count(), {}};
  if (has_base_) detail.base = base_.text();
  return detail;
}

void TraceWriter::on_test(const TestRecord& record) {
  if (record.cached && !form_.cached) return;
  line_.set(record, base_, input_, form_.diffs ? std::optional(detail()) : std::nullopt);
  const auto [head, before, middle, after, tail] = line_.pieces();
  const std::string_view pieces[] = {head, before, middle, after, tail, "\n"};
  if (write_all(file_.number(), pieces) != 0) {
    throw Error(ErrorKind::kSystem, "cannot write the trace to " + shown_name(path_));
  }
  if (has_base_ && !record.accepted) return;
  base_.set(record.text);
  has_base_ = true;
}

namespace {

/// Reconstructs the texts of one trace, line by line.
class TraceTexts {
 public:
  std::string text_of(const JsonField& line) {
    const auto input = line.get<std::string>("input", "");
    if (input != input_) base_.reset();
    input_ = input;
    const auto delta = line.find("delta"), base64 = line.find("base64");
    std::string text = delta    ? text_of_delta(base_.value_or(""), *delta)
                       : base64 ? bytes_of_base64(base64->as<std::string>())
                                : line.get<std::string>("text");
    if (!base_ || line.get<bool>("accepted", false)) base_ = text;
    return text;
  }

 private:
  std::string input_;
  std::optional<std::string> base_;
};

}  // namespace

std::vector<TracedTest> read_trace(const std::string& name, std::string_view trace) {
  std::vector<TracedTest> tests;
  TraceTexts texts;
  for (std::size_t number = 1; !trace.empty(); ++number) {
    const std::size_t end = std::min(trace.find('\n'), trace.size());
    const JsonDocument document(name, std::string(trace.substr(0, end)), "a line of a trace",
                                static_cast<std::uint32_t>(number));
    const JsonField line = document.root();
    tests.push_back({line.get<std::uint64_t>("test"), line.get<std::string>("outcome"),
                     line.get<std::string>("edit", ""), texts.text_of(line)});
    trace.remove_prefix(std::min(end + 1, trace.size()));
  }
  return tests;
}

}  // namespace grabr
