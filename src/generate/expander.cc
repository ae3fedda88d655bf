// The Fuzzing Book's GrammarFuzzer with a stricter bound. A random open nonterminal is expanded by
// one of its alternatives until none is open. The book has three phases: the most costly
// alternatives up to min_nonterminals, random ones up to max_nonterminals, the cheapest ones after
// that; and it counts open nonterminals, which bounds a tree's breadth but not its size. Here the
// count is that of all nonterminals the finished tree will have if everything open ends the
// cheapest way:
//
//   <e> ::= <e> + <d> | <d>    <d> ::= 0 | 1        max_nonterminals 5
//
//   <e>                      2 nonterminals will do: <e> and <d>
//   <e> + <d>                the inner <e> needs 2, <d> 1: 4 with the root
//   (<e> + <d>) + <d>        would need 6: not allowed, so the inner <e> becomes a <d>
//
// A branch is allowed while that number stays below the maximum, so the closing phase begins by
// itself and the bound holds. Likewise a depth limit excludes what would become too high; if
// everything is excluded, the lowest branch is taken. Optional parts, repetitions and groups choose
// among branches as alternatives do (rule_parts.h). Among the allowed branches: while the sentence
// grows, the most costly (Costs without the expanded symbol, as in the book), otherwise by weight
// (kRandom) or uniformly.
//
// For coverage, the book makes every nonterminal aim at something uncovered, which in a grammar
// with optional parts fills the sentence before the deep rules are reached, as each optional part
// leads somewhere. Here the open nonterminal nearest to something uncovered is expanded next, only
// its nearest part aims there, and everything else takes an uncovered branch of its own or the
// cheapest.
//
// Every loop terminates: an expansion either takes a cheapest (or lowest) branch, which is
// well-founded, or increases the count of needed nonterminals, which is bounded;
// kMaxDerivationNodes bounds the rest. The only recursion is over the nesting of a rule's own text.
// Source: fuzzingbook.org, GrammarFuzzer, GrammarCoverageFuzzer, ProbabilisticGrammarFuzzer. Tested
// by tests/generate/generator_test.cc.
#include "generate/expander.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

constexpr unsigned kOneMore = 60;           // percent: chance of one more element after two
constexpr std::uint32_t kMaxElements = 20;  // elements of a repetition without other bounds

/// Keeps the branches with the least (`most`: greatest) value.
template <class Value>
void keep_best(std::vector<std::uint32_t>& branches, bool most, Value value) {
  std::vector<std::uint32_t> best;
  std::uint64_t found = 0;
  for (const std::uint32_t branch : branches) {
    const std::uint64_t here = value(branch);
    if (!best.empty() && here != found && (here > found) == most) best.clear();
    if (best.empty() || here == found) {
      best.push_back(branch);
      found = here;
    }
  }
  branches = std::move(best);
}

/// With weights, alternatives of weight 0 are used only if nothing else ends.
Costs::Unlikely unlikely_of(const GeneratorOptions& options) {
  return options.strategy == GenerateStrategy::kRandom ? Costs::Unlikely::kLeftOut
                                                       : Costs::Unlikely::kCounts;
}

}  // namespace

Expander::Expander(const Grammar& grammar, const GeneratorOptions& options)
    : grammar_(grammar),
      options_(options),
      parts_(grammar),
      costs_(parts_, Costs::Measure::kNonterminals, unlikely_of(options)),
      levels_(parts_, Costs::Measure::kLevels, unlikely_of(options)),
      coverage_(parts_, costs_) {}

std::optional<Draft> Expander::expand(SymbolId nonterminal, RandomNumbers& random) {
  random_ = &random;
  draft_.clear();
  open_.clear();
  start_ = nonterminal;
  needed_ = least(nonterminal);
  if (needed_ > kMaxDerivationNodes) return std::nullopt;
  DraftNode root;
  root.node.symbol = nonterminal;
  draft_.push_back(root);
  open_.push_back({0, 1});
  while (!open_.empty()) {
    expand_node(take_open());
    if (draft_.size() > kMaxDerivationNodes) return std::nullopt;
  }
  return std::move(draft_);
}

