#include "cli/options/saved_reduction.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "cli/options/saved_test.h"
#include "oracle/answers/identity.h"
#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/conditions.h"
#include "oracle/test/conversion.h"
#include "run/config/config.h"
#include "run/files/converter.h"
#include "run/files/file_form.h"
#include "run/files/output_places.h"
#include "run/files/save_best.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_other(const std::string& what, const std::string& hint) {
  throw Error(ErrorKind::kEnvironment, what + "\nhint: " + hint);
}

void enter(const std::string& directory) {
  std::error_code error;
  fs::current_path(directory, error);
  if (!error) return;
  throw Error(ErrorKind::kInvalid, "the folder of the reduction, " + directory + ": " +
                                       error.message() + "\nhint: --directory DIR names another");
}

std::string read_with_hash(const std::string& path, const std::string& sha256,
                           const std::string& what, const std::string& hint) {
  std::string bytes = read_file(path);
  if (sha256_hex(bytes) == sha256) return bytes;
  refuse_other(shown_name(path) + " is not " + what + " of the report: it has other contents",
               hint);
}

VerifyOptions with_absolute_paths(VerifyOptions options) {
  options.report = fs::absolute(options.report);
  if (!options.result.empty()) options.result = fs::absolute(options.result);
  if (!options.grammar.empty()) options.grammar = fs::absolute(find_grammar(options.grammar));
  return options;
}

std::string name_of(const SavedReport& report) { return fs::path(report.input.path).filename(); }

/// Throws if an option names one result, or the original, but the report has several.
void require_in_set(const VerifyOptions& options, const SavedReduction& one) {
  if (!options.result.empty()) {
    throw Error(ErrorKind::kInvalid,
                "--result names one result, and the report covers several inputs");
  }
  if (one.compares_with_original()) {
    throw Error(ErrorKind::kInvalid,
                "the report covers several inputs compared with their originals "
                "(--same-as-original): that cannot be verified");
  }
}

}  // namespace

std::optional<fs::path> SavedReduction::output() const {
  if (report_.output.path == "-") return std::nullopt;
  return report_.output.path;
}

std::string SavedReduction::result_path() const {
  if (!options_.result.empty()) return options_.result;
  if (output()) return report_.output.path;
  throw Error(ErrorKind::kInvalid,
              "the result went to standard output\nhint: --result FILE says where it is");
}

std::string SavedReduction::read_result() const {
  std::string bytes = read_with_hash(result_path(), report_.output.sha256, "the result",
                                     "--result FILE names another");
  return report_.test.encode.empty() ? decoded(std::move(bytes)) : text_of_result(bytes);
}

/// Encodes the text again to check that it gives this file.
std::string SavedReduction::text_of_result(const std::string& bytes) const {
  const fs::path path = text_path(result_path());
  std::string text = read_file(path);
  Converter encoder(report_.test.encode, encoded_text_name(report_.test.original),
                    report_.test.timeout_s);
  const Converter::Result again = encoder.run(text);
  if (again.made == bytes) return text;
  refuse_other(shown_name(path) + ", encoded, is not " + shown_name(result_path()) +
                   (again.made ? "" : ": " + again.problem),
               "it has changed, or the program that encodes it");
}

std::optional<Parser> SavedReduction::make_parser() const {
  if (report_.certificate.of == Neighbourhood::Of::kUnits) return std::nullopt;
  if (!report_.grammar) throw Error(ErrorKind::kInvalid, "the report names no grammar");
  const std::string path = options_.grammar.empty() ? report_.grammar->path : options_.grammar;
  std::shared_ptr<const Grammar> grammar = read_grammar(path);
  if (grammar->file_sha256 != report_.grammar->sha256) {
    refuse_other("the grammar " + shown_name(path) +
                     " has changed since the report, and so have the neighbours",
                 "-g FILE names another");
  }
  return std::optional<Parser>(std::in_place, std::move(grammar));
}

ProcessOracleOptions SavedReduction::make_test(const Beside& beside) const {
  ProcessOracleOptions test = report_.test;
  test.jobs = std::clamp(options_.jobs.value_or(test.jobs), 1U, kMaxJobs);
  test.timeout_s = options_.timeout_s.value_or(test.timeout_s);
  if (options_.timeout_s) check_time_limit(test.conditions, test.timeout_s);
  // Only the reduction itself keeps such files for the user.
  test.also_interesting.clear();
  test.also_interesting_folder.clear();
  test.log_folder.clear();
  for (fs::path& copy : test.copies) {
    const auto result = beside.find(copy.filename());
    if (result != beside.end()) copy = result->second;
  }
  const fs::path kept = kept_folder(output(), test.original);
  std::vector<fs::path> own = {kept, options_.report};
  for (const auto& [name, path] : beside) own.push_back(path);
  if (!options_.changed_test) require_same_test(test, std::move(own));
  return test;
}

void SavedReduction::require_same_test(const ProcessOracleOptions& test,
                                       std::vector<fs::path> own) const {
  if (output()) own.push_back(*output());
  own.insert(own.end(), report_.beside.begin(), report_.beside.end());
  if (!report_.journal.empty()) own.push_back(fs::path(report_.journal).parent_path());
  const OracleIdentity identity = identity_of(test, own);
  if (sha256_hex(identity.question + identity.files) == report_.identity) return;
  refuse_other(
      "the test is not the one of the report: its command, its program or files that it "
      "names have changed",
      "--changed-test uses the test in its present form");
}

bool SavedReduction::compares_with_original() const {
  return need_original(report_.test.conditions);
}

std::string SavedReduction::read_original() const {
  std::error_code ignored;
  const fs::path backup = backup_path(report_.input.path);
  const bool replaced = report_.input.path == report_.output.path && fs::exists(backup, ignored);
  return decoded(read_with_hash(replaced ? backup.string() : report_.input.path,
                                report_.input.sha256, "the input",
                                "--same-as-original and --same-crash compare with it"));
}

std::string SavedReduction::decoded(std::string bytes) const {
  if (!report_.test.decode.empty()) {
    Converter decoder(report_.test.decode, report_.input.path, report_.test.timeout_s);
    Converter::Result result = decoder.run(bytes);
    if (result.made) return *std::move(result.made);
    refuse_other("the input cannot be decoded: " + result.problem, "is the program the same?");
  }
  std::optional<std::string> text = decode_as(bytes, report_.test.encoding);
  return text ? *std::move(text) : std::move(bytes);
}

void declare_trust_option(CLI::App& app, VerifyOptions& options) {
  app.add_flag("--trust", options.trust,
               "Run the test of a reduction that you did not make; needed once, until its report "
               "changes");
}

SavedSet::SavedSet(const VerifyOptions& options) {
  const VerifyOptions absolute = with_absolute_paths(options);
  const std::string text = read_file(absolute.report);
  for (SavedReport& report : read_saved_reports(options.report, text)) {
    if (options.was_found) {
      require_trusted(absolute.report, text, call_for_kept("verify", report.test), options.trust);
    }
    reductions_.emplace_back(absolute, std::move(report));
  }
  enter(options.directory.empty() ? reductions_.front().report().directory : options.directory);
  if (reductions_.size() > 1) lay_out_results(options);
}

void SavedSet::lay_out_results(const VerifyOptions& options) {
  work_.emplace();
  for (const SavedReduction& one : reductions_) {
    require_in_set(options, one);
    one.read_result();
    const fs::path copy = work_->path() / name_of(one.report());
    fs::copy_file(one.result_path(), copy);
    beside_[copy.filename()] = copy;
  }
}

}  // namespace grabr
