#include "parse/fast/derivation_tree.h"

#include <span>
#include <vector>

#include "parse/earley/choice.h"
#include "parse/lr/tree_builder.h"

namespace grabr {
namespace {

/// A symbol of the lowered grammar and how it was derived.
struct Derived {
  LoweredId symbol = 0;
  std::uint32_t word = PartRef::kNone;  ///< token or node; kNone: the empty string
  std::uint32_t chain = 0;              ///< unit rules above it, not yet expanded

  bool empty() const { return word == PartRef::kNone; }
};

/// Expands parts of a derivation of the fast engine: rule alternatives reached through unit rules.
class KeptExpansion {
 public:
  using Part = Derived;

  KeptExpansion(Derivation& derivation, EmptyDerivations& empty, TokenTable* tokens)
      : derivation_(derivation),
        epsilon_free_(*derivation.grammar),
        grammar_(*epsilon_free_.lowered),
        empty_(empty),
        tokens_(tokens) {}

  Derived derived(LoweredId symbol, std::uint32_t word) const {
    if (word == PartRef::kNone || PartRef{word}.is_token()) return {symbol, word, 0};
    return {symbol, word, derivation_.arena.node(epsilon_free_, PartRef{word}.place()).chain};
  }

  std::uint32_t expand(const Derived& whole, LargeArray<Derived>& parts) {
    if (whole.empty()) {
      const std::uint32_t rule = empty_.rule(whole.symbol);
      append_empty(grammar_.rhs(rule), parts);
      return rule;
    }
    return append_parts(whole, parts);
  }

  /// The epsilon-free grammar has the content in place of the optional part.
  std::uint32_t expand_optional(const Derived& whole, LargeArray<Derived>& parts) {
    if (whole.empty()) return expand(whole, parts);
    const std::uint32_t rule = grammar_.symbols[whole.symbol].first_rule;
    parts.push_back({grammar_.rhs(rule)[0], whole.word, whole.chain});
    return rule;
  }

  /// Called for each token once, in order.
  Token token(const Derived& part) {
    const std::uint32_t number = PartRef{part.word}.number();
    if (number % Derivation::kBetweenMarks == 0) forget_before(number);
    if (tokens_ == nullptr) return {kNoSymbol, {number, number}, {number, number + 1}};
    return {part.symbol, tokens_->skipped(number), tokens_->text(number)};
  }

  /// The unit steps are determined by the symbol and the chain.
  static std::uint64_t unit_key(const Derived& part) {
    return part.chain == 0 ? 0 : std::uint64_t{part.symbol} << 32 | part.chain;
  }
  bool goes_on_from(const Derived& part, const Derived& next) const {
    return next.word == part.word || (next.word != PartRef::kNone && next.word == only_token(part));
  }
  Derived behind(const Derived& part, const Derived& last) const {
    const std::uint32_t token = last.chain == 0 ? only_token(part) : PartRef::kNone;
    return {last.symbol, token == PartRef::kNone ? part.word : token, last.chain};
  }

 private:
  /// A part that is still to be expanded contains only later tokens, so it was derived later.
  void forget_before(std::uint32_t number) {
    if (tokens_ != nullptr) tokens_->forget_before(number);
    const std::vector<Derivation::Mark>& marks = derivation_.marks;
    for (; mark_ < marks.size() && marks[mark_].tokens <= number; ++mark_) {
      derivation_.arena.words().forget_before(marks[mark_].words);
    }
  }

  /// The token that a chain leads to, or kNone.
  std::uint32_t only_token(const Derived& part) const {
    const DerivationArena::Node node =
        derivation_.arena.node(epsilon_free_, PartRef{part.word}.place());
    return node.rule == DerivationArena::kNoRule ? node.children[0] : PartRef::kNone;
  }

  static void append_empty(std::span<const LoweredId> symbols, LargeArray<Derived>& parts) {
    for (const LoweredId symbol : symbols) parts.push_back({symbol, PartRef::kNone, 0});
  }

  /// Appends the parts of the rule that derives `whole`; returns the lowered rule.
  std::uint32_t append_parts(const Derived& whole, LargeArray<Derived>& parts) const {
    std::uint32_t source = 0;
    Derived rest = whole;
    for (bool tail = true; tail;) {
      DerivationArena::Node node;
      const PartRef at{rest.word};
      if (!at.is_token()) node = derivation_.arena.node(epsilon_free_, at.place());
      std::uint32_t rule = node.rule;
      Derived below = rest;
      if (rest.chain != 0) {
        const Chains::Link link = (*derivation_.chains)[rest.chain];
        rule = link.rule;
        below.chain = link.inner;
        if (link.inner == 0 && node.rule == DerivationArena::kNoRule) below.word = node.children[0];
      }
      source = epsilon_free_.rules[rule].source;
      tail = append_slots(rule, rest.chain != 0, below, node.children, parts, rest);
    }
    return source;
  }

  /// Appends one part per slot. Returns true if the last one is a tail, which becomes `rest`.
  bool append_slots(std::uint32_t rule, bool unit, const Derived& below,
                    std::span<const std::uint32_t> children, LargeArray<Derived>& parts,
                    Derived& rest) const {
    const EpsilonFreeRule& form = epsilon_free_.rules[rule];
    const auto symbols = grammar_.rhs(form.source);
    const auto slots = epsilon_free_.slots_of(rule);
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
      Derived part{symbols[form.first_part + i], PartRef::kNone, 0};
      if (slots[i] != EpsilonFreeGrammar::kAbsent) {
        part = unit ? Derived{part.symbol, below.word, below.chain}
                    : derived(part.symbol, children[slots[i]]);
      }
      const bool last = i + 1 == slots.size();
      if (last && form.has_tail) {
        if (!part.empty()) {
          rest = part;
          return true;
        }
        append_empty(symbols.subspan(form.first_part + i), parts);
        return false;
      }
      parts.push_back(part);
    }
    return false;
  }

  Derivation& derivation_;
  const EpsilonFreeGrammar& epsilon_free_;
  const LoweredGrammar& grammar_;
  EmptyDerivations& empty_;
  TokenTable* tokens_;
  std::size_t mark_ = 0;  // index of the derivation's next mark
};

}  // namespace

std::uint32_t EmptyDerivations::rule(LoweredId symbol) {
  const auto known = rules_.find(symbol);
  if (known != rules_.end()) return known->second;
  Chart chart(grammar_, symbol, nullptr, std::size_t{1} << 30, Chart::Keep::kAll);
  Forest forest(chart.finish());
  const std::uint32_t rule =
      Chooser(forest).choose(whole_input(chart), ParseOptions::Choice::kRule).rule;
  rules_.emplace(symbol, rule);
  return rule;
}

Tree build_tree(const std::shared_ptr<const Grammar>& grammar, Derivation&& derivation,
                LoweredId start, EmptyDerivations& empty, std::string_view text,
                TokenTable* tokens) {
  const auto size = static_cast<std::uint32_t>(text.size());
  const Span at_end = tokens != nullptr ? tokens->skipped(tokens->count()) : Span{size, size};
  KeptExpansion kept(derivation, empty, tokens);
  return TreeBuilder(grammar, *derivation.grammar->lowered, text, kept)
      .build(kept.derived(start, derivation.root.word), at_end);
}

}  // namespace grabr
