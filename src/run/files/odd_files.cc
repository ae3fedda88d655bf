// Tested by tests/cli/odd_inputs_test.cc and tests/cli/folder_test.cc.
#include "run/files/odd_files.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "oracle/process/process_oracle.h"
#include "run/config/command_words.h"
#include "run/files/converter.h"
#include "text/error.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

struct Magic {
  std::size_t place;
  std::string_view bytes;
  std::string_view kind;
};

constexpr Magic kArchives[] = {
    {0, "\x1f\x8b", "gzip archive"},
    {0, std::string_view("PK\x03\x04", 4), "zip archive"},
    {0, "BZh", "bzip2 archive"},
    {0,
     std::string_view("\xfd"
                      "7zXZ\0",
                      6),
     "xz archive"},
    {0, "\x28\xb5\x2f\xfd", "zstd archive"},
    {0, std::string_view("7z\xbc\xaf\x27\x1c", 6), "7-zip archive"},
    {0, "Rar!", "rar archive"},
    {257, "ustar", "tar archive"},
};

/// A format of which one command makes a text, and another those bytes again.
struct TextForm {
  std::string_view bytes, kind, decode, encode;
};

constexpr TextForm kTextForms[] = {
    {{"\0asm", 4}, "a WebAssembly module", "wasm2wat --generate-names @@", "wat2wasm @@"},
    {"BC\xc0\xde", "LLVM bitcode", "llvm-dis -o - @@", "llvm-as -o - @@"},
    {"\x03\x02\x23\x07", "a SPIR-V module", "spirv-dis @@", "spirv-as -o {out} @@"},
};

void note_text_form(const std::string& path, std::string_view text, run::Listener& listener) {
  for (const TextForm& form : kTextForms) {
    if (!text.starts_with(form.bytes)) continue;
    listener.note(path + " is " + std::string(form.kind) +
                  spelled(": its own bytes are reduced\nhint: as text by {decode} '") +
                  std::string(form.decode) + spelled("' {encode} '") + std::string(form.encode) +
                  "'");
  }
}

/// The files right in a folder, as words of a command line; some of them.
std::string some_files_in(const std::string& folder) {
  constexpr std::size_t kMost = 3;
  Words files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored)) files.push_back(at->path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) return shell_word((fs::path(folder) / "FILE").string()) + "...";
  const bool more = files.size() > kMost;
  files.resize(std::min(files.size(), kMost));
  return shell_words(files) + (more ? " ..." : "");
}

}  // namespace

void refuse_folder(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return;
  throw Error(ErrorKind::kInvalid,
              path +
                  " is a folder, and grabr reduces files\n"
                  "hint: several files that fail together: grabr TEST " +
                  some_files_in(path) +
                  spelled("\nhint: one of them, with the folder beside it: grabr {copy} ") +
                  shell_word(path) + " TEST FILE");
}

std::string_view archive_kind(std::string_view text) {
  for (const Magic& magic : kArchives) {
    if (text.size() < magic.place) continue;
    if (text.substr(magic.place).starts_with(magic.bytes)) return magic.kind;
  }
  return {};
}

void note_binary(const std::string& path, std::string_view text, run::Listener& listener) {
  const std::string_view kind = archive_kind(text);
  if (kind.empty()) return note_text_form(path, text, listener);
  listener.note(path + " is a " + std::string(kind) +
                spelled(": its own bytes are reduced, not what is in it\n"
                        "hint: {unpack} reduces the files in it, and the test gets their folder; "
                        "{decode} and {encode} reduce a single one as text"));
}

namespace {

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
