#include "import/rewrite/tokens.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "grammar/lex/nfa.h"
#include "import/read/patterns.h"
#include "import/rewrite/steps.h"
#include "import/write/json_writer.h"
#include "text/ascii.h"

namespace grabr {
namespace {

using Use = ImportedToken::Use;

constexpr std::size_t kMaxTokenParts = 20000;
constexpr std::uint32_t kDeepest = 4;  // levels of tokens inside themselves
constexpr std::size_t kMaxPartsInside = 60;

/// The condition that code checks before a token is read.
enum class Asked : std::uint8_t { kOther, kLineBegin, kFileBegin };

Asked asked_by(const std::string& code) {
  std::string plain;
  for (const char c : lower_case(code)) plain += c == ' ' || c == '_' ? "" : std::string(1, c);
  if (says(plain, {"line1", "startoffile", "beginoffile", "firstline", "isbof", "atfilestart"})) {
    return Asked::kFileBegin;
  }
  if (says(plain, {"columnzero", "column0", "col0", "startofline", "beginningofline", "beginofline",
                   "linestart", "isbol", "column==0", "positioninline()==0", "positioninline==0",
                   "atstartofline", "firstcolumn"})) {
    return Asked::kLineBegin;
  }
  return Asked::kOther;
}

/// The condition that a skipped text begins its line.
Phrase line_begin() { return regex_part("[\\t\\n\\r ]*\\n"); }

/// Half of a character beyond U+FFFF, as grammars for UTF-16 write it. None of our texts has one.
bool is_half(const Phrase& part) {
  return part.is(Phrase::Kind::kSet) && !part.set.empty() && part.set.is_within({0xD800, 0xDFFF});
}

/// Two halves become any character beyond U+FFFF, which may be wider.
void join_halves(std::vector<Phrase>& parts) {
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (!is_half(parts[i - 1]) || !is_half(parts[i])) continue;
    parts[i - 1] = set_part(CharClass{{0x10000, kLastCodePoint}});
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// Are its lazy repetitions small enough for our lexer?
bool compiles(const Phrase& body) {
  bool lazy = false;
  for_each_part(body, [&](const Phrase& part) { lazy = lazy || part.lazy; });
  constexpr std::size_t kMaxStates = 100'000;
  return !lazy || Nfa(kMaxStates).add(parse_regex(regex_text(body), false).regex, 0);
}

class TokenFinisher {
 public:
  explicit TokenFinisher(ImportedGrammar& grammar) : grammar_(grammar) {
    for (const ImportedToken& token : grammar.tokens) bodies_[token.name].push_back(&token);
  }

  void finish() {
    std::vector<ImportedToken> finished;
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.use == Use::kFragment || token.use == Use::kMore) continue;
      ImportedToken done = token;
      if (finish(done)) finished.push_back(std::move(done));
    }
    grammar_.tokens = std::move(finished);
    leave_to_skips();
    if (empty_ones_.empty()) return;
    for_each_body(grammar_, [&](Phrase& body) { make_optional(body); });
  }

 private:
  /// OTHER: . ;  after the skipped texts does not read them: of two rules with equally long matches
  /// the first wins. Our lexer prefers tokens to skipped text.
  void leave_to_skips() {
    std::map<std::string, CharClass> skipped;  // mode → characters that are skipped on their own
    for (ImportedToken& token : grammar_.tokens) {
      CharClass& before = skipped[token.mode];
      if (!token.matcher.empty()) continue;
      if (token.use == Use::kSkip) {
        add_single_characters(token.body, before);
      } else if (token.body.is(Phrase::Kind::kSet) && !before.empty()) {
        CharClass outside = token.body.set.complement();
        outside.add(before);
        if (!outside.complement().empty()) token.body.set = outside.complement();
      }
    }
  }

  /// Adds the part's alternatives that are a single character.
  static void add_single_characters(const Phrase& part, CharClass& set) {
    if (part.is(Phrase::Kind::kRepeat)) {
      if (part.min <= 1) add_single_characters(part.parts[0], set);
    } else {
      add_characters(part, set);
    }
  }

  void make_optional(Phrase& part) const {
    for (Phrase& inner : part.parts) make_optional(inner);
    if (part.is(Phrase::Kind::kName) && empty_ones_.contains(part.text)) {
      part = optional_of(Phrase(part));
    }
  }

