// Tested by tests/report/page_test.cc, tests/cli/report_command_test.cc and tests/check_page.py.
#include "report/page/page.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "report/form/json_text.h"
#include "report/page/page_parts.h"
#include "report/page/page_template.h"
#include "report/saved/neighbours.h"
#include "text/delta.h"
#include "text/exit_status.h"
#include "text/json.h"
#include "text/utf8.h"

namespace grabr {
namespace {

using PageJson = nlohmann::ordered_json;

constexpr std::size_t kMaxDataBytes = 900'000;     // bytes of the data, if possible
constexpr std::size_t kMinBytesOfTexts = 100'000;  // bytes for texts of steps, at least
constexpr std::size_t kMaxNeighbours = 1'500;
constexpr std::size_t kMaxTreeNodes = 6'000;  // nodes of a tree

/// The report of a run; everything read from it here has been checked to be there.
class PageReport {
 public:
  explicit PageReport(const PageRun& run)
      : document_("the report", run.report, "a report of the reduction of one input") {
    for (const JsonField& point : curve()) {
      for (std::size_t i = 0; i < 4; ++i) point.at(i).as<double>();
    }
    bytes_before();
    tests();
  }

  JsonField root() const { return document_.root(); }
  std::vector<JsonField> curve() const { return root().at("curve").items(); }
  double bytes_before() const { return root().at("input").get<double>("bytes"); }
  double tests() const { return root().at("tests").get<double>("committed"); }

 private:
  JsonDocument document_;
};

std::string dumped(const PageJson& json) {
  return json.dump(-1, ' ', false, PageJson::error_handler_t::replace);
}

/// Rounded to a tenth of a millisecond.
double rounded(double seconds) { return std::round(1e4 * seconds) / 1e4; }

/// The number of bytes that a text takes in the data.
std::size_t size_in_data(std::string_view text) {
  std::size_t size = 2;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == '<' || (byte < 0x20 && c != '\n' && c != '\t' && c != '\r')) size += 6;
    else size += byte >= 0x80 || byte < 0x20 || c == '"' || c == '\\' ? 2 : 1;
  }
  return size;
}

/// All steps; as many of the last ones as fit into `room` bytes have the data for their texts.
PageJson steps_json(const std::vector<HistoryStep>& steps, std::size_t room) {
  std::vector<PageJson> deltas(steps.size());
  std::size_t taken = 0;  // bytes of the deltas after a step
  std::size_t first = steps.size();
  for (std::size_t i = steps.size(); i-- > 0;) {
    if (taken > room) break;
    if (taken + size_in_data(steps[i].text) <= room) first = i;
    if (i == 0) break;
    deltas[i] = delta_json(delta_between(steps[i - 1].text, steps[i].text));
    taken += dumped(deltas[i]).size();
  }
  PageJson json = PageJson::array();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const HistoryStep& step = steps[i];
    PageJson row = {{"step", step.number}, {"test", step.test}, {"seconds", rounded(step.seconds)},
                    {"bytes", step.bytes}, {"pass", step.pass}, {"edit", step.edit}};
    if (i == first) row["text"] = bytes_as_points(step.text);
    if (i > first) row["delta"] = std::move(deltas[i]);
    json.push_back(std::move(row));
  }
  return json;
}

/// First the neighbours in the report, whose kinds are known, then those in the trace; the
/// narrowest first.
std::vector<TriedNeighbour> neighbours_of(const PageRun& run, const JsonField& report) {
  std::vector<TriedNeighbour> found;
  std::set<std::tuple<std::size_t, std::size_t, std::string>> seen;
  const auto rows = report.find("neighbours");
  for (const JsonField& row : rows ? rows->items() : std::vector<JsonField>()) {
    TextChange change = {row.at("at").at(0).as<std::size_t>(), row.at("at").at(1).as<std::size_t>(),
                         points_as_bytes(row.get<std::string>("by"))};
    if (change.begin > change.end || change.end > run.result->size()) {
      row.at("at").refuse("a place in the result");
    }
    seen.emplace(change.begin, change.end, change.by);
    found.push_back({std::move(change),
                     row.get<std::string>("kind"),
                     row.get<std::string>("outcome"),
                     row.get<std::optional<std::uint64_t>>("test"),
                     {}});
  }
  for (const TracedTest& test : run.tests) {
    if (test.text.size() > run.result->size() || test.text == *run.result) continue;
    TextChange change = change_between(*run.result, test.text);
    if (!seen.emplace(change.begin, change.end, change.by).second) continue;
    found.push_back({std::move(change), "", test.outcome, test.number, test.edit});
    if (found.size() > 8 * kMaxNeighbours) keep_narrow(found, kMaxNeighbours);
  }
  keep_narrow(found, kMaxNeighbours);
  return found;
}

