// Makes a stretch of the best text, such as a token or a comment, as short as the test allows.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "reduce/core/session.h"

namespace grabr {

/// A part of the session's best text, and the texts that may replace it.
struct Stretch {
  std::string text;  ///< its current text
  /// Is that text of the stretch's kind? Called often, without a test.
  std::function<bool(const std::string& text)> may_be;
  /// The whole text with `text` in the stretch's place; the best itself if `text` is not of its
  /// kind.
  std::function<Candidate(const std::string& text)> candidate;
  /// Called after a success, when the stretch has its new text.
  std::function<void()> accept;
};

/// The ends that a stretch of its kind must have: quotes, the signs of a comment.
struct Delimiters {
  std::size_t front = 0;  ///< bytes
  std::size_t back = 0;
};

/// The shortest beginning and end of the text that are of its kind with nothing or any one
/// character between them; all of the text if there are none. Both may be empty, as for a number.
Delimiters delimiters_of(const Stretch& stretch);

/// Replaces the stretch by the first of these texts that still fails.
bool take_first(Session& session, Stretch& stretch, std::span<const std::string> texts);

enum class Inside : std::uint8_t {
  kWords,  ///< leaves out lines and words
  kChars,  ///< leaves out lines, words, then characters, from the ends first
  kEnds,   ///< leaves out characters if one at an end can go
};

/// Leaves out as much as possible between the delimiters. If nothing can go, it runs about ten
/// tests. Returns whether the stretch got shorter.
bool shorten(Session& session, Stretch& stretch, Delimiters delimiters, Inside inside);

/// If the stretch is a decimal number, perhaps with a minus sign, lowers it towards 0 by binary
/// search, which assumes that the test is monotone. Returns whether it got lower.
bool lower_number(Session& session, Stretch& stretch);

}  // namespace grabr
