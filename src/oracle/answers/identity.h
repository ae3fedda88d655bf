// Identifies a test, so that a run may reuse another run's answers if both would ask the same test
// the same question.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/test/test_files.h"

namespace grabr {

struct ProcessOracleOptions;

/// Two runs may share answers if question and contents are both equal.
struct OracleIdentity {
  std::string question;  ///< command, conditions, name of the input, repetitions: names the journal
  std::string contents;  ///< hash of the files below and the environment
  std::string files = {};  ///< hash of the program or script, files the test names, copied files
  std::vector<IdentityPart> parts = {};  ///< the parts of `contents`, to report changed ones

  bool operator==(const OracleIdentity&) const = default;
};

/// SHA-256 of the options, the files they name (oracle/test/test_files.h) and the environment.
/// Never throws for a file: an unreadable one is hashed as its name and the reason. Not hashed: the
/// input itself, and `own`, the files and folders grabr writes (its output, its journal folder),
/// which may lie in a folder the test gets a copy of.
OracleIdentity identity_of(const ProcessOracleOptions& options,
                           std::span<const std::filesystem::path> own = {});

/// May answers depend on an environment variable? Not on variables that describe a terminal or
/// session, nor on those that are set for each test.
bool counts_for_tests(std::string_view variable);

/// The names of the changed parts: "b/tool", "$CC". If none changed, the names of added and removed
/// ones, which may just be files that a changed script names.
std::vector<std::string> changed_parts(std::span<const IdentityPart> before,
                                       std::span<const IdentityPart> now);

}  // namespace grabr
