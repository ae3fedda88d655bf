// Whether two runs ask the same test the same question, so that one may use the other's answers.
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace grabr {

struct ProcessOracleOptions;

/// Who answers. Two runs may share answers when both parts are equal.
struct OracleIdentity {
  std::string question;  ///< command, conditions, name of the input, repetitions: names the journal
  std::string contents;  ///< of the program or script, of files the command names, of copied files

  bool operator==(const OracleIdentity&) const = default;
};

/// SHA-256 of what the options say and of the files they name. Never throws for a file: one that
/// cannot be read counts with its name and the reason. The input itself is not among the files, nor
/// are `own`: files and folders that grabr writes, such as its output and the folder of its
/// journals, which may lie in a folder that the test gets a copy of.
OracleIdentity identity_of(const ProcessOracleOptions& options,
                           std::span<const std::filesystem::path> own = {});

}  // namespace grabr
