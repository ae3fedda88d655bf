// A grammar.json is a tree of nodes {"type": …}. Its tokens become tokens here: TOKEN,
// IMMEDIATE_TOKEN and PATTERN; a STRING becomes a literal. A token without a name is named after
// the rule that contains it. Fields and aliases only name parts of trees and are ignored. So are
// conflicts, because our parser follows all readings. Precedences become bindings of alternatives.
//
// tree-sitter's lexer depends on the parser's state, so lexing is contextual here. No keyword is
// reserved, since tree-sitter takes it for a name where no keyword is allowed. Tested by
// tree_sitter_test.cc.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "grammar/load/json_reader.h"
#include "import/model/imported.h"
#include "import/read/patterns.h"
#include "import/read/readers.h"
#include "import/read/stand_ins.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxRuleParts = 3000;

/// Turns a rule into one token with the same texts. A rule in tree-sitter's "extras" may stand
/// between any two tokens; here it becomes skipped text, which is a token.
class RuleText {
 public:
  explicit RuleText(const ImportedGrammar& grammar) : grammar_(grammar) {}

  bool too_large() const { return written_ > kMaxRuleParts; }

  Phrase of(const Phrase& part, std::uint32_t depth) {
    if (depth > kMaxPartNesting || ++written_ > kMaxRuleParts) return {};
    if (part.is(Phrase::Kind::kName)) {
      const ImportedRule* rule = grammar_.rule(part.text);
      if (rule == nullptr) return part;
      return of(body_of(*rule), depth + 1);
    }
    Phrase copy = part;
    copy.parts.clear();
    const Phrase blanks = regex_part("[\\t ]*");
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      if (i > 0 && part.is(Phrase::Kind::kSequence)) copy.parts.push_back(blanks);
      copy.parts.push_back(of(part.parts[i], depth + 1));
    }
    return copy;
  }

 private:
  const ImportedGrammar& grammar_;
  std::size_t written_ = 0;
};

/// The rule as a token, with blanks allowed between the parts of its sequences. Nothing if the rule
/// contains itself or is too large.
std::optional<Phrase> text_of_rule(const ImportedGrammar& grammar, const ImportedRule& rule) {
  RuleText text(grammar);
  Phrase body = text.of(body_of(rule), 0);
  if (text.too_large()) return std::nullopt;
  return body;
}

using Use = ImportedToken::Use;

std::string string_at(const JsonValue& value, std::string_view key) {
  const JsonValue* found = value.find(key);
  return found != nullptr && found->is(JsonValue::Kind::kString) ? found->text : "";
}

class TreeSitterReader {
 public:
  TreeSitterReader(const JsonValue& root, const ExternalTokens& externals, Problems& problems)
      : root_(root), problems_(problems), stand_ins_(grammar_, externals, names_) {}

  ImportedGrammar read() {
    grammar_.notation = "tree-sitter";
    grammar_.name = string_at(root_, "name");
    grammar_.contextual = true;
    grammar_.reserved.emplace();
    grammar_.word = string_at(root_, "word");
    const JsonValue* rules = root_.find("rules");
    if (rules == nullptr || !rules->is(JsonValue::Kind::kObject)) {
      problems_.error(root_.span, "this is no grammar of tree-sitter: there are no `rules`");
      return std::move(grammar_);
    }
    read_precedences();
    for (const JsonKey& key : rules->keys) names_.insert(key.text);
    define_externals();
    for (std::size_t i = 0; i < rules->keys.size(); ++i) {
      rule(rules->keys[i].text, rules->items[i]);
    }
    if (!rules->keys.empty()) grammar_.start = rules->keys.front().text;
    if (is_token(grammar_.start)) wrap_start();
    extras();
    stand_ins_.finish();
    return std::move(grammar_);
  }

 private:
  ImportPlace place(const JsonValue& value) const { return {0, value.span}; }

  /// Named precedences: the first of a list binds tightest.
  void read_precedences() {
    const JsonValue* lists = root_.find("precedences");
    if (lists == nullptr) return;
    for (const JsonValue& list : lists->items) {
      int level = static_cast<int>(list.items.size());
      for (const JsonValue& entry : list.items) {
        const std::string name = string_at(entry, entry.find("value") ? "value" : "name");
        const auto known = levels_.find(name);
        if (known == levels_.end()) levels_[name] = level;
        else level = known->second;
        --level;
      }
    }
  }

