#include "report/trace/escaped_text.h"

#include <algorithm>

#include "report/form/json_text.h"
#include "text/delta.h"

namespace grabr {
namespace {

/// Least number of bytes between two marks, and thus escaped again next to a difference.
constexpr std::size_t kBetweenMarks = 256;

/// The end of the character that contains `at`, if `at` is not at its beginning.
std::size_t character_end(std::string_view text, std::size_t at) {
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  return at;
}

}  // namespace

void EscapedText::set(std::string_view text) {
  text_ = text;
  forget_json();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = character_end(text, std::min(at + kBetweenMarks, text.size()));
    if (!append_json_characters(json_, text.substr(at, end - at))) return forget_json();
    marks_.push_back({at = end, json_.size()});
  }
}

void EscapedText::forget_json() {
  json_.clear();
  marks_.assign(1, {0, 0});
}

bool EscapedText::escape(std::string_view text, JsonStringPieces& pieces) const {
  const std::string_view like = std::string_view(text_).substr(0, marks_.back().text);
  const std::size_t same_before = common_prefix(like, text);
  const auto before = std::ranges::upper_bound(marks_, same_before, {}, &Mark::text) - 1;
  const std::size_t same_after =
      common_suffix(like.substr(before->text), text.substr(before->text));
  const auto after = std::ranges::lower_bound(marks_, like.size() - same_after, {}, &Mark::text);
  pieces.before = std::string_view(json_).substr(0, before->json);
  pieces.after = std::string_view(json_).substr(after->json);
  text.remove_prefix(before->text);
  text.remove_suffix(like.size() - after->text);
  pieces.middle.clear();
  return append_json_characters(pieces.middle, text);
}

}  // namespace grabr
