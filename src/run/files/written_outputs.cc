// Tested by tests/cli/written_outputs_test.cc.
#include "run/files/written_outputs.h"

#include <fcntl.h>

#include <optional>
#include <system_error>
#include <utility>

#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecord = "results";
constexpr std::uintmax_t kMaxRecordBytes = std::uintmax_t{1} << 20;  // a longer record is shortened

/// "HASH NAME\n". Written for each best text, so it uses the fast hash.
std::string record_line(const fs::path& file, std::string_view text) {
  const Hash128 hash = hash128(text);
  return std::to_string(hash.high) + '-' + std::to_string(hash.low) + ' ' +
         file.filename().string() + '\n';
}

std::optional<std::string> contents(const fs::path& file) {
  try {
    return read_own_file(file);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Keeps the later half of a record that has grown too long.
void shorten(const fs::path& record) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(record, error);
  if (error || size <= kMaxRecordBytes) return;
  const std::string all = read_own_file(record);
  const std::size_t half = all.find('\n', all.size() / 2);
  if (half != std::string::npos) write_own_file(record, all.substr(half + 1));
}

fs::path free_name(const fs::path& file) {
  std::error_code ignored;
  fs::path name = file.string() + ".orig";
  for (int i = 2; fs::exists(fs::symlink_status(name, ignored)); ++i) {
    name = file.string() + ".orig." + std::to_string(i);
  }
  return name;
}

/// Did the user leave the file's name to grabr?
bool has_given_name(const run::Output& how) {
  using Place = run::Output::Place;
  std::error_code ignored;
  const bool folder = how.path.ends_with('/') || fs::is_directory(how.path, ignored);
  return how.place == Place::kInPlace || how.place == Place::kNowhere ||
         (how.place == Place::kNamed && !folder);
}

}  // namespace

WrittenOutputs::WrittenOutputs(const fs::path& folder) : record_(folder / kRecord) {}

bool WrittenOutputs::has_written(const fs::path& file) const {
  const std::optional<std::string> text = contents(file);
  if (!text || text->empty()) return true;
  const std::optional<std::string> record = contents(record_);
  return record && record->find(record_line(file, *text)) != std::string::npos;
}

void WrittenOutputs::note(const fs::path& file, std::string_view text) const {
  try {
    make_folder(record_.parent_path());
    shorten(record_);
    const FileDescriptor record =
        open_own_file(record_, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW);
    if (record.is_open()) write_all(record.number(), record_line(file, text));
  } catch (const Error&) {
  }
}

void make_way(const run::Output& how, const fs::path& output, const fs::path& folder,
              run::Listener& listener) {
  if (has_given_name(how) || !can_be_replaced(output)) return;
  if (WrittenOutputs(folder).has_written(output)) return;
  const fs::path moved = free_name(output);
  std::error_code error;
  fs::rename(output, moved, error);
  if (error) {
    throw Error(ErrorKind::kSystem, shown_name(output) +
                                        " was not written by grabr, and cannot be "
                                        "moved to " +
                                        shown_name(moved) + ": " + error.message() +
                                        "\nhint: -o FILE puts the result elsewhere");
  }
  listener.note(shown_name(output) + " existed and is not a result of grabr: it is now " +
                shown_name(moved));
}

}  // namespace grabr
