// Reads grammars of ANTLR 4 (.g4): lexer, parser and combined ones. ANTLR 3's syntax is accepted
// where ANTLR 4 has an equivalent.
#pragma once

#include <string>
#include <vector>

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// One file of ANTLR, its tokens and rules as they are written.
struct AntlrFile {
  enum class Kind : std::uint8_t { kCombined, kLexer, kParser };
  Kind kind = Kind::kCombined;
  std::vector<std::string> imports;  ///< other grammars whose rules it takes over
  std::string vocabulary;            ///< option tokenVocab: a lexer whose tokens it uses
  std::set<std::string> bases;       ///< options superClass: code that it relies on
  ImportedGrammar grammar;
};

AntlrFile read_antlr(const Source& source, std::uint32_t file, Problems& problems);

/// Adds what the other file defines and this one does not: rules, tokens, declared tokens.
void merge_antlr(AntlrFile& into, AntlrFile&& other);

}  // namespace grabr
