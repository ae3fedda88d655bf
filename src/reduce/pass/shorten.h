// A stretch of the best text, such as a token or a comment, made as short as its test allows.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "reduce/core/session.h"

namespace grabr {

/// Part of the session's best text, and what else it may be.
struct Stretch {
  std::string text;  ///< as it is
  /// Is that text of its kind? Asked often, without a test.
  std::function<bool(const std::string& text)> may_be;
  /// The whole text with that one in its place; the best itself if it may not be that.
  std::function<Candidate(const std::string& text)> candidate;
  /// Called after `text` has become that of the best.
  std::function<void()> accept;
};

/// The ends of a stretch that make it one of its kind: quotes, the signs of a comment.
struct Delimiters {
  std::size_t front = 0;  ///< bytes
  std::size_t back = 0;
};

/// The shortest beginning and end that are of its kind without what is between them, or with one
/// character of it; all of the text if there are none. Both may be empty, as those of a number.
Delimiters delimiters_of(const Stretch& stretch);

/// Makes the first of the texts that fails the stretch's.
bool take_first(Session& session, Stretch& stretch, std::span<const std::string> texts);

enum class Inside : std::uint8_t {
  kWords,  ///< lines and words go
  kChars,  ///< and then characters, from the ends first
  kEnds,   ///< the same, if a character at an end can go
};

/// Leaves out what can go between the delimiters. In vain: about ten tests. Returns whether it got
/// shorter.
bool shorten(Session& session, Stretch& stretch, Delimiters delimiters, Inside inside);

/// The stretch is a number in decimal digits, perhaps with a sign: finds one closer to 0, as if all
/// between one that fails and the number failed, too. Returns whether there is one.
bool lower_number(Session& session, Stretch& stretch);

}  // namespace grabr
