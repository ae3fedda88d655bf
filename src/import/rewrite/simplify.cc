#include <algorithm>
#include <utility>

#include "import/read/characters.h"
#include "import/rewrite/steps.h"

namespace grabr {
namespace {

/// Joins adjacent single-character texts and sets into one set.
std::vector<Phrase> with_joined_sets(std::vector<Phrase> parts) {
  std::vector<Phrase> joined;
  for (Phrase& part : parts) {
    const auto one = one_character(part);
    auto before = joined.empty() ? std::nullopt : one_character(joined.back());
    if (one && before) {
      before->add(*one);
      joined.back() = set_part(*std::move(before));
    } else {
      joined.push_back(std::move(part));
    }
  }
  return joined;
}

Phrase simplified_choice(std::vector<Phrase> parts, bool lexical) {
  std::vector<Phrase> kept;
  bool nothing = false;
  for (Phrase& part : parts) {
    if (is_never(part)) continue;
    if (part.is_empty()) {
      nothing = true;
      continue;
    }
    if (part.is_optional()) {
      nothing = true;
      part = Phrase(part.parts[0]);
    }
    const bool known = std::any_of(kept.begin(), kept.end(),
                                   [&](const Phrase& other) { return same_part(other, part); });
    if (!known) kept.push_back(std::move(part));
  }
  if (kept.empty()) return nothing ? Phrase{} : never_part();
  if (lexical) kept = with_joined_sets(std::move(kept));
  Phrase choice = choice_of(std::move(kept));
  return nothing ? simplified(optional_of(std::move(choice)), lexical) : choice;
}

Phrase simplified_sequence(std::vector<Phrase> parts, bool lexical) {
  std::vector<Phrase> kept;
  for (Phrase& part : parts) {
    if (is_never(part)) return never_part();
    if (part.is_empty()) continue;
    if (!kept.empty()) {
      Phrase& last = kept.back();
      // x x* and x* x
      const auto star_of = [](const Phrase& star, const Phrase& one) {
        return star.is(Phrase::Kind::kRepeat) && star.min == 0 && star.parts.size() == 1 &&
               star.max == Phrase::kUnlimited && !star.lazy && same_part(star.parts[0], one);
      };
      if (star_of(part, last)) {
        last = some_of(std::move(last));
        continue;
      }
      if (star_of(last, part) && lexical) {
        last.min = 1;
        continue;
      }
      if (star_of(part, part.parts.empty() ? part : part.parts[0]) && same_part(part, last))
        continue;
      if (lexical && last.is(Phrase::Kind::kText) && part.is(Phrase::Kind::kText) &&
          last.ignore_case == part.ignore_case) {
        last.text += part.text;
        continue;
      }
    }
    kept.push_back(std::move(part));
  }
  return sequence_of(std::move(kept));
}

Phrase simplified_repeat(Phrase part) {
  Phrase& inner = part.parts[0];
  if (is_never(inner)) return part.min == 0 ? Phrase{} : never_part();
  if (inner.is_empty()) return {};
  if (part.max == 1 && part.min == 1) return Phrase(inner);
  if (part.parts.size() > 1 && part.parts[1].is_empty()) part.parts.pop_back();
  // (x?)* (x+)? (x*)+ and so on; a list with separators is simplified only if it is optional as a
  // whole.
  if (inner.is(Phrase::Kind::kRepeat) && !part.lazy && !inner.lazy && part.parts.size() == 1) {
    const bool counted = (part.max != 1 && part.max != Phrase::kUnlimited) || part.min > 1 ||
                         (inner.max != 1 && inner.max != Phrase::kUnlimited) || inner.min > 1;
    if (!counted && inner.parts.size() == 1) {
      Phrase merged = inner;
      merged.min = std::min(part.min, inner.min);
      merged.max = part.max == 1 && inner.max == 1 ? 1 : Phrase::kUnlimited;
      return merged;
    }
    if (!counted && part.max == 1 && inner.min == 0) return Phrase(inner);
  }
  // (x | nothing)* is x*.
  return part;
}

}  // namespace

Phrase simplified(Phrase part, bool lexical) {
  if (part.is(Phrase::Kind::kExcept)) return part;
  std::vector<Phrase> parts;
  for (Phrase& inner : part.parts) {
    Phrase done = simplified(std::move(inner), lexical);
    const bool open = done.kind == part.kind && !is_never(done) && !part.is(Phrase::Kind::kRepeat);
    if (open) std::move(done.parts.begin(), done.parts.end(), std::back_inserter(parts));
    else parts.push_back(std::move(done));
  }
  part.parts = std::move(parts);
  switch (part.kind) {
    case Phrase::Kind::kChoice: return simplified_choice(std::move(part.parts), lexical);
    case Phrase::Kind::kSequence: return simplified_sequence(std::move(part.parts), lexical);
    case Phrase::Kind::kRepeat: return simplified_repeat(std::move(part));
    default: return part;
  }
}

bool says(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return text.find(word) != text.npos; });
}

bool matches_nothing(const Phrase& part) {
  switch (part.kind) {
    case Phrase::Kind::kSequence:
      return std::all_of(part.parts.begin(), part.parts.end(), matches_nothing);
    case Phrase::Kind::kChoice:
      return std::any_of(part.parts.begin(), part.parts.end(), matches_nothing);
    case Phrase::Kind::kRepeat: return part.min == 0 || matches_nothing(part.parts[0]);
    case Phrase::Kind::kPredicate: return true;
    default: return false;
  }
}

Phrase without_nothing(const Phrase& part) {
  if (!matches_nothing(part)) return part;
  std::vector<Phrase> ways;
  switch (part.kind) {
    case Phrase::Kind::kChoice:
      for (const Phrase& inner : part.parts) ways.push_back(without_nothing(inner));
      break;
    case Phrase::Kind::kRepeat: {
      Phrase repeat = part;
      repeat.parts[0] = without_nothing(part.parts[0]);
      repeat.min = 1;
      ways.push_back(std::move(repeat));
      break;
    }
    case Phrase::Kind::kSequence:
      for (std::size_t i = 0; i < part.parts.size(); ++i) {
        std::vector<Phrase> rest = {without_nothing(part.parts[i])};
        rest.insert(rest.end(), part.parts.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                    part.parts.end());
        ways.push_back(sequence_of(std::move(rest)));
      }
      break;
    default: break;
  }
  return simplified(choice_of(std::move(ways)), true);
}

bool is_fixed_text(const Phrase& part, std::string& text) {
  switch (part.kind) {
    case Phrase::Kind::kText: text += part.text; return true;
    case Phrase::Kind::kSet: {
      const auto& ranges = part.set.ranges();
      if (ranges.size() != 1 || ranges[0].first != ranges[0].last) return false;
      text += bytes_of(ranges[0].first);
      return true;
    }
    case Phrase::Kind::kSequence:
      return !part.parts.empty() &&
             std::all_of(part.parts.begin(), part.parts.end(),
                         [&](const Phrase& inner) { return is_fixed_text(inner, text); });
    default: return false;
  }
}

}  // namespace grabr
