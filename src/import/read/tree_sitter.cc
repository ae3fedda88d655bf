// A grammar.json is a tree of nodes {"type": …}. What is a token there is one here: TOKEN,
// IMMEDIATE_TOKEN and PATTERN; a STRING is a literal. Names of tokens that have none come from the
// rule they stand in. Fields and aliases only name parts of trees and are passed over, and so are
// conflicts: our parser follows all readings. Precedences become bindings of alternatives.
//
// Lexing depends on the parser's state there, so it is contextual here; a keyword is reserved
// nowhere, since tree-sitter takes it for a name where no keyword may stand.
// Tested by tree_sitter_test.cc.
#include "import/read/tree_sitter.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "grammar/load/json_reader.h"
#include "import/read/cursor.h"
#include "import/read/externals.h"
#include "import/read/js_regex.h"

namespace grabr {
namespace {

using Use = ImportedToken::Use;

constexpr std::size_t kMostWritten = 3000;

std::string string_at(const JsonValue& value, std::string_view key) {
  const JsonValue* found = value.find(key);
  return found != nullptr && found->is(JsonValue::Kind::kString) ? found->text : "";
}

class TreeSitterReader {
 public:
  TreeSitterReader(const JsonValue& root, const ExternalTokens& externals, Problems& problems)
      : root_(root), externals_(externals), problems_(problems) {}

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
    for (const JsonKey& key : rules->keys) rules_.insert(key.text);
    define_externals();
    for (std::size_t i = 0; i < rules->keys.size(); ++i) {
      rule(rules->keys[i].text, rules->items[i]);
    }
    if (!rules->keys.empty()) grammar_.start = rules->keys.front().text;
    if (is_token(grammar_.start)) wrap_start();
    extras();
    allow_line_ends();
    if (!automatic_before_.empty()) add_automatic();
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
      if (name.empty() || rules_.contains(name)) continue;
      const auto given = externals_.find(name);
      const std::optional<ExternalToken> known =
          given != externals_.end() ? given->second : known_external(grammar_.name, name);
      define_external(name, known.value_or(ExternalToken{}), known.has_value(), place(external));
    }
  }

  /// A rule of which the table says what is in its place.
  std::optional<ExternalToken> known_rule(const std::string& name) const {
    if (const auto given = externals_.find(name); given != externals_.end()) return given->second;
    return known_external(grammar_.name, name, /*of_all=*/false);
  }

  void define_external(const std::string& name, const ExternalToken& external, bool known,
                       ImportPlace where) {
    std::string meaning = "left out, with the alternatives that need it; a side file can say it";
    switch (external.kind) {
      case ExternalToken::Kind::kToken: {
        ImportedToken token;
        token.name = name;
        token.matcher = external.definition;
        token.place = where;
        grammar_.tokens.push_back(std::move(token));
        meaning = "written as " + external.definition;
        break;
      }
      case ExternalToken::Kind::kLiteral:
        stands_for_[name] = text_part(external.definition);
        meaning = "written as '" + external.definition + "'";
        break;
      case ExternalToken::Kind::kOptional:
        stands_for_[name] = optional_of(text_part(external.definition));
        meaning = "written as '" + external.definition + "'?";
        break;
      case ExternalToken::Kind::kLineEnd:
        define_line_end(name, external.definition);
        meaning = "a line end, a token where the rules allow one";
        break;
      case ExternalToken::Kind::kNewline: meaning = layout_token(name, "NEWLINE"); break;
      case ExternalToken::Kind::kIndent: meaning = layout_token(name, "INDENT"); break;
      case ExternalToken::Kind::kDedent: meaning = layout_token(name, "DEDENT"); break;
      case ExternalToken::Kind::kNothing:
        stands_for_[name] = Phrase{};
        meaning = "wider: nothing is needed there";
        break;
      case ExternalToken::Kind::kAutomatic:
        stands_for_[name] = named_part(kAutomaticName);
        if (!external.definition.empty()) {
          stands_for_[name] =
              choice_of({text_part(external.definition), named_part(kAutomaticName)});
        }
        automatic_before_.insert("}");
        meaning = "the automatic token " + std::string(kAutomaticName) + " stands for it";
        break;
      case ExternalToken::Kind::kNever: {
        Phrase never;
        never.kind = Phrase::Kind::kChoice;
        stands_for_[name] = std::move(never);
        if (known) meaning = "left out, with the alternatives that need it";
        break;
      }
    }
    grammar_.remark(where, "the external token " + name, meaning);
  }

