#include "reduce/pass/shorten.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "reduce/minimizer/mgbs.h"
#include "text/ascii.h"
#include "text/units.h"

namespace grabr {
namespace {

/// Bytes of both delimiters together; a here-document has long ones.
constexpr std::size_t kMaxQuoteBytes = 24;
/// A cut may take this many bytes more, and leave kMaxSigns bytes at the front, to make a valid
/// text.
constexpr std::size_t kMaxExtraBytesCut = 8;
constexpr std::size_t kMaxSigns = 3;
/// A list of units is given up after this many tests without a success.
constexpr std::uint64_t kMaxTestsInVain = 5;
/// Minimising a longer list of units takes too long.
constexpr std::size_t kMaxUnitsInside = 20000;
constexpr std::size_t kMaxDigits = 18;

class InsideSearch {
 public:
  InsideSearch(Session& session, Stretch& stretch, Delimiters delimiters)
      : session_(session),
        stretch_(stretch),
        front_(stretch.text.substr(0, delimiters.front)),
        back_(stretch.text.substr(stretch.text.size() - delimiters.back)) {
    inside_ =
        stretch.text.substr(front_.size(), stretch.text.size() - front_.size() - back_.size());
  }

  bool leave_out(Unit unit) {
    const std::string inside = inside_;
    return leave_out_of(split_units(inside, unit), 0, {});
  }

  /// Cuts as much as possible off an end: twice as much after each success, then in halves. If
  /// nothing can go, it runs one test.
  bool cut_end(bool at_back) {
    bool changed = false;
    bool grows = true;
    for (std::size_t step = 1; step > 0 && !inside_.empty(); step = grows ? 2 * step : step / 2) {
      if (try_cut_of(step, at_back)) {
        changed = true;
      } else if (!changed) {
        return false;
      } else {
        grows = false;
      }
    }
    return changed;
  }

  /// Leaves out characters between the first and the last, which stay.
  bool leave_out_middle() {
    const std::string inside = inside_;
    std::vector<Span> chars = split_units(inside, Unit::kChars);
    if (chars.size() < 3) return false;
    const std::string last = inside.substr(chars.back().begin);
    chars.pop_back();
    const std::size_t first = chars.front().end;
    chars.erase(chars.begin());
    return leave_out_of(chars, first, last);
  }

 private:
  /// Minimises units of the inside; the text before offset `first` and the text `last` at the end
  /// stay.
  bool leave_out_of(const std::vector<Span>& units, std::size_t first, const std::string& last) {
    if (units.empty() || units.size() > kMaxUnitsInside) return false;
    if (units.size() == 1 && first == 0) return false;
    const std::string inside = inside_;
    const auto joined = [&](const Kept& kept) {
      std::string text = inside.substr(0, first);
      for (const std::uint32_t i : kept) text += inside.substr(units[i].begin, units[i].size());
      return text += last;
    };
    std::uint64_t last_success = session_.counts().committed;
    RemovableList list;
    list.count = static_cast<std::uint32_t>(units.size());
    list.render = [&](const Kept& kept) { return candidate(joined(kept)); };
    list.on_accept = [&](const Kept& kept) {
      take(joined(kept));
      last_success = session_.counts().committed;
    };
    MgbsOptions options;
    options.enough = [&] { return session_.counts().committed >= last_success + kMaxTestsInVain; };
    KeepEstimate estimate;
    return mgbs(session_, list, estimate, options).size() < units.size();
  }

  /// Cuts `least` bytes, or a few more if only that gives a text of the stretch's kind. At the
  /// front, a few signs may have to stay before the cut.
  bool try_cut_of(std::size_t least, bool at_back) {
    for (std::size_t size = least; size <= std::min(inside_.size(), least + kMaxExtraBytesCut);
         ++size) {
      for (std::size_t before = 0; before <= (at_back ? 0 : kMaxSigns); ++before) {
        if (before + size > inside_.size()) break;
        const std::size_t begin = at_back ? inside_.size() - size : before;
        if (splits_character(begin) || splits_character(begin + size)) continue;
        const std::string rest = inside_.substr(0, begin) + inside_.substr(begin + size);
        if (!stretch_.may_be(front_ + rest + back_)) continue;
        if (!session_.fails(candidate(rest))) return false;
        take(rest);
        return true;
      }
    }
    return false;
  }

