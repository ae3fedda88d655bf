// Tested by tests/cli/odd_inputs_test.cc and tests/cli/folder_test.cc.
#include "run/files/odd_files.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "run/config/command_words.h"
#include "text/error.h"
#include "text/escape.h"
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

/// A binary format with a command that converts it to text, and one that converts it back.
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
    listener.note(shown_name(path) + " is " + std::string(form.kind) +
                  spelled(": its own bytes are reduced\nhint: for text: {decode} '") +
                  std::string(form.decode) + spelled("' {encode} '") + std::string(form.encode) +
                  "'");
  }
}

/// Some of the files directly in a folder, as words of a command line.
std::string some_files_in(const std::string& folder) {
  constexpr std::size_t kMaxFilesNamed = 3;
  Words files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored)) files.push_back(at->path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) return shell_word((fs::path(folder) / "FILE").string()) + "...";
  const bool more = files.size() > kMaxFilesNamed;
  files.resize(std::min(files.size(), kMaxFilesNamed));
  return shell_words(files) + (more ? " ..." : "");
}

}  // namespace

void refuse_folder(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return;
  throw Error(ErrorKind::kInvalid,
              shown_name(path) +
                  " is a folder, and grabr reduces files\n"
                  "hint: several files that fail together: grabr TEST " +
                  shown_name(some_files_in(path)) +
                  spelled("\nhint: one file, with the folder beside it: grabr {copy} ") +
                  shown_name(shell_word(path)) + " TEST FILE");
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
  listener.note(
      shown_name(path) + " is a " + std::string(kind) +
      spelled(
          ": its bytes are reduced, not the files in it\nhint: {unpack} reduces the files in it "
          "and gives the test their folder; {decode} and {encode} reduce a single one as text"));
}

}  // namespace grabr
