// Shortens the tokens that stay: strings, numbers, names, regular expressions, paths in attributes,
// the text of a macro. It needs no list of token kinds: a new text is allowed if the grammar's
// lexer reads it as the same terminal, and a candidate must parse.
//
//   {"key": "some text", "n": 41800}   →   {"": "", "": 0}     one test, if it fails
//   <path d="M10 20 C 30 40 Q1 2"/>    →   <path d="C 30"/>    words
//   "xxxxxxxxQZXxxxxxxxx"              →   "QZX"               characters
//
// First, in one test, tokens become simpler ones of another kind that fit in their places (`null` →
// `0`). Then, in one test, every token gets its simplest text: the grammar's (hints.simplest), else
// its delimiters alone, else the shortest text of its terminal. If such a test does not fail, the
// changes are minimised as a list (reduce/minimizer/mgbs.h). Tokens with the same text change
// together; if that is rejected, they are tried one by one.
//
// Each remaining text is replaced by other simple texts (0, 1, -1; a letter between the
// delimiters), then loses lines, words, and characters. Both ends are cut in steps that double, so
// if the last character must stay, one test is enough for that end. A number is lowered by binary
// search. Names that `canonical` had to leave only lose characters at their ends. A token that
// cannot be shortened takes about ten tests; it is not tried again until other tokens have been
// deleted and its surroundings have changed (reduce/pass/negative_cache.h).
//
// A token that repeats a delimiter at its end, such as a here-document or a raw string, gets a
// shorter one at both ends. The token's matcher in the grammar (model/matcher.h) tells where it is.
//
//   <<LONG_NAME … LONG_NAME   →   <<A … A
//
// With `least`, only tokens of at least so many words are tried, and only lines and words are
// removed: if a macro loses a call early, a definition can go.
//
// Every step makes the text smaller with equally many tokens, so the pass ends.
// Source: grabr; T-Rec (TOSEM 2024). Tested by tests/reduce/inside_tokens_test.cc.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "grammar/lex/lexer.h"
#include "reduce/core/shortlex.h"
#include "reduce/pass/renamings.h"
#include "reduce/pass/shorten.h"
#include "reduce/pass/tree_passes.h"
#include "text/ascii.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMinNameBytes = 3;  ///< `canonical` has tried shorter ones
constexpr std::string_view kInside = "inside";
constexpr std::string_view kAnotherKind = "another kind of token";

/// Texts of terminals that could not be shortened in a tree with this many tokens.
struct ShortTexts {
  std::size_t tokens = 0;
  std::set<NameKey> texts;
};

/// May `text` replace `was` as this terminal? A text that ends with a line end must keep it.
bool may_be(const Grammar& grammar, SymbolId terminal, const std::string& was,
            const std::string& text) {
  if (was.ends_with('\n') && !text.ends_with('\n')) return false;
  const bool matched = grammar.symbols[terminal].matcher != kNoMatcher;
  return matched ? grammar.lexer->matches(text, terminal) : lexes_as(grammar, terminal, text);
}

/// A group of tokens with the same text, as a Stretch. The tree must be freshly parsed.
class TokenStretch {
 public:
  TokenStretch(TreeWork& work, Name name) : work_(work), name_(std::move(name)) {
    const std::vector<NodeId> all = tokens_of(work.tree(), work.tree().root());
    for (const NodeId token : name_.tokens) {
      places_.push_back(static_cast<std::size_t>(std::ranges::find(all, token) - all.begin()));
      symbols_.push_back(work.tree()[token].symbol);
    }
    stretch_.text = name_.text;
    stretch_.may_be = [this](const std::string& text) {
      return may_be(work_.grammar(), name_.terminal, name_.text, text);
    };
    stretch_.candidate = [this](const std::string& text) { return candidate(text); };
    stretch_.accept = [this] { accept(); };
  }
  TokenStretch(const TokenStretch&) = delete;
  TokenStretch& operator=(const TokenStretch&) = delete;

  Stretch& stretch() { return stretch_; }
  /// One of the tokens; kNoNode if the parser no longer finds them.
  NodeId token() const { return name_.tokens.empty() ? kNoNode : name_.tokens.front(); }

