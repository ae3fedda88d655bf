// What could have stood at a failure, in few words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parse/lr/terminal_sets.h"
#include "parse/parse_result.h"

namespace grabr {

/// Some names and how many tokens are left out besides. Where all tokens fit they are named;
/// else rules stand for the tokens that they may begin with: "statement", "'}'".
struct ExpectedNames {
  std::vector<std::string> names;
  std::size_t others = 0;
};

/// Names for the failures of one grammar. What rules may begin with is found out once, at the first
/// failure that asks for it.
class ExpectedNamer {
 public:
  /// `lowered` is the grammar lowered; both must outlive the namer.
  ExpectedNamer(const Grammar& grammar, const Lowered& lowered)
      : grammar_(grammar), lowered_(lowered) {}

  /// Up to `most` names. `awaited` is the closing bracket that the innermost open one waits for; 0
  /// where none is open.
  ExpectedNames name(const ParseFailure& failure, char awaited, std::size_t most);
  const Grammar& grammar() const { return grammar_; }

 private:
  const Grammar& grammar_;
  const Lowered& lowered_;
  std::optional<TerminalSets> sets_;
};

}  // namespace grabr
