// The folder of results: a folder a bug, triage.json, and a page of all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "run/config/triage_config.h"
#include "run/triage/bugs.h"

namespace grabr {

/// The state of a triage.
struct TriageState {
  const std::vector<TriageFile>* files = nullptr;
  std::vector<Bug> bugs;
  std::vector<bool> is_new;  ///< of each bug
  bool is_end = false;       ///< of this call
  bool complete = false;
  std::string reason;  ///< why it is not
  std::uint64_t tests = 0, own_tests = 0, further_tests = 0;
};

/// The name of a bug's folder, by its number from 1.
std::string bug_name(std::size_t number, const Bug& bug);

/// Writes all, each file in one piece, and removes folders of bugs that are no more.
void write_triage(const run::TriageConfig& config, const BugReductions& reductions,
                  const TriageState& state);

/// Throws Error(kInvalid) if the folder has anything in it that is not of a triage.
void require_triage_folder(const std::filesystem::path& folder);

}  // namespace grabr
