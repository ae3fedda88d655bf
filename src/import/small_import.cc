#include <iterator>
#include <utility>

#include "import/finish.h"
#include "import/importers.h"
#include "import/read/readers.h"
#include "import/rewrite/steps.h"
#include "import/rewrite/tokens.h"
#include "text/ascii.h"

namespace grabr {
namespace {

/// The grammars of all files as one; if a rule is defined twice, the first definition counts.
ImportedGrammar read_all(ImportedFile& result,
                         ImportedGrammar (*read)(const Source&, std::uint32_t, Problems&)) {
  ImportedGrammar all;
  for (std::size_t i = 0; i < result.sources.size(); ++i) {
    ImportedGrammar one = read_source(result, i, read);
    all.notation = one.notation;
    all.scannerless = one.scannerless;
    append(all, std::move(one));
  }
  all.name = stem_of(result.sources.front().name());
  return all;
}

void finish(ImportedGrammar& grammar, ImportedFile& result, const ImportOptions& options) {
  grammar.start = options.start;
  if (grammar.start.empty() && !grammar.rules.empty()) {
    grammar.start = guessed_start(grammar);
    result.guesses.push_back("the start rule is " + grammar.start);
  }
  if (grammar.scannerless) {
    split_into_characters(grammar);
  } else if (grammar.tokens.empty()) {
    find_tokens(grammar);
    if (!grammar.scannerless) result.guesses.push_back("which rules are tokens, and white space");
  }
  finish_tokens(grammar);
  rewrite_rules(grammar);
  finish_import(grammar, result);
}

}  // namespace

void import_abnf(ImportedFile& result, const ImportOptions& options) {
  ImportedGrammar grammar = read_all(result, read_abnf);
  ImportOptions lower = options;
  lower.start = lower_case(options.start);  // names ignore case there
  finish(grammar, result, lower);
}

void import_ebnf(ImportedFile& result, const ImportOptions& options) {
  ImportedGrammar grammar = read_all(result, read_ebnf);
  finish(grammar, result, options);
}

void import_peg(ImportedFile& result, const ImportOptions& options) {
  ImportedGrammar grammar = read_all(result, read_peg);
  if (grammar.rules.empty()) return;
  const ImportedRule& first = grammar.rules.front();
  grammar.remark(first.place, "the order of choices",
                 "left out: wider, a later choice also counts if an earlier one fits");
  ImportOptions from_first = options;
  if (options.start.empty()) from_first.start = first.name;
  finish(grammar, result, from_first);
}

}  // namespace grabr
