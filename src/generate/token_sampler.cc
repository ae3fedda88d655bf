// A pattern's text is a random walk through the automaton of its regular expression. A length is
// drawn first; up to it, the walk goes anywhere from where the end can still be reached; after it,
// every byte leads closer to the nearest end. So a walk takes at most that length plus the longest
// of the shortest paths to an end.
//
//   "([^"\\]|\\.)*"  with length 3:   "a\   then the nearest end:  n"   gives  "a\n"
//
// Printable ASCII is preferred. Sometimes all bytes that the automaton distinguishes are equally
// likely, so that escapes occur; sometimes any byte that continues the match is taken, so that
// UTF-8 occurs. A text that the lexer reads as something else (a name that is a keyword) is redrawn
// a few times before falling back to the shortest text known to be right. Matchers are not
// automata: nested ones get words and one level of nesting, the others their shortest text. Tested
// by tests/generate/token_sampler_test.cc.
#include "generate/token_sampler.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/lexer.h"
#include "grammar/lex/nfa.h"
#include "grammar/lex/regex.h"

namespace grabr {
namespace {

constexpr std::uint32_t kUnreachable = ~std::uint32_t{0};
constexpr std::size_t kMaxPatternStates = 20'000;  // states of one pattern's automaton
constexpr int kDraws = 8;                          // draws until a text reads back as its terminal
constexpr std::size_t kNames = 6;                  // distinct names in a text
constexpr unsigned kOldName = 75;                  // percent: chance of a name used before

/// For each state, the number of bytes needed to reach an accepting state. Bytes that are not valid
/// UTF-8 are not used.
std::vector<std::uint32_t> distances(const Dfa& dfa) {
  std::vector<std::vector<std::uint32_t>> from(dfa.state_count());
  std::vector<std::uint32_t> distance(dfa.state_count(), kUnreachable);
  std::vector<std::uint32_t> queue;
  for (std::uint32_t state = 1; state < dfa.state_count(); ++state) {
    std::uint32_t last = Dfa::kDead;
    for (std::uint32_t byte = 0; byte < kFirstStraySymbol; ++byte) {
      const std::uint32_t target = dfa.step(state, byte);
      if (target != Dfa::kDead && target != last) from[target].push_back(state);
      last = target;
    }
    if (dfa.accepts[state].empty()) continue;
    distance[state] = 0;
    queue.push_back(state);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const std::uint32_t state : from[queue[i]]) {
      if (distance[state] != kUnreachable) continue;
      distance[state] = distance[queue[i]] + 1;
      queue.push_back(state);
    }
  }
  return distance;
}

bool printable(std::uint32_t byte) { return byte >= 0x20 && byte < 0x7F; }
bool lower_case(std::uint32_t byte) { return byte >= 'a' && byte <= 'z'; }

/// A random byte for which `wanted` holds, if there is any, else any of the bytes.
template <class Wanted>
std::uint32_t pick(const std::vector<std::uint32_t>& bytes, RandomNumbers& random, Wanted wanted) {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(bytes, wanted));
  if (count == 0) return bytes[random.below(bytes.size())];
  std::size_t at = random.below(count);
  for (const std::uint32_t byte : bytes) {
    if (wanted(byte) && at-- == 0) return byte;
  }
  return bytes.back();
}

std::uint32_t pick_byte(const Dfa& dfa, const std::vector<std::uint32_t>& bytes, bool name,
                        RandomNumbers& random) {
  const std::size_t way = random.below(20);
  if (name && way < 17) return pick(bytes, random, lower_case);
  if (way == 0) return bytes[random.below(bytes.size())];
  if (way > 4) return pick(bytes, random, printable);
  std::vector<std::uint32_t> classes;
  for (const std::uint32_t byte : bytes) {
    if (printable(byte)) classes.push_back(dfa.class_of[byte]);
  }
  if (classes.empty()) return bytes[random.below(bytes.size())];
  std::ranges::sort(classes);
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  const std::uint32_t chosen = classes[random.below(classes.size())];
  return pick(bytes, random,
              [&](std::uint32_t byte) { return printable(byte) && dfa.class_of[byte] == chosen; });
}

std::string word(RandomNumbers& random) {
  std::string text;
  for (std::size_t n = random.below(5); n > 0; --n) {
    text += static_cast<char>('a' + random.below(26));
  }
  return text;
}

}  // namespace

