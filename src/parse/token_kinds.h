// The kinds of the tokens in a text, by its grammar, for showing the text in colours.
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

/// The tokens that are not plain, in order. The text need not parse. Takes linear time. Empty for a
/// grammar without tokens.
std::vector<KindOfToken> token_kinds(const Parser& parser, std::string_view text);

}  // namespace grabr
