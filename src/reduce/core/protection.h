// What a search must leave as it is: no candidate without it is tested.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace grabr {

/// Tokens of a text that may go, but not change: those of every candidate are among them, in the same
/// order. So a name cannot become another one, and a number none that is simpler.
class KeptTokens {
 public:
  enum class Kind {
    kNames,   ///< words
    kValues,  ///< numbers and quoted strings
  };

  /// `known`: words and numbers of the language itself, which may come and go.
  KeptTokens(Kind kind, std::string_view original, std::unordered_set<std::string> known);

  bool holds(std::string_view text) const;

 private:
  bool is_kept(std::string_view token) const;

  Kind kind_;
  std::unordered_set<std::string> known_;
  std::vector<std::string> tokens_;  ///< of the original
};

struct Protection {
  /// Every candidate has these bytes in this order; one that begins or ends with a part of a word
  /// does so at a word's beginning or end.
  std::vector<std::string> pieces;
  std::vector<KeptTokens> tokens;

  bool empty() const { return pieces.empty() && tokens.empty(); }
  /// Whether the text has all that is protected. Takes time linear in it.
  bool allows(std::string_view text) const;
};

}  // namespace grabr
