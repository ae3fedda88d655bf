#include "report/trace.h"

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "report/json_text.h"
#include "text/error.h"
#include "text/file.h"
#include "text/utf8.h"

namespace grabr {

std::string trace_line(const TestRecord& record, std::string_view input) {
  nlohmann::ordered_json line;
  line["test"] = record.number;
  if (!input.empty()) line["input"] = as_utf8(input);
  line["outcome"] = outcome_name(record.result.outcome);
  line["bytes"] = record.text.size();
  if (is_utf8(record.text)) {
    line["text"] = record.text;
  } else {
    line["base64"] = base64(record.text);
  }
  if (!record.phase.empty()) line["phase"] = as_utf8(record.phase);
  if (!record.edit.empty()) line["edit"] = as_utf8(record.edit);
  if (record.accepted) line["accepted"] = true;
  if (record.cached) line["cached"] = true;
  return line.dump();
}

TraceWriter::TraceWriter(const std::filesystem::path& path, bool show_cached)
    : path_(path),
      file_(path, std::ios::binary | (can_be_replaced(path) ? std::ios::trunc : std::ios::app)),
      show_cached_(show_cached) {
  if (!file_) {
    throw Error(ErrorKind::kInvalid,
                "cannot write the trace to " + path.string() + ": " + std::strerror(errno));
  }
}

void TraceWriter::on_test(const TestRecord& record) {
  if (record.cached && !show_cached_) return;
  file_ << trace_line(record, input_) << '\n' << std::flush;
  if (!file_) throw Error(ErrorKind::kSystem, "cannot write the trace to " + path_.string());
}

}  // namespace grabr