PageJson page_neighbours_json(const std::vector<TriedNeighbour>& neighbours) {
  PageJson json = PageJson::array();
  for (const TriedNeighbour& one : neighbours) {
    PageJson row = {{"at", {one.change.begin, one.change.end}},
                    {"by", bytes_as_points(one.change.by)},
                    {"outcome", one.outcome}};
    if (one.test) row["test"] = *one.test;
    if (!one.kind.empty()) row["kind"] = one.kind;
    if (!one.edit.empty()) row["edit"] = as_utf8(one.edit);
    json.push_back(std::move(row));
  }
  return json;
}

/// Without the grammar and the data that the page already has.
PageJson explanation_of(const PageRun& run) {
  const JsonDocument document("the explanation", run.explanation, "an explanation");
  PageJson json = json_of(document.root());
  for (const char* name : {"text", "grammar"}) json.erase(name);
  return json;
}

/// Three numbers for each token: the bytes since the previous token, its length, and its kind.
PageJson kinds_json(const std::vector<KindOfToken>& kinds) {
  PageJson json = PageJson::array();
  std::uint32_t at = 0;
  for (const KindOfToken& one : kinds) {
    json.push_back(one.text.begin - at);
    json.push_back(one.text.size());
    json.push_back(static_cast<int>(one.kind));
    at = one.text.end;
  }
  return json;
}

PageJson run_json(const PageRun& run, std::size_t room, std::size_t least = kMinBytesOfTexts) {
  const PageReport report(run);
  PageJson json = {{"report", json_of(report.root())},
                   {"result", run.result ? PageJson(bytes_as_points(*run.result)) : PageJson()}};
  json["neighbours"] =
      run.result ? page_neighbours_json(neighbours_of(run, report.root())) : PageJson::array();
  json["report"].erase("neighbours");
  json["tree"] = run.tree ? tree_outline(*run.tree, kMaxTreeNodes) : PageJson();
  json["kinds"] = {{"before", kinds_json(run.kinds_before)}, {"result", kinds_json(run.kinds)}};
  if (!run.explanation.empty()) json["explanation"] = explanation_of(run);
  if (!run.markdown.empty()) json["markdown"] = as_utf8(run.markdown);
  PageJson& words = json["pass_words"] = PageJson::object();
  for (const auto& [pass, does] : run.pass_words) words[pass] = does;
  const std::size_t taken = dumped(json).size() + 120 * run.steps.size();
  json["steps"] = steps_json(run.steps, std::max(least, room > taken ? room - taken : 0));
  return json;
}

PageJson bytes_or_null(const std::optional<std::uint64_t>& bytes) {
  return bytes ? PageJson(*bytes) : PageJson();
}

PageJson turns_json(const TurnsRecord& record) {
  PageJson parts = PageJson::array();
  for (const TurnsRecord::Part& part : record.parts) {
    parts.push_back({{"name", part.name}, {"bytes", {part.before, bytes_or_null(part.after)}}});
  }
  return {{"kind", record.is_folder ? "folder" : "inputs"},
          {"input", record.input},
          {"output", record.output},
          {"tests", record.tests},
          {"seconds", rounded(record.seconds)},
          {"exit", record.exit},
          {"reason", record.reason.empty() ? PageJson() : PageJson(record.reason)},
          {"bytes", {record.before, record.after}},
          {"parts", parts}};
}

/// The first turn also has data that is the same for all.
PageJson turn_json(const PageTurns::OneTurn& one, std::size_t room, bool is_first) {
  PageJson json = run_json(one.run, room, std::min(room, kMinBytesOfTexts));
  const TurnsRecord::OneTurn& turn = one.turn;
  json["turn"] = {{"turn", turn.number}, {"part", turn.part},
                  {"tests", turn.tests}, {"seconds", rounded(turn.seconds)},
                  {"bytes", turn.bytes}, {"other_bytes", bytes_or_null(turn.other_bytes)}};
  if (is_first) return json;
  for (const char* name : {"oracle", "environment", "call", "phases"}) {
    json["report"].erase(name);
  }
  return json;
}