std::string TokenSampler::text(SymbolId terminal, RandomNumbers& random) {
  const Symbol& symbol = grammar_.symbols[terminal];
  if (symbol.kind == SymbolKind::kLiteral) return symbol.text;
  if (grammar_.layout && terminal == grammar_.layout->newline) return "\n";
  if (symbol.kind == SymbolKind::kLayout) return {};
  if (!is_name(terminal)) return fresh_text(terminal, random);
  std::vector<std::string>& names = names_[terminal];
  const bool full = names.size() >= kNames;
  if (!names.empty() && (full || random.chance(kOldName))) {
    return names[random.below(names.size())];
  }
  names.push_back(fresh_text(terminal, random));
  return names.back();
}

std::string TokenSampler::fresh_text(SymbolId terminal, RandomNumbers& random) {
  for (int i = 0; i < kDraws; ++i) {
    std::string text = try_text(terminal, random);
    if (reads_back(text, terminal)) return text;
  }
  const std::vector<std::string>* const known = simplest(terminal);
  if (known != nullptr && reads_back(known->front(), terminal)) return known->front();
  return grammar_.lexer->shortest_text(terminal);
}

std::string TokenSampler::try_text(SymbolId terminal, RandomNumbers& random) {
  const std::vector<std::string>* const known = simplest(terminal);
  if (known != nullptr && random.chance(20)) return (*known)[random.below(known->size())];
  const Symbol& symbol = grammar_.symbols[terminal];
  if (symbol.matcher != kNoMatcher) {
    const Matcher& matcher = grammar_.matchers[symbol.matcher];
    return matcher.kind == Matcher::Kind::kNested ? nested_text(matcher, random)
                                                  : grammar_.lexer->shortest_text(terminal);
  }
  const Pattern* const pattern = pattern_of(terminal);
  return pattern != nullptr ? walk(*pattern, is_name(terminal), random) : std::string();
}

std::string TokenSampler::walk(const Pattern& pattern, bool name, RandomNumbers& random) const {
  const Dfa& dfa = pattern.dfa;
  const std::size_t length = 1 + random.below(random.chance(10) ? 24 : name ? 3 : 6);
  std::string text;
  std::vector<std::uint32_t> bytes;
  for (std::uint32_t state = dfa.start;;) {
    const bool ends = pattern.to_end[state] == 0;
    const bool near = text.size() >= length;
    if (ends && near) return text;
    bytes.clear();
    for (std::uint32_t byte = 0; byte < kFirstStraySymbol; ++byte) {
      const std::uint32_t distance = pattern.to_end[dfa.step(state, byte)];
      if (distance != kUnreachable && (!near || distance < pattern.to_end[state]))
        bytes.push_back(byte);
    }
    if (bytes.empty()) return ends ? text : std::string();
    const std::uint32_t byte = pick_byte(dfa, bytes, name, random);
    text += static_cast<char>(byte);
    state = dfa.step(state, byte);
  }
}

std::string TokenSampler::nested_text(const Matcher& matcher, RandomNumbers& random) const {
  std::string inside = word(random);
  if (random.chance(25)) inside += matcher.open + word(random) + matcher.close;
  return matcher.open + inside + matcher.close;
}

const TokenSampler::Pattern* TokenSampler::pattern_of(SymbolId terminal) {
  const auto [entry, fresh] = patterns_.try_emplace(terminal);
  std::optional<Pattern>& pattern = entry->second;
  if (!fresh) return pattern ? &*pattern : nullptr;
  const RegexParse parsed = parse_regex(grammar_.symbols[terminal].text, grammar_.ignore_case);
  Nfa nfa(kMaxPatternStates);
  if (parsed.problem || !nfa.add(parsed.regex, 0)) return nullptr;
  if (std::optional<Dfa> dfa = determinise(nfa, {})) {
    std::vector<std::uint32_t> to_end = distances(*dfa);
    pattern = Pattern{std::move(*dfa), std::move(to_end)};
  }
  return pattern ? &*pattern : nullptr;
}

const std::vector<std::string>* TokenSampler::simplest(SymbolId terminal) const {
  for (const auto& [symbol, texts] : grammar_.hints.simplest) {
    if (symbol == terminal && !texts.empty()) return &texts;
  }
  return nullptr;
}

bool TokenSampler::is_name(SymbolId terminal) const {
  return std::ranges::find(grammar_.hints.identifiers, terminal) !=
         grammar_.hints.identifiers.end();
}

bool TokenSampler::reads_back(std::string_view text, SymbolId terminal) const {
  if (text.empty()) return false;
  if (grammar_.lexing == Lexing::kContextual) return grammar_.lexer->matches(text, terminal);
  const Match match = grammar_.lexer->match(text, 0);
  return match.length == text.size() && match.terminals.front() == terminal;
}

}  // namespace grabr
