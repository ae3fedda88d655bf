// Puts the text of a macro in place of its uses and deletes its definition. For a grammar the line
// of a #define is one token; after this its text is part of the tree, which all other passes
// reduce.
//
//   #define BITS (32 - 8)
//   #define POWER(x) pow((x)->n, 42)
//   struct s { int n : BITS; };               →   struct s { int n : (32 - 8); };
//   void f(struct s *p) { POWER(p); }             void f(struct s *p) { pow((p)->n, 42); }
//
// Definitions are lines that begin with a sign and `define` (#define, `define, %define), whatever
// the language. Uses are those after the definition, up to an #undef or another definition of the
// name, also in the texts of other macros. Arguments, # and ## are treated as in a C preprocessor.
// First all macros are expanded at once, then each alone, from the first to the last. A candidate
// has fewer bytes, but perhaps more tokens, since a definition is a single token: a macro that is
// used often stays until other passes have made it short. Candidates have fewer definitions and no
// pass makes one, so the pass ends. Only texts of some hundred tokens are handled.
// Source: grabr; C-Reduce and C-Vise leave this to the preprocessor. Tested by
// tests/reduce/expand_macros_test.cc.
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reduce/pass/conditional_lines.h"
#include "reduce/pass/macros.h"
#include "reduce/pass/tree_passes.h"
#include "text/ascii.h"
#include "text/hash.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTokensExpanded = 1000;
/// The most attempts between two successes.
constexpr std::size_t kMaxAttempts = 32;

/// A piece of the text: a directive, which is a logical line (a backslash at a line end continues
/// it), or the lines between two directives.
struct Piece {
  enum class Kind : std::uint8_t { kText, kDefinition, kDirective };
  Kind kind = Kind::kText;
  std::string text;  ///< with its line end; neighbouring lines of the language are one piece
  Macro macro;       ///< of a definition
};

std::size_t line_end(std::string_view text, std::size_t at) {
  for (;; ++at) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) return text.size();
    const std::string_view before = text.substr(0, at);
    if (!before.ends_with('\\') && !before.ends_with("\\\r")) return at + 1;
  }
}

Piece read_line(std::string_view line) {
  Piece piece;
  piece.text = line;
  std::size_t at = 0;
  while (at < line.size() && is_space(line[at])) ++at;
  std::string_view bare = line.substr(at);
  if (bare.empty() || (bare[0] != '#' && bare[0] != '`' && bare[0] != '%')) return piece;
  if (std::optional<Macro> macro = read_macro(bare)) {
    piece.kind = Piece::Kind::kDefinition;
    piece.macro = *std::move(macro);
    piece.macro.body_begin += at;
    return piece;
  }
  if (conditional_word(bare) != ConditionalWord::kNone) piece.kind = Piece::Kind::kDirective;
  bare.remove_prefix(1);
  while (!bare.empty() && (bare[0] == ' ' || bare[0] == '\t')) bare.remove_prefix(1);
  for (const std::string_view word : {"undef", "include", "line", "pragma"}) {
    if (bare.starts_with(word)) piece.kind = Piece::Kind::kDirective;
  }
  return piece;
}

std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = line_end(text, at);
    Piece piece = read_line(text.substr(at, end - at));
    if (piece.kind == Piece::Kind::kText && !pieces.empty() &&
        pieces.back().kind == Piece::Kind::kText) {
      pieces.back().text += piece.text;
    } else {
      pieces.push_back(std::move(piece));
    }
    at = end;
  }
  return pieces;
}

std::string joined(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += piece.text;
  return text;
}

/// The pieces in which the name of each macro is a word, in order: only these can use it or end its
/// scope. The text is searched only once, however many definitions there are.
class MacroUses {
 public:
  explicit MacroUses(const std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces) {
      if (piece.kind == Piece::Kind::kDefinition) places_[piece.macro.name];
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) add(i, pieces[i].text);
  }

  void add(std::size_t piece, std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!is_word(text[at])) continue;
      const std::size_t begin = at;
      while (at < text.size() && (is_word(text[at]) || text[at] == '$')) ++at;
      const auto found = places_.find(text.substr(begin, at - begin));
      if (found != places_.end()) found->second.insert(piece);
    }
  }

  const std::set<std::size_t>& of(const Macro& macro) const {
    return places_.find(macro.name)->second;
  }

 private:
  std::map<std::string, std::set<std::size_t>, std::less<>> places_;
};

/// Does this piece, which has the macro's name, end its scope?
bool ends_scope(const Piece& piece, const Macro& macro) {
  if (piece.kind == Piece::Kind::kDefinition) return piece.macro.name == macro.name;
  return piece.kind == Piece::Kind::kDirective && piece.text.find("undef") != std::string::npos;
}

/// A piece after a macro has been expanded in it.
struct Changed {
  Piece piece;
  std::size_t uses = 0;
};

