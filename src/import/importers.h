// The options and results of importing, and the importers of each notation.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "import/model/imported.h"
#include "text/diagnostic.h"
#include "text/source.h"

namespace grabr {

struct ImportOptions {
  std::string start;  ///< the start rule; empty: guessed, and reported in `guesses`
};

/// Reads a file that another one names; nothing if there is none. Never throws.
using ReadImported = std::function<std::optional<std::string>(const std::string& path)>;

struct ImportedFile {
  std::string text;             ///< the grammar as grabr's JSON; empty: nothing was imported
  std::string license;          ///< licence of the given files; empty: they do not say
  std::vector<Source> sources;  ///< all files that were read, the given ones first
  std::vector<std::vector<Diagnostic>> problems;  ///< one list for each of `sources`
  std::vector<ImportRemark> remarks;              ///< constructs left out or changed, by place
  std::vector<std::string> guesses;               ///< guessed facts: "the start rule is file"
};

/// Imports a grammar of ANTLR from all of its files.
void import_antlr(ImportedFile& result, const ImportOptions& options, const ReadImported& read);

/// Imports grammars of Lark, with those that they import.
void import_lark(ImportedFile& result, const ImportOptions& options, const ReadImported& read);

/// Imports grammars in ABNF, EBNF and PEG.
void import_abnf(ImportedFile& result, const ImportOptions& options);
void import_ebnf(ImportedFile& result, const ImportOptions& options);
void import_peg(ImportedFile& result, const ImportOptions& options);

/// Imports a grammar of tree-sitter.
void import_tree_sitter(ImportedFile& result, const ImportOptions& options,
                        const ReadImported& read);

/// Imports grammars of yacc and bison, with the lexer of flex that belongs to them.
void import_yacc(ImportedFile& result, const ImportOptions& options, const ReadImported& read);

}  // namespace grabr