 private:
  Candidate candidate(const std::string& text) {
    std::string best = work_.session().best();
    const bool smaller = simpler_text(text, stretch_.text) && !name_.tokens.empty();
    if (!smaller || !stretch_.may_be(text)) return {std::move(best), "no token"};
    const std::string where = name_.tokens.size() == 1 ? "" : " in all places";
    Candidate made = renaming_candidate(work_, rename_edits(work_, name_.tokens, text),
                                        "write " + text + " for " + stretch_.text + where);
    if (!simpler_text(made.text, best)) made.text = std::move(best);
    return made;
  }

  void accept() {
    work_.reparse();
    const std::vector<NodeId> all = tokens_of(work_.tree(), work_.tree().root());
    name_.tokens.clear();
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i] >= all.size() || work_.tree()[all[places_[i]]].symbol != symbols_[i]) continue;
      name_.tokens.push_back(all[places_[i]]);
    }
  }

  TreeWork& work_;
  Name name_;
  std::vector<std::size_t> places_;  ///< indices of its tokens among all tokens
  std::vector<SymbolId> symbols_;    ///< the symbols of its tokens
  Stretch stretch_;
};

bool is_numeral(std::string_view text) {
  return is_digit(text.front()) || (text.size() > 1 && text[0] == '-' && is_digit(text[1]));
}

/// The first letter such that no token is spelled `front` + letter + `back`; "z" if all are used.
char unused_letter(const std::set<std::string>& used, const std::string& front,
                   const std::string& back) {
  char letter = 'a';
  while (letter < 'z' && used.contains(front + letter + back)) ++letter;
  return letter;
}

/// The simple texts for a group, the best first; each is of the group's terminal and smaller than
/// its text. `used` has the texts of all tokens.
std::vector<std::string> simple_texts(const Grammar& grammar, const std::set<std::string>& used,
                                      const Name& name) {
  std::vector<std::string> texts;
  const auto add = [&](const std::string& text) {
    if (simpler_text(text, name.text) && std::ranges::find(texts, text) == texts.end() &&
        may_be(grammar, name.terminal, name.text, text)) {
      texts.push_back(text);
    }
  };
  for (const auto& [terminal, simplest] : grammar.hints.simplest) {
    if (terminal == name.terminal) std::ranges::for_each(simplest, add);
  }
  if (is_numeral(name.text)) {
    for (const char* const number : {"0", "1", "-1"}) add(number);
    return texts;
  }
  Stretch stretch{name.text,
                  [&](const std::string& text) { return lexes_as(grammar, name.terminal, text); },
                  {},
                  {}};
  const Delimiters own = delimiters_of(stretch);
  if (own.front > 0 && own.front < name.text.size()) {
    const std::string front = name.text.substr(0, own.front);
    const std::string back = name.text.substr(name.text.size() - own.back);
    add(front + back);
    if (own.back > 0) add(front + unused_letter(used, front, back) + back);
  }
  if (texts.empty()) add(grammar.lexer->shortest_text(name.terminal));
  return texts;
}

/// The delimiter that the token repeats at its end; empty if there is none.
std::string_view delimiter_of(const Matcher& matcher, std::string_view text) {
  if (matcher.kind == Matcher::Kind::kHeredoc) {
    text.remove_prefix(text.rfind('\n') + 1);
    return text.substr(std::min(text.find_first_not_of(matcher.indent), text.size()));
  }
  if (matcher.kind != Matcher::Kind::kDelimited || !text.ends_with(matcher.close_after)) return {};
  text.remove_suffix(matcher.close_after.size());
  const std::size_t at = text.rfind(matcher.close);
  return at == text.npos ? std::string_view() : text.substr(at + matcher.close.size());
}

/// The text with other delimiters at both ends, the shortest first.
std::vector<std::string> with_shorter_delimiters(const Grammar& grammar, const Name& name) {
  std::vector<std::string> texts;
  const std::uint32_t number = grammar.symbols[name.terminal].matcher;
  if (number == kNoMatcher) return texts;
  const std::string_view delimiter = delimiter_of(grammar.matchers[number], name.text);
  if (delimiter.size() < 2) return texts;
  const std::size_t first = name.text.find(delimiter);
  const auto last = static_cast<std::size_t>(delimiter.data() - name.text.data());
  if (first >= last) return texts;
  for (const std::string_view by : {std::string_view(), delimiter.substr(0, 1), {"A"}, {"a"}}) {
    std::string& text = texts.emplace_back(name.text);
    text.replace(last, delimiter.size(), by).replace(first, delimiter.size(), by);
  }
  return texts;
}

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool is_part = is_word_byte(static_cast<unsigned char>(c));
    if (is_part && !inside) ++words;
    inside = is_part;
  }
  return words;
}

