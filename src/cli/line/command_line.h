// Finds test and input in the words of a command line, in any of the four forms of a call.
#pragma once

#include <optional>
#include <string>

#include "run/config/command_words.h"
#include "text/error.h"

namespace grabr {

/// The words of a TEST argument: the name of a program (which may contain blanks, if a file has
/// that name), or a command with arguments.
Words test_command(const std::string& test);

/// Does the command show the candidate's place by @@?
bool marks_candidate(const Words& command);
/// The last argument of a command that is an existing file, unless an @@ marks the candidate.
std::optional<std::string> file_named_by(const Words& command);
/// Replaces the input in the command by the candidate. If the input is a folder, its files in the
/// command are replaced by those of the candidate.
void put_candidate_for(const std::string& input, Words& command);

/// The parts of a call that may name the test and the input.
struct CallParts {
  Words positionals;
  std::string test;                   ///< --test
  std::string input;                  ///< --input
  std::optional<Words> after_dashes;  ///< the words after --
  std::string shell_text;             ///< --command
  bool conditions = false;            ///< conditions judge the command, not its exit status
  bool several = false;               ///< further inputs may follow FILE
};

struct Call {
  Words command;           ///< empty if it is a shell text
  std::string shell_text;  ///< as given, including "@@"
  std::string input;
  Words further_inputs;         ///< where CallParts::several allows them
  bool plain_command = false;   ///< after -- or a shell text; its exit status is no answer
  bool standard_input = false;  ///< the input is standard input, and `input` is a name for it

  /// The command. For a shell text: /bin/sh and its arguments; the candidate's path is appended
  /// later.
  Words words() const;
};

/// The call does not name test and input clearly. The command adds how to name them.
class UnclearCall : public Error {
 public:
  explicit UnclearCall(const std::string& message) : Error(ErrorKind::kInvalid, message) {}
};

/// Accepts TEST FILE, -t TEST -i FILE, -i FILE -- CMD args…, -c TEXT FILE, and clear mixtures.
/// Further inputs follow a FILE without --input. Throws UnclearCall for anything else.
Call resolve_call(const CallParts& parts);

}  // namespace grabr
