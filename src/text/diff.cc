// Shortest edit script in linear space: on the grid of both sequences, paths are followed from the
// start and from the end at once, one more difference at a time, until two of them meet. The parts
// before and after the meeting point are two smaller problems of the same kind.
//
//   a b c → a x c: the common ends are set aside; "b" and "x" share nothing: one change
//
// O((n + m) d) time for d differences, O(n + m) space. Source: E. W. Myers, "An O(ND) Difference
// Algorithm and Its Variations" (Algorithmica 1986). Not done with the packaged library (dtl),
// which keeps the points of all paths it has followed and, above two million of them, restarts from
// where it is, so that the script is no longer a shortest one. Tested by tests/text/diff_test.cc
// against the table of all longest common subsequences.
#include "text/diff.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "text/escape.h"

namespace grabr {
namespace {

using Place = std::ptrdiff_t;

/// A part of both sequences.
struct Box {
  Place before_begin, before_end, after_begin, after_end;

  bool one_is_empty() const { return before_begin == before_end || after_begin == after_end; }
};

/// A point at which a shortest path through a box is split in two.
struct Point {
  Place before, after;
};

class ShortestScript {
 public:
  ShortestScript(std::span<const std::uint32_t> before, std::span<const std::uint32_t> after)
      : before_(before), after_(after), deleted_(before.size()), inserted_(after.size()) {}

  std::vector<Change> run() {
    std::vector<Box> todo = {{0, length(before_), 0, length(after_)}};
    while (!todo.empty()) {
      Box box = todo.back();
      todo.pop_back();
      set_common_ends_aside(box);
      if (box.one_is_empty()) {
        mark(box);
        continue;
      }
      const Point cut = middle(box);
      todo.push_back({cut.before, box.before_end, cut.after, box.after_end});
      todo.push_back({box.before_begin, cut.before, box.after_begin, cut.after});
    }
    return changes();
  }

 private:
  static Place length(std::span<const std::uint32_t> sequence) {
    return static_cast<Place>(sequence.size());
  }
  bool same(Place before, Place after) const {
    return before_[static_cast<std::size_t>(before)] == after_[static_cast<std::size_t>(after)];
  }

  void set_common_ends_aside(Box& box) const {
    while (!box.one_is_empty() && same(box.before_begin, box.after_begin)) {
      ++box.before_begin;
      ++box.after_begin;
    }
    while (!box.one_is_empty() && same(box.before_end - 1, box.after_end - 1)) {
      --box.before_end;
      --box.after_end;
    }
  }

  void mark(const Box& box) {
    std::fill(deleted_.begin() + box.before_begin, deleted_.begin() + box.before_end, true);
    std::fill(inserted_.begin() + box.after_begin, inserted_.begin() + box.after_end, true);
  }

  /// The split point of a box whose first elements differ, and whose last elements differ.
  Point middle(const Box& box) {
    const Place width = box.before_end - box.before_begin;
    const Place height = box.after_end - box.after_begin;
    most_ = (width + height + 1) / 2;
    const auto from_start = [&](Place x, Place y) {
      return same(box.before_begin + x, box.after_begin + y);
    };
    const auto from_end = [&](Place x, Place y) {
      return same(box.before_end - 1 - x, box.after_end - 1 - y);
    };
    const auto diagonals = static_cast<std::size_t>(2 * most_ + 3);
    ahead_.assign(diagonals, kNowhere);
    back_.assign(diagonals, kNowhere);
    const Place delta = width - height;
    for (Place differences = 0; differences <= most_; ++differences) {
      if (const auto k =
              go_on(ahead_, back_, width, height, differences, delta % 2 != 0, from_start)) {
        return {box.before_begin + at(ahead_, *k), box.after_begin + at(ahead_, *k) - *k};
      }
      if (const auto k =
              go_on(back_, ahead_, width, height, differences, delta % 2 == 0, from_end)) {
        return {box.before_end - at(back_, *k), box.after_end - at(back_, *k) + *k};
      }
    }
    return {box.before_end, box.after_begin};  // not reached, because the paths meet
  }

  static constexpr Place kNowhere = -1;

  Place& at(std::vector<Place>& reached, Place k) const {
    return reached[static_cast<std::size_t>(k + most_ + 1)];
  }

  /// Extends all paths of one direction by one difference. `reached` is how far they are in
  /// `before`, by diagonal (before - after, both from the direction's own start). Returns the
  /// diagonal on which a path meets one of the other direction. They can meet only if the parity of
  /// the differences fits.
  template <typename Same>
  std::optional<Place> go_on(std::vector<Place>& reached, std::vector<Place>& other, Place width,
                             Place height, Place differences, bool may_meet, const Same& equal) {
    for (Place k = -differences; k <= differences; k += 2) {
      Place x = step(reached, k, differences, width, height);
      if (x == kNowhere) continue;
      while (x < width && x - k < height && equal(x, x - k)) ++x;
      at(reached, k) = x;
      const Place facing = width - height - k;
      if (!may_meet || facing < -most_ || facing > most_) continue;
      const Place opposite = at(other, facing);
      if (opposite != kNowhere && x + opposite >= width) return k;
    }
    return std::nullopt;
  }