class InsideTokens {
 public:
  InsideTokens(TreeWork& work, double least) : work_(work), least_(least) {}

  bool run() {
    work_.reparse();
    bool changed = false;
    if (least_ == 0) changed |= other_kinds();
    if (least_ == 0) changed |= simplest_for(groups());
    if (least_ == 0) changed |= simplest_for(single_tokens());
    changed |= shorten_all(false);
    return least_ > 0 ? changed : shorten_all(true) || changed;
  }

 private:
  /// The groups of tokens that are worth a test.
  std::vector<Name> groups() {
    std::vector<Name> groups = other_patterns_in(work_.tree());
    std::erase_if(groups, [&](const Name& name) {
      if (name.text.size() < 2 && simple_texts(work_.grammar(), used(), name).empty()) return true;
      if (is_in_vain(name)) return true;
      return least_ > 0 && static_cast<double>(count_words(name.text)) < least_;
    });
    return groups;
  }

  std::vector<Name> single_tokens() {
    std::vector<Name> singles;
    for (const Name& name : groups()) {
      if (name.tokens.size() < 2) continue;
      for (const NodeId token : name.tokens) singles.push_back({name.terminal, name.text, {token}});
    }
    return singles;
  }

  static std::vector<Name> longest_first(std::vector<Name> names) {
    std::ranges::stable_sort(names, std::ranges::greater(),
                             [](const Name& name) { return name.text.size(); });
    return names;
  }

  /// Replaces tokens by simpler ones of another kind.
  bool other_kinds() {
    ConstantTexts constants(work_);
    const std::set<NodeId> alone = names_alone();
    std::vector<Change> changes;
    std::vector<std::optional<Hash128>> questions;
    for (const NodeId token : tokens_of(work_.tree(), work_.tree().root())) {
      const auto question = work_.question(token, kAnotherKind);
      if (!may_become_another(token, alone) || work_.statistics().negative.knows(question))
        continue;
      const std::optional<std::string> text = simpler_constant(constants, token);
      if (!text) continue;
      changes.push_back(
          {{Edit::Kind::kReplace, topmost_alone(work_.tree(), token), in_place_of(token, *text)}});
      questions.push_back(question);
    }
    const std::vector<bool> done =
        apply_some(work_, changes, {"simpler ones", "tokens", simpler_text});
    for (std::size_t i = 0; i < done.size(); ++i) {
      if (!done[i]) work_.statistics().negative.note(questions[i]);
    }
    return std::ranges::find(done, true) != done.end();
  }

  /// Names that also stand elsewhere are excluded: they have passes of their own.
  bool may_become_another(NodeId token, const std::set<NodeId>& alone) const {
    const Tree& tree = work_.tree();
    if (tree.token_text(token).empty() || work_.separates(token)) return false;
    return alone.contains(token) || !is_name(tree, token);
  }

  /// Names with a single token.
  std::set<NodeId> names_alone() const {
    std::set<NodeId> alone;
    for (const Name& name : names_in(work_.tree())) {
      if (name.tokens.size() == 1) alone.insert(name.tokens.front());
    }
    return alone;
  }

  /// A one-token node with this text, and before it the skipped text of `token`.
  NodeId in_place_of(NodeId token, const std::string& text) {
    Tree& tree = work_.tree();
    const std::vector<NodeId> made = tokens_of(tree, work_.add_text(text));
    const Node& by = tree[made.front()];
    const Span skipped = tree[token].skipped();
    return skipped.size() == 0 ? made.front() : tree.add_token(by.symbol, skipped, by.text());
  }

