// Thirty tokens say less than "expression or ';'". If there are too many tokens, rules replace
// them, as in a greedy set cover: repeatedly the rule that begins with the most tokens not yet
// covered, until the rest can be listed.
//
//   x = ⟨here⟩ }     expected: IDENTIFIER NUMBER STRING '(' '*' '&' '!' '-' …   →  expression
//
// Candidates are the rules that may begin at the failure: those that the rules in progress wait
// for, and all that these may begin with. A rule is given a better name if it can be the whole of a
// rule that begins with the same tokens ("expression" for multiplicative_expression). The remaining
// tokens are listed by usefulness: first those that end a rule (';', ')'), as they are forgotten
// most often, with the partner of the innermost open bracket first of all. Tested by
// tests/parse/describe_test.cc and its golden messages.
#include "parse/diagnose/expected.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "parse/diagnose/failure.h"
#include "parse/lr/lowered.h"

namespace grabr {
namespace {

/// A rule that covers fewer tokens than this says less than the tokens themselves.
constexpr std::size_t kMinTokensCovered = 3;
/// If not all can be listed, this many tokens that end a rule come before the rules.
constexpr std::size_t kLeading = 3;

class Grouping {
 public:
  Grouping(const ParseFailure& failure, const Grammar& grammar, const LoweredGrammar& lowered,
           const TerminalSets& sets, char awaited)
      : grammar_(grammar),
        lowered_(lowered),
        sets_(sets),
        rest_(sets.words()),
        failure_(failure),
        awaited_(awaited) {
    for (const SymbolId symbol : failure.terminals) insert(symbol);
    if (grammar.notation == Notation::kClassic) {
      for (unsigned b = 0; b < 256; ++b) {
        if (failure.bytes[b]) insert(lowered.first_byte + b);
      }
    }
    find_candidates();
  }

  ExpectedNames run(std::size_t most) {
    std::vector<std::string> rules;
    std::vector<std::string> tokens = name_rest();
    while (rules.size() + tokens.size() > most && rules.size() < most) {
      const std::optional<LoweredId> best = best_candidate();
      if (!best) break;
      rules.push_back(grammar_.symbols[known_name(*best)].name);
      const TerminalBits covered = sets_.first(*best);
      for (std::size_t w = 0; w < rest_.size(); ++w) rest_[w] &= ~covered[w];
      tokens = name_rest();
    }
    const std::size_t all = rules.size() + tokens.size();
    ExpectedNames result{std::move(tokens), all - std::min(all, most)};
    const std::size_t leading = result.others == 0 ? 0 : std::min(kLeading, closing_.size());
    result.names.insert(result.names.begin() + static_cast<std::ptrdiff_t>(leading), rules.begin(),
                        rules.end());
    result.names.resize(all - result.others);
    return result;
  }

 private:
  void insert(LoweredId terminal) {
    const std::size_t place = sets_.place(terminal);
    rest_[place / 64] |= std::uint64_t{1} << (place % 64);
  }
  bool in_rest(LoweredId terminal) const { return contains(rest_, sets_.place(terminal)); }

  /// How many of the remaining tokens the symbol may begin with.
  std::size_t covered_by(LoweredId symbol) const {
    const TerminalBits first = sets_.first(symbol);
    int count = 0;
    for (std::size_t w = 0; w < rest_.size(); ++w) count += std::popcount(first[w] & rest_[w]);
    return static_cast<std::size_t>(count);
  }
  bool begins_in_rest(LoweredId symbol) const {
    return std::ranges::equal(
        sets_.first(symbol), rest_,
        [](std::uint64_t begin, std::uint64_t rest) { return (begin & ~rest) == 0; });
  }

  bool is_rule(LoweredId symbol) const { return lowered_.symbols[symbol].role == Role::kRule; }

  /// Breadth-first, so that the awaited rules and those near them come first; the start symbol,
  /// whose name says little, comes last.
  void find_candidates() {
    std::vector<bool> seen(lowered_.symbols.size());
    std::vector<LoweredId> queue(failure_.next.begin(), failure_.next.end());
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const LoweredId symbol = queue[i];
      if (seen[symbol]) continue;
      seen[symbol] = true;
      if (is_rule(symbol) && begins_in_rest(symbol)) candidates_.push_back(symbol);
      const LoweredSymbol& info = lowered_.symbols[symbol];
      for (std::uint32_t r = info.first_rule; r < info.first_rule + info.rule_count; ++r) {
        for (const LoweredId part : lowered_.rhs(r)) {
          queue.push_back(part);
          if (!lowered_.symbols[part].nullable) break;
        }
      }
    }
    std::stable_partition(candidates_.begin(), candidates_.end(),
                          [&](LoweredId symbol) { return symbol != grammar_.start; });
  }

