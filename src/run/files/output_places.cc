#include "run/files/output_places.h"

#include <system_error>

#include "run/files/save_best.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// The file for a given output; in a folder, it gets the input's name.
fs::path output_file(const std::string& given, const std::string& input) {
  std::error_code error;
  if (given.ends_with('/')) {
    fs::create_directories(given, error);
    if (error) {
      throw Error(ErrorKind::kSystem,
                  "cannot make the folder " + shown_name(given) + ": " + error.message());
    }
  }
  return fs::is_directory(given, error) ? fs::path(given) / fs::path(input).filename()
                                        : fs::path(given);
}

void require_writable_beside(const fs::path& path) {
  try {
    require_writable(path);
  } catch (const Error& error) {
    throw Error(error.kind(),
                error.what() + spelled("\nhint: {output} FILE puts the result elsewhere"));
  }
}

/// For names that we choose: in somebody else's folder, the name may be a link.
void require_no_link(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_symlink(fs::symlink_status(path, ignored))) return;
  throw Error(ErrorKind::kInvalid,
              shown_name(path) + " is a link, and its target is not replaced" +
                  spelled("\nhint: remove it, or name the result with {output} FILE"));
}

/// A rename would replace a write-protected file, too.
void require_no_protection(const fs::path& path) {
  constexpr fs::perms kWrite =
      fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  std::error_code error;
  const fs::perms may = fs::status(path, error).permissions();
  if (error || (may & kWrite) != fs::perms::none) return;
  throw Error(ErrorKind::kSystem, shown_name(path) + " is write-protected" +
                                      spelled("\nhint: without {in-place} the result is in ") +
                                      reduced_path(path).string());
}

}  // namespace

fs::path absolute_folder(const fs::path& given) {
  const fs::path path = fs::absolute(given).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

std::optional<fs::path> find_output(const run::Output& output, const std::string& input) {
  using Place = run::Output::Place;
  if (output.place == Place::kNowhere) return std::nullopt;
  const fs::path path = output.place == Place::kInPlace       ? fs::path(input)
                        : output.place == Place::kBesideInput ? reduced_path(input)
                                                              : output_file(output.path, input);
  std::error_code ignored;
  if (output.place != Place::kInPlace && fs::equivalent(path, input, ignored)) {
    throw Error(
        ErrorKind::kInvalid,
        spelled("the output would replace the input\nhint: {in-place} does that, and keeps ") +
            backup_path(input).string());
  }
  if (output.place == Place::kInPlace) {
    require_no_protection(path);
    require_no_link(backup_path(path));
  }
  if (output.place == Place::kBesideInput) {
    require_no_link(path);
    require_writable_beside(path);
  } else {
    require_writable(path);
  }
  return path;
}

fs::path kept_folder(const std::optional<fs::path>& output, const fs::path& input) {
  const fs::path& beside = output && can_be_replaced(*output) ? *output : input;
  const fs::path folder = fs::absolute(beside).lexically_normal().parent_path() / ".grabr";
  require_own_folder(folder);
  return folder;
}

fs::path cache_folder(const run::Output& output, const fs::path& kept) {
  return absolute_folder(output.cache.empty() ? kept : fs::path(output.cache));
}

}  // namespace grabr
