// The words of a command line: what the user wrote as test and input, in any of the three shapes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

using Words = std::vector<std::string>;

/// Splits a command into words as a shell does: blanks separate, '…' and "…" and \ quote. Nothing is
/// expanded and no shell runs. Throws Error(kUsage) for a quote that is never closed.
Words split_words(std::string_view command);

/// The word as one that a shell reads back unchanged; quoted only where needed.
std::string shell_quote(std::string_view word);
/// All of them, with blanks between.
std::string shell_quote(const Words& words);

/// What a TEST argument means: the name of a program (a file by that very name, blanks included, is
/// one), or a command with arguments.
Words test_command(const std::string& test);

/// The parts in which the user named test and input.
struct CallParts {
  Words positionals;
  std::string test;                    ///< --test
  std::string input;                   ///< --input
  std::optional<Words> after_dashes;   ///< CMD args…
};

struct Call {
  Words command;
  std::string input;
};

/// TEST FILE, -t TEST -i FILE, -i FILE -- CMD args…, and their mixtures that are clear. Throws
/// Error(kUsage) for anything else.
Call resolve_call(const CallParts& parts);

}  // namespace grabr
