// The options of other reducers: a call that was written for one of them works here, or says in one
// line what to write instead.
//
// Words are rewritten before the command line is read. An option of our own always means what it
// means here, and values of options, positionals, and what follows "--" stay as they are.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"

namespace CLI {
class App;
}

namespace grabr {

enum class AliasKind {
  kMeans,     ///< is an option of ours, or several
  kHarmless,  ///< has no counterpart and needs none: accepted, with a note
  kRefused,   ///< would change the result and cannot be had: ends the command
};

struct Alias {
  std::string_view names;  ///< "--n -n"; a '*' at the end of one stands for the rest of a name
  std::string_view tools;  ///< whose it is: "creduce, cvise"
  AliasKind kind;
  bool takes_value = false;  ///< the word after it, or what follows "="; of no matter if refused
  /// kMeans: the options of ours, "" where that is how it is anyway; with a value, its "%" stands
  /// for the value. Else: the line for the user, after "NAME (TOOLS): ".
  std::string_view text;
  /// kMeans: makes the words from the value instead. Throws Error(kInvalid).
  Words (*rewrite)(const std::string& value) = nullptr;
  std::string_view note = {};  ///< kMeans: what differs here
};

/// The whole table; every name stands in it once.
std::span<const Alias> aliases();
/// The names of a row, one by one.
Words names_of(const Alias& alias);

/// How many words of a command line a word takes that is one of `own` options: two with a value of
/// its own in the next one, none where it is no option.
std::size_t words_of_option(const CLI::App& own, const std::string& word);

/// The words with every alias rewritten; `own` has our options declared. Appends what the user
/// should know to `notes`, one line each. Throws Error(kInvalid) for a refused one, or one without
/// its value.
Words translate_aliases(const Words& words, const CLI::App& own, std::vector<std::string>& notes);

}  // namespace grabr
