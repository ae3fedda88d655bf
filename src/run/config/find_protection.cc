#include "run/config/find_protection.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "oracle/condition/output_pattern.h"
#include "run/config/markers.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/source.h"
#include "text/suggest.h"

namespace grabr {
namespace {

bool is_word_part(char c) { return is_word(c) || static_cast<unsigned char>(c) >= 0x80; }

/// Extends the span to whole words at both ends.
Span whole_words(std::string_view text, Span span) {
  if (span.size() == 0) return span;
  while (span.begin > 0 && is_word_part(text[span.begin]) && is_word_part(text[span.begin - 1])) {
    --span.begin;
  }
  while (span.end < text.size() && is_word_part(text[span.end - 1]) &&
         is_word_part(text[span.end])) {
    ++span.end;
  }
  return span;
}

/// A range of lines, from 1: "7" or "3-9".
struct LineRange {
  std::uint32_t first = 0, last = 0;
};

std::optional<std::uint32_t> line_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number > 0 ? std::optional(number) : std::nullopt;
}

LineRange line_range(const std::string& words, const Source& source) {
  const std::size_t dash = words.find('-');
  const auto first = line_number(std::string_view(words).substr(0, dash));
  const auto last =
      dash == std::string::npos ? first : line_number(std::string_view(words).substr(dash + 1));
  if (!first || !last || *last < *first) {
    throw Error(ErrorKind::kInvalid,
                spelled("{keep-lines}: '") + words +
                    "' is not a range of lines\nhint: lines 3 to 9 and line 14 "
                    "are 3-9,14");
  }
  if (*last > source.line_count()) {
    throw Error(ErrorKind::kInvalid, spelled("{keep-lines} ") + words + ": " +
                                         shown_name(source.name()) + " has " +
                                         std::to_string(source.line_count()) + " lines");
  }
  return {*first, *last};
}

class ProtectionFinder {
 public:
  ProtectionFinder(const run::Protect& protect, const ProtectedText& given, run::Listener& listener)
      : protect_(protect), given_(given), source_(given.name, given.text), listener_(listener) {}

  std::shared_ptr<const Protection> find() {
    if (protect_.markers) keep_marked();
    for (const std::string& expression : protect_.keep) keep_matches(expression);
    for (const std::string& lines : protect_.keep_lines) keep_range(line_range(lines, source_));
    keep_symbols();
    Protection protection;
    protection.pieces = pieces();
    if (protect_.names) add_tokens(KeptTokens::Kind::kNames, protection);
    if (protect_.values) add_tokens(KeptTokens::Kind::kValues, protection);
    if (protection.empty()) return nullptr;
    tell(protection);
    return std::make_shared<const Protection>(std::move(protection));
  }

 private:
  std::string_view text() const { return given_.text; }

  /// Comments at the ends go with their neighbours, so the kept text begins and ends with tokens.
  void keep_marked() {
    for (const Span marked : find_marked(source_)) keep(trimmed(marked));
  }

  Span trimmed(Span span) const {
    if (given_.tree == nullptr) return span;
    std::optional<Span> tokens;
    each_token(given_.tree->root(), [&](Span token) {
      if (token.begin < span.begin || token.end > span.end) return;
      if (!tokens) tokens = token;
      tokens->end = token.end;
    });
    return tokens.value_or(Span{});
  }

  void keep_matches(const std::string& expression) {
    const OutputPattern pattern(spelled("{keep}"), expression);
    std::uint32_t count = 0;
    for (std::size_t at = 0; at <= text().size();) {
      const auto match = pattern.find(text(), at);
      if (!match) break;
      const auto begin = static_cast<std::uint32_t>(match->data() - text().data());
      const auto end = begin + static_cast<std::uint32_t>(match->size());
      if (!match->empty()) {
        keep(whole_words(text(), {begin, end}));
        ++count;
      }
      at = std::max<std::size_t>(end, begin + 1);
    }
    if (count == 0) {
      listener_.note(spelled("{keep} ") + expression + ": nothing in " + shown_name(given_.name) +
                     " matches");
    }
  }