  void define_line_end(const std::string& name, std::string_view words) {
    ImportedToken token;
    token.name = free_name("LINE_END");
    const CharClass blanks{{'\t', '\n'}, {'\r', '\r'}, {' ', ' '}};
    token.body = set_part(blanks);  // until the comments are known
    std::vector<Phrase> ways = {named_part(token.name), named_part(kAutomaticName)};
    bool after = false;
    for (bool first = true; !words.empty(); first = false) {
      const std::size_t end = std::min(words.find(' '), words.size());
      const std::string word(words.substr(0, end));
      words.remove_prefix(std::min(end + 1, words.size()));
      if (word.empty()) continue;
      if (word == "AFTER") after = true;
      else if (after) opens_.insert(word);
      else if (first) ways.insert(ways.begin(), text_part(word));
      else goes_on_.insert(word);
    }
    stands_for_[name] = choice_of(std::move(ways));
    line_end_ = token.name;
    automatic_before_.insert("}");
    grammar_.tokens.push_back(std::move(token));
  }

  /// Line ends before words that go on with what stands before them.
  void allow_line_ends() {
    if (line_end_.empty()) return;
    // With all that is skipped behind it: a second one would be taken for a line that goes on.
    const CharClass blanks{{'\t', '\n'}, {'\r', '\r'}, {' ', ' '}};
    std::vector<Phrase> skipped = {set_part(blanks)};
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.use != Use::kSkip) continue;
      if (!token.matcher.empty()) skipped.push_back(comment_of(token.matcher));
      else skipped.push_back(token.body);
    }
    for (ImportedToken& token : grammar_.tokens) {
      if (token.name != line_end_) continue;
      token.body = sequence_of({optional_of(text_part("\r")), text_part("\n"),
                                repeat_of(choice_of(skipped), 0, Phrase::kUnlimited)});
    }
    for (ImportedRule& rule : grammar_.rules) {
      for (ImportedBranch& branch : rule.branches) allow_line_ends(branch.body);
    }
  }

  /// A comment that is given as a definition of ours: what nests counts as if it did not.
  static Phrase comment_of(const std::string& definition) {
    const auto between = [](std::string open, std::string close) {
      Phrase inside = repeat_of(set_part(CharClass{}.complement()), 0, Phrase::kUnlimited);
      inside.lazy = true;
      return sequence_of(
          {text_part(std::move(open)), std::move(inside), text_part(std::move(close))});
    };
    if (definition.find("\"/*\"") != definition.npos) return between("/*", "*/");
    const std::size_t hash = definition.find('#');
    if (hash == 1) return between("#", "\n");
    return between("//", "\n");
  }

  void allow_line_ends(Phrase& part) {
    for (Phrase& inner : part.parts) allow_line_ends(inner);
    std::string text = part.is(Phrase::Kind::kText) ? part.text : "";
    const ImportedToken* token = part.is(Phrase::Kind::kName) && part.text != line_end_
                                     ? grammar_.token(part.text)
                                     : nullptr;
    if (token != nullptr && token->body.is(Phrase::Kind::kText)) text = token->body.text;
    if (text.empty()) return;
    const Phrase ends = repeat_of(named_part(line_end_), 0, Phrase::kUnlimited);
    if (goes_on_.contains(text)) part = sequence_of({ends, Phrase(part)});
    if (opens_.contains(text)) part = sequence_of({Phrase(part), ends});
  }

  std::string layout_token(const std::string& name, const std::string& ours) {
    stands_for_[name] = named_part(ours);
    grammar_.made.insert(ours);
    grammar_.contextual = false;  // layout needs plain lexing
    grammar_.layout = kPythonLayout;
    return "the token " + ours + " of the layout stands for it";
  }

  void add_automatic() {
    grammar_.made.insert(kAutomaticName);
    grammar_.automatic =
        std::string("{ \"token\": \"") + kAutomaticName + "\", \"before\": [\"}\"] }";
  }

  /// Passes over what only says how a node binds or is called.
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
    if (const auto known = known_rule(name)) {
      define_external(name, *known, true, place(node));
      return;
    }
    const JsonValue& content = content_of(node);
    const std::string type = string_at(content, "type");
    if (type == "TOKEN" || type == "IMMEDIATE_TOKEN" || type == "PATTERN") {
      grammar_.tokens.push_back(token_of(name, content));
      return;
    }
    ImportedRule made;
    made.name = name;
    made.place = place(node);
    branches(node, std::nullopt, 0, made.branches);
    grammar_.rules.push_back(std::move(made));
  }

  /// Alternatives, each with the precedence around it.
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
    if (depth > kMostPartNesting) {
      problems_.error(node.span, "this is nested deeper than " + std::to_string(kMostPartNesting));
      return {};
    }
    if (type == "SYMBOL") return symbol(node);
    if (type == "STRING") return text_part(string_at(node, "value"), place(node));
    if (type == "BLANK") return {};
    if (type == "PATTERN" || type == "TOKEN" || type == "IMMEDIATE_TOKEN") return anonymous(node);
    if (type == "SEQ" || type == "CHOICE") {
      std::vector<Phrase> parts;
      if (const JsonValue* members = node.find("members")) {
        for (const JsonValue& member : members->items) parts.push_back(phrase(member, depth + 1));
      }
      if (type == "SEQ") return sequence_of(std::move(parts));
      return choice_of(std::move(parts));
    }
    const JsonValue* content = node.find("content");
    if ((type == "REPEAT" || type == "REPEAT1") && content != nullptr) {
      return repeat_of(phrase(*content, depth + 1), type == "REPEAT" ? 0 : 1, Phrase::kUnlimited);
    }
    problems_.error(node.span, "this kind of node is not known: " + ticked(type));
    return {};
  }

  Phrase symbol(const JsonValue& node) const {
    const std::string name = string_at(node, "name");
    const auto stands = stands_for_.find(name);
    return stands == stands_for_.end() ? named_part(name, place(node)) : stands->second;
  }

  ImportedToken token_of(const std::string& name, const JsonValue& node) {
    ImportedToken token;
    token.name = name;
    token.place = place(node);
    token.immediate = string_at(node, "type") == "IMMEDIATE_TOKEN";
    if (token.immediate || string_at(node, "type") == "TOKEN") {
      const JsonValue* content = node.find("content");
      const JsonValue* inner = content;
      if (inner != nullptr && string_at(*inner, "type") == "PREC") {
        token.order = -level_of(*inner);
      }
      token.body = content == nullptr ? Phrase{} : lexical(*content, 0);
    } else {
      token.body = lexical(node, 0);
    }
    return token;
  }

  /// The inside of a token.
  Phrase lexical(const JsonValue& given, std::uint32_t depth) {
    const JsonValue& node = content_of(given);
    const std::string type = string_at(node, "type");
    if (depth > kMostPartNesting) return {};
    if (type == "PATTERN") return pattern(node);
    if (type == "STRING") return text_part(string_at(node, "value"), place(node));
    if (type == "SYMBOL") return symbol(node);
    const JsonValue* content = node.find("content");
    if ((type == "TOKEN" || type == "IMMEDIATE_TOKEN") && content != nullptr) {
      return lexical(*content, depth + 1);
    }
    if ((type == "REPEAT" || type == "REPEAT1") && content != nullptr) {
      return repeat_of(lexical(*content, depth + 1), type == "REPEAT" ? 0 : 1, Phrase::kUnlimited);
    }
    std::vector<Phrase> parts;
    if (const JsonValue* members = node.find("members")) {
      for (const JsonValue& member : members->items) parts.push_back(lexical(member, depth + 1));
    }
    return type == "CHOICE" ? choice_of(std::move(parts)) : sequence_of(std::move(parts));
  }

  Phrase pattern(const JsonValue& node) {
    const bool ignore_case = string_at(node, "flags").find('i') != std::string::npos;
    std::string left_out;
    std::optional<Phrase> read = read_js_regex(string_at(node, "value"), ignore_case, left_out);
    if (!left_out.empty()) {
      grammar_.remark(place(node), left_out + " in " + string_at(node, "value"),
                      "left out: the token may be wider");
    }
    if (read) return *std::move(read);
    problems_.warning(node.span, "this regular expression cannot be read");
    Phrase never;
    never.kind = Phrase::Kind::kChoice;
    return never;
  }

  /// A token without a name; equal ones have the same.
  Phrase anonymous(const JsonValue& node) {
    ImportedToken token = token_of("", node);
    if (!token.immediate && token.body.is(Phrase::Kind::kText)) return token.body;
    for (const auto& [known, name] : anonymous_) {
      if (known.immediate == token.immediate && same_part(known.body, token.body)) {
        return named_part(name, place(node));
      }
    }
    std::string name = name_ + "_token";
    for (int i = 2; rules_.contains(name) || !tokens_.insert(name).second; ++i) {
      name = name_ + "_token_" + std::to_string(i);
    }
    anonymous_.emplace_back(token, name);
    if (const auto known = known_rule(name)) {
      define_external(name, *known, true, place(node));
      return stands_for_.contains(name) ? stands_for_[name] : named_part(name, place(node));
    }
    token.name = name;
    grammar_.tokens.push_back(std::move(token));
    return named_part(name, place(node));
  }

  void wrap_start() {
    ImportedRule rule;
    rule.name = grammar_.start + "_file";
    ImportedBranch branch;
    branch.body = named_part(grammar_.start);
    rule.branches.push_back(std::move(branch));
    grammar_.start = rule.name;
    grammar_.rules.insert(grammar_.rules.begin(), std::move(rule));
  }

  /// What may stand between any two tokens.
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
          // A rule between any two tokens: its text is one token.
          std::vector<Phrase> ways;
          for (const ImportedBranch& branch : rule->branches) ways.push_back(branch.body);
          written_ = 0;
          skip.body = as_token(choice_of(std::move(ways)), 0);
          if (written_ > kMostWritten) {
            grammar_.remark(skip.place, "the rule " + name + ", which may stand anywhere",
                            "left out: it is too large, or contains itself");
            continue;
          }
          grammar_.remark(skip.place, "the rule " + name + ", which may stand anywhere",
                          "it is one piece of skipped text");
        } else {
          continue;
        }
      } else {
        skip = token_of("", content_of(node));
      }
      skip.immediate = false;
      skip.use = Use::kSkip;
      skip.name = free_name(name.empty() ? "space" : name + "_skipped");
      grammar_.tokens.push_back(std::move(skip));
    }
  }

  std::string free_name(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; rules_.contains(name) || !tokens_.insert(name).second; ++i) {
      name = wanted + "_" + std::to_string(i);
    }
    return name;
  }

  /// The texts of a rule with blanks between its parts.
  Phrase as_token(const Phrase& part, std::uint32_t depth) {
    if (depth > kMostPartNesting || ++written_ > kMostWritten) return {};
    if (part.is(Phrase::Kind::kName)) {
      const ImportedRule* rule = grammar_.rule(part.text);
      if (rule == nullptr) return part;
      std::vector<Phrase> ways;
      for (const ImportedBranch& branch : rule->branches) {
        ways.push_back(as_token(branch.body, depth + 1));
      }
      return choice_of(std::move(ways));
    }
    Phrase copy = part;
    copy.parts.clear();
    const Phrase blanks =
        repeat_of(set_part(CharClass{{'\t', '\t'}, {' ', ' '}}), 0, Phrase::kUnlimited);
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      if (i > 0 && part.is(Phrase::Kind::kSequence)) copy.parts.push_back(blanks);
      copy.parts.push_back(as_token(part.parts[i], depth + 1));
    }
    return copy;
  }

  const JsonValue& root_;
  const ExternalTokens& externals_;
  Problems& problems_;
  ImportedGrammar grammar_;
  std::map<std::string, int> levels_;
  std::set<std::string> rules_;
  std::set<std::string> tokens_;
  std::map<std::string, Phrase> stands_for_;  // externals that are no tokens
  std::vector<std::pair<ImportedToken, std::string>> anonymous_;
  std::set<std::string> automatic_before_;
  std::set<std::string> goes_on_;  // words that may begin a line and go on with the one before
  std::set<std::string> opens_;    // words behind which a line may end
  std::string line_end_;
  std::size_t written_ = 0;  // parts of a rule that is written out
  std::string name_;         // of the rule that is being read
};

}  // namespace

