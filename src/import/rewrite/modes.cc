// ANTLR's lexer has modes: earlier tokens decide which tokens are possible. In our contextual
// lexing the rules decide. That is nearly the same, since the rules name a mode's tokens between
// those that enter and leave the mode. If a mode skips nothing, such as the inside of a string,
// each of its tokens must follow the previous one directly.
//
// "more" makes a token of several pieces:  SPECIAL: '<?' -> more, pushMode(PI);   mode PI; END:
// '?>' -> popMode;  ANY: . -> more;   That is one token,  END: '<?' (.)*? '?>'.
#include <map>
#include <set>

#include "import/rewrite/steps.h"
#include "import/rewrite/tokens.h"

namespace grabr {
namespace {

using Use = ImportedToken::Use;

class ModeFolder {
 public:
  explicit ModeFolder(ImportedGrammar& grammar) : grammar_(grammar) {}

  void fold() {
    join_skipped_modes();
    join_pieces();
    find_skipping();
    allow_skipped_before_ends();
    for (ImportedToken& token : grammar_.tokens) place_in_mode(token);
    drop_skips_of_anything();
    join_types();
  }

 private:
  /// A mode that only skips, and that skipped text enters, becomes one skipped text: PRAGMA:
  /// 'pragma' -> channel(OTHER), mode(M);  mode M;  …  SEMI: ';' -> channel(OTHER), mode(DEFAULT);
  void join_skipped_modes() {
    std::set<std::string> modes;
    std::set<std::string> left;
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.mode.empty() || token.use == Use::kFragment) continue;
      modes.insert(token.mode);
      if (token.next_mode == "-") left.insert(token.mode);
    }
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.use == Use::kFragment || token.use == Use::kSkip) continue;
      modes.erase(token.mode);
      modes.erase(token.next_mode);
    }
    for (ImportedToken& token : grammar_.tokens) {
      const bool inside = modes.contains(token.mode) && left.contains(token.mode);
      const bool enters = modes.contains(token.next_mode) && left.contains(token.next_mode);
      if (token.use != Use::kSkip || (!inside && !enters)) continue;
      if (inside) token.type.clear();
      if (enters || token.next_mode != "-") token.use = Use::kMore;
      if (inside && token.use == Use::kMore) token.next_mode.clear();
    }
    all_ = grammar_.tokens;
  }

  static bool is_space(const Phrase& part) {
    bool space = true;
    for_each_part(part, [&](const Phrase& each) {
      if (each.is(Phrase::Kind::kName) || each.is(Phrase::Kind::kExcept)) space = false;
      if (each.is(Phrase::Kind::kSet)) space = space && each.set.is_within({0, ' '});
      if (each.is(Phrase::Kind::kText)) {
        space = space && each.text.find_first_not_of(" \t\r\n\f") == std::string::npos;
      }
    });
    return space;
  }

  /// Replaces tokens that only begin others.
  void join_pieces() {
    std::vector<ImportedToken> joined;
    std::set<std::string> pieces;  // modes that are only entered inside a token
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.use == Use::kMore && !token.next_mode.empty() && token.next_mode != "-" &&
          token.next_mode != token.mode) {
        pieces.insert(token.next_mode);
      }
    }
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.use == Use::kMore && !token.next_mode.empty()) continue;
      if (token.use != Use::kMore && token.use != Use::kFragment) {
        const bool other = !token.next_mode.empty() && token.next_mode != "-";
        if (other && token.next_mode != token.mode) pieces.erase(token.next_mode);
      }
    }
    for (ImportedToken& token : grammar_.tokens) {
      const bool inside = pieces.contains(token.mode);
      if (token.use == Use::kFragment || (!inside && token.use != Use::kMore)) {
        if (token.use != Use::kFragment && !token.mode.empty()) put_pieces_before(token);
        joined.push_back(std::move(token));
      } else if (!inside) {
        begin_of_token(token, joined);
      }
    }
    grammar_.tokens = std::move(joined);
  }

  /// If a complete token entered a mode, the mode's pieces begin the tokens that follow there.
  void put_pieces_before(ImportedToken& token) const {
    Phrase pieces = never_part();
    for (const ImportedToken& piece : all_) {
      if (piece.mode == token.mode && piece.use == Use::kMore && piece.next_mode.empty()) {
        pieces.parts.push_back(piece.body);
      }
    }
    if (is_never(pieces)) return;
    Phrase repeat = many_of(std::move(pieces));
    repeat.lazy = true;
    Phrase whole;
    whole.parts = {std::move(repeat), std::move(token.body)};
    token.body = std::move(whole);
  }

  /// Adds all tokens that begin with the piece.
  void begin_of_token(const ImportedToken& begin, std::vector<ImportedToken>& joined) {
    const std::string mode = begin.next_mode.empty() ? begin.mode : begin.next_mode;
    if (mode == begin.mode && !mode.empty()) return;  // put_pieces_before handles these
    if (mode == begin.mode || mode == "-") {
      grammar_.remark(begin.place, "`more` of " + begin.name,
                      "left out: what it begins is not read as one token");
      return;
    }
    Phrase middle = never_part();
    for (const ImportedToken& token : all_) {
      if (token.mode == mode && token.use == Use::kMore) middle.parts.push_back(token.body);
    }
    Phrase repeat = many_of(middle);
    repeat.lazy = true;
    bool ended = false;
    for (const ImportedToken& end : all_) {
      if (end.mode != mode || end.use == Use::kMore || end.use == Use::kFragment) continue;
      ended = true;
      ImportedToken token = end;
      token.mode = begin.mode;
      token.next_mode.clear();
      token.place = begin.place;
      Phrase whole;
      whole.parts = {begin.body};
      if (!is_never(middle)) whole.parts.push_back(repeat);
      whole.parts.push_back(end.body);
      token.body = std::move(whole);
      joined.push_back(std::move(token));
    }
    // The last piece may itself be `more`, which leaves the mode for the tokens that follow.
    if (!ended) {
      grammar_.remark(begin.place, "`more` of " + begin.name,
                      "left out: no token ends what it begins");
    }
  }

  void find_skipping() {
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.use == Use::kSkip) skipping_.insert(token.mode);
    }
  }

  /// Kotlin's lexer skips line ends between ( and ), where they are tokens elsewhere. Our lexer
  /// reads a token wherever the rules allow it somewhere, so the line end is also allowed before
  /// the ).
  void allow_skipped_before_ends() {
    std::set<std::pair<std::string, std::string>> both;  // skipping mode, token
    const std::set<std::string> used = names_used(grammar_);
    for (const ImportedToken& skip : grammar_.tokens) {
      if (skip.use != Use::kSkip || skip.mode.empty()) continue;
      for (const ImportedToken& token : grammar_.tokens) {
        const bool names = is_name_of(skip.body, token.name);
        if (token.use == Use::kToken && token.mode.empty() && used.contains(token.name) &&
            is_space(token.body) && (names || same_part(token.body, skip.body))) {
          both.emplace(skip.mode, token.name);
        }
      }
    }
    for (const auto& [mode, token] : both) {
      Brackets brackets;
      brackets.skipped = many_of(named_part(token));
      for (const ImportedToken& each : grammar_.tokens) {
        const std::string& name = each.type.empty() ? each.name : each.type;
        if (each.use == Use::kToken) brackets.tokens.insert(name);
        if (each.next_mode == mode) brackets.open.insert(name);
        if (each.mode == mode && each.next_mode == "-") brackets.close.insert(name);
      }
      for_each_body(grammar_, [&](Phrase& body) {
        allow_between(body, brackets);
        body = simplified(std::move(body), false);
      });
    }
  }

  /// Tokens that enter and leave a mode, and the text it skips.
  struct Brackets {
    Phrase skipped;
    std::set<std::string> tokens, open, close;
  };

  static bool names_one_of(const Phrase& part, const std::set<std::string>& names) {
    return part.is(Phrase::Kind::kName) && names.contains(part.text);
  }

  static void allow_between(Phrase& part, const Brackets& brackets) {
    if (part.is(Phrase::Kind::kSequence)) {
      bool inside = false;
      for (Phrase& inner : part.parts) {
        if (names_one_of(inner, brackets.close)) {
          inside = false;
          inner = sequence_of({brackets.skipped, inner});
        } else if (names_one_of(inner, brackets.open)) {
          inside = true;
          inner = sequence_of({inner, brackets.skipped});
        } else if (inside) {
          allow_around_tokens(inner, brackets);
        } else {
          allow_between(inner, brackets);
        }
      }
      return;
    }
    if (part.is(Phrase::Kind::kExcept)) return;
    for (Phrase& inner : part.parts) allow_between(inner, brackets);
  }

  static void allow_around_tokens(Phrase& part, const Brackets& brackets) {
    if (names_one_of(part, brackets.tokens) && part.text != brackets.skipped.parts[0].text) {
      part = sequence_of({brackets.skipped, part, brackets.skipped});
      return;
    }
    if (part.is(Phrase::Kind::kExcept) || same_part(part, brackets.skipped)) return;
    for (Phrase& inner : part.parts) allow_around_tokens(inner, brackets);
  }

  void place_in_mode(ImportedToken& token) {
    if (token.mode.empty() || token.use == Use::kFragment) return;
    if (!grammar_.contextual) {
      grammar_.contextual = true;
      grammar_.remark(token.place, "the lexer's modes",
                      "wider: a token is read wherever the rules allow it");
    }
    if (token.use == Use::kToken && !skipping_.contains(token.mode)) token.immediate = true;
  }

  /// After all tokens, a skip that takes any character hides errors in the text. In contextual
  /// lexing, where not every token is possible, it would also hide tokens.
  void drop_skips_of_anything() {
    std::erase_if(grammar_.tokens, [&](const ImportedToken& token) {
      if (token.use != Use::kSkip) return false;
      const Phrase& body = token.body;
      const Phrase& one = body.is(Phrase::Kind::kRepeat) ? body.parts[0] : body;
      const bool anything = one.is(Phrase::Kind::kSet) && one.set.contains('a') &&
                            one.set.contains(';') && one.set.contains('(');
      if (!anything || !grammar_.contextual) return false;
      grammar_.remark(token.place, "the token " + token.name + ", which skips any character",
                      "left out: narrower for texts with characters that are in no token");
      return true;
    });
  }

  /// A token with another's type becomes one more alternative of that token.
  void join_types() {
    std::map<std::string, std::size_t> firsts;
    std::vector<ImportedToken> kept;
    for (ImportedToken& token : grammar_.tokens) {
      if (token.use == Use::kFragment) {
        kept.push_back(std::move(token));
        continue;
      }
      std::string name = token.type.empty() ? token.name : token.type;
      if (token.use == Use::kSkip) name += " skipped";
      const auto [known, fresh] = firsts.emplace(name, kept.size());
      if (fresh) {
        if (!token.type.empty() && token.use != Use::kSkip) token.name = token.type;
        kept.push_back(std::move(token));
        continue;
      }
      ImportedToken& first = kept[known->second];
      // Inside_COMMA: COMMA -> type(COMMA);
      if (is_name_of(token.body, first.name)) continue;
      first.immediate = first.immediate && token.immediate;
      first.body = simplified(choice_of({first.body, token.body}), false);
    }
    grammar_.tokens = std::move(kept);
  }

  ImportedGrammar& grammar_;
  std::vector<ImportedToken> all_ = grammar_.tokens;
  std::set<std::string> skipping_;  // modes in which something is skipped
};

}  // namespace

void fold_modes(ImportedGrammar& grammar) { ModeFolder(grammar).fold(); }

}  // namespace grabr
