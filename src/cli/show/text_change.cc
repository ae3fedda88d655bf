// The common beginning and end of the texts are removed first, so that large texts cost little; the
// rest is compared by lines unless it is too long. Tested by tests/cli/text_change_test.cc.
#include "cli/show/text_change.h"

#include <algorithm>
#include <span>
#include <utility>

#include "text/diff.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxLinesCompared = 500;  // lines to compare

using Lines = std::vector<ChangedLine>;
using Kind = ChangedPart::Kind;

/// The number of bytes in the common beginning.
std::size_t same_head(std::string_view one, std::string_view other) {
  const std::size_t most = std::min(one.size(), other.size());
  return static_cast<std::size_t>(
      std::mismatch(one.begin(), one.begin() + static_cast<long>(most), other.begin()).first -
      one.begin());
}

std::size_t same_tail(std::string_view one, std::string_view other) {
  const std::size_t most = std::min(one.size(), other.size());
  std::size_t same = 0;
  while (same < most && one[one.size() - same - 1] == other[other.size() - same - 1]) ++same;
  return same;
}

std::string_view without_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return line;
}

ChangedLine line_of(char sign, std::string_view words) {
  const Kind kind = sign == '-' ? Kind::kGone : sign == '+' ? Kind::kNew : Kind::kSame;
  return {sign, {{kind, std::string(without_end(words))}}};
}

/// A line in which one part has changed; of a long line, only the surroundings of that part.
ChangedLine line_with(char sign, std::string_view line, std::size_t begin, std::size_t end,
                      std::size_t columns) {
  const Kind kind = sign == '-' ? Kind::kGone : Kind::kNew;
  std::size_t from = 0;
  if (line.size() > columns) from = begin - std::min(begin, columns / 4);
  ChangedLine shown{sign, {}};
  const std::string lead = from > 0 ? "…" : "";
  shown.parts.push_back({Kind::kSame, lead + std::string(line.substr(from, begin - from))});
  shown.parts.push_back({kind, std::string(line.substr(begin, end - begin))});
  shown.parts.push_back({Kind::kSame, std::string(line.substr(end, columns))});
  return shown;
}

class Comparison {
 public:
  Comparison(std::string_view before, std::string_view after, std::size_t columns, std::size_t most)
      : before_(before), after_(after), columns_(columns), most_(most) {}

  Lines lines() {
    head_ = same_head(before_, after_);
    tail_ = same_tail(before_.substr(head_), after_.substr(head_));
    const std::string_view gone = middle(before_), added = middle(after_);
    const bool in_one_line = gone.find('\n') == gone.npos && added.find('\n') == added.npos;
    in_one_line ? one_line() : whole_lines();
    if (lines_.size() > most_) lines_.resize(most_);
    return std::move(lines_);
  }

 private:
  std::string_view middle(std::string_view text) const {
    return text.substr(head_, text.size() - head_ - tail_);
  }

  std::size_t line_begin() const {
    const std::size_t end = head_ == 0 ? before_.npos : before_.rfind('\n', head_ - 1);
    return end == before_.npos ? 0 : end + 1;
  }

  /// The whole lines at the common end.
  std::size_t whole_tail() const {
    const auto begins_line = [this](std::string_view text) {
      return tail_ == text.size() || text[text.size() - tail_ - 1] == '\n';
    };
    if (begins_line(before_) && begins_line(after_)) return tail_;
    const std::size_t rest = before_.substr(before_.size() - tail_).find('\n');
    return rest == before_.npos ? 0 : tail_ - rest - 1;
  }

  void one_line() {
    const std::size_t begin = line_begin();
    for (const auto& [sign, text] : {std::pair('-', before_), std::pair('+', after_)}) {
      const std::size_t changed = text.size() - tail_;
      const std::size_t end = std::min(text.find('\n', changed), text.size());
      lines_.push_back(line_with(sign, text.substr(begin, end - begin), head_ - begin,
                                 changed - begin, columns_));
    }
  }

  void whole_lines() {
    const std::size_t begin = line_begin();
    const std::size_t tail = whole_tail();
    const auto lines_between = [&](std::string_view text) {
      return unit_texts(text.substr(begin, text.size() - tail - begin), Unit::kLines);
    };
    const std::vector<std::string_view> before = lines_between(before_);
    const std::vector<std::string_view> after = lines_between(after_);
    const auto count = [](const std::vector<std::string_view>& lines) {
      return static_cast<std::uint32_t>(lines.size());
    };
    std::vector<Change> changes = {{{0, count(before)}, {0, count(after)}}};
    if (before.size() + after.size() <= kMaxLinesCompared)
      changes = shortest_changes(before, after);
    if (begin > 0) {
      const std::size_t start = begin == 1 ? before_.npos : before_.rfind('\n', begin - 2);
      const std::size_t from = start == before_.npos ? 0 : start + 1;
      lines_.push_back(line_of(' ', before_.substr(from, begin - from)));
    }
    const std::size_t shown = show(changes, before, after);
    if (shown < before.size()) {
      lines_.push_back(line_of(' ', before[shown]));
    } else if (tail > 0) {
      const std::string_view last = before_.substr(before_.size() - tail);
      lines_.push_back(line_of(' ', last.substr(0, last.find('\n'))));
    }
  }

  /// Shows changed lines; returns how many lines of `before` have been shown or skipped.
  std::size_t show(const std::vector<Change>& changes, const std::vector<std::string_view>& before,
                   const std::vector<std::string_view>& after) {
    std::size_t shown = 0;  // lines of `before`
    for (const Change& change : changes) {
      if (lines_.size() >= most_) break;
      if (shown + 2 < change.before.begin) {
        if (shown > 0) lines_.push_back(line_of(' ', before[shown]));
        lines_.push_back(line_of(' ', "…"));
        shown = change.before.begin - 1;
      }
      for (; shown < change.before.begin; ++shown) lines_.push_back(line_of(' ', before[shown]));
      for (; shown < change.before.end && lines_.size() < most_; ++shown) {
        lines_.push_back(line_of('-', before[shown]));
      }
      shown = change.before.end;
      for (std::size_t i = change.after.begin; i < change.after.end && lines_.size() < most_; ++i) {
        lines_.push_back(line_of('+', after[i]));
      }
    }
    return shown;
  }

  std::string_view before_, after_;
  std::size_t columns_, most_;
  std::size_t head_ = 0, tail_ = 0;
  Lines lines_;
};

}  // namespace

std::vector<ChangedLine> text_change(std::string_view before, std::string_view after,
                                     std::size_t columns, std::size_t most) {
  if (before == after) return {};
  return Comparison(before, after, columns, most).lines();
}

}  // namespace grabr
