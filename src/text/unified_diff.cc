#include <algorithm>

#include "text/diff.h"

namespace grabr {
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
    line(kBold, "--- " + how_.before_name);
    line(kBold, "+++ " + how_.after_name);
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
    text_ += how_.colour ? colour + words + kPlain + "\n" : words + "\n";
  }

  /// A line of a file, which may lack its line end.
  void file_line(char sign, std::string_view content) {
    const bool whole = content.ends_with('\n');
    if (whole) content.remove_suffix(1);
    const std::string words = sign + std::string(content);
    if (sign == ' ') text_ += words + "\n";
    else line(sign == '-' ? kRed : kGreen, words);
    if (!whole) text_ += "\\ No newline at end of file\n";
  }

  /// Lines count from 1; an empty range is given by the line before it.
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
