#include "cli/show/ambiguity_text.h"

#include "text/error.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kLongestText = 60;

/// Too many to count is no reason not to show the first ambiguity.
std::string count_text(AllDerivations& derivations) try {
  const DerivationCount count = derivations.count();
  const std::string cyclic =
      count.cyclic ? ", and cyclic ones, which are neither counted nor built" : "";
  if (count.number == kMostDerivations) {
    return std::to_string(kMostDerivations) + " derivations or more" + cyclic;
  }
  if (count.number > 1) return std::to_string(count.number) + " derivations" + cyclic;
  return count.cyclic ? "1 derivation" + cyclic : "unambiguous";
} catch (const Error& error) {
  return error.what();
}

/// White space of any kind as one blank, and the middle left out where it is long.
std::string shortened(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
    if (!blank) line += c;
    else if (!line.ends_with(' ')) line += ' ';
  }
  if (line.size() <= kLongestText) return line;
  const auto in_code_point = [&](std::size_t at) {
    return (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80;
  };
  std::size_t head = kLongestText / 2;
  std::size_t tail = line.size() - kLongestText / 2;
  while (head > 0 && in_code_point(head)) --head;
  while (tail < line.size() && in_code_point(tail)) ++tail;
  return line.substr(0, head) + " … " + line.substr(tail);
}

std::string place(const Source& source, std::uint32_t offset) {
  const Position at = source.position(offset);
  return std::to_string(at.line) + ":" + std::to_string(at.column);
}

/// Both places are of characters that belong to the span; an empty one has its place only.
std::string place(const Source& source, Span span) {
  std::string text = source.name() + ":" + place(source, span.begin);
  if (span.size() > 0) text += "-" + place(source, span.end - 1);
  return text;
}

}  // namespace

std::string ambiguity_text(AllDerivations& derivations, const Source& source) {
  std::string text = source.name() + ": " + count_text(derivations) + "\n";
  const auto found = derivations.first_ambiguity();
  if (!found) return text;
  const std::string shown = shortened(source.slice(found->span));
  text += place(source, found->span) + ": " + found->symbol +
          " is ambiguous: " + (shown.empty() ? "nothing" : shown) + "\n";
  return text + "the chosen tree:\n" + dump(found->chosen) + "another tree:\n" + dump(found->other);
}

}  // namespace grabr