ImportedGrammar read_tree_sitter(const Source& source, const ExternalTokens& externals,
                                 Problems& problems) {
  const std::optional<JsonValue> root = read_json(source, problems);
  if (!root) return {};
  return TreeSitterReader(*root, externals, problems).read();
}

void read_externals(const Source& source, Problems& problems, ExternalTokens& externals) {
  const std::optional<JsonValue> root = read_json(source, problems);
  if (!root || !root->is(JsonValue::Kind::kObject)) return;
  for (std::size_t i = 0; i < root->keys.size(); ++i) {
    const JsonValue& value = root->items[i];
    ExternalToken external;
    if (value.is(JsonValue::Kind::kString)) {
      external.kind =
          value.text.empty() ? ExternalToken::Kind::kNothing : ExternalToken::Kind::kToken;
      external.definition = std::string(source.slice(value.span));
    } else if (value.find("automatic") != nullptr) {
      external.kind = ExternalToken::Kind::kAutomatic;
    } else if (value.find("text") != nullptr) {
      external.kind = ExternalToken::Kind::kLiteral;
      external.definition = string_at(value, "text");
    } else if (value.find("regex") != nullptr || value.find("match") != nullptr) {
      external.kind = ExternalToken::Kind::kToken;
      external.definition = std::string(source.slice(value.span));
    } else if (!value.is(JsonValue::Kind::kNull)) {
      problems.error(value.span, "an external token is a regular expression, a token, null or \"\"",
                     "{ \"automatic\": true } stands for a line end, { \"text\": \"…\" } for a "
                     "literal");
    }
    externals[root->keys[i].text] = std::move(external);
  }
}

}  // namespace grabr