  /// Returns false if nothing is left of the token.
  bool finish(ImportedToken& token) {
    if (!token.matcher.empty()) return true;
    if (make_nested(token) || make_delimited(token)) return true;
    skipped_ = token.use == Use::kSkip;
    only_first_line_ = false;
    std::optional<Phrase> found;
    bool cut = false;
    for (deepest_ = kDeepest; deepest_ > 0 && !found; --deepest_) {
      written_out_.clear();
      size_ = 0;
      cut_ = false;
      inside_.assign(1, token.name);
      Phrase body = inlined(token.body, token.ignore_case);
      for_each_part(body, [](Phrase& part) {
        if (part.is(Phrase::Kind::kPredicate)) part = {};
        if (is_half(part)) part = never_part();
      });
      body = simplified(std::move(body), true);
      cut = cut_;
      if (size_ > kMaxTokenParts) continue;
      const bool fits = compiles(body);
      if (!fits && cut_ && deepest_ > 1) continue;
      if (!fits) {
        for_each_part(body, [](Phrase& part) { part.lazy = false; });
        grammar_.remark(token.place, "the lazy repetition of " + token.name,
                        "it matches up to the last possible end instead of the first");
      }
      found = std::move(body);
    }
    if (!found) {
      grammar_.remark(token.place, "the token " + token.name,
                      "left out: it is too large when its parts are written out");
      return false;
    }
    if (cut) {
      grammar_.remark(token.place, "the token " + token.name + ", which contains itself",
                      "narrower: at most " + std::to_string(deepest_ + 1) + " levels deep");
    }
    Phrase body = *std::move(found);
    if (only_first_line_) {
      // A file's first token that no rule names is meant for the system: #!/bin/sh.
      body = regex_part("#![^\\n]*");
    }
    if (matches_nothing(body)) {
      body = without_nothing(body);
      if (token.use == Use::kToken) empty_ones_.insert(token.name);
      if (!is_never(body)) {
        grammar_.remark(token.place, "the empty text of " + token.name,
                        "in the rules the token is optional instead");
      }
    }
    if (is_never(body) || body.is_empty()) {
      grammar_.remark(token.place, "the token " + token.name,
                      "left out: only code can make its text");
      return false;
    }
    token.body = std::move(body);
    return true;
  }

  /// '/*' (SELF | .)*? '*/' becomes a matcher.
  bool make_nested(ImportedToken& token) {
    const Phrase& body = token.body;
    if (!body.is(Phrase::Kind::kSequence) || body.parts.size() < 3) return false;
    std::string open;
    std::string close;
    std::size_t at = 0;
    while (at < body.parts.size() && body.parts[at].is(Phrase::Kind::kText)) {
      open += body.parts[at++].text;
    }
    if (at >= body.parts.size() || open.empty()) return false;
    const Phrase& inside = body.parts[at];
    if (!inside.is(Phrase::Kind::kRepeat) || !mentions(inside, token.name)) return false;
    for (++at; at < body.parts.size(); ++at) {
      const Phrase& part = body.parts[at];
      if (part.is(Phrase::Kind::kText)) {
        close += part.text;
      } else if (part.is(Phrase::Kind::kChoice) && !part.parts.empty() &&
                 part.parts[0].is(Phrase::Kind::kText)) {
        close += part.parts[0].text;
      } else if (!part.is(Phrase::Kind::kPredicate)) {
        return false;
      }
    }
    // With one-character brackets, the set inside shows what nests: '(' (SELF | ~[()])* ')'.
    if (close.empty() || close == open) return false;
    token.matcher = "{ \"match\": \"nested\", \"open\": " + json_text(open) +
                    ", \"close\": " + json_text(close) + " }";
    return true;
  }

  /// A part with the same sign on both sides of itself, as in  r##"…"##  and  [==[…]==] .
  struct Delimited {
    std::string sign, open, close;
  };

  std::optional<Delimited> delimited_part(const std::string& name) const {
    const auto found = bodies_.find(name);
    if (found == bodies_.end() || found->second.size() != 1) return std::nullopt;
    const Phrase& body = found->second.front()->body;
    if (!body.is(Phrase::Kind::kChoice) || body.parts.size() != 2) return std::nullopt;
    for (const bool first : {true, false}) {
      const Phrase& around = body.parts[first ? 0 : 1];
      const Phrase& inside = body.parts[first ? 1 : 0];
      const auto is_text = [](const Phrase& part) { return part.is(Phrase::Kind::kText); };
      if (!around.is(Phrase::Kind::kSequence) || around.parts.size() != 3 ||
          !inside.is(Phrase::Kind::kSequence) || inside.parts.size() != 3 ||
          !is_text(around.parts[0]) || !same_part(around.parts[0], around.parts[2]) ||
          !is_name_of(around.parts[1], name) || !is_text(inside.parts[0]) ||
          !inside.parts[1].lazy || !is_text(inside.parts[2])) {
        continue;
      }
      return Delimited{around.parts[0].text, inside.parts[0].text, inside.parts[2].text};
    }
    return std::nullopt;
  }

