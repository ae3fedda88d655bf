// Rules → nondeterministic automaton → table. A rule is a path of states; a nonterminal on it is
// expanded recursively between two states. A loop gets a state for each of its symbols, meaning
// that the symbol is still to be read (right-linear) or has just been read (left-linear):
//
//   <int> → <digit> <int> | <digit>     from -> q,  q -digit-> q,  q -digit-> to
//   <int> → <int> <digit> | <digit>     from -digit-> q,  q -digit-> q,  q -> to
//
// Nothing enters `from` or leaves `to` within what is between them, so alternatives can share both.
// Tested by token_texts_test.cc against a brute-force recogniser.
#include "parse/lr/token_texts.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

constexpr std::uint32_t kMaxNfaStates = 4'000;
constexpr DfaLimits kDfaLimits{1'000, 200'000};

class PathBuilder {
 public:
  explicit PathBuilder(const RegularSymbols& symbols)
      : symbols_(symbols), grammar_(symbols.grammar()) {}

  Nfa build(LoweredId symbol) {
    const std::uint32_t from = 0;
    const std::uint32_t to = nfa_.new_state();
    nfa_.accept(to, 0);
    todo_.push_back({symbol, from, to});
    while (!todo_.empty()) {
      const Gap gap = todo_.back();
      todo_.pop_back();
      fill(gap);
    }
    return std::move(nfa_);
  }

 private:
  /// A symbol still to be expanded between two states.
  struct Gap {
    LoweredId symbol;
    std::uint32_t from;
    std::uint32_t to;
  };

  void fill(const Gap& gap) {
    switch (symbols_[gap.symbol].shape) {
      case RegularSymbols::Shape::kNotRecursive: {
        const auto [first, end] = rules_of(grammar_, gap.symbol);
        for (std::uint32_t r = first; r < end; ++r) add_path(grammar_.rhs(r), gap.from, gap.to);
        break;
      }
      case RegularSymbols::Shape::kRightLinear: fill_loop(gap, true); break;
      case RegularSymbols::Shape::kLeftLinear: fill_loop(gap, false); break;
      case RegularSymbols::Shape::kIrregular: break;
    }
  }

  void add_path(std::span<const LoweredId> symbols, std::uint32_t from, std::uint32_t to) {
    if (symbols.empty()) nfa_.add_jump(from, to);
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      const std::uint32_t next = k + 1 == symbols.size() ? to : nfa_.new_state();
      if (grammar_.terminal(symbols[k])) {
        const auto byte = static_cast<std::uint16_t>(symbols[k] - grammar_.first_byte);
        nfa_.add_edge(from, byte, next);
      } else {
        todo_.push_back({symbols[k], from, next});
      }
      from = next;
    }
  }

  /// Rules that continue with a symbol of the loop lead to or from its state; others leave or enter
  /// the loop.
  void fill_loop(const Gap& gap, bool right) {
    const auto members = symbols_.loop(gap.symbol);
    const std::uint32_t first_state = nfa_.state_count();
    for (std::size_t i = 0; i < members.size(); ++i) nfa_.new_state();
    const auto state_of = [&](LoweredId member) {
      const auto place = std::find(members.begin(), members.end(), member);
      return first_state + static_cast<std::uint32_t>(place - members.begin());
    };
    if (right) nfa_.add_jump(gap.from, state_of(gap.symbol));
    else nfa_.add_jump(state_of(gap.symbol), gap.to);
    for (const LoweredId member : members) {
      const auto [first, end] = rules_of(grammar_, member);
      for (std::uint32_t r = first; r < end; ++r) {
        auto rhs = grammar_.rhs(r);
        std::uint32_t from = right ? state_of(member) : gap.from;
        std::uint32_t to = right ? gap.to : state_of(member);
        const LoweredId next = rhs.empty() ? LoweredGrammar::kEnd
                               : right     ? rhs.back()
                                           : rhs.front();
        if (next != LoweredGrammar::kEnd && symbols_.in_one_loop(next, member)) {
          rhs = rhs.subspan(right ? 0 : 1, rhs.size() - 1);
          (right ? to : from) = state_of(next);
        }
        add_path(rhs, from, to);
      }
    }
  }

  const RegularSymbols& symbols_;
  const LoweredGrammar& grammar_;
  // The limit is meant for expressions; rules were counted before.
  Nfa nfa_{2 * std::size_t{kMaxNfaStates}};
  std::vector<Gap> todo_;
};

/// Every state except the dead one is on a path of some text.
std::vector<ByteSet> bytes_that_lead_on(const Dfa& dfa) {
  std::vector<ByteSet> next(dfa.state_count());
  for (std::uint32_t s = 0; s < dfa.state_count(); ++s) {
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      if (dfa.step(s, byte) != Dfa::kDead) next[s].add(static_cast<unsigned char>(byte));
    }
  }
  return next;
}

/// States in which a non-empty text ends.
std::vector<bool> ends(const Dfa& dfa, const std::vector<ByteSet>& next) {
  std::vector<bool> result(dfa.state_count(), false);
  for (std::uint32_t s = 0; s < dfa.state_count(); ++s) {
    next[s].for_each([&](unsigned char byte) {
      const std::uint32_t to = dfa.step(s, byte);
      if (!dfa.accepts[to].empty()) result[to] = true;
    });
  }
  return result;
}

}  // namespace

std::optional<TokenTexts> compile_texts(const RegularSymbols& symbols, LoweredId symbol) {
  const RegularSymbols::Properties& found = symbols[symbol];
  if (found.shape == RegularSymbols::Shape::kIrregular || found.states > kMaxNfaStates) return {};
  const std::optional<Dfa> large = determinise(PathBuilder(symbols).build(symbol), kDfaLimits);
  if (!large) return std::nullopt;
  const Dfa dfa = minimise(*large);
  TokenTexts texts;
  texts.table = ScanTable(dfa);
  texts.next = bytes_that_lead_on(dfa);
  bool any = false;
  const std::vector<bool> is_end = ends(dfa, texts.next);
  for (std::uint32_t s = 0; s < dfa.state_count(); ++s) {
    if (!is_end[s]) continue;
    any = true;
    texts.goes_on.add(texts.next[s]);
  }
  if (!any) return std::nullopt;
  return texts;
}

}  // namespace grabr
