#include "run/several/folder_files.h"

#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "oracle/test/listing.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// Does a glob match a file name: the whole path, its last part, or a folder that it is in?
bool is_meant(const std::string& glob, const std::string& name) {
  const std::string wanted = glob.ends_with('/') ? glob.substr(0, glob.size() - 1) : glob;
  const bool has_folder = wanted.find('/') != std::string::npos;
  for (fs::path part = name; !part.empty(); part = part.parent_path()) {
    const std::string text = has_folder ? part.string() : part.filename().string();
    if (::fnmatch(wanted.c_str(), text.c_str(), 0) == 0) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> FolderFiles::names() const { return names_below(folder_); }

bool FolderFiles::is_free(const std::string& name) const {
  const auto meant = [&](const std::vector<std::string>& globs) {
    return std::any_of(globs.begin(), globs.end(),
                       [&](const std::string& glob) { return is_meant(glob, name); });
  };
  return (input_.include.empty() || meant(input_.include)) && !meant(input_.exclude);
}

void FolderFiles::require_globs() const {
  const std::vector<std::string> all = names();
  for (const auto* globs : {&input_.include, &input_.exclude}) {
    for (const std::string& glob : *globs) {
      const bool means_some = std::any_of(
          all.begin(), all.end(), [&](const std::string& name) { return is_meant(glob, name); });
      if (means_some) continue;
      throw Error(ErrorKind::kInvalid,
                  glob + " matches no file in " + shown_name(input_.path) +
                      "\nhint: *.h matches files in any folder, src/*.h those in src, deps all "
                      "below it");
    }
  }
  if (std::none_of(all.begin(), all.end(),
                   [&](const std::string& name) { return is_free(name); })) {
    throw Error(ErrorKind::kInvalid, spelled("{include} and {exclude} leave no file to reduce"));
  }
}

std::vector<std::string> FolderFiles::by_size() const {
  std::vector<std::pair<std::uint64_t, std::string>> sized;
  for (const std::string& name : names()) {
    if (const std::uint64_t bytes = bytes_of(name); bytes > 0) sized.emplace_back(bytes, name);
  }
  std::stable_sort(sized.begin(), sized.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> names;
  for (auto& [size, name] : sized) names.push_back(std::move(name));
  return names;
}

std::vector<std::string> FolderFiles::to_reduce() const {
  std::vector<std::string> names = by_size();
  std::erase_if(names, [&](const std::string& name) { return !is_free(name); });
  return names;
}

std::uint64_t FolderFiles::bytes() const {
  std::uint64_t sum = 0;
  for (const std::string& name : names()) sum += bytes_of(name);
  return sum;
}

/// In a single call, because a file may disappear between two.
std::uint64_t FolderFiles::bytes_of(const std::string& name) const {
  struct stat status {};
  const bool is_there = ::lstat((folder_ / name).c_str(), &status) == 0;
  return is_there && S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::vector<std::string> FolderFiles::listing() const {
  const std::vector<std::string> all = names();
  std::map<std::string, std::string> texts;
  for (const std::string& name : by_size()) texts[name] = read_file(folder_ / name);
  const auto rank = [&](const std::string& name) {
    if (!is_free(name)) return 2;
    const std::string stem = fs::path(name).stem().string();
    return std::any_of(texts.begin(), texts.end(),
                       [&](const auto& file) {
                         return file.first != name && file.second.find(stem) != std::string::npos;
                       })
               ? 1
               : 0;
  };
  std::vector<std::string> sorted;
  for (int wanted = 0; wanted <= 2; ++wanted) {
    std::copy_if(all.begin(), all.end(), std::back_inserter(sorted),
                 [&](const std::string& name) { return rank(name) == wanted; });
  }
  return sorted;
}

std::string hash_of_folder(const fs::path& folder) {
  std::string hashes;
  for (const std::string& name : names_below(folder)) {
    const fs::path path = folder / name;
    const fs::file_status status = fs::symlink_status(path);
    hashes += listed(name) + ' ' + std::to_string(static_cast<int>(status.type())) + ' ' +
              std::to_string(static_cast<unsigned>(status.permissions())) + ' ';
    if (fs::is_symlink(status)) hashes += listed(fs::read_symlink(path).string());
    if (fs::is_regular_file(status)) hashes += sha256_hex(read_file(path));
    hashes += '\n';
  }
  return sha256_hex(hashes);
}

}  // namespace grabr
