// Finds test and input in the words of a command line, in any of the four forms of a call.
#pragma once

#include <optional>
#include <string>

#include "run/config/command_words.h"
#include "text/error.h"

namespace grabr {

/// What a TEST argument means: the name of a program (a file by that very name, blanks included, is
/// one), or a command with arguments.
Words test_command(const std::string& test);

/// Does it say with @@ where the input stands?
bool marks_candidate(const Words& command);
/// The last word of a command, after its program, that is a file here, unless it marks the
/// candidate.
std::optional<std::string> file_named_by(const Words& command);
/// Where the command names the input as such, or what is in the folder that the input is, the
/// candidate takes its place.
void put_candidate_for(const std::string& input, Words& command);

/// The parts of a call that can name test and input.
struct CallParts {
  Words positionals;
  std::string test;                   ///< --test
  std::string input;                  ///< --input
  std::optional<Words> after_dashes;  ///< CMD args…
  std::string shell_text;             ///< --command
  bool conditions = false;            ///< conditions judge the command, instead of its exit status
  bool several = false;               ///< more words may follow FILE: further inputs
};

struct Call {
  Words command;           ///< empty with a shell text
  std::string shell_text;  ///< as given, with its "@@"
  std::string input;
  Words further_inputs;         ///< where CallParts::several allows them
  bool plain_command = false;   ///< after -- or a shell text; its exit status is not an answer
  bool standard_input = false;  ///< `input` is a name for standard input

  /// The command. For a shell text: /bin/sh and its arguments; the candidate's path is appended
  /// later.
  Words words() const;
};

/// Test and input are not named properly. The command adds how to name them.
class UnclearCall : public Error {
 public:
  explicit UnclearCall(const std::string& message) : Error(ErrorKind::kInvalid, message) {}
};

/// TEST FILE, -t TEST -i FILE, -i FILE -- CMD args…, -c TEXT FILE, and their mixtures that are
/// clear. Further inputs follow a FILE without --input. Throws UnclearCall for anything else.
Call resolve_call(const CallParts& parts);

}  // namespace grabr
