// Writes an imported grammar as a grammar file (JSON), formatted for people.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "import/model/imported.h"
#include "import/model/phrase.h"

namespace grabr {

/// The data of a grammar file besides rules and tokens: its origin, and guessed "hints".
struct WrittenHead {
  std::string origin = {};   ///< files it was made from
  std::string license = {};  ///< empty: not known
  std::vector<std::string> notes;
  std::vector<std::string> identifiers;
  std::vector<std::pair<std::string, std::string>> simplest;  ///< token → text
};

struct WrittenGrammar {
  std::string text;                    ///< the grammar file
  std::map<std::string, Span> tokens;  ///< where `text` defines each token or skipped text
};

WrittenGrammar write_grammar(const ImportedGrammar& grammar, const WrittenHead& head);

/// A string as JSON.
std::string json_text(const std::string& text);
/// The definition of a finished token or skip, as JSON.
std::string token_text(const ImportedToken& token);
/// A right-hand side in our notation.
std::string rule_text(const Phrase& part);

/// A token as a regular expression in our notation. Accepts sets, texts, sequences, choices and
/// repetitions.
std::string regex_text(const Phrase& part);
/// A set as it is written, in brackets if needed: `[a-z]`, `[^"\\]`, `x`, `[\s\S]`.
std::string set_text(const CharClass& set);

}  // namespace grabr
