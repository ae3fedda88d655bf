// Which parts of a result matter for its failure, and which may be something else?
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

/// A part as it is shown.
struct ExplainedPart {
  std::vector<Span> spans;  ///< its places in the text; empty ones: something can be inserted
  std::string symbol;       ///< the symbol whose sentences may replace it
  std::string was;          ///< its text in the result
  PartVerdict verdict = PartVerdict::kUnknown;
  Tally tally;
  std::string counterexample;       ///< what does not fail in its place
  bool own_names = false;           ///< kAny: names that occur nowhere else
  std::vector<std::string> values;  ///< kOneOf: those that fail
  std::int64_t low = 0, high = 0;   ///< kRange
};

struct Explanation {
  std::vector<ExplainedPart> parts;  ///< in the order of the text
  Tally together;                    ///< of all parts at once; not tried: there is none
  bool spacing_matters = false;      ///< white space outside of parts stays as it is
  std::string grammar;               ///< a file of one, whose sentences are such texts
  EndedBy ended_by;                  ///< not all was found out
  std::string reason;
};

/// Whether the part may be something else.
bool is_abstract(PartVerdict verdict);

/// An upper bound, at 95 %, for the share of texts that do not fail, when `tried` of them all do:
/// the rule of three.
double most_not_failing(std::uint64_t tried);

/// Explains the text of a tree that fails. Asks only by `ask`; what that throws as an Error of a
/// budget or a signal ends it, and what is known by then is returned. `tell` hears what is being
/// done. Throws Error(kInvalid) if not even other spacing or the text itself can be tested.
Explanation explain(const Tree& tree, const std::string& text, const BaseGrammar& base,
                    const ExplainOptions& options, const AskTests& ask,
                    const std::function<void(const std::string&)>& tell);

}  // namespace grabr
