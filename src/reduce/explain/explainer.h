// Finds the parts of a result that matter for its failure, and those that may be replaced.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "reduce/explain/part.h"
#include "reduce/explain/sampling.h"
#include "text/error.h"
#include "tree/tree.h"

namespace grabr {

/// A part to show.
struct ExplainedPart {
  std::vector<Span> spans;  ///< its places in the text; at an empty one, text can be inserted
  std::string symbol;       ///< the symbol whose sentences may replace it
  std::string was;          ///< its text in the result
  PartVerdict verdict = PartVerdict::kUnknown;
  Tally tally;
  std::string counterexample;       ///< a text in its place that does not fail
  bool own_names = false;           ///< kAny: any name that occurs nowhere else
  std::vector<std::string> values;  ///< kOneOf: the texts that fail
  std::int64_t low = 0, high = 0;   ///< kRange
};

struct Explanation {
  std::vector<ExplainedPart> parts;  ///< in the order of the text
  Tally together;                    ///< of all parts at once; none tried if there are no parts
  bool spacing_matters = false;      ///< white space outside of parts must stay
  std::string grammar;               ///< the text of a grammar file, whose sentences are such texts
  EndedBy ended_by;                  ///< if set, the explanation is incomplete
  std::string reason;
};

/// May the part be replaced?
bool is_abstract(PartVerdict verdict);

/// An upper bound, at 95 % confidence, for the share of texts that do not fail if all of `tried`
/// texts fail (the rule of three).
double most_not_failing(std::uint64_t tried);

/// Explains the failing text of a tree. Runs tests only through `ask`; if that throws an Error of a
/// budget or a signal, the results so far are returned. `tell` is told of progress. Throws
/// Error(kInvalid) if neither other spacing nor the text itself fails.
Explanation explain(const Tree& tree, const std::string& text, const BaseGrammar& base,
                    const ExplainOptions& options, const AskTests& ask,
                    const std::function<void(const std::string&)>& tell);

}  // namespace grabr
