// Tested by tests/cli/report_command_test.cc and tests/check_page.py.
#include "report/page.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "report/page_template.h"
#include "text/bytes_as_points.h"
#include "text/delta.h"
#include "text/error.h"

namespace grabr {
namespace {

using PageJson = nlohmann::ordered_json;

constexpr std::size_t kMostText = 300'000;      // bytes of the first text shown
constexpr std::size_t kMostNeighbours = 2'000;  // kept for the result
constexpr std::size_t kWidestEdit = 400;        // bytes of the result that an edit may change

PageJson report_of(const PageRun& run) {
  PageJson json = PageJson::parse(run.report, nullptr, false);
  if (!json.is_object() || !json.contains("curve") || !json.contains("tests")) {
    throw Error(ErrorKind::kInvalid,
                "this is no report of the reduction of one input\nhint: {report} FILE writes one");
  }
  return json;
}

PageJson steps_json(const std::vector<HistoryStep>& steps) {
  PageJson json = PageJson::array();
  const std::string* before = nullptr;
  for (const HistoryStep& step : steps) {
    if (before == nullptr && step.text.size() > kMostText) continue;
    PageJson row = {{"step", step.number}, {"test", step.test}, {"seconds", step.seconds},
                    {"bytes", step.bytes}, {"pass", step.pass}, {"edit", step.edit}};
    if (before == nullptr) row["text"] = bytes_as_points(step.text);
    else row["delta"] = delta_json(delta_between(*before, step.text));
    json.push_back(std::move(row));
    before = &step.text;
  }
  return json;
}

/// Tests of texts that are the result but for one place, and smaller; the narrowest edits first.
PageJson neighbours_json(const PageRun& run) {
  struct Neighbour {
    std::size_t begin, end;
    const TracedTest* test;
    std::string by;
  };
  std::vector<Neighbour> found;
  const std::string& result = run.result;
  for (const TracedTest& test : run.tests) {
    if (test.text.size() > result.size() || test.text == result) continue;
    const std::size_t most = test.text.size();
    std::size_t begin = 0, after = 0;
    while (begin < most && test.text[begin] == result[begin]) ++begin;
    while (after < most - begin &&
           test.text[test.text.size() - 1 - after] == result[result.size() - 1 - after]) {
      ++after;
    }
    if (result.size() - begin - after > kWidestEdit) continue;
    found.push_back(
        {begin, result.size() - after, &test, test.text.substr(begin, most - begin - after)});
  }
  std::stable_sort(found.begin(), found.end(), [](const Neighbour& a, const Neighbour& b) {
    return a.end - a.begin < b.end - b.begin;
  });
  if (found.size() > kMostNeighbours) found.resize(kMostNeighbours);
  PageJson json = PageJson::array();
  for (const Neighbour& one : found) {
    json.push_back({{"at", {one.begin, one.end}},
                    {"by", bytes_as_points(one.by)},
                    {"outcome", one.test->outcome},
                    {"test", one.test->number},
                    {"edit", one.test->edit}});
  }
  return json;
}

void replace_once(std::string& text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  if (at != text.npos) text.replace(at, what.size(), by);
}

}  // namespace

std::vector<TracedTest> read_trace(const std::string& name, std::string_view trace) {
  std::vector<TracedTest> tests;
  for (std::size_t line = 1; !trace.empty(); ++line) {
    const std::size_t end = std::min(trace.find('\n'), trace.size());
    const PageJson json = PageJson::parse(trace.substr(0, end), nullptr, false);
    if (!json.is_object() || !json.contains("outcome")) {
      throw Error(ErrorKind::kInvalid, name + ":" + std::to_string(line) + ": no line of a trace");
    }
    if (json.contains("text")) {
      tests.push_back({json.value("test", std::uint64_t{0}), json.value("outcome", std::string()),
                       json.value("edit", std::string()), json.value("text", std::string())});
    }
    trace.remove_prefix(std::min(end + 1, trace.size()));
  }
  return tests;
}

std::string html_page(const std::vector<PageRun>& runs) {
  PageJson data = {{"schema", "grabr-page-1"}, {"runs", PageJson::array()}};
  for (const PageRun& run : runs) {
    data["runs"].push_back({{"report", report_of(run)},
                            {"result", bytes_as_points(run.result)},
                            {"steps", steps_json(run.steps)},
                            {"neighbours", neighbours_json(run)}});
  }
  // No text of the data ends the element that it is in.
  std::string json;
  for (const char c : data.dump(-1, ' ', false, PageJson::error_handler_t::replace)) {
    if (c == '<') json += "\\u003c";
    else json += c;
  }
  std::string page(kPageTemplate);
  replace_once(page, "@DATA@", json);
  return page;
}

std::string size_curve_svg(const std::vector<PageRun>& runs) {
  constexpr double kWidth = 800, kHeight = 300, kEdge = 50;
  constexpr const char* kColours[] = {"#0b78d0", "#c2571a", "#2f9e44", "#9c36b5", "#c92a2a"};
  struct Point {
    double tests, bytes;
  };
  std::vector<std::vector<Point>> lines;
  double most_tests = 1, most = 2, least = 1e18;
  for (const PageRun& run : runs) {
    const PageJson report = report_of(run);
    std::vector<Point> line = {{0, report["input"]["bytes"].get<double>()}};
    for (const PageJson& point : report["curve"]) {
      line.push_back({point[0].get<double>(), point[2].get<double>()});
    }
    line.push_back({report["tests"]["committed"].get<double>(), line.back().bytes});
    for (const Point& point : line) {
      most_tests = std::max(most_tests, point.tests);
      most = std::max(most, point.bytes);
      least = std::min(least, std::max(point.bytes, 1.0));
    }
    lines.push_back(std::move(line));
  }
  const auto x = [&](double tests) { return kEdge + (kWidth - 2 * kEdge) * tests / most_tests; };
  const auto y = [&](double bytes) {
    const double part =
        std::log(std::max(bytes, 1.0) / least) / std::log(std::max(most / least, 1.1));
    return kHeight - kEdge - (kHeight - 2 * kEdge) * part;
  };
  std::ostringstream svg;
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kWidth << ' ' << kHeight
      << "\" role=\"img\">\n<title>bytes of the best over tests</title>\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
      << "<g font-family=\"sans-serif\" font-size=\"12\" fill=\"#59636e\">\n<text x=\"4\" y=\""
      << y(most) << "\">" << most << " bytes</text>\n<text x=\"4\" y=\"" << y(least) << "\">"
      << least << "</text>\n<text x=\"" << kWidth - kEdge << "\" y=\"" << kHeight - kEdge / 2
      << "\" text-anchor=\"end\">" << most_tests << " tests</text>\n</g>\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    svg << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\""
        << kColours[i % std::size(kColours)] << "\" points=\"";
    double before = lines[i].front().bytes;
    for (const Point& point : lines[i]) {
      svg << x(point.tests) << ',' << y(before) << ' ' << x(point.tests) << ',' << y(point.bytes)
          << ' ';
      before = point.bytes;
    }
    svg << "\"/>\n";
  }
  svg << "</svg>\n";
  return svg.str();
}

}  // namespace grabr
