#include "run/job/kept_answers.h"

#include <algorithm>
#include <string>

#include "run/files/output_places.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/hash.h"

namespace grabr {

std::vector<std::filesystem::path> own_files(const ReductionJob& job) {
  std::vector<std::filesystem::path> own = {job.cache_folder, kept_folder(job.output, job.input)};
  for (const auto& output : {job.output, job.passing_output}) {
    if (output) own.push_back(*output);
  }
  if (job.turn) own.insert(own.end(), job.turn->files.begin(), job.turn->files.end());
  return own;
}

OracleIdentity test_identity_of(const ReductionJob& job) {
  return identity_of(job.test, own_files(job));
}

OracleIdentity identity_of(const ReductionJob& job) {
  OracleIdentity identity = test_identity_of(job);
  if (job.turn) identity.question = sha256_hex(identity.question + job.turn->others);
  return identity;
}

std::optional<Journal> open_journal(const ReductionJob& job, const OracleIdentity& identity,
                                    bool fresh, run::Listener& listener) {
  try {
    Journal journal = Journal::open(job.cache_folder, identity, fresh);
    if (journal.changed()) listener.note(words_on_changes(journal));
    return journal;
  } catch (const Error& error) {
    listener.note(error.what());
    listener.note("answers are not kept");
    return std::nullopt;
  }
}

namespace {

/// The path as a user would write it in the current folder.
std::string name_from_here(const std::string& name) {
  const std::filesystem::path path =
      std::filesystem::path(name).lexically_relative(std::filesystem::current_path());
  return name.starts_with('/') && !path.empty() && *path.begin() != ".." ? path.string() : name;
}

}  // namespace

std::string words_on_changes(const Journal& journal) {
  constexpr std::size_t kMaxChangesNamed = 3;
  const std::vector<std::string>& changes = journal.changes();
  if (changes.empty())
    return "the test has changed since the last run: its earlier answers are not used";
  std::string names;
  for (std::size_t i = 0; i < std::min(changes.size(), kMaxChangesNamed); ++i) {
    const bool last = i + 1 == changes.size();
    names += (i == 0 ? "" : last ? " and " : ", ") + shown_name(name_from_here(changes[i]));
  }
  if (changes.size() > kMaxChangesNamed) {
    names += " and " + std::to_string(changes.size() - kMaxChangesNamed) + " more";
  }
  return names + (changes.size() == 1 ? " has" : " have") +
         " changed since the last run: earlier answers are not used";
}

std::string words_on_known(const Journal& journal) {
  return "resuming: " + std::to_string(journal.found()) + " test results are known from " +
         shown_name(journal.path());
}

}  // namespace grabr
