#include "grammar/load/load.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <span>

#include "grammar/load/json_reader.h"
#include "grammar/load/spellings.h"
#include "text/hash.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr const char* kTwoSpellings =
    "a classic grammar maps nonterminals to expansions, {\"<start>\": [\"<x>\"], …}; "
    "a rich one has the keys \"start\", \"rules\" and \"tokens\"";

constexpr const char* kWhatCounts =
    ": what it says under the same key counts instead, and null leaves the key out";

/// A misspelt key that would make the file a rich grammar.
std::optional<std::string> misspelt_key(const JsonValue& root) {
  static const std::array<std::string, 2> wanted = {"rules", "extends"};
  if (!root.is(JsonValue::Kind::kObject)) return std::nullopt;
  for (const JsonKey& key : root.keys) {
    const std::string near = nearest_word(key.text, wanted);
    if (near.empty()) continue;
    return ticked(key.text) + ": did you mean " + ticked(near) + "?" +
           (near == "rules" ? " The terminals belong in `tokens`" : "");
  }
  return std::nullopt;
}

/// Number of rules written in the file; the rest were made for EBNF operators.
std::size_t count_written(const JsonValue& root, const Grammar& grammar) {
  if (grammar.notation == Notation::kRich) return grammar.rules.size();
  std::size_t count = 0;
  for (const JsonKey& key : root.keys) count += key.text.starts_with('<');
  return std::min(count, grammar.rules.size());
}

/// Hash of the bytes of all files, one after another.
std::string hash_of(const Source& file, std::span<const Source> bases) {
  Sha256 hash;
  hash.add(file.bytes());
  for (const Source& base : bases) hash.add(base.bytes());
  return hash.hex();
}

void read_grammar(const JsonValue& root, const Source& file, Problems& problems,
                  GrammarFile& result) {
  if (!root.is(JsonValue::Kind::kObject) || !(is_rich(root) || is_classic(root))) {
    const Span start{root.span.begin, std::min(root.span.begin + 1, root.span.end)};
    problems.error(start, "this is not a grammar", misspelt_key(root).value_or(kTwoSpellings));
    return;
  }
  Grammar grammar =
      is_rich(root) ? read_rich(root, file, problems) : read_classic(root, file, problems);
  if (!problems.incomplete && grammar.start != kNoSymbol) {
    check_grammar(grammar, count_written(root, grammar), problems);
  }
  if (grammar.name.empty()) grammar.name = std::filesystem::path(file.name()).stem().string();
  result.grammar = std::move(grammar);
}

}  // namespace

GrammarFile load_grammar(const Source& file, const ReadSource& read) {
  GrammarFile result;
  Problems problems;
  CombinedGrammar combined = read_combined(file, read, problems);
  result.bases = std::move(combined.bases);
  note_extending_files(file, result.bases, 0, "", problems);
  const std::size_t of_files = problems.list.size();
  if (combined.root && result.bases.empty()) {
    read_grammar(*combined.root, file, problems, result);
  } else if (combined.root) {
    read_grammar(*combined.root, joined(file, result.bases), problems, result);
  }
  note_extending_files(file, result.bases, of_files, kWhatCounts, problems);
  result.problems = std::move(problems.list);
  if (has_errors(result.problems)) result.grammar.reset();
  if (result.grammar) result.grammar->file_sha256 = hash_of(file, result.bases);
  return result;
}

std::string render(const GrammarFile& loaded, const Source& file) {
  return render(loaded.problems, file, loaded.bases);
}

}  // namespace grabr
