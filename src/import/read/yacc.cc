// Maps the nodes of grammars/yacc.json to phrases. Rules with parameters are those of Lrama (%rule
// list(X): …) and calls of its library: option(X). The binding of an alternative is that of %prec
// or of its last token. An alternative with its own rule at an end, and without such a binding,
// binds tighter than all others after an operand, and looser before one, because yacc shifts there.
// Tested by yacc_test.cc.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "import/read/characters.h"
#include "import/read/notation.h"
#include "import/read/readers.h"

namespace grabr {
namespace {

constexpr int kLoosest = 0;
constexpr int kTightest = 1 << 20;

class YaccReader : NotationReader {
 public:
  YaccReader(const Source& source, std::uint32_t file, Problems& problems)
      : NotationReader("yacc", source, file, problems, "rules are written name: …") {
    table_ = {{"symbol", [&](const Parsed& of) { return suffixed(of); }},
              {"argument", [&](const Parsed& of) { return choice(of); }},
              {"call", [&](const Parsed& of) { return call(of); }},
              {"NAME", [](const Parsed& of) { return named_part(of.text(), of.place()); }},
              {"STRING", [](const Parsed& of) { return named_part(key_of(of), of.place()); }},
              {"CHARACTER", [](const Parsed& of) {
                 const std::string text = key_of(of).substr(1);
                 return text == std::string(1, '\0') ? end_of_input() : text_part(text, of.place());
               }}};
  }

  YaccFile read() {
    grammar_.notation = "yacc";
    for (const Parsed& each : root().parts()) {
      if (each.name() == "rule") rule(each);
      if (each.name() != "declaration") continue;
      for (const Parsed& of : each.parts()) {
        if (of.name() == "tokens") tokens(of);
        if (of.name() == "start") grammar_.start = of.text_of("NAME");
        if (of.name() == "template") rule(of);
      }
    }
    finish();
    return std::move(out_);
  }

 private:
  /// The key in bindings_: a name, or a text after its opening quote.
  static std::string key_of(const Parsed& of) {
    const std::string written = of.text();
    const std::size_t begin = written.find_first_of("'\"");
    if (of.name() == "NAME" || begin == written.npos) return written;
    const std::size_t end = written.find_last_of("'\"");
    return written[begin] + unescaped(written.substr(begin + 1, end - begin - 1), true);
  }

  void tokens(const Parsed& of) {
    const std::string what = of.text_of("bound");
    const bool bound = what != "%token" && what != "%term";
    const Binding binding{bound ? ++level_ : level_, what == "%left"    ? Binding::Side::kLeft
                                                     : what == "%right" ? Binding::Side::kRight
                                                                        : Binding::Side::kNone};
    std::string last;
    for (const Parsed& part : of.parts()) {
      const std::string_view kind = part.name();
      if (kind == "NUMBER") {
        if (part.text() == "0" && !last.empty()) out_.ends.push_back(last);
        continue;
      }
      if (kind == "TAG" || kind == "bound" || part.is_literal()) continue;
      const std::string key = key_of(part);
      const bool describes = kind == "STRING" || kind == "TRANSLATED";
      if (describes && !last.empty()) out_.aliases.emplace(last, key.substr(1));
      else if (bound) bindings_[key] = binding;
      last = kind == "NAME" ? key : "";
      if (kind == "NAME" && declared_.insert(key).second) grammar_.declared.push_back(key);
    }
  }

  void rule(const Parsed& of) {
    const std::vector<Parsed> names = of.parts("NAME");
    if (names.empty()) return;
    const std::string name = names.front().text();
    ImportedRule* known = grammar_.rule(name);
    if (known == nullptr) {
      grammar_.rules.push_back({name, {}, names.front().place()});
      known = &grammar_.rules.back();
    }
    for (const Parsed& all : of.parts("parameters")) {
      for (const Parsed& each : all.parts("NAME")) known->parameters.push_back(each.text());
    }
    for (const Parsed& all : of.parts("alternatives")) {
      for (const Parsed& each : all.parts("alternative")) add_alternative(*known, each);
    }
  }

  void add_alternative(ImportedRule& rule, const Parsed& of) {
    ImportedBranch branch;
    std::vector<Phrase> parts;
    bool recovers = false;
    for (const Parsed& part : of.parts()) {
      if (part.name() == "predicate") {
        grammar_.remark(part.place(), "the predicate %?{…}", "left out: wider than the original");
      }
      const bool symbol = part.name() == "symbol";
      if (!symbol && part.name() != "precedence") continue;
      const std::vector<Parsed> inside = part.parts();
      if (inside.empty() || inside.back().name() == "%prec") continue;
      const Parsed& named = symbol ? inside.front() : inside.back();
      recovers = recovers || (symbol && named.text() == "error");
      bind(branch, named);
      if (symbol) parts.push_back(phrase(part));
    }
    if (recovers) {
      grammar_.remark(of.place(), "the alternative of " + rule.name + " that recovers from errors",
                      "left out: it matches input with errors");
      return;
    }
    branch.body = sequence_of(std::move(parts));
    rule.branches.push_back(std::move(branch));
  }

  void bind(ImportedBranch& branch, const Parsed& symbol) const {
    std::string key = symbol.name() == "call" ? symbol.text_of("NAME") : key_of(symbol);
    // Finds the token whose text this is.
    for (const auto& [token, alias] : out_.aliases) {
      if (key == "\"" + alias) key = token;
    }
    const auto bound = bindings_.find(key);
    if (bound != bindings_.end()) branch.binding = bound->second;
  }

  /// Sets the bindings that yacc gets by shifting, and those of %prec where it does not bind an
  /// operator.
  void finish() {
    for (ImportedRule& rule : grammar_.rules) {
      for (ImportedBranch& branch : rule.branches) {
        const std::vector<Phrase>& parts = branch.body.parts;
        const bool sequence = branch.body.is(Phrase::Kind::kSequence) && parts.size() > 1;
        const bool first = sequence && is_name_of(parts.front(), rule.name);
        const bool last = sequence && is_name_of(parts.back(), rule.name);
        if (!first && !last) branch.binding.reset();
        else if (!branch.binding) implied_binding(rule, branch, first && !last);
      }
    }
    out_.grammar = std::move(grammar_);
  }

  void implied_binding(const ImportedRule& rule, ImportedBranch& branch, bool suffix) const {
    // Without declared bindings the rules themselves define precedence.
    const bool bound =
        std::any_of(rule.branches.begin(), rule.branches.end(),
                    [](const ImportedBranch& other) { return other.binding.has_value(); });
    if (bound) {
      branch.binding = Binding{suffix ? kTightest : kLoosest, Binding::Side::kNone};
    }
  }

  YaccFile out_;
  std::set<std::string> declared_;
  std::map<std::string, Binding> bindings_;  // tokens; texts begin with their quote
  int level_ = 0;
};

}  // namespace

YaccFile read_yacc(const Source& source, std::uint32_t file, Problems& problems) {
  const std::optional<RulesAndCode> parts = rules_and_code(source, problems);
  return parts ? YaccReader(parts->rules, file, problems).read() : YaccFile{};
}

}  // namespace grabr