  /// The first simpler text of another kind that fits in the token's place and is neither a name
  /// nor a sign.
  std::optional<std::string> simpler_constant(ConstantTexts& constants, NodeId token) const {
    for (const std::string& text : constants.of(token)) {
      const std::string_view now = work_.tree().token_text(token);
      if (!simpler_text(text, now) || lexes_as(work_.grammar(), work_.tree()[token].symbol, text)) {
        continue;
      }
      const bool named = std::ranges::any_of(
          work_.grammar().hints.identifiers,
          [&](SymbolId terminal) { return lexes_as(work_.grammar(), terminal, text); });
      if (!named && (is_word(text.front()) || text.size() > 1)) return text;
    }
    return std::nullopt;
  }

  /// Gives each group its simplest text.
  bool simplest_for(const std::vector<Name>& groups) {
    std::vector<Renaming> renamings;
    for (const Name& name : groups) {
      const std::vector<std::string> texts = simple_texts(work_.grammar(), used(), name);
      if (!texts.empty()) renamings.push_back({name, texts.front()});
    }
    const std::vector<bool> done =
        apply_some(work_, renamings, {"the simplest texts", "tokens", simpler_text});
    return std::ranges::find(done, true) != done.end();
  }

  /// Shortens all groups. The tree changes with each success, so a group is found again by its
  /// text.
  bool shorten_all(bool names) {
    const auto all = [&] { return names ? names_in(work_.tree()) : groups(); };
    bool changed = false;
    std::vector<Name> now = all();
    for (const Name& before : longest_first(now)) {
      if (names && before.text.size() < kMinNameBytes) break;
      const auto name = std::ranges::find(now, key_of(before), key_of);
      if (name == now.end() || !shorten_group(*name, names)) continue;
      changed = true;
      now = all();
    }
    return changed;
  }

  bool shorten_group(const Name& name, bool is_name) {
    if (is_in_vain(name)) return false;
    TokenStretch token(work_, name);
    Stretch& stretch = token.stretch();
    const Delimiters none;
    const bool changed = is_name ? shorten(work_.session(), stretch, none, Inside::kEnds)
                                 : shorten_text(name, stretch);
    if (token.token() != kNoNode) work_.statistics().negative.note(question(token.token()));
    if (least_ == 0) short_texts().insert({name.terminal, stretch.text});
    return changed;
  }

  bool shorten_text(const Name& name, Stretch& stretch) {
    Session& session = work_.session();
    if (least_ > 0) return shorten(session, stretch, delimiters_of(stretch), Inside::kWords);
    std::vector<std::string> texts = simple_texts(work_.grammar(), used(), name);
    if (!texts.empty()) texts.erase(texts.begin());  // it has been tried together with the others
    if (take_first(session, stretch, texts)) return true;
    take_first(session, stretch, with_shorter_delimiters(work_.grammar(), name));
    const bool number = is_numeral(name.text);
    const Delimiters ends = number ? Delimiters{} : delimiters_of(stretch);
    const bool shorter = shorten(session, stretch, ends, number ? Inside::kEnds : Inside::kChars);
    return lower_number(session, stretch) || shorter || stretch.text != name.text;
  }

  bool is_in_vain(const Name& name) {
    if (least_ == 0 && short_texts().contains(key_of(name))) return true;
    return work_.statistics().negative.knows(question(name.tokens.front()));
  }

  /// The texts of all tokens.
  const std::set<std::string>& used() {
    if (used_version_ != work_.version()) used_ = texts_in(work_.tree());
    used_version_ = work_.version();
    return used_;
  }

  std::set<NameKey>& short_texts() {
    auto& known = work_.statistics().of<ShortTexts>();
    const std::size_t tokens = count_tokens(work_.tree(), work_.tree().root());
    if (known.tokens != tokens) known = {tokens, {}};
    return known.texts;
  }

  std::optional<Hash128> question(NodeId token) {
    return work_.question(token, least_ > 0 ? "words inside" : kInside);
  }

  TreeWork& work_;
  double least_;
  std::optional<std::uint64_t> used_version_;  ///< the version of the tree that `used_` describes
  std::set<std::string> used_;
};

}  // namespace

bool inside_tokens(TreeWork& work, double least) {
  return work.tree().root() != kNoNode && InsideTokens(work, least).run();
}

}  // namespace grabr
