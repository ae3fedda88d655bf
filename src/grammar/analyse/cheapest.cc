// Knuth's generalisation of Dijkstra's algorithm (D. Knuth, "A generalization of Dijkstra's
// algorithm", 1977) on the order (tokens, bytes, byte order).
//
// The queue holds the joined text of each clause whose parts all have their final text. The
// smallest entry is final for its head: joining never makes a text smaller than one of its parts,
// so no later entry can beat it. Each vertex gets one text, each clause one entry: O(n log n)
// entries of at most kMaxCheapestBytes bytes.
//
//   E: E '+' E | 'n' | '(' E ')'      'n' and the other literals first, then E = 'n' by its second
//                                     alternative; what the first one gives comes too late
//
// The chosen alternatives are well-founded: following them from any symbol terminates, because an
// entry is built only from texts that were already final.
//
// The shortest sentence of a small grammar can be exponentially long (A: B B; B: C C; …). For texts
// longer than kMaxCheapestBytes only the sizes are kept, and those saturate.
#include "grammar/analyse/cheapest.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

#include "grammar/lex/lexer.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMaxTokens = ~std::uint32_t{0} - 1;
constexpr std::uint32_t kMaxBytes = ~std::uint32_t{0};

struct Value {
  std::uint32_t tokens = 0;
  std::uint32_t bytes = 0;
  std::string text;  ///< empty if longer than kMaxCheapestBytes

  auto operator<=>(const Value&) const = default;
};

struct Entry {
  Value value;
  std::uint32_t clause = 0;

  bool operator>(const Entry& other) const {
    return std::tie(value, clause) > std::tie(other.value, other.clause);
  }
};

std::uint32_t add_up_to(std::uint32_t limit, std::uint32_t a, std::uint32_t b) {
  return a > limit - b ? limit : a + b;
}

std::string text_of_token(const Grammar& grammar, SymbolId terminal) {
  if (grammar.symbols[terminal].kind == SymbolKind::kLiteral) {
    return grammar.symbols[terminal].text;
  }
  for (const auto& [symbol, texts] : grammar.hints.simplest) {
    if (symbol == terminal && !texts.empty()) {
      return texts.front();
    }
  }
  if (grammar.layout && terminal == grammar.layout->newline) return "\n";
  if (grammar.automatic && terminal == grammar.automatic->token) return "\n";
  return grammar.lexer ? grammar.lexer->shortest_text(terminal) : std::string();
}

class Search {
 public:
  Search(const Grammar& grammar, const ClauseSystem& system)
      : grammar_(grammar),
        system_(system),
        separator_(between_parts(grammar)),
        values_(system.vertex_count),
        chosen_(system.vertex_count, 0),
        found_(system.vertex_count, false) {}

  std::vector<CheapestText> run() {
    for (const Clause& clause : system_.clauses) {
      missing_.push_back(clause.part_count);
    }
    for (std::uint32_t c = 0; c < system_.clauses.size(); ++c) {
      if (missing_[c] == 0) {
        queue_.push({Value{}, c});
      }
    }
    for (SymbolId s = 0; s < system_.symbol_count; ++s) {
      if (grammar_.symbols[s].terminal()) {
        settle(s, token_value(s));
      }
    }
    while (!queue_.empty()) {
      // top() is const only to protect the order, which does not matter just before pop().
      Entry entry = std::move(const_cast<Entry&>(queue_.top()));
      queue_.pop();
      const Clause& clause = system_.clauses[entry.clause];
      if (!found_[clause.head]) {
        chosen_[clause.head] = clause.alternative;
        settle(clause.head, std::move(entry.value));
      }
    }
    return results();
  }

 private:
  const Grammar& grammar_;
  const ClauseSystem& system_;
  std::string separator_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> chosen_;
  std::vector<bool> found_;
  std::vector<std::uint32_t> missing_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;

  /// A pattern is one token whatever its text; a classic grammar's literal may be empty; an
  /// automatic token counts as zero tokens.
  Value token_value(SymbolId terminal) const {
    std::string text = text_of_token(grammar_, terminal);
    const bool automatic = grammar_.automatic && grammar_.automatic->token == terminal;
    const bool nothing = text.empty() && grammar_.symbols[terminal].kind == SymbolKind::kLiteral;
    Value value{nothing || automatic ? 0U : 1U, 0, {}};
    value.bytes = static_cast<std::uint32_t>(std::min<std::size_t>(text.size(), kMaxBytes));
    if (text.size() <= kMaxCheapestBytes) {
      value.text = std::move(text);
    }
    return value;
  }

  void append(Value& value, const Value& part) const {
    const bool line_end = value.text.ends_with('\n') || part.text.starts_with('\n');
    const bool apart = value.bytes > 0 && part.bytes > 0 && !line_end;
    const auto between = apart ? static_cast<std::uint32_t>(separator_.size()) : 0;
    value.tokens = add_up_to(kMaxTokens, value.tokens, part.tokens);
    value.bytes = add_up_to(kMaxBytes, add_up_to(kMaxBytes, value.bytes, between), part.bytes);
    if (value.bytes > kMaxCheapestBytes) {
      value.text.clear();
      return;
    }
    if (apart) {
      value.text += separator_;
    }
    value.text += part.text;
  }

  void settle(Vertex vertex, Value value) {
    values_[vertex] = std::move(value);
    found_[vertex] = true;
    for (const std::uint32_t c : system_.uses_of(vertex)) {
      if (--missing_[c] > 0 || found_[system_.clauses[c].head]) {
        continue;
      }
      Entry entry{{}, c};
      for (const Vertex part : system_.parts_of(system_.clauses[c])) {
        append(entry.value, values_[part]);
      }
      queue_.push(std::move(entry));
    }
  }

  std::vector<CheapestText> results() {
    std::vector<CheapestText> cheapest(system_.symbol_count);
    for (SymbolId s = 0; s < system_.symbol_count; ++s) {
      if (found_[s]) {
        cheapest[s] = {values_[s].tokens, std::move(values_[s].text), chosen_[s]};
      }
    }
    return cheapest;
  }
};

}  // namespace

std::vector<CheapestText> cheapest_texts(const Grammar& grammar, const ClauseSystem& system) {
  return Search(grammar, system).run();
}

}  // namespace grabr
