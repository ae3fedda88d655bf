// Automatic tokens against the grammar over bytes: on random classic grammars, regular and other,
// and all short texts, the same texts are accepted and the same derivation is chosen, and never do
// two terminals match where both may stand.
// GRABR_AUTO_TOKEN_GRAMMARS sets how many grammars are tried (default 600).
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "parse/earley/choice.h"
#include "parse/lr/auto_tokens.h"

namespace grabr {
namespace {

constexpr std::size_t kMostMemory = std::size_t{1} << 26;

class RandomGrammars {
 public:
  explicit RandomGrammars(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

  /// <A> is the start symbol; the others are loops, classes and whatever comes.
  Grammar next() {
    Grammar grammar;
    nonterminals_ = 2 + below(4);
    for (std::uint32_t i = 0; i < nonterminals_; ++i) {
      const std::string name = std::string("<") + static_cast<char>('A' + i) + ">";
      grammar.symbols.push_back({name, SymbolKind::kNonterminal, "", {}});
    }
    for (const char* text : {"a", "b", "c", "ab", "ba", "cc", "aab"}) {
      grammar.symbols.push_back({text, SymbolKind::kLiteral, text, {}});
    }
    literals_ = static_cast<std::uint32_t>(grammar.symbols.size()) - nonterminals_;
    grammar.start = 0;
    for (std::uint32_t i = 0; i < grammar.symbols.size(); ++i) {
      grammar.rule_of.push_back(i < nonterminals_ ? i : ~0u);
    }
    for (std::uint32_t i = 0; i < nonterminals_; ++i) grammar.rules.push_back(rule(i));
    return grammar;
  }

  /// A text that the rules derive, unless that takes too long.
  std::string sentence(const Grammar& grammar) {
    std::string text;
    std::vector<SymbolId> todo{grammar.start};
    for (int steps = 0; !todo.empty() && steps < 60; ++steps) {
      const SymbolId symbol = todo.back();
      todo.pop_back();
      if (grammar.symbols[symbol].terminal()) {
        text += grammar.symbols[symbol].text;
        continue;
      }
      const auto& alternatives = grammar.rule(symbol).alternatives;
      const auto& parts =
          alternatives[below(static_cast<std::uint32_t>(alternatives.size()))].body.parts;
      for (std::size_t k = parts.size(); k-- > 0;) todo.push_back(parts[k].symbol);
    }
    return text.substr(0, 12);
  }

 private:
  using Symbols = std::vector<SymbolId>;

  Rule rule(SymbolId symbol) {
    const std::uint32_t shape = symbol == 0 ? 0 : below(6);
    std::vector<Symbols> bodies;
    switch (shape) {
      case 0:
        for (std::uint32_t n = 1 + below(3); n > 0; --n) bodies.push_back(anything());
        break;
      case 1: bodies = {{literal()}, {literal()}}; break;
      case 2: bodies = {{literal(), symbol}, {literal()}}; break;
      case 3: bodies = {{symbol, literal()}, {literal()}}; break;
      case 4: bodies = {{}, {later(symbol), symbol}}; break;
      default: bodies = {{later(symbol), symbol}, {later(symbol)}}; break;
    }
    Rule result{symbol, {}, {}};
    for (const Symbols& body : bodies) result.alternatives.push_back(alternative(body));
    return result;
  }

  SymbolId literal() { return nonterminals_ + below(literals_); }
  /// No loop inside what comes later, as a rule.
  SymbolId later(SymbolId symbol) {
    if (symbol + 1 == nonterminals_ || below(3) == 0) return literal();
    return symbol + 1 + below(nonterminals_ - symbol - 1);
  }
  Symbols anything() {
    Symbols body;
    for (std::uint32_t n = below(4); n > 0; --n) {
      body.push_back(below(2) ? literal() : below(nonterminals_));
    }
    return body;
  }
  Alternative alternative(const Symbols& body) {
    Alternative result;
    result.priority = below(8) == 0 ? 1 : 0;
    for (const SymbolId symbol : body) {
      Expr part;
      part.kind = Expr::Kind::kSymbol;
      part.symbol = symbol;
      result.body.parts.push_back(part);
    }
    return result;
  }

  std::mt19937 random_;
  std::uint32_t nonterminals_ = 0;
  std::uint32_t literals_ = 0;
};

std::string written(const Grammar& grammar) {
  std::string out;
  for (const Rule& rule : grammar.rules) {
    out += "  " + grammar.symbols[rule.symbol].name + " =";
    for (const Alternative& alternative : rule.alternatives) {
      out += " " + std::to_string(alternative.priority) + ":";
      for (const Expr& part : alternative.body.parts) {
        out += grammar.symbols[part.symbol].name + " ";
      }
    }
  }
  return out;
}

std::string written(const Grammar& grammar, const AutoTokens& tokens) {
  std::string out = "tokens:";
  for (const AutoToken& token : tokens.tokens) out += " " + grammar.symbols[token.symbol].name;
  return out;
}

std::vector<LoweredId> bytes_of(const LoweredGrammar& grammar, std::string_view text) {
  std::vector<LoweredId> bytes;
  for (const char c : text) bytes.push_back(grammar.first_byte + static_cast<unsigned char>(c));
  return bytes;
}

/// A text read by the textbook engine.
struct DerivationOfTokens {
  DerivationOfTokens(const LoweredGrammar& grammar, const std::vector<LoweredId>& terminals,
                     LoweredId start)
      : chart(grammar, terminals, start, nullptr, kMostMemory) {
    if (chart.accepted()) forest.emplace(Completions(chart));
  }
  Step choose(const Part& part) { return Chooser(*forest).choose(part); }