  bool make_delimited(ImportedToken& token) {
    const Phrase& body = token.body;
    std::vector<Phrase> before;
    std::string after;
    std::optional<Delimited> found;
    const std::vector<Phrase> parts =
        body.is(Phrase::Kind::kSequence) ? body.parts : std::vector<Phrase>{body};
    for (const Phrase& part : parts) {
      if (!found && part.is(Phrase::Kind::kName)) found = delimited_part(part.text);
      else if (!found && part.is(Phrase::Kind::kText)) before.push_back(part);
      else if (found && part.is(Phrase::Kind::kText)) after += part.text;
      else return false;
    }
    if (!found) return false;
    const std::string sign = regex_text(text_part(found->sign));
    token.matcher = "{ \"match\": \"delimited\", \"open\": " +
                    json_text(regex_text(sequence_of(before)) + "{delimiter}" +
                              regex_text(text_part(found->open))) +
                    ", \"delimiter\": " + json_text("(" + sign + ")*") +
                    ", \"close\": " + json_text(found->close + "{delimiter}" + after) + " }";
    return true;
  }

  Phrase inlined(const Phrase& part, bool ignore_case) {
    if (++size_ > kMaxTokenParts) return {};
    switch (part.kind) {
      case Phrase::Kind::kName: return inlined_name(part, ignore_case);
      case Phrase::Kind::kPredicate: {
        if (is_end_of_input(part)) return part;
        const Asked asked = asked_by(part.text);
        if (asked == Asked::kFileBegin && skipped_) only_first_line_ = true;
        return asked == Asked::kLineBegin && skipped_ ? line_begin() : Phrase{};
      }
      case Phrase::Kind::kExcept: {
        CharClass set;
        for (const Phrase& inner : part.parts) add_characters(inlined(inner, ignore_case), set);
        return set_part((ignore_case ? set.folded() : set).complement());
      }
      default: break;
    }
    Phrase copy = part;
    copy.ignore_case = copy.ignore_case || (ignore_case && part.is(Phrase::Kind::kText));
    for (Phrase& inner : copy.parts) inner = inlined(inner, ignore_case);
    if (copy.is(Phrase::Kind::kSequence)) {
      join_halves(copy.parts);
      copy = ended_by_input(std::move(copy));
    }
    return copy;
  }

  Phrase inlined_name(const Phrase& part, bool ignore_case) {
    const auto depth = std::count(inside_.begin(), inside_.end(), part.text);
    if (depth >= deepest_ || inside_.size() > kMaxPartsInside) {
      cut_ = true;
      return never_part();
    }
    const auto found = bodies_.find(part.text);
    if (found == bodies_.end()) {
      grammar_.remark(part.place, "the unknown token " + part.text,
                      "left out: it is not defined anywhere");
      return never_part();
    }
    const std::string key = part.text + (ignore_case ? " ignoring case" : "");
    if (const auto done = written_out_.find(key); done != written_out_.end()) {
      for_each_part(done->second, [&](const Phrase&) { ++size_; });
      return done->second;
    }
    const bool cut_before = cut_;
    cut_ = false;
    inside_.push_back(part.text);
    Phrase all = never_part();
    for (const ImportedToken* token : found->second) {
      all.parts.push_back(inlined(token->body, ignore_case || token->ignore_case));
    }
    inside_.pop_back();
    Phrase whole = size_ > kMaxTokenParts ? Phrase{} : simplified(std::move(all), true);
    // A recursive token has a different text at each depth.
    if (!cut_) written_out_[key] = whole;
    cut_ = cut_ || cut_before;
    return whole;
  }

  static void add_characters(const Phrase& part, CharClass& set) {
    if (const auto one = one_character(part)) set.add(*one);
    if (part.is(Phrase::Kind::kChoice)) {
      for (const Phrase& inner : part.parts) add_characters(inner, set);
    }
  }

  ImportedGrammar& grammar_;
  std::map<std::string, std::vector<const ImportedToken*>> bodies_;
  std::map<std::string, Phrase> written_out_;  // expanded tokens that do not contain themselves
  std::vector<std::string> inside_;            // names of the tokens that are being expanded
  std::set<std::string> empty_ones_;           // tokens that may be empty
  std::size_t size_ = 0;
  std::uint32_t deepest_ = kDeepest;
  bool cut_ = false;
  bool skipped_ = false;
  bool only_first_line_ = false;
};

}  // namespace

void finish_tokens(ImportedGrammar& grammar) { TokenFinisher(grammar).finish(); }

}  // namespace grabr
