#include "report/tables/grammar_statistics.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "grammar/model/hidden_lists.h"
#include "report/form/json_text.h"
#include "report/form/text_table.h"
#include "text/escape.h"

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

namespace {

constexpr std::size_t kMaxLists = 20;
constexpr std::size_t kMaxFixedTexts = 10;

double fraction(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fixed_number(100 * fraction(part, whole), 1) + "%";
}

template <class Count, class Size>
std::vector<std::pair<std::string, Count>> largest_first(const std::map<std::string, Count>& counts,
                                                         Size size) {
  std::vector<std::pair<std::string, Count>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const auto& a, const auto& b) { return size(a.second) > size(b.second); });
  return sorted;
}

auto lists_of(const TreeCounts& trees) {
  return largest_first(trees.lists,
                       [](const ListCounts& counts) { return counts.elements - counts.alone; });
}

auto fixed_of(const TreeCounts& trees) {
  return largest_first(trees.fixed, [](std::uint64_t tokens) { return tokens; });
}

std::string speed_text(const std::optional<double>& mb_per_s) {
  return mb_per_s ? fixed_number(*mb_per_s, 1) + " MB/s" : "-";
}

std::string named_files(const char* what, const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) text += std::string(what) + escaped(file, "") + "\n";
  return text;
}

template <class Rows>
std::string shown_table(const std::string& heading, const Rows& rows, std::size_t most,
                        std::string_view sides) {
  if (rows.size() == 1) return {};
  Rows shown(rows.begin(),
             rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most + 1)));
  std::string text = "\n" + heading + "\n" + text_table(shown, sides);
  if (rows.size() > shown.size()) {
    text += "and " + std::to_string(rows.size() - shown.size()) + " more rules\n";
  }
  return text;
}

std::string lists_table(const TreeCounts& trees) {
  std::vector<TextRow> rows = {{"rule", "lists", "of one", "elements", "longest"}};
  for (const auto& [rule, counts] : lists_of(trees)) {
    rows.push_back({rule, std::to_string(counts.lists), std::to_string(counts.alone),
                    std::to_string(counts.elements), std::to_string(counts.longest)});
  }
  return shown_table("Lists:", rows, kMaxLists, "lrrrr");
}

std::string fixed_table(const TreeCounts& trees) {
  std::vector<TextRow> rows = {{"rule", "tokens", "share"}};
  for (const auto& [rule, tokens] : fixed_of(trees)) {
    rows.push_back({rule, std::to_string(tokens), percent(tokens, trees.tokens)});
  }
  return shown_table("Tokens in nothing that may be deleted, by the rule around them:", rows,
                     kMaxFixedTexts, "lrr");
}

}  // namespace

std::string file_statistics_text(const FileStatistics& statistics) {
  const GrammarRecord& run = statistics.run;
  const TreeCounts& trees = statistics.trees;
  std::string text = text_table(
      {{"files", std::to_string(run.accepted) + " of " + std::to_string(run.valid) + " parse"},
       {"size", std::to_string(run.bytes) + " bytes, " + std::to_string(trees.tokens) +
                    " tokens, " + std::to_string(trees.nodes) + " nodes"},
       {"deletable", std::to_string(trees.deletable) + " tokens (" +
                         percent(trees.deletable, trees.tokens) +
                         ") are in a list element or an optional part"},
       {"finest", "half of them are in one of at most " + std::to_string(trees.smallest_at(.5)) +
                      ", nine in ten of at most " + std::to_string(trees.smallest_at(.9)) +
                      " tokens"},
       {"ambiguous", std::to_string(run.ambiguous.size()) + " of " + std::to_string(run.searched) +
                         " files that were searched"},
       {"speed", speed_text(run.mb_per_s) + ", " + speed_text(run.tree_mb_per_s) + " to the tree"}},
      "ll");
  text += named_files("does not parse: ", run.wrong);
  text += named_files("more than one tree: ", run.ambiguous);
  return text + lists_table(trees) + fixed_table(trees);
}

std::string file_statistics_json(const FileStatistics& statistics) {
  const GrammarRecord& run = statistics.run;
  const TreeCounts& trees = statistics.trees;
  Json lists = Json::array();
  for (const auto& [rule, counts] : lists_of(trees)) {
    lists.push_back({{"rule", rule},
                     {"lists", counts.lists},
                     {"of_one", counts.alone},
                     {"elements", counts.elements},
                     {"longest", counts.longest}});
  }
  Json fixed = Json::array();
  for (const auto& [rule, tokens] : fixed_of(trees)) {
    fixed.push_back({{"rule", rule}, {"tokens", tokens}});
  }
  const Json json = {{"schema", "grabr-grammar-files-1"},
                     {"grammar", as_utf8(run.key)},
                     {"files", run.valid},
                     {"parsed", run.accepted},
                     {"not_parsed", names_json(run.wrong)},
                     {"bytes", run.bytes},
                     {"tokens", trees.tokens},
                     {"nodes", trees.nodes},
                     {"deletable_tokens", trees.deletable},
                     {"deletable_share", fraction(trees.deletable, trees.tokens)},
                     {"smallest_median", trees.smallest_at(.5)},
                     {"smallest_90_percent", trees.smallest_at(.9)},
                     {"searched", run.searched},
                     {"ambiguous", names_json(run.ambiguous)},
                     {"mb_per_s", number_json(run.mb_per_s)},
                     {"tree_mb_per_s", number_json(run.tree_mb_per_s)},
                     {"lists", lists},
                     {"fixed", fixed}};
  return json.dump() + "\n";
}

}  // namespace grabr
