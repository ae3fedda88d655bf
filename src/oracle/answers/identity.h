// Whether two runs ask the same test the same question, so that one may use the other's answers.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/test/test_files.h"

namespace grabr {

struct ProcessOracleOptions;

/// Who answers. Two runs may share answers when question and contents are equal.
struct OracleIdentity {
  std::string question;  ///< command, conditions, name of the input, repetitions: names the journal
  std::string contents;  ///< of the files below, and of the environment
  std::string files = {};  ///< of the program or script, of files the test names, of copied files
  std::vector<IdentityPart> parts = {};  ///< what `contents` is made of, to say what has changed

  bool operator==(const OracleIdentity&) const = default;
};

/// SHA-256 of what the options say, of the files they name (oracle/test/test_files.h) and of the
/// environment. Never throws for a file: one that cannot be read counts with its name and the
/// reason. The input itself is not among the files, nor are `own`: files and folders that grabr
/// writes, such as its output and the folder of its journals, which may lie in a folder that the
/// test gets a copy of.
OracleIdentity identity_of(const ProcessOracleOptions& options,
                           std::span<const std::filesystem::path> own = {});

/// Whether answers may depend on a variable of the environment. They do not on those that say where
/// a terminal or a session is, and on those that each test gets anew.
bool counts_for_tests(std::string_view variable);

/// What has changed, by name: "b/tool", "$CC". Where nothing has, what is new or gone: other words in
/// a script that has changed lead to other files.
std::vector<std::string> changed_parts(std::span<const IdentityPart> before,
                                       std::span<const IdentityPart> now);

/// Where the program of a command lies; its name when it cannot be found or run.
std::string place_of_program(const std::vector<std::string>& command);

}  // namespace grabr
