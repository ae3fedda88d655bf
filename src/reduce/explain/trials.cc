#include "reduce/explain/trials.h"

#include <algorithm>
#include <utility>

#include "reduce/explain/slots.h"
#include "text/error.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::uint64_t kDrawsPerSample = 10;
constexpr std::uint64_t kSpacings = 10;  // texts in other spacing

}  // namespace

std::optional<AbstractGrammar> Trials::grammar_of(const Filling& filling) {
  return AbstractGrammar::load(base_, skeleton_.rules(parts_, filling, spacing_));
}

void Trials::find_spacing() {
  if (is_classic() || fails_in_other_spacing()) return;
  if (!grammar().layout) {
    spacing_ = Spacing::kExact;
    if (fails_in_other_spacing()) return;
  }
  throw Error(ErrorKind::kInvalid,
              "the result cannot be written again by its grammar so that it still fails: its "
              "failure depends on its spacing");
}

bool Trials::fails_in_other_spacing() {
  const std::vector<std::string> texts = other_spacings();
  if (texts.empty()) return false;
  const std::vector<Outcome> outcomes = ask_all(texts);
  return std::ranges::count(outcomes, Outcome::kFail) == static_cast<std::ptrdiff_t>(texts.size());
}

std::vector<std::string> Trials::other_spacings() {
  auto plain = grammar_of({});
  if (!plain) return {};
  const std::uint64_t seed = next_seed();
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < kSpacings; ++i) {
    RandomNumbers random(seed, i);
    const auto tree = plain->sentence(start_name(grammar()), random);
    if (!tree) continue;
    std::string text = print(*tree);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  return texts;
}

std::vector<Outcome> Trials::ask_all(const std::vector<std::string>& texts,
                                     std::optional<Outcome> until) {
  std::vector<Outcome> outcomes;
  std::size_t asked = 0;
  ask_(
      [&]() -> std::optional<std::string> {
        if (asked == texts.size()) return std::nullopt;
        return texts[asked++];
      },
      [&](const TestResult& result) {
        const bool open = result.timed_out && !fails(result);
        outcomes.push_back(open ? Outcome::kUnresolved : result.outcome);
        return outcomes.size() < texts.size() && outcomes.back() != until;
      });
  return outcomes;
}

std::optional<std::string> Trials::text_with(const Filling& filling) {
  auto made = grammar_of(filling);
  if (!made) return std::nullopt;
  RandomNumbers random(0);
  const auto tree = made->sentence(start_name(grammar()), random);
  return tree ? std::optional(print(*tree)) : std::nullopt;
}

bool Trials::fails_with(std::size_t part, const RuleItems& value) {
  const auto text = text_with({{{part, {.free = false, .value = value}}}});
  return text && ask_one(*text, ask_) == Outcome::kFail;
}

Sampled Trials::sample_part(std::size_t number) {
  const Filling filling{{{number, {.free = true}}}};
  auto made = grammar_of(filling);
  if (!made) return {};
  Draws draws(*made, starts(filling), {skeleton_.part_name(number)}, next_seed(),
              options_.samples * kDrawsPerSample);
  if (parts_[number].verdict != PartVerdict::kLinked) draws.leave_out(was(parts_[number]));
  return sample(draws, options_.samples, ask_);
}

std::optional<Sampled> Trials::sample_all(const Filling& all) {
  auto made = grammar_of(all);
  if (!made) return std::nullopt;
  std::vector<std::string> names;
  for (const auto& [number, one] : all.parts) names.push_back(skeleton_.part_name(number));
  Draws draws(*made, starts(all), names, next_seed(), options_.together * kDrawsPerSample);
  return sample(draws, options_.together, ask_);
}

std::vector<RuleItems> Trials::draw_values(std::size_t number) {
  const Filling filling{{{number, {.free = true}}}};
  auto made = grammar_of(filling);
  if (!made) return {};
  std::vector<RuleItems> values;
  Draws draws(*made, starts(filling), {skeleton_.part_name(number)}, next_seed(),
              options_.samples * kDrawsPerSample);
  draws.leave_out(was(parts_[number]));
  while (values.size() < options_.samples) {
    const auto drawn = draws.next();
    if (!drawn) break;
    if (drawn->values.front()) values.push_back(*drawn->values.front());
  }
  return values;
}

Filling Trials::values_of(const Drawn& drawn, const Filling& all) const {
  const std::vector<std::string> names = starts(all);
  const auto alternative =
      static_cast<std::size_t>(std::ranges::find(names, drawn.start) - names.begin());
  Filling filling;
  std::size_t i = 0;
  for (const auto& [number, one] : all.parts) {
    const std::optional<RuleItems>& value = drawn.values[i++];
    const bool linked = parts_[number].verdict == PartVerdict::kLinked;
    filling.parts[number].value =
        linked ? parts_[number].values[alternative] : value.value_or(RuleItems());
  }
  return filling;
}

/// Linked parts have a start symbol for each of their values.
std::vector<std::string> Trials::starts(const Filling& filling) const {
  const std::size_t count = Skeleton::alternatives(parts_, filling);
  if (count == 1) return {start_name(grammar())};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(skeleton_.alternative_name(i));
  return names;
}

RuleItems Trials::was(const FreePart& part) const {
  return part.verdict == PartVerdict::kMore ? RuleItems() : items_below(tree_, part.nodes.front());
}

}  // namespace grabr
