// Removes characters, but does not try each letter of a word. In a programming language a word that
// must stay is a keyword or a name that a message quotes, so nearly all its letters stay:
//
//   package generic ActualType   →   package g ActualType
//
// A word of at least kMinLetters letters gets three tests: its first letter alone, the word without
// its last letter, and the word without its first. If one of them still fails, the letters are
// minimised as a list; otherwise the word stays. The characters between such words are minimised
// first, as one list. Source: grabr. Tested by tests/reduce/letters_test.cc.
#include "reduce/text/letters.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/minimizer/minimize.h"
#include "text/ascii.h"
#include "text/source.h"
#include "text/units.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMinLetters = 4;

std::vector<Span> words_of(std::string_view text) {
  std::vector<Span> words;
  for (std::uint32_t begin = 0; begin < text.size();) {
    std::uint32_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end - begin >= kMinLetters) words.push_back({begin, end});
    begin = end + 1;
  }
  return words;
}

/// Minimises a list of pieces of the best text; the rest of the text stays.
void minimize_pieces(Session& session, const std::vector<Span>& pieces) {
  const std::string text = session.best();
  RemovableList list;
  list.count = static_cast<std::uint32_t>(pieces.size());
  list.things = unit_name(Unit::kChars);
  list.render = [&](const Kept& kept) {
    std::string result;
    std::uint32_t done = 0;
    auto next = kept.begin();
    for (std::uint32_t i = 0; i < list.count; ++i) {
      result += text.substr(done, pieces[i].begin - done);
      done = pieces[i].end;
      if (next == kept.end() || *next != i) continue;
      result += text.substr(pieces[i].begin, pieces[i].size());
      ++next;
    }
    return Candidate{result + text.substr(done), {}};
  };
  mgbs(session, list);
}

void minimize_word(Session& session, Span word) {
  const std::string& text = session.best();
  const std::string before = text.substr(0, word.begin);
  const std::string after = text.substr(word.end);
  const std::string letters = text.substr(word.begin, word.size());
  const std::array<std::string, 3> shorter = {
      letters.substr(0, 1), letters.substr(0, letters.size() - 1), letters.substr(1)};
  for (const std::string& one : shorter) {
    if (!session.fails(before + one + after, "write " + one + " for " + letters)) continue;
    std::vector<Span> pieces;
    const auto end = word.begin + static_cast<std::uint32_t>(one.size());
    for (std::uint32_t i = word.begin; i < end; ++i) pieces.push_back({i, i + 1});
    if (pieces.size() > 1) minimize_pieces(session, pieces);
    return;
  }
}

/// The characters outside of long words.
std::vector<Span> characters_between(std::string_view text) {
  const std::vector<Span> words = words_of(text);
  std::vector<Span> characters = split_units(text, Unit::kChars);
  auto word = words.begin();
  std::erase_if(characters, [&](Span one) {
    while (word != words.end() && word->end <= one.begin) ++word;
    return word != words.end() && word->begin <= one.begin;
  });
  return characters;
}

}  // namespace

void minimize_letters(Session& session) {
  std::size_t before;
  do {
    before = session.best().size();
    minimize_pieces(session, characters_between(session.best()));
  } while (session.best().size() < before);
  const std::vector<Span> words = words_of(session.best());
  // From the end, so that the places before stay valid.
  for (std::size_t i = words.size(); i-- > 0;) minimize_word(session, words[i]);
}

}  // namespace grabr
