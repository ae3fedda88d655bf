// Protected parts: no candidate that lacks one of them is tested.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace grabr {

/// Tokens that may be removed, but not changed: a candidate has some of those of the best, in the
/// same order. So a name cannot become another name, and a number cannot become a simpler one.
struct KeptTokens {
  enum class Kind {
    kNames,   ///< words
    kValues,  ///< numbers and quoted strings
  };
  Kind kind = Kind::kNames;
  std::unordered_set<std::string> known;  ///< words of the language itself, which may come and go

  bool allows(std::string_view text, std::string_view best) const;
};

struct Protection {
  /// Every candidate contains these pieces in this order, each as whole words.
  std::vector<std::string> pieces;
  std::vector<KeptTokens> tokens;

  bool empty() const { return pieces.empty() && tokens.empty(); }
  /// May this text replace the best, which contains everything that is protected? Takes linear
  /// time.
  bool allows(std::string_view text, std::string_view best) const;
};

}  // namespace grabr