/// Takes a random open nonterminal; for coverage, one nearest to something uncovered.
Expander::Open Expander::take_open() {
  std::size_t at = random_->below(open_.size());
  if (covers() && can_cover_more(start_)) {
    const auto distance = [&](const Open& open) {
      return coverage_.distance_from(draft_[open.node].node.symbol);
    };
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (distance(open_[i]) < distance(open_[at])) at = i;
    }
  }
  std::swap(open_[at], open_.back());
  const Open taken = open_.back();
  open_.pop_back();
  return taken;
}

void Expander::expand_node(Open open) {
  depth_ = open.depth;
  expanding_ = draft_[open.node].node.symbol;
  const PartId rule = parts_.of_rule(expanding_);
  const std::uint32_t alternative = choose(rule, true);
  draft_[open.node].node.set_alternative(alternative);
  add_children(parts_.children(rule)[alternative], open.node, true);
}

/// Adds all parts of a sequence, the nearest of which aims for coverage; otherwise the single part.
void Expander::add_children(PartId body, std::uint32_t to, bool aims) {
  if (parts_[body].kind != Expr::Kind::kSequence) return add_part(body, to, aims);
  const auto parts = parts_.children(body);
  auto nearest = parts.end();
  if (aims && covers() && !parts.empty()) {
    const auto distance = [&](PartId part) { return coverage_.distance_in(part); };
    nearest = std::ranges::min_element(parts, {}, distance);
  }
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    add_part(*part, to, part == nearest);
  }
}

void Expander::add_part(PartId part, std::uint32_t to, bool aims) {
  switch (parts_[part].kind) {
    case Expr::Kind::kSymbol: return add_symbol(parts_[part].symbol, to);
    case Expr::Kind::kOptional: return add_optional(part, to, aims);
    case Expr::Kind::kRepeat: return add_list(part, to, aims);
    case Expr::Kind::kChoice: {
      const std::uint32_t branch = choose(part, aims);
      return add_group(parts_.children(part)[branch], branch, to, aims);
    }
    case Expr::Kind::kSequence: return add_group(part, 0, to, aims);
  }
}

void Expander::add_symbol(SymbolId symbol, std::uint32_t to) {
  const bool terminal = grammar_.symbols[symbol].terminal();
  const std::uint32_t node = add_node(terminal ? NodeKind::kToken : NodeKind::kRule, symbol, to);
  if (!terminal) open_.push_back({node, depth_ + 1});
}

/// A group of one part is replaced by that part, as in parsed trees.
void Expander::add_group(PartId body, std::uint32_t alternative, std::uint32_t to, bool aims) {
  const bool sequence = parts_[body].kind == Expr::Kind::kSequence;
  if (!sequence || parts_[body].child_count == 1) return add_children(body, to, aims);
  const std::uint32_t group = add_node(NodeKind::kGroup, kNoSymbol, to);
  draft_[group].node.set_alternative(alternative);
  add_children(body, group, aims);
}

void Expander::add_optional(PartId part, std::uint32_t to, bool aims) {
  const PartId content = parts_.children(part)[0];
  const std::uint32_t node = add_node(NodeKind::kOptional, single_symbol(content), to);
  const bool present = choose(part, aims) == kOne;
  draft_[node].node.set_alternative(present ? 0 : 1);
  if (present) add_part(content, node, aims);
}

void Expander::add_list(PartId part, std::uint32_t to, bool aims) {
  const auto children = parts_.children(part);
  const std::uint32_t node = add_node(NodeKind::kList, single_symbol(children[0]), to);
  draft_[node].node.separated = children.size() > 1;
  draft_[node].node.min = parts_[part].min > 0 ? 1 : 0;
  const std::uint32_t branch = choose(part, aims);
  const bool separators_aim =
      aims && children.size() > 1 && branch == kMore &&
      coverage_.distance_in(children[1]) < coverage_.distance_in(children[0]);
  for (std::uint32_t count = 0; count < branch || (branch == kMore && goes_on(part, count));
       ++count) {
    if (count > 0 && children.size() > 1) {
      add_part(children[1], node, separators_aim && count == 1);
    }
    add_part(children[0], node, aims && !separators_aim && count == 0);
  }
}

std::uint32_t Expander::add_node(NodeKind kind, SymbolId symbol, std::uint32_t to) {
  const auto id = static_cast<std::uint32_t>(draft_.size());
  DraftNode draft;
  draft.node.kind = kind;
  draft.node.symbol = symbol;
  draft_.push_back(std::move(draft));
  draft_[to].children.push_back(id);
  return id;
}

