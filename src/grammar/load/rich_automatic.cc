// Tested by tests/grammar/rich_automatic_test.cc.
#include "grammar/load/rich_automatic.h"

#include <algorithm>
#include <array>

#include "grammar/model/rule_text.h"

namespace grabr {

void AutomaticReader::define_token(Grammar& grammar) {
  const JsonValue* section = root_.find("automatic");
  if (section == nullptr) return;
  if (!section->is(JsonValue::Kind::kObject)) {
    report_wrong_kind(*section, "automatic", "an object", problems_);
    return;
  }
  static const std::array<std::string, 5> known = {"token", "before", "restricted_after",
                                                   "restricted_before", "always_after"};
  report_unknown_keys(*section, known, problems_);
  if (grammar.lexing != Lexing::kContextual) {
    problems_.error(section->span, "automatic tokens need contextual lexing",
                    "add \"lexing\": \"contextual\"");
  }
  const JsonValue* token = section->find("token");
  if (token == nullptr || !token->is(JsonValue::Kind::kString) || !is_rule_name(token->text)) {
    problems_.unreadable(token == nullptr ? section->span : token->span,
                         "`automatic.token` must be the name of a token (a string)",
                         "rules use the token by this name, as in \"eos\": \"';' | AUTO\"");
    return;
  }
  const SymbolId id = symbols_.define(token->text, SymbolKind::kLayout, {}, token->span);
  if (id == kNoSymbol) {
    problems_.error(token->span, ticked(token->text) + " is defined twice",
                    "line ends make this token; it needs no rule or regular expression");
    return;
  }
  grammar.automatic.emplace();
  grammar.automatic->token = id;
}

void AutomaticReader::read_lists(Grammar& grammar) {
  if (!grammar.automatic) return;
  AutomaticToken& automatic = *grammar.automatic;
  if (!symbols_.used(automatic.token) && !problems_.incomplete) {
    const Symbol& token = symbols_[automatic.token];
    problems_.error(token.span, "no rule uses the token " + ticked(token.name),
                    "use it where a line end may end a construct, or remove \"automatic\"");
  }
  automatic.before = read_list("before");
  automatic.restricted_after = read_list("restricted_after");
  automatic.restricted_before = read_list("restricted_before");
  automatic.always_after = read_list("always_after");
}

std::vector<SymbolId> AutomaticReader::read_list(const char* key) {
  std::vector<SymbolId> neighbours;
  const JsonValue* list = root_.find("automatic")->find(key);
  if (list == nullptr) return neighbours;
  const auto is_text = [](const JsonValue& item) {
    return item.is(JsonValue::Kind::kString) && !item.text.empty();
  };
  if (!list->is(JsonValue::Kind::kArray) ||
      !std::all_of(list->items.begin(), list->items.end(), is_text)) {
    report_wrong_kind(*list, "automatic." + std::string(key),
                      "an array of literals and names of tokens", problems_);
    return neighbours;
  }
  for (const JsonValue& item : list->items) {
    const SymbolId id = neighbour(item);
    if (id != kNoSymbol) neighbours.push_back(id);
  }
  return neighbours;
}

/// A token of that name, otherwise the literal.
SymbolId AutomaticReader::neighbour(const JsonValue& value) {
  const SymbolId named = symbols_.named(value.text);
  if (named != kNoSymbol && symbols_[named].kind == SymbolKind::kPattern) return named;
  const SymbolId before = symbols_.size();
  const SymbolId id = symbols_.literal(value.text, value.span);
  if (id == before && !problems_.incomplete) {
    problems_.warning(value.span, "no rule uses " + ticked(value.text));
  }
  return id;
}

}  // namespace grabr
