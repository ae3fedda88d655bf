// Reads what stands right of the colon in a grammar of ANTLR: alternatives and their elements.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "import/model/imported.h"
#include "import/read/cursor.h"

namespace grabr {

/// One alternative: what it consists of, and what is said about it.
struct AntlrAlternative {
  Phrase body;
  std::string label;
  bool right = false;  ///< <assoc=right>
  /// Lexer commands with their arguments: {"skip", ""}, {"type", "ID"}.
  std::vector<std::pair<std::string, std::string>> commands;
  bool predicated = false;
};

class AntlrElements {
 public:
  AntlrElements(ImportCursor& in, ImportedGrammar& grammar) : in_(in), grammar_(grammar) {}

  /// Alternatives up to the semicolon, which is eaten.
  std::vector<AntlrAlternative> read(bool lexical, bool ignore_case);

 private:
  AntlrAlternative alternative();
  Phrase choice();
  Phrase element(AntlrAlternative& of);
  Phrase atom();
  Phrase suffixed(Phrase part);
  Phrase reference();
  Phrase quoted();
  Phrase bracketed_set();
  Phrase negated(std::size_t begin);
  bool read_code(AntlrAlternative& of, std::vector<Phrase>& parts);
  void element_options(AntlrAlternative& of);
  void commands(AntlrAlternative& of);
  CharClass set_of(const Phrase& part, std::size_t begin);
  CharClass cased(const CharClass& set) const { return ignore_case_ ? set.folded() : set; }
  bool at_alternative_end() const;

  ImportCursor& in_;
  ImportedGrammar& grammar_;
  bool lexical_ = false;
  bool ignore_case_ = false;
  std::uint32_t depth_ = 0;
};

}  // namespace grabr
