// What could have stood at a failure, in few words.
#pragma once

#include <string>
#include <vector>

#include "parse/parser.h"

namespace grabr {

/// Up to `most` names and how many tokens are left out besides. Where all tokens fit they are
/// named; else rules stand for the tokens that they may begin with: "statement", "'}'".
struct ExpectedNames {
  std::vector<std::string> names;
  std::size_t others = 0;
};

/// `awaited` is the closing bracket that the innermost open one waits for; 0 where none is open.
ExpectedNames name_expected(const ParseFailure& failure, const Grammar& grammar, char awaited,
                            std::size_t most);

}  // namespace grabr
