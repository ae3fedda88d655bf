// Answers are records of a journal, by the input's hash; everything else is a fact of the journal,
// by the number of the run. The journal's name is a hash of everything that inputs and answers
// depend on: another call has another file, and its folder of results stays unchanged. Tested by
// tests/cli/fuzz_command_test.cc and tests/check_kills.py.
#include "run/fuzz/fuzz_record.h"

#include "text/error.h"
#include "text/escape.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecordFolder = ".grabr";

OracleIdentity record_identity(const fs::path& results, const ProcessOracleOptions& test,
                               const std::string& sources) {
  const fs::path own[] = {results};
  OracleIdentity identity = identity_of(test, own);
  identity.question = sha256_hex(identity.question + identity.contents + sources);
  return identity;
}

bool has_results(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename() != kRecordFolder) return true;
  }
  return false;
}

Journal open_record(const fs::path& results, const OracleIdentity& identity) {
  const fs::path folder = results / kRecordFolder;
  if (!Journal::exists(folder, identity) && has_results(results)) {
    throw Error(ErrorKind::kInvalid, "the folder " + shown_name(results) +
                                         " is not empty, and its content comes from another call\n"
                                         "hint: -o DIR puts the results elsewhere");
  }
  return Journal::open(folder, identity, false);
}

std::string fact_name(const char* what, std::uint64_t run) {
  return std::string(what) + '-' + std::to_string(run);
}

}  // namespace

FuzzRecord::FuzzRecord(const fs::path& results, const ProcessOracleOptions& test,
                       const std::string& sources)
    : journal_(open_record(results, record_identity(results, test, sources))) {}

std::optional<TestResult> FuzzRecord::find(std::string_view text) const {
  const std::optional<Outcome> outcome = journal_.find(hash128(text));
  if (!outcome) return std::nullopt;
  TestResult result;
  result.outcome = *outcome;
  result.runs = 0;
  return result;
}

void FuzzRecord::note(std::string_view text, const TestResult& result) {
  const bool late = result.timed_out && result.outcome != Outcome::kFail;
  if (result.infrastructure.empty() && !late) journal_.record(hash128(text), result.outcome);
}

std::optional<FuzzRecord::Seen> FuzzRecord::seen(std::uint64_t run) const {
  const auto fact = journal_.fact(fact_name("seen", run));
  if (!fact) return std::nullopt;
  return seen_of_text(*fact);
}

void FuzzRecord::note_seen(std::uint64_t run, const Seen& seen) {
  journal_.set_fact(fact_name("seen", run), seen_text(seen));
}

bool FuzzRecord::is_kept(std::uint64_t run) const {
  return journal_.fact(fact_name("kept", run)).has_value();
}

void FuzzRecord::note_kept(std::uint64_t run) { journal_.set_fact(fact_name("kept", run), "yes"); }

}  // namespace grabr
