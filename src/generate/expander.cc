// The Fuzzing Book's GrammarFuzzer with a stricter bound. A random open nonterminal is expanded, by
// one of its alternatives, until none is open. The book has three phases: the most costly
// alternatives up to min_nonterminals, random ones up to max_nonterminals, the cheapest ones from
// there on; and it counts nonterminals that are open, which bounds a tree's breadth but not its
// size. Here the count is of all nonterminals that the finished tree will have if everything open
// ends the cheapest way:
//
//   <e> ::= <e> + <d> | <d>    <d> ::= 0 | 1        max_nonterminals 5
//
//   <e>                      2 nonterminals will do: <e> and <d>
//   <e> + <d>                the inner <e> needs 2, <d> 1: 4 with the root
//   (<e> + <d>) + <d>        would need 6: not allowed, so the inner <e> becomes a <d>
//
// A way on is allowed while that number stays below the maximum, so the closing phase begins by
// itself and the bound holds. In the same way a limit of depth excludes what would become higher;
// where all is excluded the lowest way is taken. Optional parts, repetitions and groups choose as
// alternatives do (rule_parts.h). Among the ways allowed: while the sentence grows the most costly
// (Costs without the symbol expanded, as in the book); for coverage the nearest to what is not
// covered; else by weight (kRandom) or all alike.
//
// Every loop ends: an expansion either takes a cheapest (or lowest) way, which is well-founded, or
// makes the count of needed nonterminals larger, which is bounded; kMostNodes bounds the rest. The
// only recursion is on the nesting of a rule's own text.
// Source: fuzzingbook.org, GrammarFuzzer, GrammarCoverageFuzzer, ProbabilisticGrammarFuzzer.
// Tested by tests/generate/generator_test.cc.
#include "generate/expander.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

constexpr unsigned kOneMore = 60;           // percent: a repetition of two or more goes on
constexpr std::uint32_t kMostElements = 20;  // of a repetition that nothing else bounds

/// Those with the least (`most`: greatest) value.
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

}  // namespace

Expander::Expander(const Grammar& grammar, const GeneratorOptions& options)
    : grammar_(grammar),
      options_(options),
      parts_(grammar),
      costs_(parts_, Costs::Measure::kNonterminals),
      levels_(parts_, Costs::Measure::kLevels),
      coverage_(parts_, costs_) {}

std::optional<Draft> Expander::expand(SymbolId nonterminal, RandomNumbers& random) {
  random_ = &random;
  draft_.clear();
  open_.clear();
  needed_ = least(nonterminal);
  if (needed_ > kMostNodes) return std::nullopt;
  DraftNode root;
  root.node.symbol = nonterminal;
  draft_.push_back(root);
  open_.push_back({0, 1});
  while (!open_.empty()) {
    std::swap(open_[random.below(open_.size())], open_.back());
    const Open next = open_.back();
    open_.pop_back();
    expand_node(next);
    if (draft_.size() > kMostNodes) return std::nullopt;
  }
  return std::move(draft_);
}

void Expander::expand_node(Open open) {
  depth_ = open.depth;
  expanding_ = draft_[open.node].node.symbol;
  const PartId rule = parts_.of_rule(expanding_);
  const std::uint32_t alternative = choose(rule);
  draft_[open.node].node.alternative = alternative;
  add_children(parts_.children(rule)[alternative], open.node);
}

/// The parts of a sequence; anything else is the one part.
void Expander::add_children(PartId body, std::uint32_t to) {
  if (parts_[body].kind != Expr::Kind::kSequence) return add_part(body, to);
  for (const PartId part : parts_.children(body)) add_part(part, to);
}

void Expander::add_part(PartId part, std::uint32_t to) {
  switch (parts_[part].kind) {
    case Expr::Kind::kSymbol: return add_symbol(parts_[part].symbol, to);
    case Expr::Kind::kOptional: return add_optional(part, to);
    case Expr::Kind::kRepeat: return add_list(part, to);
    case Expr::Kind::kChoice: {
      const std::uint32_t branch = choose(part);
      return add_group(parts_.children(part)[branch], branch, to);
    }
    case Expr::Kind::kSequence: return add_group(part, 0, to);
  }
}

