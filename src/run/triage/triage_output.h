// Writes the folder of results: one folder per bug, triage.json, and a page of all bugs.
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
  std::vector<bool> is_new;  ///< by bug
  bool is_end = false;       ///< the call has ended
  bool complete = false;
  std::string reason;  ///< why it has not ended properly
  std::uint64_t tests = 0, own_tests = 0, further_tests = 0;
};

/// The name of a bug's folder, by its number from 1.
std::string bug_name(std::size_t number, const Bug& bug);

/// Writes everything, each file in one piece, and removes folders of bugs that no longer exist.
void write_triage(const run::TriageConfig& config, const BugReductions& reductions,
                  const TriageState& state);

/// Throws Error(kInvalid) if the folder contains anything that does not belong to a triage.
void require_triage_folder(const std::filesystem::path& folder);

}  // namespace grabr
