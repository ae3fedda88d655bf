// Rewrites repetitions as lists, whose elements a reducer can remove one by one.
//   x (',' x)*                  →  x % ','        also with several parts in place of x and ','
//   (x ',')* x                  →  x % ','
//   list: x | list ',' x        →  list: x % ','
//   list: x | x ',' list        →  list: x % ','
//   list: | list x              →  list: x*
// Tested by rewrite_test.cc.
#include <algorithm>
#include <utility>

#include "import/rewrite/steps.h"

namespace grabr {
namespace {

std::vector<Phrase> parts_of(const Phrase& part) {
  return part.is(Phrase::Kind::kSequence) ? part.parts : std::vector<Phrase>{part};
}

bool is_star(const Phrase& part) {
  return part.is(Phrase::Kind::kRepeat) && part.min == 0 && part.max == Phrase::kUnlimited &&
         part.parts.size() == 1;
}

Phrase part_of(const std::vector<Phrase>& parts, std::size_t begin, std::size_t end) {
  return sequence_of({parts.begin() + static_cast<std::ptrdiff_t>(begin),
                      parts.begin() + static_cast<std::ptrdiff_t>(end)});
}

/// The longest common end of parts[0, end) and the inside of a repetition; the rest of that inside
/// is the separator and must not be empty.
std::size_t common_end(const std::vector<Phrase>& parts, std::size_t end,
                       const std::vector<Phrase>& inside) {
  std::size_t length = 0;
  while (length < end && length + 1 < inside.size() &&
         same_part(parts[end - 1 - length], inside[inside.size() - 1 - length])) {
    ++length;
  }
  return length;
}

std::size_t common_begin(const std::vector<Phrase>& parts, std::size_t begin,
                         const std::vector<Phrase>& inside) {
  std::size_t length = 0;
  while (begin + length < parts.size() && length + 1 < inside.size() &&
         same_part(parts[begin + length], inside[length])) {
    ++length;
  }
  return length;
}

void find_in_sequence(Phrase& sequence) {
  std::vector<Phrase>& parts = sequence.parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!is_star(parts[i])) continue;
    const std::vector<Phrase> inside = parts_of(parts[i].parts[0]);
    if (const std::size_t length = common_end(parts, i, inside); length > 0) {
      Phrase list =
          list_of(part_of(parts, i - length, i), part_of(inside, 0, inside.size() - length));
      list.place = parts[i].place;
      const auto first = parts.begin() + static_cast<std::ptrdiff_t>(i - length);
      parts.erase(first, first + static_cast<std::ptrdiff_t>(length));
      i -= length;
      parts[i] = std::move(list);
    } else if (const std::size_t after = common_begin(parts, i + 1, inside); after > 0) {
      Phrase list =
          list_of(part_of(parts, i + 1, i + 1 + after), part_of(inside, after, inside.size()));
      const auto first = parts.begin() + static_cast<std::ptrdiff_t>(i + 1);
      parts.erase(first, first + static_cast<std::ptrdiff_t>(after));
      parts[i] = std::move(list);
    }
  }
}

void find_in_part(Phrase& part) {
  for (Phrase& inner : part.parts) find_in_part(inner);
  if (part.is(Phrase::Kind::kSequence)) find_in_sequence(part);
}

/// The parts of a rule that calls itself once in some alternatives, always at the same end.
struct SelfCall {
  std::vector<Phrase> ends;    ///< alternatives without a call
  std::vector<Phrase> rounds;  ///< the other alternatives, without the call
  bool left = false;
};

bool find_self_calls(const ImportedRule& rule, SelfCall& found) {
  bool left = false;
  bool right = false;
  for (const ImportedBranch& branch : rule.branches) {
    std::vector<Phrase> parts = parts_of(branch.body);
    if (!mentions(branch.body, rule.name)) {
      found.ends.push_back(branch.body);
      continue;
    }
    if (parts.size() < 2) return false;
    const bool first = is_name_of(parts.front(), rule.name);
    const bool last = is_name_of(parts.back(), rule.name);
    if (first == last) return false;
    (first ? left : right) = true;
    parts.erase(first ? parts.begin() : parts.end() - 1);
    Phrase round = sequence_of(std::move(parts));
    if (mentions(round, rule.name)) return false;
    found.rounds.push_back(std::move(round));
  }
  found.left = left;
  return left != right && !found.ends.empty();
}

