// Recursive descent over
//   file         = declarations "%%" { rule } [ "%%" code ]
//   declaration  = "%token" { ["<" type ">"] name [number] ["text"] } | "%left" …
//                | "%start" name | …
//   rule         = name ["[" name "]"] ":" alternative { "|" alternative } [";"]
//   alternative  = { symbol ["[" name "]"] | "{" code "}" | "%prec" symbol | "%empty" | … }
// Rules with parameters are those of Lrama (%rule list(X): …) and calls of its library: option(X).
// The binding of an alternative is that of its last token, or what %prec says; one that calls its
// rule at an end and has none binds tighter than all others behind an operand, and looser before
// it, since yacc shifts there. Tested by yacc_test.cc.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "import/read/cursor.h"
#include "import/read/readers.h"

namespace grabr {
namespace {

constexpr int kLoosest = 0;
constexpr int kTightest = 1 << 20;

class YaccReader {
 public:
  YaccReader(const Source& source, std::uint32_t file, Problems& problems)
      : in_(source, file, problems, {{"//"}, "/*", "*/"}) {}

  YaccFile read() {
    grammar_.notation = "yacc";
    in_.skip();
    while (!in_.at_end() && !in_.next_is("%%")) declaration();
    if (in_.at_end()) in_.error(0, "there is no %% before the rules");
    in_.eat("%%");
    while (!in_.at_end() && !in_.next_is("%%")) {
      const std::uint32_t before = in_.at();
      if (in_.peek() == '%' && !in_.next_is("%rule")) declaration();
      else rule();
      if (in_.at() == before) in_.move();
    }
    if (in_.next_is("%%")) out_.code = std::string(in_.rest());
    finish();
    return std::move(out_);
  }

 private:
  std::string word() { return in_.name(".-"); }

  void skip_type() {
    while (in_.peek() == '<') {
      in_.bracketed('<', '>');
      in_.skip();
    }
  }

  void declaration() {
    const std::size_t begin = in_.at();
    if (in_.next_is("%{")) {
      if (!in_.move_past("%}")) in_.error(begin, "this %{ is not closed");
      in_.skip();
      return;
    }
    if (in_.peek() == '{') {
      code();
      return;
    }
    if (!in_.eat("%")) {
      if (word().empty() && !quoted_here()) in_.move();
      in_.skip();
      return;
    }
    const std::string what = word();
    if (what == "token" || what == "term") {
      tokens();
    } else if (what == "left" || what == "right" || what == "nonassoc" || what == "precedence" ||
               what == "binary") {
      ++level_;
      binding_ = {level_, what == "left"    ? Binding::Side::kLeft
                          : what == "right" ? Binding::Side::kRight
                                            : Binding::Side::kNone};
      bound_ = true;
      tokens();
      bound_ = false;
    } else if (what == "start") {
      grammar_.start = word();
    } else if (what == "rule") {
      rule_with_parameters();
    } else if (what == "union" || what == "code" || what == "define" || what == "param" ||
               what == "destructor" || what == "printer" || what == "initial-action" ||
               what == "parse-param" || what == "lex-param") {
      // %code requires { … }, %define api.value.type {…}
      skip_type();
      while (in_.at_name() && !word().empty()) skip_type();
      if (in_.peek() == '"') quoted_here();
      while (in_.peek() == '{') code();
    }
  }

  void code() {
    in_.bracketed('{', '}');
    in_.skip();
  }

  bool quoted_here() {
    if (in_.peek() != '"' && in_.peek() != '\'') return false;
    text_in_quotes();
    return true;
  }

  /// The text in quotes here; %token FOO _("text") is for translators.
  std::string text_in_quotes() {
    std::string text = in_.quoted_text(true);
    in_.skip();
    return text;
  }

  void tokens() {
    std::string last;
    for (;;) {
      skip_type();
      if (in_.peek() == '\'') {
        const std::string text = text_in_quotes();
        if (bound_) bindings_["'" + text] = binding_;
        last.clear();
      } else if (in_.peek() == '"' || in_.next_is("_(\"")) {
        const bool translated = in_.eat("_(");
        const std::string text = text_in_quotes();
        if (translated) in_.eat(")");
        if (!last.empty()) out_.aliases.emplace(last, text);
        else if (bound_) bindings_["\"" + text] = binding_;
        last.clear();
      } else if (in_.peek() >= '0' && in_.peek() <= '9') {
        const std::string number = in_.name();
        if (number == "0" && !last.empty()) out_.ends.push_back(last);
      } else if (in_.at_name()) {
        last = word();
        declare(last);
        if (bound_) bindings_[last] = binding_;
      } else if (!in_.eat(",")) {
        return;
      }
    }
  }

