// A page about reductions: one HTML file that needs nothing else.
//
// The element "grabr-data" contains its data as JSON, described by src/report/page/page.schema.json
// (`grabr report --schema` prints it). Texts have a code point for each byte of the file, so that
// offsets are the same in both. The page of a run of 5,000 tests stays below a megabyte: texts of
// the first steps are left out if they would take more.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/token_kinds.h"
#include "report/tables/batch_records.h"
#include "report/tables/comparison.h"
#include "report/trace/history.h"
#include "report/trace/kept_files.h"
#include "report/trace/trace.h"
#include "tree/tree.h"

namespace grabr {

struct PageRun {
  std::string report;                     ///< JSON, of one input
  std::optional<std::string> result;      ///< its text; nothing: it is not known, or there is none
  std::vector<HistoryStep> steps;         ///< empty: not known
  std::vector<TracedTest> tests;          ///< empty: not known
  std::optional<Tree> tree;               ///< of the result
  std::vector<KindOfToken> kinds;         ///< in the result; empty: not known
  std::vector<KindOfToken> kinds_before;  ///< in the text of the first step
  std::string explanation;                ///< JSON, of this result (grabr explain); empty: none
  std::vector<std::pair<std::string, std::string>> pass_words;  ///< what passes do, by their names
  std::string markdown;  ///< to be pasted where the failure is told; empty: none
};

/// A reduction in turns: of a folder's files, or of several inputs.
struct PageTurns {
  struct OneTurn {
    TurnsRecord::OneTurn turn;
    PageRun run;
  };
  TurnsRecord record;
  std::vector<OneTurn> turns;
};

/// Throws Error(kInvalid) if a report is not of a single reduction.
std::string html_page(const std::vector<PageRun>& runs);
std::string html_page(const PageTurns& turns);
std::string html_page(const Comparison& comparison);
/// Of two records with the same case and strategy, the later one counts. `before`: older records to
/// compare with.
std::string html_page(const std::vector<BatchRecord>& records,
                      const std::vector<BatchRecord>& before);

/// A page for the text of triage.json.
std::string html_page_of_bugs(const std::string& triage);

/// A picture as SVG: for one run its failure, result and sizes over tests, for several runs only
/// the curves. Throws like html_page.
std::string size_curves_svg(const std::vector<PageRun>& runs);
/// One curve: the total bytes of all parts.
std::string size_curves_svg(const PageTurns& turns);

/// The schema of the data or of another file: "page", "triage", "events", "trace", "explanation".
/// Nothing for another name.
std::optional<std::string_view> schema_named(std::string_view name);

}  // namespace grabr
