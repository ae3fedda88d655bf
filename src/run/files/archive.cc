// Tested by tests/cli/folder_test.cc.
#include "run/files/archive.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "oracle/process/process_oracle.h"
#include "run/files/formatter.h"
#include "text/error.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 12> kTarEndings = {
    ".tar", ".tar.gz", ".tgz",     ".tar.xz",   ".txz",    ".tar.bz2",
    ".tbz", ".tbz2",   ".tar.zst", ".tar.lzma", ".tar.lz", ".tar.Z"};
constexpr std::array<std::string_view, 10> kZipEndings = {".zip", ".jar", ".docx", ".xlsx", ".pptx",
                                                          ".odt", ".ods", ".odp",  ".epub", ".apk"};
constexpr double kArchiveLimit_s = 600;

template <class Endings>
std::string ending_among(const Endings& endings, const std::string& name) {
  for (const std::string_view ending : endings) {
    if (name.size() > ending.size() && name.ends_with(ending)) return std::string(ending);
  }
  return {};
}

bool is_tar(const fs::path& archive) {
  return !ending_among(kTarEndings, archive.filename().string()).empty();
}

/// What went wrong; empty: nothing.
std::string problem_with(const std::string& script) {
  ProcessOracleOptions options;
  options.shell_text = script;
  options.original = "archive";
  options.timeout_s = kArchiveLimit_s;
  ProcessOracle runner(std::move(options));
  const ProcessOracle::Explained end = runner.explain("", false);
  const std::string problem = words_on_end(end.result, kArchiveLimit_s);
  if (problem.empty()) return {};
  std::string_view said = end.errors;
  said.remove_prefix(std::min(said.find_first_not_of('\n'), said.size()));  // gzip begins with one
  return problem + (said.empty() ? "" : ": " + std::string(said.substr(0, said.find('\n'))));
}

}  // namespace

std::string archive_ending(const std::string& name) {
  const std::string tar = ending_among(kTarEndings, name);
  return tar.empty() ? ending_among(kZipEndings, name) : tar;
}

void unpack(const fs::path& archive, const fs::path& folder) {
  fs::create_directories(folder);
  const std::string from = shell_word(fs::absolute(archive).string());
  const std::string to = shell_word(folder.string());
  const std::string problem = problem_with(is_tar(archive) ? "tar -o -C " + to + " -xf " + from
                                                           : "unzip -q " + from + " -d " + to);
  if (problem.empty()) return;
  throw Error(ErrorKind::kInvalid, "cannot unpack " + archive.string() + ": " + problem);
}

void pack(const fs::path& folder, const fs::path& archive) {
  // Named so that the program knows how to compress, and moved when it is whole.
  const fs::path made = archive.parent_path() / (".new-" + archive.filename().string());
  const std::string to = shell_word(fs::absolute(made).string());
  const std::string in = shell_word(fs::absolute(folder).string());
  std::error_code ignored;
  fs::remove(made, ignored);
  const std::string problem = problem_with(
      "cd " + in + " && find . -mindepth 1 ! -type d -print | LC_ALL=C sort | cut -c3- | " +
      (is_tar(archive) ? "tar -T - -caf " + to : "zip -q -X -y -@ " + to));
  if (problem.empty()) {
    fs::rename(made, archive);
    return;
  }
  fs::remove(made, ignored);
  throw Error(ErrorKind::kSystem, "cannot pack " + archive.string() + ": " + problem);
}

}  // namespace grabr
