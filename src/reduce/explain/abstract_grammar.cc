// A result is generalised by writing a grammar, and not by editing its tree. So the tested texts
// are the ones that `grabr generate` will make of that grammar, with its spacing and its choice of
// names.
//
//   input          rule                                      own rules
//   f(1, x)        call: NAME '(' (value % ',')? ')'         result: 'f' '(' part-1 ',' 'x' ')'
//                                                            part-1: value
//
// Tokens that stay are literals of the rules. That makes them keywords, so a part that may be any
// name never gets one of these names by chance. Tested by tests/reduce/abstract_grammar_test.cc.
#include "reduce/explain/abstract_grammar.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "text/error.h"
#include "text/utf8.h"

namespace grabr {
namespace {

using RulesJson = nlohmann::ordered_json;

constexpr const char* kStart = "<start>";  // the start symbol of classic grammars

bool is_classic(const Grammar& grammar) { return grammar.notation == Notation::kClassic; }

std::string quoted_literal(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const bool readable = is_utf8(text);
  std::string quoted = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\'' || c == '\\') {
      quoted += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7F || (byte >= 0x80 && !readable)) {
      quoted += "\\x";
      quoted += {kHex[byte >> 4U], kHex[byte & 15U]};
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

/// A regular expression that matches just this text.
std::string pattern_of(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string pattern;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      pattern += "\\x";
      pattern += {kHex[byte >> 4U], kHex[byte & 15U]};
      continue;
    }
    if (std::string_view("|()?*+{}[].\\/^$-\"").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

/// Writes rules for a grammar that extends another.
class RichFile {
 public:
  RichFile(const BaseGrammar& base, const std::string& title) {
    if (!title.empty()) json_["name"] = title;
    json_["extends"] = base.path;
  }

  std::string write(const std::vector<OwnRule>& rules) {
    RulesJson written = RulesJson::object();
    for (const OwnRule& rule : rules) {
      RulesJson alternatives = RulesJson::array();
      for (const RuleItems& items : rule.alternatives) alternatives.push_back(text_of(items));
      written[rule.name] = std::move(alternatives);
    }
    json_["start"] = rules.front().name;
    json_["rules"] = std::move(written);
    if (!tokens_.empty()) json_["tokens"] = std::move(tokens_);
    return json_.dump(2) + "\n";
  }

 private:
  std::string text_of(const RuleItems& items) {
    if (items.empty()) return "()";
    std::string text;
    for (const RuleItem& item : items) text += (text.empty() ? "" : " ") + text_of(item);
    return text;
  }

  std::string text_of(const RuleItem& item) {
    switch (item.kind) {
      case RuleItem::Kind::kText: return quoted_literal(item.text);
      case RuleItem::Kind::kGlued: return token_of(item.text);
      case RuleItem::Kind::kName: return item.text;
      case RuleItem::Kind::kRule: return "(" + item.text + ")";
    }
    return {};
  }

  std::string token_of(const std::string& text) {
    const std::string pattern = pattern_of(text);
    for (const auto& [name, token] : tokens_.items()) {
      if (token["regex"] == pattern) return name;
    }
    const std::string name = "GLUED_" + std::to_string(tokens_.size() + 1);
    tokens_[name] = {{"regex", pattern}, {"immediate", true}};
    return name;
  }

  RulesJson json_ = RulesJson::object();
  RulesJson tokens_ = RulesJson::object();
};

/// Writes rules together with those of a classic grammar, and renames its start symbol.
class ClassicFile {
 public:
  explicit ClassicFile(const Grammar& base) : base_(base) {}

  std::string write(const std::vector<OwnRule>& rules) const {
    RulesJson json = RulesJson::object();
    for (const OwnRule& rule : rules) {
      RulesJson expansions = RulesJson::array();
      for (const RuleItems& items : rule.alternatives) {
        RulesJson symbols = RulesJson::array();
        for (const RuleItem& item : items) {
          symbols.push_back(item.kind == RuleItem::Kind::kName ? name_of(item.text) : item.text);
        }
        expansions.push_back(std::move(symbols));
      }
      json[rule.name] = std::move(expansions);
    }
    for (const SymbolId symbol : used_by(rules)) {
      json[name_of(base_.symbols[symbol].name)] = expansions_of(base_.rule(symbol));
    }
    return json.dump(2) + "\n";
  }

 private:
  /// The symbols of the base grammar that the rules reach, in its order.
  std::set<SymbolId> used_by(const std::vector<OwnRule>& rules) const {
    std::set<SymbolId> used;
    std::vector<SymbolId> todo;
    const auto use = [&](SymbolId symbol) {
      const bool has_rule = symbol != kNoSymbol && !base_.symbols[symbol].terminal();
      if (has_rule && used.insert(symbol).second) todo.push_back(symbol);
    };
    for (const OwnRule& rule : rules) {
      for (const RuleItems& items : rule.alternatives) {
        for (const RuleItem& item : items) {
          if (item.kind == RuleItem::Kind::kName) use(base_.find(item.text));
        }
      }
    }
    while (!todo.empty()) {
      const Rule& rule = base_.rule(todo.back());
      todo.pop_back();
      for (const Alternative& alternative : rule.alternatives) {
        for (const Expr& part : alternative.body.parts) use(part.symbol);
      }
    }
    return used;
  }

  std::string name_of(const std::string& symbol) const {
    if (symbol != kStart) return symbol;
    for (std::string name = "<any-start>";; name.insert(1, "any-")) {
      if (base_.find(name) == kNoSymbol) return name;
    }
  }

  RulesJson expansions_of(const Rule& rule) const {
    RulesJson expansions = RulesJson::array();
    for (const Alternative& alternative : rule.alternatives) {
      RulesJson symbols = RulesJson::array();
      for (const Expr& part : alternative.body.parts) {
        const Symbol& symbol = base_.symbols[part.symbol];
        if (symbol.kind != SymbolKind::kLiteral) symbols.push_back(name_of(symbol.name));
        else if (!symbol.text.empty()) symbols.push_back(symbol.text);
      }
      if (alternative.probability < 0) expansions.push_back(std::move(symbols));
      else expansions.push_back({std::move(symbols), {{"prob", alternative.probability}}});
    }
    return expansions;
  }

  const Grammar& base_;
};

/// Can the token have only one text?
bool is_one_text(const Symbol& symbol) {
  return symbol.matcher == kNoMatcher &&
         symbol.text.find_first_of("|()?*+{}[].\\") == std::string::npos;
}

}  // namespace

std::string start_name(const Grammar& base) {
  return is_classic(base) ? kStart : own_name(base, "result");
}

std::string own_name(const Grammar& base, const std::string& stem) {
  std::string name = is_classic(base) ? "<" + stem + ">" : stem;
  while (base.find(name) != kNoSymbol) name.insert(is_classic(base) ? 1 : 0, "own-");
  return name;
}

std::string abstract_grammar_json(const BaseGrammar& base, const std::vector<OwnRule>& rules,
                                  const std::string& title) {
  if (is_classic(*base.grammar)) return ClassicFile(*base.grammar).write(rules);
  return RichFile(base, title).write(rules);
}

RuleItem item_of(const Tree& tree, NodeId token) {
  const Node node = tree[token];
  const Grammar& grammar = tree.grammar();
  const std::string text(tree.token_text(token));
  if (node.symbol == kNoSymbol || is_classic(grammar)) return {RuleItem::Kind::kText, text};
  const Symbol& symbol = grammar.symbols[node.symbol];
  const bool automatic = grammar.automatic && grammar.automatic->token == node.symbol;
  if (symbol.kind == SymbolKind::kLayout || automatic) return {RuleItem::Kind::kName, symbol.name};
  if (symbol.kind == SymbolKind::kLiteral) return {RuleItem::Kind::kText, symbol.text};
  if (is_one_text(symbol)) return {RuleItem::Kind::kName, symbol.name};
  return {symbol.immediate ? RuleItem::Kind::kGlued : RuleItem::Kind::kText, text};
}

RuleItems items_below(const Tree& tree, NodeId node) {
  RuleItems items;
  for_each_in(tree, node, [&](NodeId id) {
    if (tree.is_token(id)) items.push_back(item_of(tree, id));
  });
  return items;
}

std::optional<AbstractGrammar> AbstractGrammar::load(const BaseGrammar& base,
                                                     const std::vector<OwnRule>& rules) {
  const Source file(base.path + ": abstraction", abstract_grammar_json(base, rules, {}));
  GrammarFile loaded = load_grammar(file, base.read);
  if (!loaded.grammar) return std::nullopt;
  try {
    return AbstractGrammar(std::make_shared<const Grammar>(*std::move(loaded.grammar)));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInvalid) throw;
    return std::nullopt;
  }
}

std::optional<Tree> AbstractGrammar::sentence(const std::string& rule, RandomNumbers& random) {
  const SymbolId symbol = grammar_->find(rule);
  return symbol == kNoSymbol ? std::nullopt : generator_->sentence_of(symbol, random);
}

std::optional<RuleItems> AbstractGrammar::find(const Tree& sentence, const std::string& rule) {
  const SymbolId symbol = sentence.grammar().find(rule);
  if (symbol == kNoSymbol) return std::nullopt;
  for (const NodeId id : preorder(sentence, sentence.root())) {
    if (sentence[id].kind == NodeKind::kRule && sentence[id].symbol == symbol) {
      return items_below(sentence, id);
    }
  }
  return std::nullopt;
}

}  // namespace grabr