  /// The furthest place on diagonal `k`, within the box, that one more deletion or insertion leads
  /// to.
  Place step(std::vector<Place>& reached, Place k, Place differences, Place width, Place height) {
    if (differences == 0) return 0;
    const Place deleting = at(reached, k - 1);
    const Place inserting = at(reached, k + 1);
    Place furthest = kNowhere;
    if (inserting != kNowhere && inserting - k <= height) furthest = inserting;
    if (deleting != kNowhere && deleting < width) furthest = std::max(furthest, deleting + 1);
    return furthest;
  }

  std::vector<Change> changes() const {
    std::vector<Change> found;
    std::uint32_t i = 0, j = 0;
    while (i < before_.size() || j < after_.size()) {
      const std::uint32_t from = i, to = j;
      while (i < before_.size() && deleted_[i]) ++i;
      while (j < after_.size() && inserted_[j]) ++j;
      if (i > from || j > to) found.push_back({{from, i}, {to, j}});
      ++i;
      ++j;
    }
    return found;
  }

  std::span<const std::uint32_t> before_;
  std::span<const std::uint32_t> after_;
  std::vector<bool> deleted_;
  std::vector<bool> inserted_;
  Place most_ = 0;            // differences counted from one side of the current box
  std::vector<Place> ahead_;  // reached places by diagonal
  std::vector<Place> back_;
};

}  // namespace

std::vector<Change> shortest_changes(std::span<const std::uint32_t> before,
                                     std::span<const std::uint32_t> after) {
  return ShortestScript(before, after).run();
}

std::vector<Change> shortest_changes(std::span<const std::string_view> before,
                                     std::span<const std::string_view> after) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  const auto numbered = [&](std::span<const std::string_view> texts) {
    std::vector<std::uint32_t> sequence;
    sequence.reserve(texts.size());
    for (const std::string_view text : texts) {
      const auto next = static_cast<std::uint32_t>(numbers.size());
      sequence.push_back(numbers.emplace(text, next).first->second);
    }
    return sequence;
  };
  const std::vector<std::uint32_t> first = numbered(before);
  return shortest_changes(first, numbered(after));
}

std::vector<std::string_view> unit_texts(std::string_view text, Unit unit) {
  std::vector<std::string_view> texts;
  for (const Span span : split_units(text, unit)) {
    texts.push_back(text.substr(span.begin, span.size()));
  }
  return texts;
}

namespace {

constexpr const char* kBold = "\x1b[1m";
constexpr const char* kRed = "\x1b[31m";
constexpr const char* kGreen = "\x1b[32m";
constexpr const char* kCyan = "\x1b[36m";
constexpr const char* kPlain = "\x1b[m";

class Printer {
 public:
  Printer(std::vector<std::string_view> before, std::vector<std::string_view> after,
          const UnifiedDiff& how)
      : before_(std::move(before)), after_(std::move(after)), how_(how) {}

  std::string print() {
    const std::vector<Change> changes = shortest_changes(before_, after_);
    if (changes.empty()) return {};
    line(kBold, "--- " + shown_name(how_.before_name));
    line(kBold, "+++ " + shown_name(how_.after_name));
    for (std::size_t begin = 0; begin < changes.size();) {
      std::size_t end = begin + 1;
      while (end < changes.size() &&
             changes[end].before.begin - changes[end - 1].before.end <= 2 * how_.context) {
        ++end;
      }
      hunk(std::span(changes).subspan(begin, end - begin));
      begin = end;
    }
    return std::move(text_);
  }

 private:
  void line(const char* colour, const std::string& words) {
    text_ += how_.colour ? colour + displayed(words) + kPlain + "\n" : words + "\n";
  }

  /// A line of a file, which may lack its line end.
  void file_line(char sign, std::string_view content) {
    const bool whole = content.ends_with('\n');
    if (whole) content.remove_suffix(1);
    const std::string words = sign + std::string(content);
    if (sign == ' ') text_ += (how_.colour ? displayed(words) : words) + "\n";
    else line(sign == '-' ? kRed : kGreen, words);
    if (!whole) text_ += "\\ No newline at end of file\n";
  }

  /// Line numbers count from 1; an empty range is given by the line before it.
  static std::string range(std::size_t begin, std::size_t count) {
    const std::string first = std::to_string(count == 0 ? begin : begin + 1);
    return count == 1 ? first : first + "," + std::to_string(count);
  }

  void hunk(std::span<const Change> changes) {
    const Change& first = changes.front();
    const Change& last = changes.back();
    const std::size_t lead = std::min<std::size_t>(how_.context, first.before.begin);
    const std::size_t rest = std::min<std::size_t>(how_.context, before_.size() - last.before.end);
    const std::size_t begin = first.before.begin - lead;
    const std::size_t end = last.before.end + rest;
    const std::size_t after_begin = first.after.begin - lead;
    line(kCyan, "@@ -" + range(begin, end - begin) + " +" +
                    range(after_begin, last.after.end + rest - after_begin) + " @@");
    std::size_t at = begin;
    for (const Change& change : changes) {
      for (; at < change.before.begin; ++at) file_line(' ', before_[at]);
      for (; at < change.before.end; ++at) file_line('-', before_[at]);
      for (std::size_t i = change.after.begin; i < change.after.end; ++i) {
        file_line('+', after_[i]);
      }
    }
    for (; at < end; ++at) file_line(' ', before_[at]);
  }

  std::vector<std::string_view> before_;
  std::vector<std::string_view> after_;
  const UnifiedDiff& how_;
  std::string text_;
};

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const UnifiedDiff& how) {
  return Printer(unit_texts(before, Unit::kLines), unit_texts(after, Unit::kLines), how).print();
}

}  // namespace grabr
