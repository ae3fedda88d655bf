#include "run/config/markers.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/ascii.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"

namespace grabr {
namespace {

struct MarkKind {
  std::string_view begin, end;
  bool keeps;  ///< true: protects the text between the marks; false: the text outside
};

constexpr MarkKind kMarks[] = {{"DDBEGIN", "DDEND", false},
                               {"grabr:keep", "grabr:end", true},
                               {"DustMiteNoRemoveStart", "DustMiteNoRemoveStop", true}};

/// Does the line contain it as a whole word?
bool has_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word(line[at - 1]);
    if (begins && (end == line.size() || !is_word(line[end]))) return true;
  }
  return false;
}

[[noreturn]] void refuse(const Source& source, std::uint32_t line, std::string_view mark,
                         std::string_view partner) {
  const std::size_t column = source.line(line).find(mark);
  throw Error(ErrorKind::kInvalid,
              shown_name(source.name()) + ":" + std::to_string(line) + ":" +
                  std::to_string(column + 1) + ": there is no " + std::string(partner) +
                  " for this " + std::string(mark) +
                  spelled("\nhint: {no-markers} treats such words as ordinary text"));
}

/// The regions between marks of one kind, with the lines of the marks (`keeps`) or without.
class Regions {
 public:
  Regions(const Source& source, const MarkKind& kind) : source_(source), kind_(kind) {}

  std::vector<Span> find() {
    std::uint32_t begin = 0;  // start of the line
    for (std::uint32_t line = 1; line <= source_.line_count(); ++line) {
      const std::string_view text = source_.line(line);
      const auto after = static_cast<std::uint32_t>(text.data() - source_.bytes().data()) +
                         static_cast<std::uint32_t>(text.size());
      const std::uint32_t next = source_.bytes().find('\n', after) == after ? after + 1 : after;
      look_at(text, line, begin, next);
      begin = next;
    }
    if (open_line_ != 0) refuse(source_, open_line_, kind_.begin, kind_.end);
    return regions_;
  }

 private:
  void look_at(std::string_view text, std::uint32_t line, std::uint32_t begin, std::uint32_t next) {
    if (open_line_ == 0 && has_word(text, kind_.begin)) {
      open_line_ = line;
      from_ = kind_.keeps ? begin : next;
    }
    if (!has_word(text, kind_.end)) return;
    if (open_line_ == 0) refuse(source_, line, kind_.end, kind_.begin);
    regions_.push_back({from_, kind_.keeps ? next : std::max(from_, begin)});
    open_line_ = 0;
  }

  const Source& source_;
  const MarkKind& kind_;
  std::uint32_t open_line_ = 0;  // 0: none is open
  std::uint32_t from_ = 0;
  std::vector<Span> regions_;
};

/// The text between regions.
std::vector<Span> complement(const std::vector<Span>& regions, std::uint32_t size) {
  std::vector<Span> rest;
  std::uint32_t at = 0;
  for (const Span region : regions) {
    if (region.begin > at) rest.push_back({at, region.begin});
    at = region.end;
  }
  if (at < size) rest.push_back({at, size});
  return rest;
}

}  // namespace

std::vector<Span> find_marked(const Source& source) {
  std::vector<Span> kept;
  const auto size = static_cast<std::uint32_t>(source.bytes().size());
  for (const MarkKind& kind : kMarks) {
    // Most inputs have no marks.
    if (source.bytes().find(kind.begin) == std::string_view::npos &&
        source.bytes().find(kind.end) == std::string_view::npos) {
      continue;
    }
    std::vector<Span> regions = Regions(source, kind).find();
    if (!kind.keeps && !regions.empty()) regions = complement(regions, size);
    kept.insert(kept.end(), regions.begin(), regions.end());
  }
  return kept;
}

}  // namespace grabr
