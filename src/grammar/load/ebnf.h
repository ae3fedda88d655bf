// Converts the fuzzingbook's extended notation in expansions, (…)? <x>? <x>* <x>+, to plain rules.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/load/options.h"
#include "grammar/model/problems.h"

namespace grabr {

/// One expansion of a classic grammar as written in the file.
struct BookExpansion {
  PlacedText text;  ///< spelled as one string
  bool is_list = false;
  std::vector<PlacedText> list;  ///< spelled as a list of symbols
  AlternativeOptions options;
  Span span;
};

struct BookRule {
  std::string name;  ///< "<expr>"
  Span span;
  std::vector<BookExpansion> expansions;
};

/// Half-open range of bytes of a text.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The first `<name>` at or after `from`: angle brackets without spaces or brackets inside.
std::optional<TextRange> find_nonterminal(std::string_view text, std::size_t from);
bool is_nonterminal(std::string_view text);

/// Replaces the operators in all expansions written as strings by fresh rules, which are added
/// after the file's own; expansions written as lists of symbols are left unchanged.
void convert_ebnf(std::vector<BookRule>& rules, Problems& problems);

/// An expansion whose + or * is an operator of the language, not a repetition.
struct PlainOperator {
  Span span;             ///< of `<term>+<expr>`
  std::string repeated;  ///< `<term>`
  char sign = '+';
};

/// The first place that shows a file to be plain BNF: a rule <expr> with an expansion
/// `…<term>+<expr>…`, where <expr> can also be just <term>, or `…<expr>+<term>…`, as in "<expr>":
/// ["<expr>+<term>", "<term>"]. Read as a repetition, it would add nothing.
std::optional<PlainOperator> find_plain_operator(const std::vector<BookRule>& rules);

}  // namespace grabr
