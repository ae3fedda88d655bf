// Names in a few words what would have been accepted at a failure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parse/lr/terminal_sets.h"
#include "parse/parse_result.h"

namespace grabr {

/// Some names, and how many more tokens there are. If all tokens fit, they are listed; otherwise a
/// rule is named in place of the tokens that may begin it: "statement", "'}'".
struct ExpectedNames {
  std::vector<std::string> names;
  std::size_t others = 0;
};

/// Finds names for the failures of one grammar. FIRST sets are computed once, at the first failure
/// that needs them.
class ExpectedNamer {
 public:
  /// `lowered` is the lowered `grammar`; both must outlive the namer.
  ExpectedNamer(const Grammar& grammar, const LoweredGrammar& lowered)
      : grammar_(grammar), lowered_(lowered) {}

  /// Up to `most` names. `awaited` is the closing bracket for the innermost open one; 0 if none is
  /// open.
  ExpectedNames name(const ParseFailure& failure, char awaited, std::size_t most);
  const Grammar& grammar() const { return grammar_; }

 private:
  const Grammar& grammar_;
  const LoweredGrammar& lowered_;
  std::optional<TerminalSets> sets_;
};

}  // namespace grabr
