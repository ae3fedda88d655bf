// Each edit makes a whole sequence; impossible edits are left out. The new numbers of a span are
// decoded by the span's piece of the grammar alone, so that the numbers after it keep their
// meaning.
// Tested by tests/reduce/choices_test.cc.
#include "reduce/literature/choice_edits.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

constexpr std::size_t kMaxInside = 8;    // spans inside a span that are tried in its place
constexpr std::size_t kMaxLowered = 12;  // smaller values tried for a number

/// 0, 1, half, three quarters, … of a number, all below it.
std::vector<std::uint32_t> lower_values(std::uint32_t value) {
  std::vector<std::uint32_t> lower;
  if (value > 0) lower.push_back(0);
  if (value > 1) lower.push_back(1);
  for (std::uint32_t rest = value / 2; rest > 0 && lower.size() < kMaxLowered; rest /= 2) {
    if (value - rest > lower.back()) lower.push_back(value - rest);
  }
  return lower;
}

}  // namespace

ChoiceValues spliced(const ChoiceValues& values, std::uint32_t begin, std::uint32_t end,
                     std::span<const std::uint32_t> by) {
  ChoiceValues result(values.begin(), values.begin() + begin);
  result.insert(result.end(), by.begin(), by.end());
  result.insert(result.end(), values.begin() + end, values.end());
  return result;
}

ChoiceValues without_things(const ChoiceValues& base, const std::vector<ChoiceSpan>& things,
                            const Kept& kept) {
  ChoiceValues values;
  std::uint32_t at = 0;
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < things.size(); ++i) {
    if (next < kept.size() && kept[next] == i) {
      ++next;
      continue;
    }
    values.insert(values.end(), base.begin() + at, base.begin() + things[i].begin);
    if (things[i].kind == ChoiceSpan::Kind::kOptional) values.push_back(0);
    at = things[i].end;
  }
  values.insert(values.end(), base.begin() + at, base.end());
  return values;
}

std::span<const std::uint32_t> ChoiceEdits::values_of(const ChoiceSpan& span) const {
  return std::span(best_.values).subspan(span.begin, span.end - span.begin);
}

/// The best sequence with other numbers for a span, decoded by the span's piece of the grammar
/// alone.
std::optional<ChoiceValues> ChoiceEdits::realigned(const ChoiceSpan& span,
                                                   std::span<const std::uint32_t> values) const {
  const auto part =
      coder_.decode_part(span.part, values, {span.end - span.begin, best_.tokens.size()});
  if (!part) return std::nullopt;
  return spliced(best_.values, span.begin, span.end, part->values);
}

std::vector<ChoiceEdit> ChoiceEdits::inside(std::size_t number) const {
  const ChoiceSpan& span = best_.spans[number];
  std::vector<ChoiceEdit> edits;
  if (span.kind != ChoiceSpan::Kind::kRule) return edits;
  std::vector<const ChoiceSpan*> found;
  for (std::size_t i = number + 1; i < best_.spans.size(); ++i) {
    const ChoiceSpan& other = best_.spans[i];
    if (other.begin >= span.end) break;
    if (other.part == span.part && other.kind == span.kind) found.push_back(&other);
  }
  std::ranges::stable_sort(found, {}, [](const ChoiceSpan* s) { return s->end - s->begin; });
  if (found.size() > kMaxInside) found.resize(kMaxInside);
  for (const ChoiceSpan* other : found) {
    edits.push_back({spliced(best_.values, span.begin, span.end, values_of(*other)),
                     "replace " + name(span) + " by one inside it", 0});
  }
  return edits;
}

std::vector<ChoiceEdit> ChoiceEdits::simplest(std::size_t number) const {
  const ChoiceSpan& span = best_.spans[number];
  const bool fits = span.kind != ChoiceSpan::Kind::kElement &&
                    std::ranges::any_of(values_of(span), [](auto value) { return value > 0; });
  const auto values = fits ? realigned(span, {}) : std::nullopt;
  if (!values) return {};
  return {{*values, "the simplest " + name(span), 0}};
}

