// What the tokens of a text are to a reader, by its grammar: for showing it in colours.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "parse/parser.h"

namespace grabr {

enum class TokenKind : std::uint8_t { kPlain, kKeyword, kString, kNumber, kComment, kName };

struct KindOfToken {
  Span text;
  TokenKind kind = TokenKind::kPlain;
};

/// In order, without those that are plain; whether the text parses or not. Takes linear time.
/// None of a grammar without tokens.
std::vector<KindOfToken> token_kinds(const Parser& parser, std::string_view text);

}  // namespace grabr