  Chart chart;
  std::optional<Forest> forest;
};

struct Comparison {
  const LoweredGrammar& bytes;
  const AutoTokens& tokens;
  const std::string& text;
  DerivationOfTokens over_bytes;
  DerivationOfTokens over_tokens;
  std::vector<std::uint32_t> places;  // offset of each terminal, and the end

  Comparison(const LoweredGrammar& lowered, const AutoTokens& found, const std::string& input,
             LoweredId start, const TextTokens& read)
      : bytes(lowered),
        tokens(found),
        text(input),
        over_bytes(lowered, bytes_of(lowered, input), start),
        over_tokens(found.grammar, terminals_of(read), start) {
    for (const TextToken& token : read.tokens) places.push_back(token.begin);
    places.push_back(read.tokens.empty() ? 0 : read.tokens.back().end);
  }

  static std::vector<LoweredId> terminals_of(const TextTokens& read) {
    std::vector<LoweredId> terminals;
    for (const TextToken& token : read.tokens) terminals.push_back(token.terminal);
    return terminals;
  }

  /// The part over bytes and the part over tokens are derived alike.
  void check_same(const Part& by_byte, const Part& by_token) {
    REQUIRE(by_byte.symbol == by_token.symbol);
    REQUIRE(by_byte.begin == places[by_token.begin]);
    REQUIRE(by_byte.end == places[by_token.end]);
    if (tokens.token_of(by_token.symbol) != nullptr) {
      check_inside(by_byte);
      return;
    }
    const Step step = over_bytes.choose(by_byte);
    const Step longer = over_tokens.choose(by_token);
    REQUIRE(bytes.rules[step.rule].alternative == tokens.grammar.rules[longer.rule].alternative);
    std::size_t k = 0;
    for (const Part& part : longer.parts) {
      if (tokens.grammar.terminal(part.symbol) && tokens.token_of(part.symbol) == nullptr) {
        for (const std::uint32_t end = places[part.end]; step.parts[k].end < end; ++k) {
          REQUIRE(bytes.terminal(step.parts[k].symbol));
        }
        REQUIRE(step.parts[k++].end == places[part.end]);
      } else {
        check_same(step.parts[k++], part);
      }
    }
    REQUIRE(k == step.parts.size());
  }

  /// Parsed on its own, the token's text has the derivation that it has in the whole.
  void check_inside(const Part& token) {
    const std::string inside = text.substr(token.begin, token.end - token.begin);
    DerivationOfTokens alone(bytes, bytes_of(bytes, inside), token.symbol);
    REQUIRE(alone.chart.accepted());
    check_equal(token, whole_input(alone.forest->completions()), alone);
  }

