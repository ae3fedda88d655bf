// Explains why a chart stopped before the end of its input.
#pragma once

#include <string_view>

#include "parse/earley/chart.h"
#include "parse/earley/tokens.h"
#include "parse/parse_result.h"

namespace grabr {

/// For a chart that has not accepted. `tokens` is empty for classic grammars, whose tokens are
/// bytes.
ParseFailure find_failure(const Grammar& grammar, const Chart& chart, std::string_view text,
                          const Tokens& tokens);

}  // namespace grabr