/// Decides whether to add another element after two, if it fits.
bool Expander::goes_on(PartId list, std::uint32_t count) {
  const std::uint64_t more =
      costs_.of_branch(list, kMore) - costs_.of_branch(list, kOne);  // an element, a separator
  if (!fits(more)) return false;
  const bool wanted = more > 0 && grows();
  const bool saves = covers() && can_cover_more(start_);
  if (!wanted && (saves || count >= kMaxElements || !random_->chance(kOneMore))) return false;
  needed_ += more;
  return true;
}

std::uint32_t Expander::choose(PartId part, bool aims) {
  std::vector<std::uint32_t> among = possible(part);
  if (grows()) {
    keep_best(among, true, [&](std::uint32_t branch) { return growth(part, branch); });
  } else if (covers()) {
    keep_for_coverage(part, aims, among);
  }
  const bool weighted = options_.strategy == GenerateStrategy::kRandom;
  const std::uint32_t branch =
      weighted ? choose_by_weight(part, among) : among[random_->below(among.size())];
  needed_ += costs_.of_branch(part, branch) - costs_.of(part);
  coverage_.cover(part, branch);
  return branch;
}

/// Prefers uncovered branches, then those that lead to one if this part aims for it. Of the rest,
/// keeps the cheapest: other expansions use up room.
void Expander::keep_for_coverage(PartId part, bool aims, std::vector<std::uint32_t>& among) {
  if (!can_cover_more(start_)) return;
  const auto distance = [&](std::uint32_t branch) { return coverage_.distance(part, branch); };
  const bool any = std::ranges::any_of(among, [&](std::uint32_t b) { return distance(b) == 0; });
  if (any || aims) keep_best(among, false, distance);
  if (!any) {
    keep_best(among, false, [&](std::uint32_t b) { return costs_.of_branch(part, b); });
  }
}

/// The branches allowed by the bounds; if there are none, the lowest ones, and among them the
/// cheapest.
std::vector<std::uint32_t> Expander::possible(PartId part) const {
  std::vector<std::uint32_t> endless_left_out;
  std::vector<std::uint32_t> allowed;
  for (std::uint32_t branch = 0; branch < parts_[part].branch_count; ++branch) {
    const std::uint64_t cost = costs_.of_branch(part, branch);
    if (cost >= kNeverEnds || costs_.leaves_out(part, branch)) continue;
    endless_left_out.push_back(branch);
    const bool deep =
        options_.max_depth > 0 && depth_ + levels_.of_branch(part, branch) > options_.max_depth;
    if (!deep && fits(cost - costs_.of(part))) allowed.push_back(branch);
  }
  if (!allowed.empty()) return allowed;
  keep_best(endless_left_out, false, [&](std::uint32_t b) { return levels_.of_branch(part, b); });
  keep_best(endless_left_out, false, [&](std::uint32_t b) { return costs_.of_branch(part, b); });
  return endless_left_out;
}

std::uint32_t Expander::choose_by_weight(PartId part, const std::vector<std::uint32_t>& among) {
  double total = 0;
  for (const std::uint32_t branch : among) total += parts_.weight(part, branch);
  if (total <= 0) return among[random_->below(among.size())];
  double at = random_->share() * total;
  for (const std::uint32_t branch : among) {
    at -= parts_.weight(part, branch);
    if (at < 0) return branch;
  }
  return among.back();
}

std::uint64_t Expander::growth(PartId part, std::uint32_t branch) {
  auto found = costs_without_.find(expanding_);
  if (found == costs_without_.end()) {
    Costs costs(parts_, Costs::Measure::kNonterminals, unlikely_of(options_), expanding_);
    found = costs_without_.emplace(expanding_, std::move(costs)).first;
  }
  return found->second.of_branch(part, branch);
}

/// The symbol by which parsed trees name a list or an optional part.
SymbolId Expander::single_symbol(PartId part) const {
  while (parts_[part].kind == Expr::Kind::kSequence && parts_[part].child_count == 1) {
    part = parts_.children(part)[0];
  }
  return parts_[part].kind == Expr::Kind::kSymbol ? parts_[part].symbol : kNoSymbol;
}

}  // namespace grabr