/// Are all rounds of the rule a separator and the text that the rule ends with?
bool separated(const SelfCall& self, Phrase& element, Phrase& separator) {
  if (self.rounds.size() != 1 || self.ends.size() != 1) return false;
  const std::vector<Phrase> round = parts_of(self.rounds[0]);
  const std::vector<Phrase> end = parts_of(self.ends[0]);
  if (self.ends[0].is_empty() || round.size() <= end.size()) return false;
  const std::size_t rest = round.size() - end.size();
  const std::size_t at = self.left ? rest : 0;
  for (std::size_t i = 0; i < end.size(); ++i) {
    if (!same_part(round[at + i], end[i])) return false;
  }
  element = self.ends[0];
  separator = self.left ? part_of(round, 0, rest) : part_of(round, end.size(), round.size());
  return true;
}

void turn_into_list(ImportedRule& rule) {
  SelfCall self;
  if (!find_self_calls(rule, self)) return;
  Phrase body;
  Phrase element;
  Phrase separator;
  Phrase rounds = simplified(choice_of(self.rounds), false);
  Phrase ends = simplified(choice_of(self.ends), false);
  if (separated(self, element, separator)) {
    body = list_of(std::move(element), std::move(separator));
  } else if (same_part(rounds, ends)) {
    body = some_of(std::move(rounds));
  } else if (self.rounds.size() == 1 || ends.is_empty()) {
    Phrase star = many_of(std::move(rounds));
    std::vector<Phrase> both = {std::move(ends), std::move(star)};
    if (!self.left) std::swap(both[0], both[1]);
    body = simplified(sequence_of(std::move(both)), false);
  } else {
    return;
  }
  rule.branches = branches_of(std::vector<Phrase>{std::move(body)});
}

/// The only part that `more` has in addition to `less`, between its first and last parts.
bool differ_by_one(const std::vector<Phrase>& more, const std::vector<Phrase>& less,
                   std::size_t& at) {
  if (more.size() != less.size() + 1 || less.empty()) return false;
  at = 0;
  while (at < less.size() && same_part(more[at], less[at])) ++at;
  return std::equal(more.begin() + static_cast<std::ptrdiff_t>(at) + 1, more.end(),
                    less.begin() + static_cast<std::ptrdiff_t>(at), same_part);
}

/// '{' x '}' | '{' '}' becomes '{' x? '}'.
void find_optional(ImportedRule& rule) {
  for (std::size_t i = 0; i < rule.branches.size(); ++i) {
    for (std::size_t j = 0; j < rule.branches.size(); ++j) {
      const std::vector<Phrase> more = parts_of(rule.branches[i].body);
      const std::vector<Phrase> less = parts_of(rule.branches[j].body);
      std::size_t at = 0;
      // The first and last part must stay: another step handles operands.
      if (i == j || !differ_by_one(more, less, at) || at == 0 || at + 1 == more.size()) continue;
      rule.branches[i].body.parts[at] = optional_of(more[at]);
      rule.branches.erase(rule.branches.begin() + static_cast<std::ptrdiff_t>(j));
      return find_optional(rule);
    }
  }
}

}  // namespace

void find_optional_parts(ImportedGrammar& grammar) {
  constexpr std::size_t kMaxBranches = 200;  // more are generated, not written by a person
  for (ImportedRule& rule : grammar.rules) {
    if (rule.branches.size() <= kMaxBranches) find_optional(rule);
  }
}

void find_lists(ImportedGrammar& grammar) {
  for (ImportedRule& rule : grammar.rules) {
    turn_into_list(rule);
    for (ImportedBranch& branch : rule.branches) {
      branch.body = simplified(std::move(branch.body), false);
      find_in_part(branch.body);
      branch.body = simplified(std::move(branch.body), false);
    }
  }
}

}  // namespace grabr
