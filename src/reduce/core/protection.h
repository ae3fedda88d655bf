// What a search must leave as it is: no candidate without it is tested.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace grabr {

/// Tokens that may go, but not change: those of a candidate are among the best's, in the same
/// order. So a name cannot become another one, and a number none that is simpler.
struct KeptTokens {
  enum class Kind {
    kNames,   ///< words
    kValues,  ///< numbers and quoted strings
  };
  Kind kind = Kind::kNames;
  std::unordered_set<std::string> known;  ///< of the language itself: they may come and go

  bool allows(std::string_view text, std::string_view best) const;
};

struct Protection {
  /// Every candidate has these bytes in this order; one that begins or ends with a part of a word
  /// does so at a word's beginning or end.
  std::vector<std::string> pieces;
  std::vector<KeptTokens> tokens;

  bool empty() const { return pieces.empty() && tokens.empty(); }
  /// May a text that has all that is protected give its place to this one? In linear time.
  bool allows(std::string_view text, std::string_view best) const;
};

}  // namespace grabr
