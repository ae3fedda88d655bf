// Steps that turn the rules of an imported grammar into such as a person would write for a reducer.
#pragma once

#include <initializer_list>
#include <string>

#include "import/model/imported.h"
#include "import/model/phrase.h"

namespace grabr {

/// All of these steps that any notation needs, after finish_tokens.
void rewrite_rules(ImportedGrammar& grammar);

/// What code decides is left open; ends of lines that code finds become an automatic token.
void drop_predicates(ImportedGrammar& grammar);
/// `~A` and `.` of rules become rules that list tokens. After finish_tokens.
void list_excepted_tokens(ImportedGrammar& grammar);
/// Tokens of a fixed text become literals of the rules. After finish_tokens.
void inline_literals(ImportedGrammar& grammar);
/// A rule that calls itself at its ends becomes a ladder of rules, the loosest operator first.
void split_operators(ImportedGrammar& grammar);
/// Alternatives that differ in one part inside become one, with that part optional.
void find_optional_parts(ImportedGrammar& grammar);
/// x (',' x)* becomes a list with a separator, and so do rules that call themselves.
void find_lists(ImportedGrammar& grammar);

/// Where line ends and indentation are tokens: takes line ends out of the sets of skipped text, for
/// the layout reads them. After finish_tokens.
void leave_line_ends_to_layout(ImportedGrammar& grammar);

// Which words are never names, where lexing is contextual.

/// All of them, as in ANTLR's lexer.
void reserve_all_words(ImportedGrammar& grammar);
/// All but those that the rules also allow as names. Needed with an automatic token, which is read
/// if the rules do not allow the next word.
void reserve_keywords(ImportedGrammar& grammar);

/// Of rules with parameters, as Lark and Lrama have them: makes a rule of each call with other
/// arguments: separated(expr, ',') with separated(x, sep): x (sep x)*  becomes separated_expr: expr
/// (',' expr)*. Templates are gone then.
void expand_templates(ImportedGrammar& grammar);

// Scannerless grammars: there is no lexer, and the rules go down to the characters.

/// Every character of a text becomes one token: sets are split so that no two tokens have a
/// character in common, texts into their characters. Nothing is skipped.
void split_into_characters(ImportedGrammar& grammar);

/// Non-recursive rules that describe only characters become tokens; white space between tokens is
/// skipped. If other rules name a rule for white space, the grammar says itself where white space
/// may be: then split_into_characters.
void find_tokens(ImportedGrammar& grammar);

// Makes an imported grammar complete: every name is defined once and used, and can be written.

/// The rule that a whole input follows, if the source does not say: one that ends with EOF or
/// nothing uses.
std::string guessed_start(const ImportedGrammar& grammar);

/// Removes what is not defined, not used or defined twice, and gives names that we can write.
void tidy(ImportedGrammar& grammar);

/// Removes a token, and the alternatives that need it.
void remove_token(ImportedGrammar& grammar, const std::string& name);

/// Whether one of the words is in the text.
bool says(const std::string& text, std::initializer_list<const char*> words);

// Small identities on parts, so that what the steps leave behind reads as if it had been written.

/// Flattens nested sequences and choices, (x?)? and x x*, and drops what never matches. `lexical`:
/// choices of single characters become sets.
Phrase simplified(Phrase part, bool lexical);

/// Can it match the empty text? Names of rules and tokens are taken not to.
bool matches_nothing(const Phrase& part);
/// What it matches apart from the empty text.
Phrase without_nothing(const Phrase& part);
/// Does it match exactly one text? Appends it to `text`; a set of one character counts.
bool is_fixed_text(const Phrase& part, std::string& text);

}  // namespace grabr