void Expander::add_symbol(SymbolId symbol, std::uint32_t to) {
  const bool terminal = grammar_.symbols[symbol].terminal();
  const std::uint32_t node = add_node(terminal ? NodeKind::kToken : NodeKind::kRule, symbol, to);
  if (!terminal) open_.push_back({node, depth_ + 1});
}

/// A group of one part is that part, as in parsed trees.
void Expander::add_group(PartId body, std::uint32_t alternative, std::uint32_t to) {
  const bool sequence = parts_[body].kind == Expr::Kind::kSequence;
  if (!sequence || parts_[body].child_count == 1) return add_children(body, to);
  const std::uint32_t group = add_node(NodeKind::kGroup, kNoSymbol, to);
  draft_[group].node.alternative = alternative;
  add_children(body, group);
}

void Expander::add_optional(PartId part, std::uint32_t to) {
  const PartId content = parts_.children(part)[0];
  const std::uint32_t node = add_node(NodeKind::kOptional, single_symbol(content), to);
  const bool present = choose(part) == kOne;
  draft_[node].node.alternative = present ? 0 : 1;
  if (present) add_part(content, node);
}

void Expander::add_list(PartId part, std::uint32_t to) {
  const auto children = parts_.children(part);
  const std::uint32_t node = add_node(NodeKind::kList, single_symbol(children[0]), to);
  draft_[node].node.separated = children.size() > 1;
  draft_[node].node.min = parts_[part].min > 0 ? 1 : 0;
  const std::uint32_t branch = choose(part);
  for (std::uint32_t count = 0; count < branch || (branch == kMore && goes_on(part, count));
       ++count) {
    if (count > 0 && children.size() > 1) add_part(children[1], node);
    add_part(children[0], node);
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

/// One element more than two is a choice of its own, if it fits.
bool Expander::goes_on(PartId list, std::uint32_t count) {
  const std::uint64_t more =
      costs_.of_branch(list, kMore) - costs_.of_branch(list, kOne);  // an element, a separator
  if (!fits(more)) return false;
  const bool wanted = more > 0 && grows();
  if (!wanted && (count >= kMostElements || !random_->chance(kOneMore))) return false;
  needed_ += more;
  return true;
}

std::uint32_t Expander::choose(PartId part) {
  std::vector<std::uint32_t> among = possible(part);
  if (grows()) {
    keep_best(among, true, [&](std::uint32_t branch) { return growth(part, branch); });
  } else if (options_.strategy == GenerateStrategy::kCoverage) {
    keep_best(among, false,
              [&](std::uint32_t branch) { return coverage_.distance(part, branch); });
  }
  const bool weighted = options_.strategy == GenerateStrategy::kRandom;
  const std::uint32_t branch = weighted ? choose_by_weight(part, among)
                                        : among[random_->below(among.size())];
  needed_ += costs_.of_branch(part, branch) - costs_.of(part);
  coverage_.cover(part, branch);
  return branch;
}

/// The branches that the bounds allow; if there is none, the lowest ones, and of them the cheapest.
std::vector<std::uint32_t> Expander::possible(PartId part) const {
  std::vector<std::uint32_t> endless_left_out;
  std::vector<std::uint32_t> allowed;
  for (std::uint32_t branch = 0; branch < parts_[part].branch_count; ++branch) {
    const std::uint64_t cost = costs_.of_branch(part, branch);
    if (cost >= kNeverEnds) continue;
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
    Costs costs(parts_, Costs::Measure::kNonterminals, expanding_);
    found = costs_without_.emplace(expanding_, std::move(costs)).first;
  }
  return found->second.of_branch(part, branch);
}

/// What a list or an optional part is named after in parsed trees.
SymbolId Expander::single_symbol(PartId part) const {
  while (parts_[part].kind == Expr::Kind::kSequence && parts_[part].child_count == 1) {
    part = parts_.children(part)[0];
  }
  return parts_[part].kind == Expr::Kind::kSymbol ? parts_[part].symbol : kNoSymbol;
}

}  // namespace grabr
