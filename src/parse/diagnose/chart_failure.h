// Why a chart ends before its input does.
#pragma once

#include <string_view>

#include "parse/earley/chart.h"
#include "parse/parse_result.h"
#include "parse/earley/tokens.h"

namespace grabr {

/// For a chart that has not accepted. Classic grammars have no `tokens`: bytes are.
ParseFailure find_failure(const Grammar& grammar, const Chart& chart, std::string_view text,
                          const Tokens& tokens);

}  // namespace grabr
