#include "parse/ambiguity/ambiguity.h"

#include <algorithm>
#include <utility>

#include "parse/earley/build_tree.h"

namespace grabr {

AllDerivations::AllDerivations(std::shared_ptr<const Grammar> grammar, Reading reading,
                               std::string_view text, std::size_t max_memory)
    : grammar_(std::move(grammar)),
      reading_(std::move(reading)),
      text_(text),
      forest_(reading_.chart),
      counts_(forest_, max_memory),
      ranking_(forest_, counts_) {}

DerivationCount AllDerivations::count() {
  const std::uint64_t number = counts_.of(whole_input(reading_.chart));
  return {number, counts_.cyclic()};
}

Tree AllDerivations::tree(std::uint64_t number) {
  Part root = whole_input(reading_.chart);
  root.number = number - 1;
  return tree_of(root, [&](const Part& part) { return ranking_.step(part); });
}

std::optional<Ambiguity> AllDerivations::first_ambiguity() {
  std::optional<std::pair<Part, std::vector<Step>>> first;
  std::vector<Part> todo{whole_input(reading_.chart)};
  while (!todo.empty()) {
    const Part part = todo.back();
    todo.pop_back();
    if (first && part.begin > first->first.begin) break;
    std::vector<Step> steps = ranking_.first_steps(part, 2);
    const std::vector<Part> parts = steps[0].parts;
    if (steps.size() > 1 && (!first || part.end <= first->first.end)) {
      first.emplace(part, std::move(steps));
    }
    for (std::size_t k = parts.size(); k-- > 0;) {
      if (!forest_.grammar().terminal(parts[k].symbol)) todo.push_back(parts[k]);
    }
  }
  if (!first) return std::nullopt;
  return describe(first->first, first->second);
}

Ambiguity AllDerivations::describe(const Part& part, const std::vector<Step>& steps) {
  const auto beginning_with = [&](const Step& first) {
    bool at_top = true;
    return tree_of(part, [&](const Part& next) {
      return std::exchange(at_top, false) ? first : ranking_.first_steps(next, 1)[0];
    });
  };
  return {name_of(part.symbol), text_of(part), beginning_with(steps[0]), beginning_with(steps[1])};
}

Tree AllDerivations::tree_of(const Part& part, const Choose& choose) const {
  return build_tree(grammar_, forest_.grammar(), text_, reading_.tokens, part, choose);
}

Span AllDerivations::text_of(const Part& part) const {
  if (grammar_->notation == Notation::kClassic) return {part.begin, part.end};
  const auto& tokens = reading_.tokens.tokens;
  const std::uint32_t begin = part.begin < tokens.size() ? tokens[part.begin].text.begin
                                                         : reading_.tokens.skipped_at_end.end;
  return {begin, part.begin == part.end ? begin : tokens[part.end - 1].text.end};
}

std::string AllDerivations::name_of(LoweredId symbol) const {
  const LoweredGrammar& grammar = forest_.grammar();
  const auto words = [](Role role) -> std::string {
    switch (role) {
      case Role::kGroup: return "group in ";
      case Role::kOptional: return "optional part in ";
      case Role::kStar:
      case Role::kList: return "list in ";
      default: return "";
    }
  };
  const std::string what = words(grammar.symbols[symbol].role);
  // Climbs from a helper symbol to the user's rule that contains it.
  while (grammar.symbols[symbol].role != Role::kRule) {
    const auto has_it = [&](const LoweredRule& rule) {
      const auto parts = grammar.rhs(static_cast<std::uint32_t>(&rule - grammar.rules.data()));
      return rule.lhs != symbol && std::find(parts.begin(), parts.end(), symbol) != parts.end();
    };
    symbol = std::find_if(grammar.rules.begin(), grammar.rules.end(), has_it)->lhs;
  }
  return what + grammar_->symbols[symbol].name;
}

}  // namespace grabr