std::vector<ChoiceEdit> ChoiceEdits::lowered(std::size_t number) const {
  const ChoiceSpan& span = best_.spans[number];
  std::vector<ChoiceEdit> edits;
  const bool lists =
      span.kind == ChoiceSpan::Kind::kElement || span.kind == ChoiceSpan::Kind::kList;
  if (lists || !is_head(number)) return edits;
  ChoiceValues values(values_of(span).begin(), values_of(span).end());
  for (const std::uint32_t lower : lower_values(best_.values[span.begin])) {
    values[0] = lower;
    if (auto whole = realigned(span, values)) {
      edits.push_back({std::move(*whole), "a simpler " + name(span), 0});
    }
  }
  return edits;
}

/// Does the first number of the span belong to the span itself, and not to a span inside it?
bool ChoiceEdits::is_head(std::size_t number) const {
  return number + 1 == best_.spans.size() ||
         best_.spans[number + 1].begin > best_.spans[number].begin;
}

std::vector<ChoiceEdit> ChoiceEdits::lowered_together(std::size_t number) const {
  const ChoiceSpan& span = best_.spans[number];
  std::vector<ChoiceEdit> edits;
  if (span.kind != ChoiceSpan::Kind::kToken) return edits;
  const std::uint32_t value = best_.values[span.begin];
  std::vector<std::uint32_t> places;
  for (const ChoiceSpan& other : best_.spans) {
    const bool equal =
        other.part == span.part && other.kind == span.kind && best_.values[other.begin] == value;
    if (!equal) continue;
    if (other.begin < span.begin) return edits;
    places.push_back(other.begin);
  }
  if (places.size() < 2) return edits;
  for (const std::uint32_t lower : lower_values(value)) {
    ChoiceValues values = best_.values;
    for (const std::uint32_t place : places) values[place] = lower;
    const std::string count = std::to_string(places.size());
    edits.push_back({std::move(values), "one text for " + count + " × " + name(span), 0});
  }
  return edits;
}

/// The next span of the same kind after the end of this one.
const ChoiceSpan* ChoiceEdits::next_alike(std::size_t number) const {
  const ChoiceSpan& span = best_.spans[number];
  for (std::size_t i = number + 1; i < best_.spans.size(); ++i) {
    const ChoiceSpan& other = best_.spans[i];
    if (other.begin >= span.end && other.part == span.part && other.kind == span.kind) {
      return &other;
    }
  }
  return nullptr;
}

std::vector<ChoiceEdit> ChoiceEdits::swapped(std::size_t number) const {
  const ChoiceSpan& span = best_.spans[number];
  if (span.kind != ChoiceSpan::Kind::kElement) return {};
  const ChoiceSpan* next = next_alike(number);
  if (next == nullptr || next->begin != span.end) return {};
  ChoiceValues both(values_of(*next).begin(), values_of(*next).end());
  both.insert(both.end(), values_of(span).begin(), values_of(span).end());
  return {{spliced(best_.values, span.begin, next->end, both), "swap two " + name(span), 0}};
}

std::vector<ChoiceEdit> ChoiceEdits::moved(std::size_t number) const {
  const ChoiceSpan& span = best_.spans[number];
  if (span.kind != ChoiceSpan::Kind::kToken || best_.values[span.begin] == 0) return {};
  const ChoiceSpan* next = next_alike(number);
  if (next == nullptr) return {};
  ChoiceValues values = best_.values;
  std::swap(values[span.begin], values[next->begin]);
  return {{std::move(values), "move a text of " + name(span), 0}};
}

std::string ChoiceEdits::name(const ChoiceSpan& span) const {
  return span.part < grammar_.symbols.size() ? grammar_.symbols[span.part].name : "part";
}

}  // namespace grabr
