#include "grammar/load/load.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "grammar/load/check.h"
#include "grammar/load/classic.h"
#include "grammar/load/json_reader.h"
#include "grammar/load/rich.h"
#include "text/hash.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr const char* kTwoSpellings =
    "a classic grammar maps nonterminals to expansions, {\"<start>\": [\"<x>\"], …}; "
    "a rich one has the keys \"start\", \"rules\" and \"tokens\"";

bool is_rich(const JsonValue& root) { return root.find("rules") != nullptr; }

bool is_classic(const JsonValue& root) {
  for (const JsonKey& key : root.keys) {
    if (key.text.starts_with('<')) return true;
  }
  return false;
}

/// A key that nearly makes it a rich grammar.
std::optional<std::string> misspelt_key(const JsonValue& root) {
  static const std::array<std::string, 1> wanted = {"rules"};
  if (!root.is(JsonValue::Kind::kObject)) return std::nullopt;
  for (const JsonKey& key : root.keys) {
    if (nearest_word(key.text, wanted).empty()) continue;
    return ticked(key.text) + ": did you mean `rules`? The terminals stand in `tokens`";
  }
  return std::nullopt;
}

/// Rules whose names stand in the file.
std::size_t count_written(const JsonValue& root, const Grammar& grammar) {
  if (grammar.notation == Notation::kRich) return grammar.rules.size();
  std::size_t count = 0;
  for (const JsonKey& key : root.keys) count += key.text.starts_with('<');
  return std::min(count, grammar.rules.size());
}

void read_grammar(const JsonValue& root, const Source& file, Problems& problems,
                  GrammarFile& result) {
  if (!root.is(JsonValue::Kind::kObject) || !(is_rich(root) || is_classic(root))) {
    const Span start{root.span.begin, std::min(root.span.begin + 1, root.span.end)};
    problems.error(start, "this is not a grammar", misspelt_key(root).value_or(kTwoSpellings));
    return;
  }
  Grammar grammar = is_rich(root) ? read_rich(root, file, problems)
                                  : read_classic(root, file, problems);
  if (!problems.incomplete && grammar.start != kNoSymbol) {
    check_grammar(grammar, count_written(root, grammar), problems);
  }
  if (grammar.name.empty()) grammar.name = std::filesystem::path(file.name()).stem().string();
  grammar.file_sha256 = sha256_hex(file.bytes());
  result.grammar = std::move(grammar);
}

}  // namespace

GrammarFile load_grammar(const Source& file) {
  GrammarFile result;
  Problems problems;
  if (const auto root = read_json(file, problems)) read_grammar(*root, file, problems, result);
  result.problems = std::move(problems.list);
  if (has_errors(result.problems)) result.grammar.reset();
  return result;
}

}  // namespace grabr
