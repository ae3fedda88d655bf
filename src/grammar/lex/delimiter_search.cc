// The opener, already found by the lexer's automaton, is split again: a part before the delimiter,
// then the longest delimiter after which the rest of the opener matches. The end is the first place
// that repeats the delimiter, found by plain search.
//
// A failed search reads to the end of the text. Once such searches have cost more than a few times
// the size of the text, all possible ends of any delimiter are indexed once: by hash of the
// delimiter, the last place where it ends something. From then on, the search for an end starts
// only if the index says that there may be one. Hash collisions cost time but change nothing.
// Tested by matcher_test.cc.
#include "grammar/lex/delimiter_search.h"

#include <algorithm>

#include "grammar/lex/opener.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

/// Calls `visit` with each end of a match of the table from text[from] on, shortest first.
template <class Visit>
void for_each_end(const ScanTable& table, std::string_view text, std::size_t from, Visit visit) {
  if (table.start >= table.first_accepting) visit(from);
  table.walk(
      text, from, [&](std::uint32_t, std::size_t end) { visit(end); },
      [](std::uint32_t, std::size_t) { return false; });
}

std::vector<std::size_t> ends(const ScanTable& table, std::string_view text, std::size_t from) {
  std::vector<std::size_t> result;
  for_each_end(table, text, from, [&](std::size_t end) { result.push_back(end); });
  return result;
}

std::uint64_t hash_of(std::string_view delimiter, bool indented) {
  std::uint64_t hash = indented ? 1 : 0;
  for (const char c : delimiter) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

DelimiterSearch::DelimiterSearch(const Matcher& matcher)
    : matcher_(matcher), delimiter_(table_of(matcher.delimiter)) {
  for (const Matcher::Opener& opener : matcher.openers) {
    openers_.push_back({table_of(opener.before), table_of(opener.after), opener.indented});
  }
}

std::optional<DelimiterSearch::Opening> DelimiterSearch::opening(std::string_view text,
                                                                 std::size_t begin,
                                                                 std::size_t opened) const {
  const std::string_view opener = text.substr(0, opened);
  for (const Opener& form : openers_) {
    for (const std::size_t from : ends(form.before, opener, begin)) {
      const std::vector<std::size_t> stops =
          ends(delimiter_, opener.substr(0, std::min(opened, from + kMaxDelimiterBytes)), from);
      for (auto to = stops.rbegin(); to != stops.rend(); ++to) {
        const std::vector<std::size_t> after = ends(form.after, opener, *to);
        if (after.empty() || after.back() != opened) continue;
        return Opening{text.substr(from, *to - from), form.indented};
      }
    }
  }
  return std::nullopt;
}

std::size_t DelimiterSearch::end(std::string_view text, std::size_t begin, std::size_t opened,
                                 DelimiterMemory* memory) const {
  const auto found = opening(text, begin, opened);
  if (!found) return kNowhere;
  if (memory != nullptr && memory->indexed) {
    const std::uint64_t hash = hash_of(found->delimiter, found->indented);
    const auto last = std::lower_bound(memory->last.begin(), memory->last.end(),
                                       std::pair(hash, std::uint32_t{0}));
    if (last == memory->last.end() || last->first != hash || last->second < opened) {
      return kNowhere;
    }
  }
  const std::size_t end = matcher_.kind == Matcher::Kind::kHeredoc ? find_line(text, opened, *found)
                                                                   : find(text, opened, *found);
  bytes_scanned += std::min(end, text.size()) - opened;
  if (end == kNowhere && memory != nullptr) {
    memory->searched += text.size() - opened;
    if (!memory->indexed && memory->searched > 4 * text.size() + 4096) index(text, *memory);
  }
  return end;
}

std::string DelimiterSearch::shortest_end(std::string_view opener) const {
  const auto found = opening(opener, 0, opener.size());
  if (!found) return {};
  const std::string delimiter(found->delimiter);
  if (matcher_.kind == Matcher::Kind::kHeredoc) return "\n" + delimiter;
  return matcher_.close + delimiter + matcher_.close_after;
}

std::size_t DelimiterSearch::find(std::string_view text, std::size_t from,
                                  const Opening& opening) const {
  std::string close = matcher_.close;
  close.append(opening.delimiter).append(matcher_.close_after);
  const std::size_t at = text.find(close, from);
  return at == kNowhere ? kNowhere : at + close.size();
}

std::size_t DelimiterSearch::find_line(std::string_view text, std::size_t from,
                                       const Opening& opening) const {
  for (std::size_t line = text.find('\n', from); line != kNowhere; line = text.find('\n', line)) {
    ++line;
    const std::size_t begin = opening.indented ? indented_from(text, line) : line;
    const std::size_t end = begin + opening.delimiter.size();
    if (text.substr(begin).starts_with(opening.delimiter) && ends_line(text, end)) return end;
  }
  return kNowhere;
}

bool DelimiterSearch::ends_line(std::string_view text, std::size_t at) const {
  if (at == text.size()) return true;
  // A byte beyond ASCII is part of a word.
  if (matcher_.ends_at_word) {
    return !is_word(text[at]) && static_cast<unsigned char>(text[at]) < 0x80;
  }
  return text[at] == '\n' || text.substr(at).starts_with("\r\n");
}

std::size_t DelimiterSearch::indented_from(std::string_view text, std::size_t line) const {
  return std::min(text.find_first_not_of(matcher_.indent, line), text.size());
}

void DelimiterSearch::index(std::string_view text, DelimiterMemory& memory) const {
  memory.indexed = true;
  if (matcher_.kind == Matcher::Kind::kHeredoc) {
    for (std::size_t line = text.find('\n'); line != kNowhere; line = text.find('\n', line)) {
      ++line;
      index_ends(text, line, line, false, memory);
      index_ends(text, line, indented_from(text, line), true, memory);
    }
  } else {
    for (std::size_t at = 0; (at = text.find(matcher_.close, at)) != kNowhere; ++at) {
      index_ends(text, at, at + matcher_.close.size(), false, memory);
    }
  }
  auto& last = memory.last;
  std::sort(last.begin(), last.end());
  // Of equal hashes, keep the last place.
  const auto kept = std::unique(last.rbegin(), last.rend(),
                                [](const auto& a, const auto& b) { return a.first == b.first; });
  last.erase(last.begin(), kept.base());
}

/// Records, for `place`, all delimiters that begin at text[begin] and end something.
void DelimiterSearch::index_ends(std::string_view text, std::size_t place, std::size_t begin,
                                 bool indented, DelimiterMemory& memory) const {
  const bool heredoc = matcher_.kind == Matcher::Kind::kHeredoc;
  const std::string_view all = text.substr(0, std::min(text.size(), begin + kMaxDelimiterBytes));
  for_each_end(delimiter_, all, begin, [&](std::size_t end) {
    const bool ends =
        heredoc ? ends_line(text, end) : text.substr(end).starts_with(matcher_.close_after);
    if (!ends) return;
    memory.last.emplace_back(hash_of(text.substr(begin, end - begin), indented),
                             static_cast<std::uint32_t>(place));
  });
}

}  // namespace grabr
