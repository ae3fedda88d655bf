// Finds the tokens that a result needs, and makes failing texts without them.
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

/// The texts of the tokens of its tree if it parses, otherwise words, numbers and signs. The parser
/// may be null.
TokenTexts tokens_in(const Parser* parser, std::string_view text);

/// How often each token occurs in the members of a group.
using TokenCounts = std::map<std::string, std::uint64_t, std::less<>>;

/// A token that another text must have, or a text that must occur inside one.
struct Need {
  std::string text;
  bool inside = false;

  bool is_met_by(const std::string& token) const;
  bool operator==(const Need&) const = default;
};
using Needs = std::vector<Need>;

bool are_met(const Need& need, const TokenTexts& tokens);

/// The rare tokens of a result that were in its original, the rarest first, each as often as it
/// occurs: another text must have them to fail for the same reason. Single letters and digits,
/// which a search puts in place of longer names, count only if there is nothing else. If the search
/// made up everything: all tokens.
Needs needs_of(const TokenTexts& result, const TokenTexts& original, const TokenCounts& counts);

/// The text without the smallest elements of lists, or optional parts, that contain all of `needs`;
/// if there are none, without those that contain the first need. If a text does not parse, its
/// lines are the elements. Nothing if the text does not contain all needs, if the rest would not
/// parse, or if too much would be removed.
std::optional<std::string> without_needs(const Parser* parser, const std::string& text,
                                         const Needs& needs);

enum class Alike : std::uint8_t {
  kTexts,    ///< the same tokens
  kNumbers,  ///< the same tokens, except numbers
  kNames,    ///< the same tokens, except numbers, names and strings
};
bool are_alike(const TokenTexts& a, const TokenTexts& b, Alike how);

}  // namespace grabr