  /// Without the end of the last line.
  void keep_range(LineRange lines) {
    const auto place = [&](std::string_view line) {
      return static_cast<std::uint32_t>(line.data() - source_.bytes().data());
    };
    const std::string_view last = source_.line(lines.last);
    keep({place(source_.line(lines.first)), place(last) + static_cast<std::uint32_t>(last.size())});
  }

  void keep_symbols() {
    if (!protects_symbols(protect_)) return;
    if (given_.tree == nullptr) {
      throw Error(
          ErrorKind::kInvalid,
          spelled("{only} and {except} name symbols of a grammar, and ") + given_.name +
              (given_.parser == nullptr ? " has none\nhint: -g names one" : " does not parse"));
    }
    analysis_ = analyse(given_.tree->grammar());
    const std::vector<bool> except = symbols(spelled("{except} or {not}"), protect_.except);
    if (!protect_.except.empty()) {
      each_outermost(except, [&](NodeId node) { keep(span_of(node)); });
    }
    if (protect_.only.empty()) return;
    std::vector<Span> open;
    each_outermost(symbols(spelled("{only}"), protect_.only),
                   [&](NodeId node) { open.push_back(span_of(node)); });
    keep_tokens_outside(open);
  }

  /// By SymbolId: is the symbol named?
  std::vector<bool> symbols(const std::string& option,
                            const std::vector<std::string>& names) const {
    const Grammar& grammar = given_.tree->grammar();
    std::vector<bool> chosen(grammar.symbols.size());
    std::vector<std::string> known;
    for (const Symbol& symbol : grammar.symbols) {
      const bool has_name =
          symbol.kind == SymbolKind::kNonterminal || symbol.kind == SymbolKind::kPattern;
      if (has_name) known.push_back(symbol.name);
    }
    for (const std::string& name : names) {
      // The name may be given with or without angle brackets, whichever the grammar uses.
      const bool bracketed = name.size() > 2 && name.front() == '<' && name.back() == '>';
      const std::string bare = bracketed ? name.substr(1, name.size() - 2) : name;
      bool found = false;
      for (SymbolId id = 0; id < grammar.symbols.size(); ++id) {
        const Symbol& symbol = grammar.symbols[id];
        const bool same = symbol.name == bare || symbol.name == "<" + bare + ">";
        if (!same || symbol.kind == SymbolKind::kSkip) continue;
        chosen[id] = found = true;
        choose_forms(id, chosen);
      }
      if (found) continue;
      throw Error(ErrorKind::kInvalid, option + ": the grammar has no symbol " + bare + "\nhint: " +
                                           word_hint(bare, known, other_symbols(bare, known)));
    }
    return chosen;
  }

  /// If no name is similar to the word: names that contain it.
  static std::string other_symbols(const std::string& part, const std::vector<std::string>& known) {
    constexpr std::size_t kMaxLinesShown = 8;
    std::vector<std::string> with_it;
    for (const std::string& name : known) {
      if (name.find(part) != std::string::npos) with_it.push_back(name);
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(with_it.size(), kMaxLinesShown); ++i) {
      text += (i == 0 ? "there are " : ", ") + with_it[i];
    }
    const std::string all = "grabr grammar print shows them";
    return text.empty() ? all : text + "; " + all;
  }

  /// Also chooses the forms of a symbol, since grammars have rules for them: an if statement is a
  /// statement.
  void choose_forms(SymbolId symbol, std::vector<bool>& chosen) const {
    const Grammar& grammar = given_.tree->grammar();
    for (const Rule& rule : grammar.rules) {
      if (analysis_->fits_for(symbol, rule.symbol)) chosen[rule.symbol] = true;
    }
  }