void replace_once(std::string& text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  if (at != text.npos) text.replace(at, what.size(), by);
}

std::string page_with(const PageJson& data) {
  // No text may close the element that holds the data.
  std::string json;
  for (const char c : dumped(data)) {
    if (c == '<') json += "\\u003c";
    else json += c;
  }
  std::string page(kPageTemplate);
  replace_once(page, "@DATA@", json);
  return page;
}

/// "in gen_typedef_die" of "bug.c:7:1: in gen_typedef_die"
std::string without_place(const std::string& line) {
  const std::size_t end = line.find(": ");
  const std::string head = line.substr(0, std::min(end, line.size()));
  const std::size_t file = head.find_last_not_of("0123456789:");
  const bool is_place = end != std::string::npos && head.find(' ') == std::string::npos &&
                        file != std::string::npos && file + 2 < head.size() &&
                        head[file + 1] == ':';
  return is_place ? line.substr(end + 2) : line;
}

SizeCard card_of(const JsonField& report, const SizeCurve& curve,
                 const std::optional<std::string>& result) {
  SizeCard card;
  const JsonField input = report.at("input");
  if (const auto failure = report.find("failure")) {
    card.heading = without_place(failure->get<std::string>("before"));
  }
  if (card.heading.empty())
    card.heading = std::filesystem::path(input.get<std::string>("path")).filename();
  std::ostringstream sizes;
  sizes << curve.points.front().bytes << " → " << curve.points.back().bytes << " bytes";
  if (const auto output = report.find("output")) {
    sizes << ", " << input.get<double>("lines") << " → " << output->get<double>("lines")
          << " lines";
  }
  sizes << ", " << curve.points.back().tests << " tests";
  card.sizes = sizes.str();
  std::istringstream lines(result.value_or(""));
  for (std::string line; std::getline(lines, line);) card.result.push_back(line);
  return card;
}

PageJson page_size_json(const Measure& measure) {
  return {{"bytes", measure.bytes}, {"tokens", measure.tokens}};
}

/// The data of a report that the page shows.
PageJson run_json(const Comparison& comparison, const Comparison::Row& row) {
  const StrategyRun& run = row.run;
  PageJson curve = PageJson::array();
  for (const StrategyRun::Point& point : run.curve) {
    curve.push_back(
        PageJson::array({point.tests, rounded(point.seconds), point.bytes, point.tokens}));
  }
  PageJson input = page_size_json(comparison.input_measure);
  input["path"] = as_utf8(comparison.input);
  return {{"report",
           {{"input", input},
            {"output", page_size_json(row.measure)},
            {"strategy", run.strategy},
            {"guarantee", run.guarantee},
            {"tests",
             {{"committed", run.counts.committed},
              {"unresolved", run.counts.unresolved},
              {"parsed", run.parse_known ? PageJson(run.parsed) : PageJson()}}},
            {"seconds", {{"wall", run.alone_s()}, {"oracle", run.test_s}, {"own", run.own_s}}},
            {"curve", curve},
            {"exit", status_of(run.ended_by)},
            {"reason", run.ended.empty() ? PageJson() : PageJson(as_utf8(run.ended))}}},
          {"result", bytes_as_points(run.result)},
          {"neighbours", PageJson::array()},
          {"tree", nullptr},
          {"steps", PageJson::array()}};
}

PageJson page_size_json(const std::optional<BatchRecord::Size>& size) {
  if (!size) return nullptr;
  return {{"bytes", size->bytes}, {"tokens", size->tokens}};
}

PageJson records_json(const std::vector<BatchRecord>& records) {
  PageJson json = PageJson::array();
  for (const BatchRecord& record : records) {
    PageJson curve = PageJson::array();
    for (const BatchRecord::Point& point : record.curve) {
      curve.push_back(PageJson::array({point.tests, point.bytes, point.tokens}));
    }
    json.push_back({{"case", as_utf8(record.case_name)},
                    {"strategy", record.strategy},
                    {"options", record.options},
                    {"grammar", as_utf8(record.asked_grammar)},
                    {"input", page_size_json(record.input)},
                    {"output", page_size_json(record.output)},
                    {"tests", record.tests},
                    {"seconds", record.wall_s},
                    {"exit", record.exit},
                    {"error", record.error.empty() ? PageJson() : PageJson(as_utf8(record.error))},
                    {"curve", curve}});
  }
  return json;
}

}  // namespace

