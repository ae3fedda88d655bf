#include "cli/kept_answers.h"

#include <iostream>
#include <string>

#include "cli/test_options.h"
#include "text/error.h"
#include "text/hash.h"

namespace grabr {

std::vector<std::filesystem::path> own_files(const ReductionJob& job) {
  std::vector<std::filesystem::path> own = {job.cache_folder,
                                            kept_folder(job.output, job.call.input)};
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

std::optional<Journal> open_journal(const ReduceOptions& options, const ReductionJob& job,
                                    const OracleIdentity& identity) {
  const auto note = [&](const std::string& text) {
    if (!options.quiet) std::cerr << "grabr: " << text << '\n';
  };
  try {
    Journal journal = Journal::open(job.cache_folder, identity, options.fresh);
    if (journal.changed()) note("the test has changed since the last run: it is asked anew");
    if (journal.found() > 0) {
      note("going on: " + std::to_string(journal.found()) + " answers are known from " +
           journal.path().string());
    }
    return journal;
  } catch (const Error& error) {
    note(std::string(error.what()) + "\ngrabr: answers are not kept");
    return std::nullopt;
  }
}

}  // namespace grabr