  void declare(const std::string& token) {
    if (declared_.insert(token).second) grammar_.declared.push_back(token);
  }

  void skip_reference() {
    while (in_.peek() == '[') {
      in_.bracketed('[', ']');
      in_.skip();
    }
  }

  /// Whether a rule begins here: a name and a colon.
  bool at_rule() {
    if (!in_.at_name()) return false;
    const std::uint32_t at = in_.at();
    word();
    skip_reference();
    const bool found = in_.peek() == ':' && in_.peek(1) != ':';
    in_.move_to(at);
    return found;
  }

  void rule() {
    const std::size_t begin = in_.at();
    if (in_.eat(";")) return;
    if (!at_rule()) {
      in_.error(begin, "a rule is expected here", "rules are written name: …");
      in_.skip_past(';');
      return;
    }
    const std::string name = word();
    const ImportPlace place = in_.place(begin);
    skip_reference();
    in_.eat(":");
    alternatives(name, place);
  }

  /// %rule %inline list(X) <type>: … ;
  void rule_with_parameters() {
    if (in_.eat("%")) word();
    const std::size_t begin = in_.at();
    const std::string name = word();
    const ImportPlace place = in_.place(begin);
    std::vector<std::string> parameters;
    if (in_.eat("(")) {
      while (in_.at_name()) {
        parameters.push_back(word());
        in_.eat(",");
      }
      in_.eat(")");
    }
    skip_type();
    if (!in_.eat(":")) in_.error(in_.at(), "there is no : after the name " + ticked(name));
    alternatives(name, place);
    if (ImportedRule* made = grammar_.rule(name)) made->parameters = std::move(parameters);
  }

  void alternatives(const std::string& name, ImportPlace place) {
    ImportedRule* known = grammar_.rule(name);
    if (known == nullptr) {
      grammar_.rules.emplace_back();
      known = &grammar_.rules.back();
      known->name = name;
      known->place = place;
    }
    const std::size_t at = static_cast<std::size_t>(known - grammar_.rules.data());
    do {
      std::optional<ImportedBranch> branch = alternative(name);
      if (branch) grammar_.rules[at].branches.push_back(*std::move(branch));
    } while (in_.eat("|"));
    in_.eat(";");
  }

  struct Ends {
    std::optional<Binding> binding;
    bool recovers = false;  ///< it has the token `error`
  };

  std::optional<ImportedBranch> alternative(const std::string& rule) {
    const std::size_t begin = in_.at();
    ImportedBranch branch;
    std::vector<Phrase> parts;
    Ends ends;
    while (!in_.at_end() && in_.peek() != '|' && in_.peek() != ';' && !in_.next_is("%%")) {
      if (at_rule()) break;
      const std::uint32_t before = in_.at();
      element(parts, ends);
      if (in_.at() != before) continue;
      in_.error(before, std::string("no part of a rule begins with ") + in_.peek());
      in_.move();
      in_.skip();
    }
    if (ends.recovers) {
      grammar_.remark(in_.place(begin), "the alternative of " + rule + " that recovers from errors",
                      "left out: it reads what is wrong");
      return std::nullopt;
    }
    branch.body = sequence_of(std::move(parts));
    branch.binding = ends.binding;
    return branch;
  }

  void element(std::vector<Phrase>& parts, Ends& ends) {
    const std::size_t begin = in_.at();
    const char c = in_.peek();
    if (c == '{') return code(), skip_reference();
    if (c == '=' && in_.eat("=")) return;
    if (c == '<') return skip_type();
    if (c == '[') return skip_reference();
    if (c == '%') return directive(ends);
    if (c == '\'' || c == '"') {
      const std::string text = text_in_quotes();
      bind(ends, c == '"' ? token_of(text) : "'" + text);
      Phrase part = text_part(text, in_.place(begin));
      if (c == '"') part = named_part("\"" + text, in_.place(begin));
      if (c == '\'' && text == std::string(1, '\0')) part = end_of_input();
      parts.push_back(suffixed(std::move(part)));
      skip_reference();
      return;
    }
    if (!in_.at_name()) return;
    const std::string name = word();
    if (name == "error") {
      ends.recovers = true;
      return;
    }
    bind(ends, name);
    Phrase part = named_part(name, in_.place(begin));
    if (in_.peek() == '(') arguments(part);
    parts.push_back(suffixed(std::move(part)));
    skip_reference();
  }

