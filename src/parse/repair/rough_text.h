// A text split into rough tokens, to be parsed in parts.
#pragma once

#include <string_view>
#include <vector>

#include "parse/parser.h"
#include "parse/repair/punctuation.h"
#include "parse/repair/rough_tokens.h"

namespace grabr {

/// Includes what is known about its grammar.
struct RoughText {
  const Parser& parser;
  const Punctuation& punctuation;
  std::string_view text;
  std::vector<RoughToken> tokens;
};

}  // namespace grabr