std::string html_page(const std::vector<PageRun>& runs) {
  PageJson data = {{"schema", "grabr-page-1"}, {"kind", "runs"}, {"runs", PageJson::array()}};
  for (const PageRun& run : runs)
    data["runs"].push_back(run_json(run, kMaxDataBytes / runs.size()));
  return page_with(data);
}

std::string html_page(const PageTurns& turns) {
  PageJson data = {{"schema", "grabr-page-1"},
                   {"kind", "turns"},
                   {"turns", turns_json(turns.record)},
                   {"runs", PageJson::array()}};
  const auto changed = std::count_if(turns.turns.begin(), turns.turns.end(),
                                     [](const auto& one) { return !one.run.steps.empty(); });
  const std::size_t room =
      kMaxDataBytes / static_cast<std::size_t>(std::max<std::ptrdiff_t>(changed, 1));
  for (const PageTurns::OneTurn& one : turns.turns) {
    data["runs"].push_back(turn_json(one, room, data["runs"].empty()));
  }
  return page_with(data);
}

std::string html_page(const Comparison& comparison) {
  PageJson data = {{"schema", "grabr-page-1"}, {"kind", "runs"}, {"runs", PageJson::array()}};
  for (const Comparison::Row& row : comparison.rows) {
    data["runs"].push_back(run_json(comparison, row));
  }
  PageJson& left_out = data["left_out"] = PageJson::array();
  for (const Comparison::LeftOut& one : comparison.left_out) {
    left_out.push_back({{"strategy", one.strategy}, {"reason", as_utf8(one.reason)}});
  }
  return page_with(data);
}

std::string html_page(const std::vector<BatchRecord>& records,
                      const std::vector<BatchRecord>& before) {
  return page_with({{"schema", "grabr-page-1"},
                    {"kind", "bench"},
                    {"records", records_json(records)},
                    {"before", records_json(before)}});
}

std::string html_page_of_bugs(const std::string& triage) {
  const JsonDocument document("triage.json", triage, "the bugs of a triage");
  return page_with(
      {{"schema", "grabr-page-1"}, {"kind", "bugs"}, {"triage", json_of(document.root())}});
}

std::string size_curves_svg(const std::vector<PageRun>& runs) {
  std::vector<SizeCurve> curves;
  std::vector<SizeCard> cards;
  for (const PageRun& run : runs) {
    const PageReport report(run);
    SizeCurve curve;
    curve.name = report.root().get<std::string>("strategy", "");
    curve.points.push_back({0, report.bytes_before()});
    for (const JsonField& point : report.curve()) {
      curve.points.push_back({point.at(0).as<double>(), point.at(2).as<double>()});
    }
    curve.points.push_back({report.tests(), curve.points.back().bytes});
    cards.push_back(card_of(report.root(), curve, run.result));
    curves.push_back(std::move(curve));
  }
  return curves.size() == 1 ? size_card_svg(curves[0], cards[0]) : size_curves_svg(curves);
}

std::string size_curves_svg(const PageTurns& turns) {
  SizeCurve curve;
  curve.name = turns.record.input;
  for (const PageTurns::OneTurn& one : turns.turns) {
    const auto tests = static_cast<double>(one.turn.tests);
    curve.points.push_back({tests, static_cast<double>(one.turn.bytes)});
    if (!one.turn.other_bytes) continue;
    const PageReport report(one.run);
    for (const JsonField& point : report.curve()) {
      curve.points.push_back(
          {tests + point.at(0).as<double>(),
           static_cast<double>(*one.turn.other_bytes) + point.at(2).as<double>()});
    }
  }
  curve.points.push_back(
      {static_cast<double>(turns.record.tests), static_cast<double>(turns.record.after)});
  return size_curves_svg(std::vector<SizeCurve>{curve});
}

std::optional<std::string_view> schema_named(std::string_view name) {
  for (const NamedSchema& schema : kSchemas) {
    if (schema.name == name) return schema.text;
  }
  return std::nullopt;
}

}  // namespace grabr