  std::optional<LoweredId> best_candidate() const {
    std::optional<LoweredId> best;
    std::size_t most = kMinTokensCovered - 1;
    for (const LoweredId symbol : candidates_) {
      const std::size_t tokens = covered_by(symbol);
      if (tokens <= most) continue;
      best = symbol;
      most = tokens;
    }
    return best;
  }

  /// The shortest name among the rules that may consist of `rule` alone and begin with the same
  /// tokens.
  SymbolId known_name(LoweredId rule) const {
    SymbolId known = rule;
    for (SymbolId s = 0; s < grammar_.symbols.size(); ++s) {
      if (!is_rule(s) || s == grammar_.start) continue;
      if (!std::ranges::equal(sets_.first(s), sets_.first(rule))) continue;
      if (grammar_.symbols[s].name.size() >= grammar_.symbols[known].name.size()) continue;
      if (may_be_all_of(s, rule)) known = s;
    }
    return known;
  }

  /// whole ⇒* part with nothing around it.
  bool may_be_all_of(LoweredId whole, LoweredId part) const {
    std::vector<bool> seen(lowered_.symbols.size());
    std::vector<LoweredId> todo{whole};
    while (!todo.empty()) {
      const LoweredId symbol = todo.back();
      todo.pop_back();
      if (symbol == part) return true;
      if (seen[symbol]) continue;
      seen[symbol] = true;
      const LoweredSymbol& info = lowered_.symbols[symbol];
      for (std::uint32_t r = info.first_rule; r < info.first_rule + info.rule_count; ++r) {
        for (std::size_t i = 0; i < lowered_.rules[r].size; ++i) {
          if (others_nullable(r, i)) todo.push_back(lowered_.rhs(r)[i]);
        }
      }
    }
    return false;
  }

  bool others_nullable(std::uint32_t rule, std::size_t index) const {
    const auto rhs = lowered_.rhs(rule);
    for (std::size_t i = 0; i < rhs.size(); ++i) {
      if (i != index && !lowered_.symbols[rhs[i]].nullable) return false;
    }
    return true;
  }

  bool ends_a_rule(SymbolId literal) const {
    if (grammar_.symbols[literal].kind != SymbolKind::kLiteral) return false;
    for (std::uint32_t r = 0; r < lowered_.rules.size(); ++r) {
      const auto rhs = lowered_.rhs(r);
      if (rhs.size() > 1 && rhs.back() == literal) return true;
    }
    return false;
  }

  bool is_awaited(SymbolId literal) const {
    return awaited_ != '\0' && grammar_.symbols[literal].text == std::string_view(&awaited_, 1);
  }

  std::vector<std::string> name_rest() {
    std::vector<SymbolId> tokens;
    for (const SymbolId symbol : failure_.terminals) {
      if (in_rest(symbol)) tokens.push_back(symbol);
    }
    const auto closing_end = std::stable_partition(
        tokens.begin(), tokens.end(), [&](SymbolId symbol) { return ends_a_rule(symbol); });
    std::stable_partition(tokens.begin(), closing_end,
                          [&](SymbolId symbol) { return is_awaited(symbol); });
    closing_.assign(tokens.begin(), closing_end);
    std::bitset<256> bytes;
    if (grammar_.notation == Notation::kClassic) {
      for (unsigned b = 0; b < 256; ++b) {
        bytes[b] = failure_.bytes[b] && in_rest(lowered_.first_byte + b);
      }
    }
    return expected_names(grammar_, tokens, bytes, failure_.end);
  }

  const Grammar& grammar_;
  const LoweredGrammar& lowered_;
  const TerminalSets& sets_;
  std::vector<std::uint64_t> rest_;  // expected, not yet covered by a rule
  const ParseFailure& failure_;
  const char awaited_;
  std::vector<SymbolId> closing_;  // remaining tokens that end a rule
  std::vector<LoweredId> candidates_;
};

}  // namespace

ExpectedNames ExpectedNamer::name(const ParseFailure& failure, char awaited, std::size_t most) {
  if (failure.expected.size() <= most) return {failure.expected, 0};
  if (!sets_) sets_.emplace(lowered_);
  return Grouping(failure, grammar_, lowered_, *sets_, awaited).run(most);
}

}  // namespace grabr
