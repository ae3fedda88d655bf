// A page about reductions: one HTML file that needs nothing else.
//
// Its data is in it, as JSON in the element "grabr-data" ("schema": "grabr-page-1"): "runs", each
// with
//
//   report      the report as it was written (report/report.h)
//   result      the text of the result
//   steps       of the history, if it is known: as there (report/history.h), but the first one with
//               "text" in place of "delta"; from the first one of at most 300 kB on
//   neighbours  smaller texts one edit from the result that were tested: "at" [begin, end) in the
//               result, "by" what, "outcome", "test", "edit"
//
// Texts have a code point for each byte of the file, so that places are the same in both.
#pragma once

#include <string>
#include <vector>

#include "report/history.h"

namespace grabr {

/// A test of a trace.
struct TracedTest {
  std::uint64_t number = 0;
  std::string outcome, edit, text;
};

struct PageRun {
  std::string report;              ///< JSON, of one input
  std::string result;              ///< its text
  std::vector<HistoryStep> steps;  ///< empty: not known
  std::vector<TracedTest> tests;   ///< empty: not known
};

/// Lines of a trace that have a text in UTF-8. Throws Error(kInvalid) with the place of a line that
/// is none.
std::vector<TracedTest> read_trace(const std::string& name, std::string_view trace);

/// Throws Error(kInvalid) if a report is none of one reduction.
std::string html_page(const std::vector<PageRun>& runs);

/// Only the curve of sizes over tests, as SVG.
std::string size_curve_svg(const std::vector<PageRun>& runs);

}  // namespace grabr
