// The summary of a reduction, printed at its end and by `grabr show`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/options/reduction_options.h"
#include "cli/show/console.h"
#include "report/trace/tallies.h"
#include "run/result.h"
#include "run/several/folder.h"
#include "run/several/round_robin.h"

namespace grabr {

/// An indented table of what each pass did, one row a line; empty without rows.
std::string table_of_passes(std::span<const PassDone> passes);

/// Says that a result fails in another way, given the lines that name the failures ("KeyError: 1")
/// before and after. Empty if both lines have the same words before their first colon.
std::string words_on_other_failure(const std::string& before, const std::string& after);

/// "the last gain came 12 s before the end"; empty where that says nothing: the end came at once.
std::string words_on_last_gain(double since_gain_s, bool has_ended = true);

/// How many of the tests ran: "; 7 ran, the other answers were known", or more than all; empty if
/// each ran once.
std::string words_on_runs(std::uint64_t tests, std::uint64_t executed);

/// How the user changed the search: "by hand: left pass replace; ..."; empty if not at all.
std::string words_on_hands(const std::vector<std::string>& by_hand);

/// A reduction that has ended.
struct EndedRun {
  bool by_default = false;  ///< strategy auto, with its usual effort
  bool has_grammar = false;
  bool finished = false;    ///< the search came to its end
  std::uint64_t bytes = 0;  ///< of the result
  std::string file;         ///< the output, or the input if the result goes elsewhere
  std::string report;       ///< the report's file; empty: none was written
};

/// Suggests a stronger search for a result that is still large; empty if it is small, or if there
/// is no stronger search.
std::string stronger_search(const EndedRun& run);

/// Suggested next commands, one a line, each with its purpose.
std::string next_commands(const EndedRun& run);

/// Prints the result if it goes to standard output, and a summary to standard error.
class ReductionConsole : public Console {
 public:
  explicit ReductionConsole(const ReduceOptions& options)
      : Console(options.quiet, options.verbose), options_(options) {}
  ReductionConsole(const ReduceOptions& options, Ui ui, const std::string& input)
      : Console(options.quiet, options.verbose, ui, input), options_(options) {}

  void on_result(const run::Result& result) override;

 private:
  const ReduceOptions& options_;
};

void sum_up(const ReduceOptions& options, const run::SetResult& result);
void sum_up(const ReduceOptions& options, const run::FolderResult& result);

}  // namespace grabr
