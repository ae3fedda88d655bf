// Puts the candidate's path into the arguments of the user's test.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace grabr {

/// Where the candidate lies: `folder`/`base_name`.
struct CandidatePlace {
  std::string folder;
  std::string base_name;

  std::string path() const { return folder + '/' + base_name; }
};

struct FilledArguments {
  std::vector<std::string> arguments;
  std::vector<std::string> other_names;  ///< names in the folder that must hold the candidate too
};

/// Every "@@" becomes the candidate's absolute path; every "@@.ext" (letters, digits, '_', further
/// dots between them) its path with that extension, listed in `other_names` unless it is the base
/// name. Without any "@@" the path is appended when `append_path`. The first of `command`, the
/// program, is left as it is.
FilledArguments fill_arguments(std::span<const std::string> command, const CandidatePlace& place,
                               bool append_path);

/// The arguments of a shell that runs `text`: sh -c TEXT sh PATH. In the text, too, "@@" and
/// "@@.ext" become paths, quoted for the shell.
FilledArguments fill_shell_text(const std::string& text, const CandidatePlace& place);

}  // namespace grabr
