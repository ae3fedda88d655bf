#include "report/grammar_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "grammar/model/hidden_lists.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

double to_microseconds(double ms) { return std::round(ms * 1000) / 1000; }

}  // namespace

std::string stats_json(const Grammar& grammar, const GrammarCounts& counts,
                       const LoadTimes& times) {
  Json json = {{"name", grammar.name},
               {"version", grammar.version},
               {"rules", counts.rules},
               {"alternatives", counts.alternatives},
               {"lowered_rules", counts.lowered_rules},
               {"helpers", counts.helpers},
               {"plain_rules", counts.epsilon_free_rules},
               {"terminals", counts.terminals},
               {"lexer_states", counts.lexer_states},
               {"lalr_states", counts.states},
               {"conflicts", counts.conflicts},
               {"conflict_states", counts.conflict_states},
               {"table_bytes", counts.table_bytes},
               {"row_bytes", counts.row_bytes}};
  Json hidden = Json::array();
  for (const SymbolId rule : hidden_lists(grammar)) hidden.push_back(grammar.symbols[rule].name);
  json["lists_as_recursion"] = hidden;
  json["load_ms"] = {{"file", to_microseconds(times.file_ms)},
                     {"lexer", to_microseconds(times.lexer_ms)},
                     {"automaton", to_microseconds(times.automaton_ms)}};
  return line_of(json);
}

std::string conflicts_json(const Conflicts& conflicts) {
  Json shown = Json::array();
  for (const Conflict& conflict : conflicts.shown) {
    shown.push_back({{"tokens", conflict.tokens},
                     {"shift", conflict.shift},
                     {"reduce", conflict.reduce},
                     {"states", conflict.states},
                     {"entries", conflict.entries},
                     {"before", conflict.before},
                     {"token", conflict.token}});
  }
  return line_of({{"states", conflicts.states},
                  {"entries", conflicts.entries},
                  {"groups", conflicts.groups},
                  {"shown", shown}});
}

}  // namespace grabr