  template <class Visit>
  void each_outermost(const std::vector<bool>& chosen, Visit visit) const {
    const Tree& tree = *given_.tree;
    std::vector<NodeId> left = {tree.root()};
    while (!left.empty()) {
      const NodeId id = left.back();
      left.pop_back();
      const Node node = tree[id];
      const bool named = node.kind == NodeKind::kRule || node.kind == NodeKind::kToken;
      if (named && node.symbol != kNoSymbol && chosen[node.symbol] && node.token_count() > 0) {
        visit(id);
        continue;
      }
      const Children children = tree.children(id);
      left.insert(left.end(), children.rbegin(), children.rend());
    }
  }

  /// Visits the tokens below, from left to right.
  template <class Visit>
  void each_token(NodeId top, Visit visit) const {
    const Tree& tree = *given_.tree;
    std::vector<NodeId> left = {top};
    while (!left.empty()) {
      const NodeId id = left.back();
      left.pop_back();
      const Node node = tree[id];
      if (node.kind == NodeKind::kToken && node.text().size() > 0) visit(node.text());
      const Children children = tree.children(id);
      left.insert(left.end(), children.rbegin(), children.rend());
    }
  }

  Span span_of(NodeId node) const {
    std::optional<Span> span;
    each_token(node, [&](Span token) {
      if (!span) span = token;
      span->end = token.end;
    });
    return span.value_or(Span{});
  }

  /// Keeps them one by one: the space between them may change.
  void keep_tokens_outside(const std::vector<Span>& open) {
    auto next = open.begin();
    each_token(given_.tree->root(), [&](Span token) {
      while (next != open.end() && next->end <= token.begin) ++next;
      if (next == open.end() || token.begin < next->begin) single_.push_back(token);
    });
  }

  void keep(Span span) {
    if (span.size() > 0) ranges_.push_back(span);
  }

  /// Overlapping ranges become one piece. A single token is a piece unless a range contains it.
  std::vector<std::string> pieces() {
    std::vector<Span> joined;
    std::sort(ranges_.begin(), ranges_.end(), before);
    for (const Span range : ranges_) {
      if (!joined.empty() && range.begin <= joined.back().end) {
        joined.back().end = std::max(joined.back().end, range.end);
      } else {
        joined.push_back(range);
      }
    }
    std::vector<Span> all = joined;
    auto range = joined.begin();
    for (const Span token : single_) {
      while (range != joined.end() && range->end <= token.begin) ++range;
      if (range == joined.end() || token.end <= range->begin) all.push_back(token);
    }
    std::sort(all.begin(), all.end(), before);
    std::vector<std::string> pieces;
    for (const Span piece : all) pieces.emplace_back(text().substr(piece.begin, piece.size()));
    return pieces;
  }

  static bool before(const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  }

  /// Keywords, and the simplest values used as replacements, are not protected.
  void add_tokens(KeptTokens::Kind kind, Protection& protection) const {
    std::unordered_set<std::string> known;
    if (given_.parser != nullptr) {
      for (const Symbol& symbol : given_.parser->grammar().symbols) {
        if (symbol.kind == SymbolKind::kLiteral) known.insert(symbol.text);
      }
    }
    protection.tokens.push_back({kind, std::move(known)});
  }

  void tell(const Protection& protection) const {
    std::size_t bytes = 0;
    for (const std::string& piece : protection.pieces) bytes += piece.size();
    if (bytes == 0) return;
    listener_.note("protected: " + std::to_string(bytes) + " of " + std::to_string(text().size()) +
                   " bytes, in " + std::to_string(protection.pieces.size()) +
                   (protection.pieces.size() == 1 ? " piece" : " pieces"));
  }

  const run::Protect& protect_;
  const ProtectedText& given_;
  Source source_;
  run::Listener& listener_;
  std::optional<Analysis> analysis_;  // of the grammar; made if symbols are named
  std::vector<Span> ranges_;
  std::vector<Span> single_;
};

}  // namespace

bool protects_symbols(const run::Protect& protect) {
  return !protect.only.empty() || !protect.except.empty();
}

std::shared_ptr<const Protection> find_protection(const run::Protect& protect,
                                                  const ProtectedText& text,
                                                  run::Listener& listener) {
  return ProtectionFinder(protect, text, listener).find();
}

}  // namespace grabr