  int level_of(const JsonValue& node) const {
    const JsonValue* value = node.find("value");
    if (value == nullptr) return 0;
    if (value->is(JsonValue::Kind::kNumber)) {
      return static_cast<int>(std::clamp(value->number, -10000.0, 10000.0));
    }
    const auto named = levels_.find(value->text);
    return named == levels_.end() ? 0 : named->second;
  }

  bool is_token(const std::string& name) const { return grammar_.token(name) != nullptr; }

  void define_externals() {
    const JsonValue* externals = root_.find("externals");
    if (externals == nullptr) return;
    for (const JsonValue& external : externals->items) {
      const std::string name = string_at(external, "name");
      if (name.empty() || names_.contains(name)) continue;
      stand_ins_.define_token(name, place(external));
    }
  }

  /// Skips nodes that only give a binding or a name.
  static const JsonValue& content_of(const JsonValue& node) {
    const JsonValue* at = &node;
    for (int i = 0; i < 100; ++i) {
      const std::string type = string_at(*at, "type");
      const bool around =
          type.starts_with("PREC") || type == "FIELD" || type == "ALIAS" || type == "RESERVED";
      const JsonValue* inner = around ? at->find("content") : nullptr;
      if (inner == nullptr) break;
      at = inner;
    }
    return *at;
  }

  void rule(const std::string& name, const JsonValue& node) {
    name_ = name;
    if (stand_ins_.define_rule(name, place(node))) return;
    const JsonValue& content = content_of(node);
    const std::string type = string_at(content, "type");
    if (type == "TOKEN" || type == "IMMEDIATE_TOKEN" || type == "PATTERN") {
      grammar_.tokens.push_back(token_at(name, content));
      return;
    }
    ImportedRule made;
    made.name = name;
    made.place = place(node);
    branches(node, std::nullopt, 0, made.branches);
    grammar_.rules.push_back(std::move(made));
  }

  /// Adds alternatives, each with the precedence around it.
  void branches(const JsonValue& node, std::optional<Binding> binding, int priority,
                std::vector<ImportedBranch>& into) {
    const std::string type = string_at(node, "type");
    const JsonValue* inner = node.find("content");
    if (type.starts_with("PREC") && inner != nullptr) {
      if (type == "PREC_DYNAMIC") {
        branches(*inner, binding, level_of(node), into);
        return;
      }
      Binding bound;
      bound.level = level_of(node);
      bound.side = type == "PREC_LEFT"    ? Binding::Side::kLeft
                   : type == "PREC_RIGHT" ? Binding::Side::kRight
                                          : Binding::Side::kNone;
      branches(*inner, bound, priority, into);
      return;
    }
    const JsonValue* members = node.find("members");
    if (type == "CHOICE" && members != nullptr) {
      for (const JsonValue& member : members->items) branches(member, binding, priority, into);
      return;
    }
    ImportedBranch branch;
    branch.body = phrase(node, 0);
    branch.binding = binding;
    branch.priority = priority;
    into.push_back(std::move(branch));
  }

  Phrase phrase(const JsonValue& given, std::uint32_t depth) {
    const JsonValue& node = content_of(given);
    const std::string type = string_at(node, "type");
    if (depth > kMaxPartNesting) {
      problems_.error(node.span, "this is nested deeper than " + std::to_string(kMaxPartNesting));
      return {};
    }
    if (type == "SYMBOL") return symbol(node);
    if (type == "STRING") return text_part(string_at(node, "value"), place(node));
    if (type == "BLANK") return {};
    const JsonValue* content = node.find("content");
    if (type == "PATTERN" || type == "TOKEN" || type == "IMMEDIATE_TOKEN") {
      if (!lexical_) return anonymous(node);
      return content == nullptr ? pattern(node) : phrase(*content, depth + 1);
    }
    if (type == "SEQ" || type == "CHOICE") {
      std::vector<Phrase> parts;
      if (const JsonValue* members = node.find("members")) {
        for (const JsonValue& member : members->items) parts.push_back(phrase(member, depth + 1));
      }
      if (type == "SEQ") return sequence_of(std::move(parts));
      return choice_of(std::move(parts));
    }
    if ((type == "REPEAT" || type == "REPEAT1") && content != nullptr) {
      return repeat_of(phrase(*content, depth + 1), type == "REPEAT" ? 0 : 1, Phrase::kUnlimited);
    }
    problems_.error(node.span, "this kind of node is not known: " + ticked(type));
    return {};
  }

