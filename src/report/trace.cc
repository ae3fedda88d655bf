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

using TraceJson = nlohmann::ordered_json;

/// Nothing if it is no shorter than the text.
std::optional<TraceJson> shorter_delta(const TestRecord& record,
                                       const std::optional<std::string_view>& base) {
  if (!base) return std::nullopt;
  TraceJson delta = delta_json(delta_between(*base, record.text));
  if (delta.dump().size() >= record.text.size() + 2) return std::nullopt;
  return delta;
}

void add_text(TraceJson& line, std::string_view text) {
  if (is_utf8(text)) {
    line["text"] = text;
  } else {
    line["base64"] = base64(text);
  }
}

}  // namespace

std::string trace_line(const TestRecord& record, std::string_view input,
                       const std::optional<TraceDetail>& detail) {
  TraceJson line;
  line["test"] = record.number;
  if (!input.empty()) line["input"] = as_utf8(input);
  line["outcome"] = outcome_name(record.result.outcome);
  line["bytes"] = record.text.size();
  if (detail) line["seconds"] = std::round(1e4 * detail->seconds) / 1e4;
  const auto delta = detail ? shorter_delta(record, detail->base) : std::nullopt;
  if (delta) line["delta"] = *delta;
  else add_text(line, record.text);
  if (!record.phase.empty()) line["phase"] = as_utf8(record.phase);
  if (!record.edit.empty()) line["edit"] = as_utf8(record.edit);
  if (record.accepted) line["accepted"] = true;
  if (record.cached) line["cached"] = true;
  return line.dump();
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

std::string TraceWriter::line_of(const TestRecord& record) {
  if (!form_.diffs) return trace_line(record, input_);
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - start_;
  TraceDetail detail;
  detail.seconds = since.count();
  if (base_) detail.base = *base_;
  std::string line = trace_line(record, input_, detail);
  if (!base_ || record.accepted) base_ = std::string(record.text);
  return line;
}

void TraceWriter::on_test(const TestRecord& record) {
  if (record.cached && !form_.cached) return;
  file_ << line_of(record) << '\n' << std::flush;
  if (!file_) throw Error(ErrorKind::kSystem, "cannot write the trace to " + path_.string());
}

}  // namespace grabr