  void check_equal(const Part& in_whole, const Part& part, DerivationOfTokens& alone) {
    REQUIRE(in_whole.end - in_whole.begin == part.end - part.begin);
    if (bytes.terminal(part.symbol)) return;
    const Step a = over_bytes.choose(in_whole);
    const Step b = alone.choose(part);
    REQUIRE(a.rule == b.rule);
    for (std::size_t k = 0; k < a.parts.size(); ++k) check_equal(a.parts[k], b.parts[k], alone);
  }
};

/// Does some text of the terminal begin here? Asked of the grammar, not of the automaton.
bool matches(const LoweredGrammar& bytes, const TextTerminal& terminal, std::string_view text) {
  if (!terminal.token()) return text.starts_with(terminal.literal);
  const Chart chart(bytes, bytes_of(bytes, text), terminal.symbol, nullptr, kMostMemory);
  for (std::uint32_t end = 1; end < chart.set_count(); ++end) {
    if (Chart(bytes, bytes_of(bytes, text.substr(0, end)), terminal.symbol, nullptr, kMostMemory)
            .accepted()) {
      return true;
    }
  }
  return false;
}

/// At each place, of the terminals that may stand behind those read, no more than one matches.
void check_no_rivals(const LoweredGrammar& bytes, const AutoTokens& tokens, const std::string& text,
                     LoweredId start, const TextTokens& read) {
  const Chart chart(tokens.grammar, Comparison::terminals_of(read), start, nullptr, kMostMemory);
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < chart.set_count(); ++i) {
    std::vector<LoweredId> found;
    for (const TextTerminal& terminal : tokens.scanner.terminals()) {
      const auto set = chart.set(i);
      const bool viable = std::any_of(set.begin(), set.end(), [&](const Item& item) {
        return tokens.grammar.after_dot[item.dotted] == terminal.id;
      });
      if (viable && matches(bytes, terminal, std::string_view(text).substr(at))) {
        found.push_back(terminal.id);
      }
    }
    REQUIRE(found.size() <= 1);
    if (i == read.tokens.size()) break;
    at = read.tokens[i].end;
  }
}

/// How many of the grammar's texts were sentences with a token in them.
struct Tally {
  long with_tokens = 0;
  long sentences = 0;
};

void check_text(const LoweredGrammar& bytes, const AutoTokens& tokens, LoweredId start,
                const std::string& text, Tally& tally) {
  INFO("\"" << text << "\"");
  const TextTokens read = tokens.scanner.read(text, start);
  Comparison comparison(bytes, tokens, text, start, read);
  const bool accepted = comparison.over_bytes.chart.accepted();
  REQUIRE(accepted == (!read.stuck_at && comparison.over_tokens.chart.accepted()));
  if (!accepted) return;
  const auto size = static_cast<std::uint32_t>(text.size());
  const auto count = static_cast<std::uint32_t>(read.tokens.size());
  comparison.check_same({start, 0, size, std::nullopt}, {start, 0, count, std::nullopt});
  check_no_rivals(bytes, tokens, text, start, read);
  ++tally.sentences;
  for (const TextToken& token : read.tokens) {
    if (tokens.token_of(token.terminal) == nullptr) continue;
    ++tally.with_tokens;
    break;
  }
}

void for_each_text(std::size_t longest, const std::function<void(const std::string&)>& use) {
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    use(texts[i]);
    if (texts[i].size() == longest) continue;
    for (const char c : {'a', 'b', 'c'}) texts.push_back(texts[i] + c);
  }
}

TEST_CASE("random grammars, over tokens and over bytes") {
  const char* wanted = std::getenv("GRABR_AUTO_TOKEN_GRAMMARS");
  const long grammars = wanted != nullptr ? std::atol(wanted) : 600;
  RandomGrammars random(20261122);
  Tally tally;
  long with_tokens = 0;
  for (long i = 0; i < grammars; ++i) {
    const Grammar grammar = random.next();
    const LoweredGrammar bytes = lower(grammar);
    const AutoTokens tokens = find_auto_tokens(bytes, grammar.start);
    INFO(written(grammar) << "\n" << written(grammar, tokens));
    with_tokens += tokens.tokens.empty() ? 0 : 1;
    const auto check = [&](const std::string& text) {
      check_text(bytes, tokens, grammar.start, text, tally);
    };
    for_each_text(3, check);
    for (int k = 0; k < 12; ++k) check(random.sentence(grammar));
    for (LoweredId s = 1; s < grammar.rules.size(); ++s) {
      if (tokens.token_of(s) != nullptr || tokens.grammar.symbols[s].rule_count == 0) continue;
      for_each_text(2, [&](const std::string& text) { check_text(bytes, tokens, s, text, tally); });
    }
  }
  if (wanted != nullptr) return;
  CHECK(with_tokens > 150);
  CHECK(tally.sentences > 5000);
  CHECK(tally.with_tokens > 1000);
}

}  // namespace
}  // namespace grabr