  void bind(Ends& ends, const std::string& symbol) const {
    const auto bound = bindings_.find(symbol);
    if (bound != bindings_.end()) ends.binding = bound->second;
  }

  /// The token of which it is the text; itself with its quote if it is none's.
  std::string token_of(const std::string& text) const {
    for (const auto& [token, alias] : out_.aliases) {
      if (alias == text) return token;
    }
    return "\"" + text;
  }

  static Phrase end_of_input() {
    Phrase end;
    end.kind = Phrase::Kind::kPredicate;
    end.text = "EOF";
    return end;
  }

  void arguments(Phrase& call) {
    if (++depth_ > kMostPartNesting) {
      in_.error(in_.at(), "this is nested deeper than " + std::to_string(kMostPartNesting));
      in_.move_to(std::string_view::npos);
      return;
    }
    in_.eat("(");
    Ends ignored;
    while (!in_.at_end() && in_.peek() != ')') {
      const std::uint32_t before = in_.at();
      element(call.parts, ignored);
      in_.eat(",");
      if (in_.at() == before) break;
    }
    in_.eat(")");
    --depth_;
  }

  Phrase suffixed(Phrase part) {
    if (in_.eat("?")) return optional_of(std::move(part));
    if (in_.eat("*")) return repeat_of(std::move(part), 0, Phrase::kUnlimited);
    if (in_.eat("+")) return repeat_of(std::move(part), 1, Phrase::kUnlimited);
    return part;
  }

  void directive(Ends& ends) {
    const std::size_t begin = in_.at();
    in_.move();
    if (in_.eat("?")) {
      code();
      grammar_.remark(in_.place(begin), "the predicate %?{…}", "left out: wider than the original");
      return;
    }
    const std::string what = word();
    if (what == "prec") {
      std::string symbol = in_.peek() == '\''  ? "'" + text_in_quotes()
                           : in_.peek() == '"' ? token_of(text_in_quotes())
                                               : word();
      bind(ends, symbol);
    } else if (what == "dprec" || what == "expect" || what == "expect-rr") {
      in_.name();
    } else if (what == "merge") {
      skip_type();
    } else if (what != "empty" && what != "prec") {
      in_.error(begin, "%" + what + " is not known here");
    }
  }

  /// What yacc decides by shifting; and %prec where no operator is bound by it.
  void finish() {
    for (ImportedRule& rule : grammar_.rules) {
      for (ImportedBranch& branch : rule.branches) {
        const std::vector<Phrase>& parts = branch.body.parts;
        const bool sequence = branch.body.is(Phrase::Kind::kSequence) && parts.size() > 1;
        const auto calls = [&](const Phrase& part) {
          return part.is(Phrase::Kind::kName) && part.text == rule.name;
        };
        const bool first = sequence && calls(parts.front());
        const bool last = sequence && calls(parts.back());
        if (!first && !last) branch.binding.reset();
        else if (!branch.binding) implied_binding(rule, branch, first && !last);
      }
    }
    out_.grammar = std::move(grammar_);
  }

  void implied_binding(const ImportedRule& rule, ImportedBranch& branch, bool suffix) const {
    // Without any declared binding the rules say themselves what binds how.
    const bool bound =
        std::any_of(rule.branches.begin(), rule.branches.end(),
                    [](const ImportedBranch& other) { return other.binding.has_value(); });
    if (bound) {
      branch.binding = Binding{suffix ? kTightest : kLoosest, Binding::Side::kNone};
    }
  }

  ImportCursor in_;
  YaccFile out_;
  ImportedGrammar grammar_;
  std::set<std::string> declared_;
  std::map<std::string, Binding> bindings_;  // tokens; texts begin with their quote
  Binding binding_;
  bool bound_ = false;
  int level_ = 0;
  std::uint32_t depth_ = 0;
};

}  // namespace

YaccFile read_yacc(const Source& source, std::uint32_t file, Problems& problems) {
  return YaccReader(source, file, problems).read();
}

}  // namespace grabr
