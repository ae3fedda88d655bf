// Steps that rewrite the rules of an imported grammar as a person would write them for a reducer.
#pragma once

#include <initializer_list>
#include <string>

#include "import/model/imported.h"
#include "import/model/phrase.h"

namespace grabr {

/// Runs the steps that every notation needs. Call after finish_tokens.
void rewrite_rules(ImportedGrammar& grammar);

/// Leaves out conditions in code; line ends that code detects become an automatic token.
void drop_predicates(ImportedGrammar& grammar);
/// `~A` and `.` in rules become rules that list tokens. Call after finish_tokens.
void list_excepted_tokens(ImportedGrammar& grammar);
/// Tokens of a fixed text become literals in the rules. Call after finish_tokens.
void inline_literals(ImportedGrammar& grammar);
/// A rule that calls itself at its ends becomes one rule per level, the loosest operator first.
void split_operators(ImportedGrammar& grammar);
/// Alternatives that differ in one inner part become one alternative with that part optional.
void find_optional_parts(ImportedGrammar& grammar);
/// x (',' x)* becomes a list with a separator, and so do rules that call themselves.
void find_lists(ImportedGrammar& grammar);

/// If line ends and indentation are tokens: removes line ends from skipped text, because the layout
/// reads them. Call after finish_tokens.
void leave_line_ends_to_layout(ImportedGrammar& grammar);

// Words that are never names, for contextual lexing.

/// Reserves all words, as in ANTLR's lexer.
void reserve_all_words(ImportedGrammar& grammar);
/// Reserves all words except those that the rules also allow as names. Needed with an automatic
/// token, which is read if the rules do not allow the next word.
void reserve_keywords(ImportedGrammar& grammar);

/// Expands rules with parameters, as in Lark and Lrama: each call with other arguments becomes a
/// rule: separated(expr, ',') with separated(x, sep): x (sep x)*  becomes separated_expr: expr (','
/// expr)*. Then removes the templates.
void expand_templates(ImportedGrammar& grammar);

// Scannerless grammars have no lexer; their rules go down to the characters.

/// Every character of a text becomes one token: sets are split so that no two tokens have a
/// character in common, texts into their characters. Nothing is skipped.
void split_into_characters(ImportedGrammar& grammar);

/// Non-recursive rules that describe only characters become tokens; white space between tokens is
/// skipped. If rules mention white space themselves, use split_into_characters instead.
void find_tokens(ImportedGrammar& grammar);

// Makes an imported grammar complete: every name is used, defined exactly once, and valid in our
// notation.

/// The start rule, if the source does not name it: one that ends with EOF, or that no rule uses.
std::string guessed_start(const ImportedGrammar& grammar);

/// Removes what is undefined, unused or defined twice, and makes names valid in our notation.
void tidy(ImportedGrammar& grammar);

/// Removes a token, and the alternatives that need it.
void remove_token(ImportedGrammar& grammar, const std::string& name);

/// Does the text contain one of the words?
bool says(const std::string& text, std::initializer_list<const char*> words);

// Simplifies expressions, so that the results of the steps read as if a person had written them.

/// Flattens nested sequences and choices, (x?)? and x x*, and removes parts that never match.
/// `lexical`: choices of single characters become sets.
Phrase simplified(Phrase part, bool lexical);

/// Can the part match the empty text? Rules and tokens that are named are assumed not to.
bool matches_nothing(const Phrase& part);
/// The part without the empty text.
Phrase without_nothing(const Phrase& part);
/// Does the part match exactly one text? Appends it to `text`; a set of one character counts.
bool is_fixed_text(const Phrase& part, std::string& text);

}  // namespace grabr