  /// Is this offset inside a UTF-8 character?
  bool splits_character(std::size_t at) const {
    return at < inside_.size() && (static_cast<unsigned char>(inside_[at]) & 0xC0U) == 0x80U;
  }

  Candidate candidate(const std::string& inside) const {
    return stretch_.candidate(front_ + inside + back_);
  }

  void take(const std::string& inside) {
    inside_ = inside;
    stretch_.text = front_ + inside + back_;
    stretch_.accept();
  }

  Session& session_;
  Stretch& stretch_;
  std::string front_, back_;
  std::string inside_;
};

/// The sign and the number; nothing if the text is not a number.
std::optional<std::pair<std::string, std::uint64_t>> read_number(const std::string& text) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const std::string_view digits = std::string_view(text).substr(sign);
  if (digits.empty() || digits.size() > kMaxDigits || digits[0] == '0') return std::nullopt;
  if (!std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return std::pair(text.substr(0, sign), value);
}

}  // namespace

Delimiters delimiters_of(const Stretch& stretch) {
  const std::string& text = stretch.text;
  for (std::size_t both = 0; both < std::min(text.size(), kMaxQuoteBytes + 1); ++both) {
    for (std::size_t back = 0; back <= both; ++back) {
      const std::size_t front = both - back;
      const std::string begin = text.substr(0, front);
      const std::string end = text.substr(text.size() - back);
      // Any single character must be valid between the delimiters: so in 'x' a quote is not taken
      // for one.
      const bool alone = front + 2 + back <= text.size() &&
                         stretch.may_be(begin + text[front] + end) &&
                         stretch.may_be(begin + text[front + 1] + end);
      if (alone || (both > 0 && stretch.may_be(begin + end))) return {front, back};
    }
  }
  return {text.size(), 0};
}

bool take_first(Session& session, Stretch& stretch, std::span<const std::string> texts) {
  const auto found = session.first_failing([&](std::size_t i, Candidate& next) {
    if (i == texts.size()) return false;
    next = stretch.candidate(texts[i]);
    return true;
  });
  if (!found) return false;
  stretch.text = texts[*found];
  stretch.accept();
  return true;
}

bool shorten(Session& session, Stretch& stretch, Delimiters delimiters, Inside inside) {
  InsideSearch search(session, stretch, delimiters);
  bool changed = false;
  if (inside != Inside::kEnds) {
    changed |= search.leave_out(Unit::kLines);
    changed |= search.leave_out(Unit::kTokens);
    if (inside == Inside::kWords) return changed;
  }
  const bool shorter_at_back = search.cut_end(true);
  const bool shorter_at_front = search.cut_end(false);
  changed |= shorter_at_back || shorter_at_front;
  if (inside == Inside::kEnds && !changed) return false;
  return search.leave_out_middle() || changed;
}

bool lower_number(Session& session, Stretch& stretch) {
  const auto number = read_number(stretch.text);
  if (!number || number->second < 2) return false;
  const auto takes = [&](std::uint64_t value) {
    const std::string text = number->first + std::to_string(value);
    return stretch.may_be(text) && take_first(session, stretch, {&text, 1});
  };
  std::uint64_t fails = number->second;
  std::uint64_t passes = 1;  // assumed to pass; 0 and 1 were tried before
  while (passes * 10 <= fails) passes *= 10;
  if (passes > 1 && passes < fails && takes(passes)) return true;
  if (passes == fails) passes = fails / 10;
  if (fails - passes < 2 || !takes(fails - 1)) return false;
  for (--fails; fails - passes > 1;) {
    const std::uint64_t middle = passes + (fails - passes) / 2;
    (takes(middle) ? fails : passes) = middle;
  }
  return true;
}

}  // namespace grabr
