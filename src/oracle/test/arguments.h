// Puts the candidate's path into the arguments of the user's test.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace grabr {

/// The candidate's path is `folder`/`base_name`.
struct CandidatePlace {
  std::string folder;
  std::string base_name;

  std::string path() const { return folder + '/' + base_name; }
};

struct FilledArguments {
  std::vector<std::string> arguments;
  std::vector<std::string> other_names;  ///< other file names that must also hold the candidate
};

/// Replaces every "@@" by the candidate's absolute path, and every "@@.ext" (letters, digits, '_',
/// with dots between them) by its path with that extension, which is added to `other_names` unless
/// it is the base name. Without any "@@", the path is appended if `append_path`. The program, the
/// first word of `command`, is left unchanged.
FilledArguments fill_arguments(std::span<const std::string> command, const CandidatePlace& place,
                               bool append_path);

/// The arguments of a shell that runs `text`: sh -c TEXT sh PATH. "@@" and "@@.ext" in the text
/// also become paths, quoted for the shell.
FilledArguments fill_shell_text(const std::string& text, const CandidatePlace& place);

}  // namespace grabr
