// What a result needs, and a failing text without it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/parser.h"

namespace grabr {

using TokenTexts = std::vector<std::string>;

/// The texts of the tokens: those of its tree if it parses, else words, numbers and signs. The
/// parser may be null.
TokenTexts tokens_in(const Parser* parser, std::string_view text);

/// How often each token occurs in the members of a group.
using TokenCounts = std::map<std::string, std::uint64_t, std::less<>>;

/// A token that another text must have, too, or only the text somewhere inside one.
struct Need {
  std::string text;
  bool inside = false;

  bool is_met_by(const std::string& token) const;
  bool operator==(const Need&) const = default;
};
using Needs = std::vector<Need>;

bool are_met(const Need& need, const TokenTexts& tokens);

/// The rare tokens of a result that were in its original, the rarest first, each as often as it is
/// there: what another text must have to fail for the same reason. Letters and digits alone, such
/// as a search puts in place of longer names, count only if there is nothing else. Where all was
/// made up by the search: all tokens.
Needs needs_of(const TokenTexts& result, const TokenTexts& original, const TokenCounts& counts);

/// The text without the smallest elements of lists, or optional parts, that hold all of `needs`;
/// where none does, without those that hold the first of them. Of a text that does not parse, its
/// lines are the elements. Nothing if the text does not hold them all, or the rest would not parse,
/// or so much would go that the rest tells nothing.
std::optional<std::string> without_needs(const Parser* parser, const std::string& text,
                                         const Needs& needs);

enum class Alike : std::uint8_t {
  kTexts,    ///< the same tokens
  kNumbers,  ///< numbers may be others
  kNames,    ///< names and strings, too
};
bool are_alike(const TokenTexts& a, const TokenTexts& b, Alike how);

}  // namespace grabr
