#include "import/model/phrase.h"

#include <algorithm>

#include "text/utf8.h"

namespace grabr {

Phrase named_part(std::string name, ImportPlace place) {
  Phrase part;
  part.kind = Phrase::Kind::kName;
  part.text = std::move(name);
  part.place = place;
  return part;
}

Phrase text_part(std::string text, ImportPlace place) {
  Phrase part;
  part.kind = text.empty() ? Phrase::Kind::kSequence : Phrase::Kind::kText;
  part.text = std::move(text);
  part.place = place;
  return part;
}

Phrase set_part(CharClass set, ImportPlace place) {
  Phrase part;
  part.kind = Phrase::Kind::kSet;
  part.place = place;
  part.set = std::move(set);
  return part;
}

Phrase end_of_input() {
  Phrase part;
  part.kind = Phrase::Kind::kPredicate;
  part.text = "EOF";
  return part;
}

bool is_end_of_input(const Phrase& part) {
  return part.is(Phrase::Kind::kPredicate) && part.text == "EOF";
}

Phrase never_part() {
  Phrase part;
  part.kind = Phrase::Kind::kChoice;
  return part;
}

bool is_never(const Phrase& part) {
  return (part.is(Phrase::Kind::kChoice) && part.parts.empty()) ||
         (part.is(Phrase::Kind::kSet) && part.set.empty());
}

namespace {

Phrase of_kind(Phrase::Kind kind, std::vector<Phrase> parts) {
  if (parts.size() == 1) {
    Phrase only = std::move(parts.front());
    return only;
  }
  Phrase part;
  part.kind = kind;
  for (Phrase& inner : parts) {
    if (inner.kind == kind) {
      std::move(inner.parts.begin(), inner.parts.end(), std::back_inserter(part.parts));
    } else {
      part.parts.push_back(std::move(inner));
    }
  }
  return part;
}

}  // namespace

Phrase sequence_of(std::vector<Phrase> parts) {
  return of_kind(Phrase::Kind::kSequence, std::move(parts));
}

Phrase choice_of(std::vector<Phrase> parts) {
  // A sequence may be empty, so only nested choices are flattened.
  return of_kind(Phrase::Kind::kChoice, std::move(parts));
}

Phrase repeat_of(Phrase part, std::uint32_t min, std::uint32_t max) {
  Phrase repeat;
  repeat.kind = Phrase::Kind::kRepeat;
  repeat.min = min;
  repeat.max = max;
  repeat.place = part.place;
  repeat.parts.push_back(std::move(part));
  return repeat;
}

Phrase list_of(Phrase part, Phrase separator) {
  Phrase list = some_of(std::move(part));
  list.parts.push_back(std::move(separator));
  return list;
}

Phrase between(std::string open, std::string close) {
  Phrase inside = many_of(set_part(CharClass{}.complement()));
  inside.lazy = true;
  return sequence_of({text_part(std::move(open)), std::move(inside), text_part(std::move(close))});
}

CharClass without(const CharClass& all, const CharClass& less) {
  CharClass outside = all.complement();
  outside.add(less);
  return outside.complement();
}

CharClass common(const CharClass& left, const CharClass& right) {
  return without(left, right.complement());
}

std::optional<CharClass> one_character(const Phrase& part) {
  if (part.is(Phrase::Kind::kSet)) return part.set;
  if (!part.is(Phrase::Kind::kText)) return std::nullopt;
  const TextUnit unit = unit_at(part.text, 0);
  if (part.text.size() != std::max<std::size_t>(unit.length, 1)) return std::nullopt;
  const CharClass one{{unit.value, unit.value}};
  return part.ignore_case ? one.folded() : one;
}

bool same_part(const Phrase& left, const Phrase& right) {
  return left.kind == right.kind && left.text == right.text && left.min == right.min &&
         left.max == right.max && left.lazy == right.lazy && left.set == right.set &&
         left.ignore_case == right.ignore_case &&
         std::equal(left.parts.begin(), left.parts.end(), right.parts.begin(), right.parts.end(),
                    same_part);
}

bool is_name_of(const Phrase& part, std::string_view name) {
  return part.is(Phrase::Kind::kName) && part.text == name;
}

bool mentions(const Phrase& part, std::string_view name) {
  bool found = false;
  for_each_part(part, [&](const Phrase& each) { found = found || is_name_of(each, name); });
  return found;
}

}  // namespace grabr