std::optional<Changed> expanded(Piece piece, const Macro& macro) {
  const bool defines = piece.kind == Piece::Kind::kDefinition;
  const std::size_t begin = defines ? piece.macro.body_begin : 0;
  const std::optional<Expanded> found = expand(macro, std::string_view(piece.text).substr(begin));
  if (!found) return std::nullopt;
  if (found->uses > 0) {
    piece.text = piece.text.substr(0, begin) + found->text;
    if (defines) piece = read_line(piece.text);
  }
  return Changed{std::move(piece), found->uses};
}

/// The pieces that differ when one definition is gone.
struct Without {
  std::size_t definition = 0;
  std::vector<std::pair<std::size_t, Piece>> changed;
  std::string before;  ///< the definition, and the pieces in which it was used
};

/// The text without a definition; nothing if the macro is not used or cannot be expanded.
std::optional<Without> without(const std::vector<Piece>& pieces, const MacroUses& places,
                               std::size_t definition) {
  const Macro& macro = pieces[definition].macro;
  Without result;
  result.definition = definition;
  result.before = pieces[definition].text;
  const std::set<std::size_t>& named = places.of(macro);
  for (auto i = named.upper_bound(definition); i != named.end(); ++i) {
    const Piece& piece = pieces[*i];
    if (ends_scope(piece, macro)) break;
    if (piece.kind == Piece::Kind::kDirective) continue;
    std::optional<Changed> changed = expanded(piece, macro);
    if (!changed) return std::nullopt;
    if (changed->uses == 0) continue;
    result.before += piece.text;
    result.changed.emplace_back(*i, std::move(changed->piece));
  }
  if (result.changed.empty()) return std::nullopt;
  return result;
}

std::string text_of(const std::vector<Piece>& pieces, const Without& one) {
  std::string text;
  auto changed = one.changed.begin();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i == one.definition) continue;
    const bool is_changed = changed != one.changed.end() && changed->first == i;
    text += is_changed ? changed++->second.text : pieces[i].text;
  }
  return text;
}

/// Expands all macros that can be expanded, from the first to the last.
std::string without_all(std::vector<Piece> pieces, MacroUses places) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].kind != Piece::Kind::kDefinition) continue;
    std::optional<Without> next = without(pieces, places, i);
    if (!next) continue;
    pieces[i] = {};
    for (auto& [at, piece] : next->changed) {
      pieces[at] = std::move(piece);
      places.add(at, pieces[at].text);
    }
  }
  return joined(pieces);
}

struct ExpandStatistics {
  std::set<Hash128> in_vain;  ///< definitions with their uses that were rejected
};

struct Expansion {
  std::string text, words;
  Hash128 question;
};

class Expansions {
 public:
  explicit Expansions(TreeWork& work)
      : work_(work), in_vain_(work.statistics().of<ExpandStatistics>().in_vain) {}

  bool run() {
    bool changed = false;
    while (count_tokens(work_.tree(), work_.tree().root()) <= kMaxTokensExpanded && ask()) {
      changed = true;
      work_.reparse();
    }
    return changed;
  }

 private:
  bool ask() {
    const std::vector<Expansion> found = find();
    const auto failing = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == found.size()) return false;
      candidate = {found[i].text, found[i].words};
      return true;
    });
    for (std::size_t i = 0; i < failing.value_or(found.size()); ++i) {
      in_vain_.insert(found[i].question);
    }
    return failing.has_value();
  }

  std::vector<Expansion> find() {
    const std::vector<Piece> pieces = pieces_of(work_.text());
    const MacroUses places(pieces);
    std::vector<Expansion> found;
    std::size_t definitions = 0;
    for (std::size_t i = 0; i < pieces.size() && found.size() < kMaxAttempts; ++i) {
      if (pieces[i].kind != Piece::Kind::kDefinition) continue;
      ++definitions;
      const std::optional<Without> one = without(pieces, places, i);
      if (!one) continue;
      add(
          "expand the macro " + pieces[i].macro.name, one->before,
          [&] { return text_of(pieces, *one); }, found);
    }
    if (definitions < 2 || found.empty()) return found;
    std::vector<Expansion> all;
    add(
        "expand all macros", "all " + work_.text(), [&] { return without_all(pieces, places); },
        all);
    if (!all.empty() && all[0].text != found[0].text) found.insert(found.begin(), all[0]);
    return found;
  }

  void add(std::string words, const std::string& before, const std::function<std::string()>& make,
           std::vector<Expansion>& found) {
    const Hash128 question = hash128(before);
    if (in_vain_.contains(question)) return;
    std::string text = make();
    const bool is_smaller = text.size() < work_.text().size();
    if (is_smaller && (work_.partial() || work_.parser().accepts(text))) {
      found.push_back({std::move(text), std::move(words), question});
    } else {
      in_vain_.insert(question);
    }
  }

  TreeWork& work_;
  std::set<Hash128>& in_vain_;
};

}  // namespace

bool expand_macros(TreeWork& work) {
  if (work.tree().root() == kNoNode || work.text().find("define") == std::string::npos)
    return false;
  return Expansions(work).run();
}

}  // namespace grabr
