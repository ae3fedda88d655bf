// Packs the automaton into the lexer's tables. Notes at the end of each state's row hold the
// numbers of the set it accepts, the set of matchers it opens and the set of terminals still alive.
// Tested by lexer_test.cc, contextual_lexer_test.cc and matcher_test.cc.
#include <algorithm>
#include <map>
#include <utility>

#include "grammar/lex/lexer.h"
#include "grammar/lex/shortest.h"
#include "grammar/lex/terminal_automaton.h"
#include "text/ascii.h"

namespace grabr {

/// Builds the tables of a lexer.
class Lexer::Packer {
 public:
  Packer(const Grammar& grammar, const TerminalAutomaton& automaton, Lexer& lexer)
      : grammar_(grammar), automaton_(automaton), lexer_(lexer) {}

  void run() {
    const Dfa& dfa = automaton_.dfa;
    lexer_.table_ = ScanTable(dfa, kNotes);
    lexer_.state_count_ = dfa.state_count();
    lexer_.sets_.resize(1);
    lexer_.opens_.resize(1);
    lexer_.words_.resize(1);
    const bool contextual = grammar_.lexing == Lexing::kContextual;
    lexer_.contextual_ = contextual;
    if (contextual) lexer_.live_ = LiveTerminals(dfa, automaton_.ranked);
    for (const Symbol& symbol : grammar_.symbols) {
      lexer_.immediate_.push_back(symbol.immediate);
      lexer_.literal_.push_back(symbol.kind == SymbolKind::kLiteral);
    }
    add_matchers();
    for (std::uint32_t s = 0; s < dfa.state_count(); ++s) {
      add_state(s);
      if (contextual) lexer_.table_.set_note(s, kLive, lexer_.live_.of_state(s));
    }
    add_shortest_texts();
  }

 private:
  void add_matchers() {
    for (std::uint32_t i = 0; i < grammar_.matchers.size(); ++i) {
      lexer_.matchers_.emplace_back(grammar_.matchers[i], i);
    }
    for (Rank rank = automaton_.first_matcher; rank < automaton_.ranked.size(); ++rank) {
      const SymbolId symbol = automaton_.ranked[rank];
      MatcherSearch& matcher = lexer_.matchers_[grammar_.symbols[symbol].matcher];
      matcher.symbol = symbol;
      matcher.accepts = set_of({symbol});
    }
  }

  void add_state(std::uint32_t state) {
    std::vector<SymbolId> terminals;
    std::vector<std::uint32_t> opens;
    for (const Rank rank : automaton_.dfa.accepts[state]) {
      const SymbolId symbol = automaton_.ranked[rank];
      if (rank < automaton_.first_matcher) {
        terminals.push_back(symbol);
      } else {
        opens.push_back(grammar_.symbols[symbol].matcher);
      }
    }
    if (!terminals.empty()) {
      lexer_.table_.set_note(state, kPreferred, terminals.front());
      if (lexer_.contextual_) lexer_.table_.set_note(state, kWords, words_at(state));
      lexer_.table_.set_note(state, kAccepts, set_of(std::move(terminals)));
    }
    if (opens.empty()) return;
    lexer_.first_opening_ = std::min(lexer_.first_opening_, lexer_.table_.row(state));
    lexer_.table_.set_note(state, kOpens, static_cast<std::uint32_t>(lexer_.opens_.size()));
    lexer_.opens_.push_back(std::move(opens));
  }

  /// The set of patterns for words that match the literal accepted there. A pattern that could also
  /// continue with a space is the rest of a line or the like, not a word.
  std::uint32_t words_at(std::uint32_t state) {
    const Dfa& dfa = automaton_.dfa;
    const auto& ranks = dfa.accepts[state];
    const Symbol& first = grammar_.symbols[automaton_.ranked[ranks.front()]];
    if (first.kind != SymbolKind::kLiteral || !is_word(first.text)) return 0;
    const std::uint32_t spaced = dfa.next[state * dfa.class_count + dfa.class_of[' ']];
    std::vector<SymbolId> words;
    for (const Rank rank : ranks) {
      const SymbolId id = automaton_.ranked[rank];
      const Symbol& symbol = grammar_.symbols[id];
      if (symbol.kind != SymbolKind::kPattern || symbol.immediate) continue;
      if (rank >= automaton_.first_matcher) continue;
      const auto& others = dfa.accepts[spaced];
      if (std::find(others.begin(), others.end(), rank) == others.end()) words.push_back(id);
    }
    if (words.empty()) return 0;
    lexer_.words_.push_back(std::move(words));
    return static_cast<std::uint32_t>(lexer_.words_.size() - 1);
  }

  static bool is_word(const std::string& text) {
    const auto first = static_cast<unsigned char>(text.front());
    const bool digit = first >= '0' && first <= '9';
    return !digit && is_word_byte(static_cast<unsigned char>(text.back()));
  }

  std::uint32_t set_of(std::vector<SymbolId> terminals) {
    const auto [entry, fresh] =
        numbers_.try_emplace(std::move(terminals), static_cast<std::uint32_t>(lexer_.sets_.size()));
    if (!fresh) return entry->second;
    const Symbol& first = grammar_.symbols[entry->first.front()];
    AcceptSet set;
    auto& members = lexer_.set_members_;
    set.begin = static_cast<std::uint32_t>(members.size());
    for (const bool taken : {false, true}) {
      if (taken) set.taken = static_cast<std::uint32_t>(members.size());
      for (const SymbolId symbol : entry->first) {
        if (is_taken(first, grammar_.symbols[symbol]) == taken) members.push_back(symbol);
      }
    }
    set.end = static_cast<std::uint32_t>(members.size());
    lexer_.sets_.push_back(set);
    return entry->second;
  }

  void add_shortest_texts() {
    const std::vector<SymbolId>& ranked = automaton_.ranked;
    lexer_.shortest_.resize(grammar_.symbols.size());
    std::vector<std::string> texts = shortest_texts(automaton_.dfa, ranked.size());
    for (Rank rank = 0; rank < ranked.size(); ++rank) {
      std::string& text = texts[rank];
      if (rank >= automaton_.first_matcher && !text.empty()) {
        text = lexer_.matchers_[grammar_.symbols[ranked[rank]].matcher].shortest_text(text);
        if (!lexer_.matches(text, ranked[rank])) continue;
      }
      lexer_.shortest_[ranked[rank]] = std::move(text);
    }
  }

  const Grammar& grammar_;
  const TerminalAutomaton& automaton_;
  Lexer& lexer_;
  std::map<std::vector<SymbolId>, std::uint32_t> numbers_;
};

std::shared_ptr<const Lexer> Lexer::compile(const Grammar& grammar,
                                            std::vector<Diagnostic>& problems) {
  std::shared_ptr<Lexer> lexer(new Lexer);
  if (const auto automaton = compile_automaton(grammar, problems)) {
    Packer(grammar, *automaton, *lexer).run();
  }
  return lexer;
}

}  // namespace grabr
