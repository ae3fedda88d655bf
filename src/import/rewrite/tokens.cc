#include "import/rewrite/tokens.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "import/rewrite/lazy.h"
#include "import/rewrite/simplify.h"

namespace grabr {
namespace {

using Use = ImportedToken::Use;

constexpr std::size_t kMostParts = 20000;
constexpr std::uint32_t kDeepest = 4;  // of tokens inside themselves
constexpr std::size_t kMostInside = 60;

std::string json_quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') quoted += "\\n";
    else quoted += c;
  }
  return quoted + '"';
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
  }

 private:
  /// False: nothing is left of it.
  bool finish(ImportedToken& token) {
    if (!token.matcher.empty()) return true;
    if (make_nested(token)) return true;
    size_ = 0;
    cut_ = false;
    inside_.clear();
    inside_.push_back(token.name);
    Phrase body = simplified(inlined(token.body, token.ignore_case), true);
    if (cut_) {
      grammar_.remark(token.place, "the token " + token.name + ", which contains itself",
                      "narrower: at most " + std::to_string(kDeepest) + " levels deep");
    }
    if (size_ > kMostParts) {
      grammar_.remark(token.place, "the token " + token.name,
                      "left out: it is too large when its parts are written out");
      return false;
    }
    if (std::optional<Phrase> done = without_lazy(body)) {
      body = *std::move(done);
    } else {
      for_each_part(body, [](Phrase& part) { part.lazy = false; });
      grammar_.remark(token.place, "the lazy repetition of " + token.name,
                      "read to the last end that is possible instead of the first");
    }
    if (matches_nothing(body)) {
      body = without_nothing(body);
      if (!is_never(body)) {
        grammar_.remark(token.place, "the empty text of " + token.name,
                        "left out: every token has at least one character");
      }
    }
    if (is_never(body) || body.is_empty()) {
      grammar_.remark(token.place, "the token " + token.name,
                      "left out: it has no text without the code that makes it");
      return false;
    }
    token.body = std::move(body);
    return true;
  }

  /// '/*' (SELF | .)*? '*/' is a matcher.
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
      if (part.is(Phrase::Kind::kText)) close += part.text;
      else if (part.is(Phrase::Kind::kChoice) && !part.parts.empty() &&
               part.parts[0].is(Phrase::Kind::kText)) close += part.parts[0].text;
      else if (!part.is(Phrase::Kind::kPredicate)) return false;
    }
    if (close.empty() || close == open) return false;
    token.matcher = "{ \"match\": \"nested\", \"open\": " + json_quoted(open) +
                    ", \"close\": " + json_quoted(close) + " }";
    return true;
  }

  static bool mentions(const Phrase& part, const std::string& name) {
    bool found = false;
    for_each_part(part, [&](const Phrase& each) {
      found = found || (each.is(Phrase::Kind::kName) && each.text == name);
    });
    return found;
  }

  Phrase inlined(const Phrase& part, bool ignore_case) {
    if (++size_ > kMostParts) return {};
    switch (part.kind) {
      case Phrase::Kind::kName: return inlined_name(part, ignore_case);
      case Phrase::Kind::kPredicate: return {};
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
    return copy;
  }

  Phrase inlined_name(const Phrase& part, bool ignore_case) {
    const auto depth = std::count(inside_.begin(), inside_.end(), part.text);
    if (depth >= kDeepest || inside_.size() > kMostInside) {
      cut_ = true;
      return never_part();
    }
    const auto found = bodies_.find(part.text);
    if (found == bodies_.end()) {
      grammar_.remark(part.place, "the unknown token " + part.text,
                      "left out: nothing says what it is");
      return never_part();
    }
    inside_.push_back(part.text);
    Phrase all = never_part();
    for (const ImportedToken* token : found->second) {
      all.parts.push_back(inlined(token->body, ignore_case || token->ignore_case));
    }
    inside_.pop_back();
    return choice_of(std::move(all.parts));
  }

  static void add_characters(const Phrase& part, CharClass& set) {
    if (part.is(Phrase::Kind::kSet)) set.add(part.set);
    std::string text;
    if (part.is(Phrase::Kind::kText) && part.text.size() == 1) {
      const auto code = static_cast<unsigned char>(part.text[0]);
      set.add({code, code});
    }
    if (part.is(Phrase::Kind::kChoice)) {
      for (const Phrase& inner : part.parts) add_characters(inner, set);
    }
  }

  ImportedGrammar& grammar_;
  std::map<std::string, std::vector<const ImportedToken*>> bodies_;
  std::vector<std::string> inside_;  // names of the tokens that are being written out
  std::size_t size_ = 0;
  bool cut_ = false;
};

}  // namespace

void finish_tokens(ImportedGrammar& grammar) { TokenFinisher(grammar).finish(); }

}  // namespace grabr
