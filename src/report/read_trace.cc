// Tested by tests/report/trace_test.cc.
#include "report/read_trace.h"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>

#include "report/history.h"
#include "report/json_text.h"
#include "text/delta.h"
#include "text/error.h"

namespace grabr {
namespace {

using LineJson = nlohmann::ordered_json;

/// The texts of one trace, line by line.
class TraceTexts {
 public:
  std::string text_of(const LineJson& line) {
    const std::string input = line.value("input", std::string());
    if (input != input_) base_.reset();
    input_ = input;
    std::string text =
        line.contains("delta")    ? apply_delta(base_.value_or(""), delta_of_json(line.at("delta")))
        : line.contains("base64") ? bytes_of_base64(line.at("base64").get<std::string>())
                                  : line.at("text").get<std::string>();
    if (!base_ || line.value("accepted", false)) base_ = text;
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
    try {
      const LineJson line = LineJson::parse(trace.substr(0, end));
      tests.push_back({line.at("test").get<std::uint64_t>(), line.at("outcome").get<std::string>(),
                       line.value("edit", std::string()), texts.text_of(line)});
    } catch (const std::exception&) {
      throw Error(ErrorKind::kInvalid,
                  name + ":" + std::to_string(number) + ": not a line of a trace");
    }
    trace.remove_prefix(std::min(end + 1, trace.size()));
  }
  return tests;
}

}  // namespace grabr
