#include "cli/show/numbered_output.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <system_error>
#include <utility>

#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

constexpr std::size_t kFewestDigits = 4;

/// The same call again is fine, and so is one for more texts.
void require_no_other(const std::filesystem::path& path, std::string_view text) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored) || read_file(path) == text) return;
  throw Error(ErrorKind::kInvalid,
              path.string() +
                  " is there already, with another text\n"
                  "hint: name another folder, or remove the files of an earlier call");
}

}  // namespace

NumberedOutput::NumberedOutput(std::filesystem::path folder, std::uint64_t count, bool null)
    : folder_(std::move(folder)),
      width_(std::max(kFewestDigits, std::to_string(count).size())),
      null_(null) {
  if (!folder_.empty()) make_folder(folder_);
}

std::filesystem::path NumberedOutput::file(std::uint64_t number,
                                           const std::string& extension) const {
  if (folder_.empty()) return {};
  std::string name = std::to_string(number + 1);
  name.insert(0, width_ - std::min(width_, name.size()), '0');
  return folder_ / (name + extension);
}

void NumberedOutput::write(std::uint64_t number, std::string_view text,
                           const std::string& extension) const {
  if (folder_.empty()) {
    std::cout << text << (null_ ? '\0' : '\n');
    return;
  }
  const std::filesystem::path path = file(number, extension);
  require_no_other(path, text);
  write_atomically(path, text);
}

void finish_output() {
  std::cout.flush();
  if (!std::cout) throw Error(ErrorKind::kSystem, "cannot write to standard output");
}

}  // namespace grabr