  Phrase symbol(const JsonValue& node) const {
    const std::string name = string_at(node, "name");
    return stand_ins_.part(name, place(node));
  }

  ImportedToken token_at(const std::string& name, const JsonValue& node) {
    const bool outer = std::exchange(lexical_, true);
    ImportedToken token = token_of(name, phrase(node, 0), place(node));
    lexical_ = outer;
    token.immediate = string_at(node, "type") == "IMMEDIATE_TOKEN";
    const JsonValue* content = node.find("content");
    if (content != nullptr && string_at(*content, "type") == "PREC") {
      token.order = -level_of(*content);
    }
    return token;
  }

  Phrase pattern(const JsonValue& node) {
    std::string left_out;
    std::optional<Phrase> read =
        read_js_regex(string_at(node, "value"), string_at(node, "flags"), left_out);
    if (!left_out.empty()) {
      grammar_.remark(place(node), left_out + " in " + string_at(node, "value"),
                      "left out: the token may be wider");
    }
    if (read) return *std::move(read);
    problems_.warning(node.span, "this regular expression cannot be read");
    return never_part();
  }

  /// Makes a token without a name; equal tokens get the same name.
  Phrase anonymous(const JsonValue& node) {
    ImportedToken token = token_at("", node);
    if (!token.immediate && token.body.is(Phrase::Kind::kText)) return token.body;
    for (const auto& [known, name] : anonymous_) {
      if (known.immediate == token.immediate && same_part(known.body, token.body)) {
        return named_part(name, place(node));
      }
    }
    const std::string name = free_name(name_ + "_token", names_);
    anonymous_.emplace_back(token, name);
    if (stand_ins_.define_rule(name, place(node))) return stand_ins_.part(name, place(node));
    token.name = name;
    grammar_.tokens.push_back(std::move(token));
    return named_part(name, place(node));
  }

  void wrap_start() {
    Phrase body = named_part(grammar_.start);
    grammar_.start += "_file";
    grammar_.rules.insert(grammar_.rules.begin(),
                          {grammar_.start, branches_of(std::move(body)), {}});
  }

  /// Reads the tokens and rules that may stand between any two tokens.
  void extras() {
    const JsonValue* extras = root_.find("extras");
    if (extras == nullptr) return;
    name_ = "space";
    for (const JsonValue& node : extras->items) {
      const std::string type = string_at(content_of(node), "type");
      const std::string name = string_at(content_of(node), "name");
      ImportedToken skip;
      skip.place = place(node);
      if (type == "SYMBOL") {
        const ImportedToken* token = grammar_.token(name);
        if (token != nullptr) {
          skip = *token;
        } else if (const ImportedRule* rule = grammar_.rule(name)) {
          std::optional<Phrase> text = text_of_rule(grammar_, *rule);
          grammar_.remark(skip.place, "the rule " + name + ", which may stand anywhere",
                          text ? "it is one piece of skipped text"
                               : "left out: it is too large, or contains itself");
          if (!text) continue;
          skip.body = *std::move(text);
        } else {
          continue;
        }
      } else {
        skip = token_at("", content_of(node));
      }
      skip.immediate = false;
      skip.use = Use::kSkip;
      skip.name = free_name(name.empty() ? "space" : name + "_skipped", names_);
      grammar_.tokens.push_back(std::move(skip));
    }
  }

  const JsonValue& root_;
  Problems& problems_;
  ImportedGrammar grammar_;
  std::set<std::string> names_;  // of rules, and those given
  StandIns stand_ins_;
  std::map<std::string, int> levels_;  // of named precedences
  std::vector<std::pair<ImportedToken, std::string>> anonymous_;
  std::string name_;      // name of the rule that is being read
  bool lexical_ = false;  // inside of a token
};

}  // namespace

ImportedGrammar read_tree_sitter(const Source& source, const ExternalTokens& externals,
                                 Problems& problems) {
  const std::optional<JsonValue> root = read_json(source, problems);
  if (!root) return {};
  return TreeSitterReader(*root, externals, problems).read();
}

}  // namespace grabr
