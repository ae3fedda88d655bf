// Handles comments that may also end at the end of the input. Tested by antlr_test.cc.
#include <algorithm>
#include <vector>

#include "import/read/characters.h"
#include "import/rewrite/steps.h"
#include "import/rewrite/tokens.h"

namespace grabr {
namespace {

/// The characters that texts of a phrase begin with; false if it may be empty or they are not
/// known.
bool first_characters(const Phrase& part, CharClass& first) {
  switch (part.kind) {
    case Phrase::Kind::kSet: first.add(part.set); return true;
    case Phrase::Kind::kText: {
      std::size_t at = 0;
      const std::uint32_t code = next_character(part.text, at);
      const CharClass set{{code, code}};
      first.add(part.ignore_case ? set.folded() : set);
      return true;
    }
    case Phrase::Kind::kSequence:
      for (const Phrase& inner : part.parts) {
        if (first_characters(inner, first)) return true;
      }
      return false;
    case Phrase::Kind::kChoice:
      return !part.parts.empty() &&
             std::all_of(part.parts.begin(), part.parts.end(),
                         [&](const Phrase& inner) { return first_characters(inner, first); });
    case Phrase::Kind::kRepeat: return first_characters(part.parts[0], first) && part.min > 0;
    default: return false;
  }
}

bool names_end_of_input(const Phrase& part) {
  bool found = false;
  for_each_part(part, [&](const Phrase& each) { found = found || is_end_of_input(each); });
  return found;
}

/// The phrase for places before the end of the input.
Phrase without_end_of_input(Phrase part) {
  for_each_part(part, [](Phrase& each) {
    if (is_end_of_input(each)) each = never_part();
  });
  return simplified(std::move(part), true);
}

/// The texts of `repeat` without a character of `end`.
Phrase up_to(Phrase repeat, const CharClass& end) {
  Phrase& inside = repeat.parts[0];
  const CharClass all = inside.is(Phrase::Kind::kSet) ? inside.set : CharClass{}.complement();
  inside = set_part(without(all, end));
  repeat.lazy = false;
  return repeat;
}

}  // namespace

Phrase ended_by_input(Phrase sequence) {
  std::vector<Phrase>& parts = sequence.parts;
  const auto is_endless = [](const Phrase& part) {
    return part.lazy && part.max == Phrase::kUnlimited;
  };
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    Phrase tail;
    tail.parts.assign(part + 1, parts.end());
    if (!is_endless(*part) || !names_end_of_input(tail)) continue;
    tail = without_end_of_input(std::move(tail));
    CharClass end;
    first_characters(tail, end);
    Phrase to_the_end = up_to(*part, end);
    Phrase found;
    found.parts = {std::move(*part), std::move(tail)};
    parts.erase(part, parts.end());
    parts.push_back(simplified(choice_of({std::move(found), std::move(to_the_end)}), true));
    break;
  }
  return sequence;
}

}  // namespace grabr
