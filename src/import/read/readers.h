// The readers of all notations: from one file to the model, without rewriting.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "import/read/externals.h"
#include "text/source.h"

namespace grabr {

/// One file of ANTLR 4 (.g4), a lexer, a parser or both: its tokens and rules as written.
struct AntlrFile {
  enum class Kind : std::uint8_t { kCombined, kLexer, kParser };
  Kind kind = Kind::kCombined;
  std::vector<std::string> imports;  ///< other grammars whose rules it takes over
  std::string vocabulary;            ///< option tokenVocab: a lexer whose tokens it uses
  std::set<std::string> bases;       ///< options superClass: code that it relies on
  ImportedGrammar grammar;
};

/// ANTLR 3's syntax is accepted where ANTLR 4 has an equivalent.
AntlrFile read_antlr(const Source& source, std::uint32_t file, Problems& problems);

/// Adds the rules, tokens and declared tokens that only the other file defines.
void merge_antlr(AntlrFile& into, AntlrFile&& other);

/// %import common.NUMBER -> NUM: from the grammar `path` ("common", ".sub.names") the rule or token
/// `name`, called `alias` here.
struct LarkImport {
  std::string path;
  std::string name;
  std::string alias;
  ImportPlace place;
};

/// A grammar of Lark (.lark).
struct LarkFile {
  ImportedGrammar grammar;  ///< `declared`: the names of %declare; skipped tokens: those of %ignore
  std::vector<LarkImport> imports;
};

LarkFile read_lark(const Source& source, std::uint32_t file, Problems& problems);

/// Lark's own grammar of common tokens, as a Lark file.
const char* lark_common();

/// Reads tree-sitter grammars (src/grammar.json). Tokens of the external scanner are looked up in
/// `externals`, then in the table of common names.
ImportedGrammar read_tree_sitter(const Source& source, const ExternalTokens& externals,
                                 Problems& problems);

/// One file of yacc or bison (.y): rules, declared tokens, and the texts given for them. A
/// character in quotes is a text of the rules.
struct YaccFile {
  ImportedGrammar grammar;  ///< `declared`: the tokens; code is left out
  /// Text in quotes next to a token: %token ARROW "->". It may also describe the token: "end of
  /// file".
  std::map<std::string, std::string> aliases;
  std::vector<std::string> ends;  ///< tokens with the number 0: the end of the input
};

YaccFile read_yacc(const Source& source, std::uint32_t file, Problems& problems);

/// A pattern of lex or flex with its action.
struct FlexRule {
  Phrase body;
  std::vector<std::string> states;  ///< start conditions; "*": all
  std::string action;               ///< code; for `|`, that of the next rule
  bool end_of_file = false;         ///< <<EOF>>
  ImportPlace place;
};

/// A lexer of lex or flex (.l).
struct FlexFile {
  std::map<std::string, bool> states;  ///< declared states; true: exclusive (%x)
  std::vector<FlexRule> rules;
  bool ignore_case = false;
  std::string code;  ///< what follows the rules
  std::vector<ImportRemark> remarks;
};

FlexFile read_flex(const Source& source, std::uint32_t file, Problems& problems);

/// Reads grammars in ABNF (RFC 5234, RFC 7405). Knows its core rules (ALPHA, DIGIT, CRLF …).
/// Everything, down to the characters, becomes a rule.
ImportedGrammar read_abnf(const Source& source, std::uint32_t file, Problems& problems);

/// Reads grammars in EBNF: W3C's (name ::= …, [a-z], #x20), ISO 14977's (name = …, { … }, [ … ];)
/// and the plain forms between them, BNF included (<name> ::= …).
ImportedGrammar read_ebnf(const Source& source, std::uint32_t file, Problems& problems);

/// Reads parsing expression grammars: the plain notation (Name <- a / b), that of PEG.js and Peggy
/// (name = a / b), and pest's (name = @{ a ~ b | c }).
///
/// Ordered choices become unordered ones. Predicates are left out, except those on the next
/// character. If the notation skips white space (pest's WHITESPACE), rules that do not skip it
/// become tokens; otherwise the grammar is scannerless: rules down to the characters.
ImportedGrammar read_peg(const Source& source, std::uint32_t file, Problems& problems);

}  // namespace grabr
