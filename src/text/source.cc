#include "text/source.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "text/error.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace grabr {

Source::Source(std::string name, std::string bytes)
    : name_(std::move(name)), bytes_(std::move(bytes)) {
  if (bytes_.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorKind::kInvalid,
                shown_name(name_) + ": too large: 4 GiB and more cannot be read");
  }
  for (std::size_t start = 0; start < bytes_.size();) {
    line_starts_.push_back(static_cast<std::uint32_t>(start));
    const std::size_t newline = bytes_.find('\n', start);
    start = newline == std::string::npos ? bytes_.size() : newline + 1;
  }
}

Position Source::position(std::uint32_t offset) const {
  const auto end = static_cast<std::uint32_t>(bytes_.size());
  offset = std::min(offset, end);
  if (offset == end && (bytes_.empty() || bytes_.back() == '\n')) return {line_count() + 1, 1};
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  Position position{static_cast<std::uint32_t>(next - line_starts_.begin()), 1};
  std::size_t at = *(next - 1);
  while ((at += code_point_length(bytes_, at)) <= offset) {
    ++position.column;
    if (at == bytes_.size()) break;
  }
  return position;
}

std::string_view Source::line(std::uint32_t line) const {
  if (line == 0 || line > line_count()) return {};
  const std::size_t begin = line_starts_[line - 1];
  const std::size_t end = line < line_count() ? line_starts_[line] : bytes_.size();
  std::string_view text = bytes().substr(begin, end - begin);
  if (text.ends_with('\n')) {
    text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
  }
  return text;
}

std::string_view Source::slice(Span span) const {
  const std::size_t begin = std::min<std::size_t>(span.begin, bytes_.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, bytes_.size());
  return bytes().substr(begin, end - begin);
}

}  // namespace grabr
