// Accepts the options of C-Reduce, C-Vise and Shrink Ray: a call written for one of them works
// here, or fails with one line that says what to write instead. Options of other reducers lead to
// the page of the manual for them.
//
// Words are rewritten before the command line is parsed. Our own options always take precedence.
// Values of options, positionals, and words after "--" are not rewritten.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_line.h"

namespace CLI {
class App;
}

namespace grabr {

enum class AliasKind {
  kMeans,      ///< replaced by one or several of grabr's options
  kHarmless,   ///< has no counterpart and needs none: accepted, with a note
  kRefused,    ///< would change the result but is not supported: ends the command
  kElsewhere,  ///< an option of a tool whose calls must be rewritten by hand: ends the command
};

struct Alias {
  std::string_view names;  ///< "--n -n"
  std::string_view tools;  ///< the tools that have it: "creduce, cvise"
  AliasKind kind;
  bool takes_value = false;  ///< the next word, or the part after "="; ignored if refused
  /// kMeans: our options, "" if that is the default behaviour; "%" stands for the value. Else: the
  /// line for the user, after "NAME (TOOLS): ".
  std::string_view text;
  /// kMeans: makes our options from the value. Throws Error(kInvalid).
  Words (*rewrite)(const std::string& value) = nullptr;
  std::string_view note = {};  ///< kMeans: how grabr's behaviour differs
};

/// The whole table; every name occurs in it once.
std::span<const Alias> aliases();
/// The names of a row.
Words names_of(const Alias& alias);

/// How many words of a command line an option of `own` takes: two if its value is the next word,
/// none if the word is not an option.
std::size_t words_of_option(const CLI::App& own, const std::string& word);

/// The words with every alias rewritten; `own` has our options declared. Appends what the user
/// should know to `notes`, one line each. Throws Error(kInvalid) for a refused one, or one without
/// its value.
Words translate_aliases(const Words& words, const CLI::App& own, std::vector<std::string>& notes);

}  // namespace grabr
