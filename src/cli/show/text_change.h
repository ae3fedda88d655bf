// The changes from one text to the next, as lines for a screen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

struct ChangedPart {
  enum class Kind : std::uint8_t { kSame, kGone, kNew };
  Kind kind = Kind::kSame;
  std::string words;
};

struct ChangedLine {
  char sign = ' ';  ///< '-', '+' or ' '
  std::vector<ChangedPart> parts;
};

/// At most `most` lines, with one unchanged line around each change; of lines longer than `columns`
/// bytes, only the changed part. Takes time proportional to the length of the texts.
std::vector<ChangedLine> text_change(std::string_view before, std::string_view after,
                                     std::size_t columns, std::size_t most);

}  // namespace grabr
