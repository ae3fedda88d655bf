#include "import/finish.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "grammar/lex/lexer.h"
#include "grammar/load/load.h"
#include "import/rewrite/steps.h"
#include "import/write/json_writer.h"

namespace grabr {

bool add_source(ImportedFile& result, const ReadImported& read, const std::string& path) {
  std::optional<std::string> text = read(path);
  if (text) result.sources.emplace_back(path, *std::move(text));
  return text.has_value();
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? "" : path.substr(0, slash + 1);
}

std::string stem_of(const std::string& path) {
  const std::string name = path.substr(folder_of(path).size());
  return name.substr(0, name.rfind('.'));
}

namespace {

/// "imported from A.g4, B.g4 (ANTLR 4)"
std::string origin_of(const std::vector<Source>& sources, const std::string& notation) {
  std::string files;
  for (const Source& source : sources) {
    files += (files.empty() ? "imported from " : ", ") +
             source.name().substr(folder_of(source.name()).size());
  }
  return files + " (" + notation + ")";
}

constexpr int kMaxTidyRounds = 40;
constexpr std::size_t kMaxNotes = 12;

/// The head's notes on omissions and guesses, each kind once.
std::vector<std::string> notes_of(const ImportedGrammar& grammar,
                                  const std::vector<std::string>& guesses) {
  std::vector<std::string> notes;
  for (const std::string& guess : guesses) notes.push_back("guessed: " + guess);
  std::size_t more = 0;
  for (const ImportRemark& remark : grammar.remarks) {
    std::string note = remark.what + ": " + remark.meaning;
    if (std::find(notes.begin(), notes.end(), note) != notes.end()) continue;
    if (notes.size() < kMaxNotes) notes.push_back(std::move(note));
    else ++more;
  }
  if (more > 0) notes.push_back("and " + std::to_string(more) + " more remarks of the import");
  return notes;
}

/// Removes the tokens that errors point to. Returns false if there are none.
bool remove_refused(ImportedGrammar& grammar, const WrittenGrammar& written,
                    const std::vector<Diagnostic>& problems) {
  std::vector<std::pair<std::string, std::string>> refused;
  for (const Diagnostic& problem : problems) {
    if (problem.severity != Severity::kError) continue;
    for (const auto& [name, span] : written.tokens) {
      if (span.begin <= problem.span.begin && problem.span.begin < span.end) {
        refused.emplace_back(name, problem.message);
      }
    }
  }
  for (const auto& [name, message] : refused) {
    const ImportedToken* token = grammar.token(name);
    if (token == nullptr) continue;
    grammar.remark(token->place, "the token " + name, "left out: " + message);
    remove_token(grammar, name);
  }
  return !refused.empty();
}

bool reads_as(const Grammar& grammar, SymbolId symbol, const std::string& text) {
  const Match match = grammar.lexer->match(text, 0);
  return match.length == text.size() &&
         std::find(match.terminals.begin(), match.terminals.end(), symbol) != match.terminals.end();
}

/// If two tokens match the same text, the first one wins. So tokens that match nearly any text (the
/// contents of a string) are put last: "a" is a name.
void put_contents_last(const Grammar& grammar, ImportedGrammar& imported) {
  const auto is_definite = [&](const ImportedToken& token) {
    const auto& symbols = grammar.symbols;
    const auto symbol = std::ranges::find(symbols, token.name, &Symbol::name);
    return symbol == symbols.end() || symbol->kind != SymbolKind::kPattern ||
           !reads_as(grammar, static_cast<SymbolId>(symbol - symbols.begin()), "q (0;) q");
  };
  std::stable_partition(imported.tokens.begin(), imported.tokens.end(), is_definite);
}

void guess_hints(const Grammar& grammar, WrittenHead& head) {
  for (SymbolId id = 0; id < grammar.symbols.size(); ++id) {
    const Symbol& symbol = grammar.symbols[id];
    if (symbol.kind != SymbolKind::kPattern || symbol.matcher != kNoMatcher) continue;
    const auto reads = [&](const char* text) { return reads_as(grammar, id, text); };
    if (symbol.immediate) continue;
    if ((reads("qx") || reads("Qx") || reads("QX") || reads("$qx") || reads("@qx")) &&
        !reads("q x") && !reads("0") && !reads("q;x") && !reads("q+") && !reads("(q)")) {
      head.identifiers.push_back(symbol.name);
      continue;
    }
    for (const char* const text : {"0", "\"\"", "''", "1", "0.0", "``", "'a'", "\"a\""}) {
      if (!reads(text) || reads("q;x")) continue;
      head.simplest.emplace_back(symbol.name, text);
      break;
    }
  }
}

/// Does the work of finish_import; returns the grammar's text.
std::string finish_grammar(ImportedGrammar& grammar, WrittenHead head,
                           std::vector<std::string>& guesses) {
  if (grammar.rules.empty()) return {};
  for (int round = 0; round < kMaxTidyRounds; ++round) {
    head.notes = notes_of(grammar, guesses);
    const WrittenGrammar written = write_grammar(grammar, head);
    const Source source("imported", written.text);
    const GrammarFile loaded = load_grammar(source);
    if (loaded.grammar) {
      if (!head.identifiers.empty() || !head.simplest.empty()) return written.text;
      guess_hints(*loaded.grammar, head);
      put_contents_last(*loaded.grammar, grammar);
      if (head.identifiers.empty() && head.simplest.empty()) return written.text;
      guesses.push_back("the hints: which tokens are names, and their simplest texts");
      continue;
    }
    if (!head.identifiers.empty() || !head.simplest.empty()) {
      head.identifiers.clear();
      head.simplest.clear();
      head.notes = notes_of(grammar, {});
      return write_grammar(grammar, head).text;
    }
    if (!remove_refused(grammar, written, loaded.problems) || grammar.rules.empty()) {
      for (const Diagnostic& problem : loaded.problems) {
        if (problem.severity != Severity::kError) continue;
        grammar.remark({}, "the whole grammar",
                       "cannot be used: " + problem.message + " (" +
                           std::string(source.slice(problem.span).substr(0, 60)) + ")");
        break;
      }
      return {};
    }
  }
  return {};
}

}  // namespace

void finish_import(ImportedGrammar& grammar, ImportedFile& result) {
  WrittenHead head;
  head.origin = origin_of(result.sources, grammar.notation);
  head.license = result.license;
  result.text = finish_grammar(grammar, std::move(head), result.guesses);
  result.remarks = std::move(grammar.remarks);
}

}  // namespace grabr
