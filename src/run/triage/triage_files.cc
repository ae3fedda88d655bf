#include "run/triage/triage_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "oracle/process/spawn.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

struct WordForms {
  std::string_view key, one, several;
};
constexpr std::array<WordForms, kFileWords> kWords = {
    {{"fails", "file fails", "files fail"},
     {"passes", "file does not fail", "files do not fail"},
     {"sometimes", "fails sometimes", "fail sometimes"},
     {"hangs", "does not end in time", "do not end in time"},
     {"empty", "is empty", "are empty"},
     {"unreadable", "cannot be read", "cannot be read"},
     {"too-large", "is too large", "are too large"},
     {"folder", "is a folder", "are folders"},
     {"unknown", "was not looked at", "were not looked at"}}};

const WordForms& word_forms(FileWord word) { return kWords[static_cast<std::size_t>(word)]; }

/// AFL names its inputs "id:000000,…", or "id_000000_…" if colons are not possible.
bool is_of_afl(const std::string& name) {
  return name.starts_with("id:") || name.starts_with("id_");
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  bool afl = false;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename();
    if (name.starts_with('.')) continue;
    afl = afl || is_of_afl(name);
    entries.push_back(at->path());
  }
  if (error) {
    throw Error(ErrorKind::kInvalid,
                "cannot read the folder " + shown_name(folder) + ": " + error.message());
  }
  if (afl)
    std::erase_if(entries, [](const fs::path& one) { return one.filename() == "README.txt"; });
  std::ranges::sort(entries);
  return entries;
}

/// Facts that are known without reading the file. If others cannot read it, they cannot read files
/// made from now on.
TriageFile looked_at(const fs::path& path) {
  TriageFile file{path};
  hide_like(path);
  struct stat found = {};
  if (::stat(path.c_str(), &found) != 0) {
    file.word = FileWord::kUnreadable;
    return file;
  }
  file.bytes = static_cast<std::uint64_t>(found.st_size);
  file.changed = found.st_mtime;
  if (S_ISDIR(found.st_mode)) {
    file.word = FileWord::kFolder;
    file.bytes = 0;
  } else if (!S_ISREG(found.st_mode)) {
    file.word = FileWord::kUnreadable;
  } else if (file.bytes == 0) {
    file.word = FileWord::kEmpty;
  } else if (file.bytes > kMaxTriageBytes) {
    file.word = FileWord::kTooLarge;
  }
  return file;
}

}  // namespace

std::string word_of(FileWord word) { return std::string(word_forms(word).key); }

std::string words_on(FileWord word, std::size_t count) {
  return std::to_string(count) + " " +
         std::string(count == 1 ? word_forms(word).one : word_forms(word).several);
}

TriageFile file_on_the_way(const fs::path& path, const SeenFailure& seen) {
  TriageFile file = looked_at(path);
  file.on_the_way = true;
  file.seen = seen;
  return file;
}

std::vector<TriageFile> list_files(const std::vector<std::string>& given) {
  std::vector<TriageFile> files;
  std::set<fs::path> known;
  const auto add = [&](const fs::path& path) {
    if (known.insert(path.lexically_normal()).second) files.push_back(looked_at(path));
  };
  for (const std::string& name : given) {
    std::error_code ignored;
    if (!fs::is_directory(name, ignored)) {
      add(name);
      continue;
    }
    for (const fs::path& path : entries_of(name)) add(path);
  }
  if (files.empty()) {
    throw Error(ErrorKind::kInvalid,
                "there is no file in " + (given.empty() ? "the list" : shown_name(given.front())));
  }
  return files;
}

std::optional<std::string> read_listed(TriageFile& file) {
  if (file.word != FileWord::kUnknown && file.word != FileWord::kFails) return std::nullopt;
  try {
    std::string text = read_file(file.path);
    const std::string hash = hash_name(text);
    if (file.hash.empty()) file.hash = hash;
    if (text.empty()) file.word = FileWord::kEmpty;
    // If the file has changed in the meantime, it is not used.
    if (hash == file.hash && !text.empty()) return text;
  } catch (const Error&) {
    file.word = FileWord::kUnreadable;
  }
  return std::nullopt;
}

std::string common_extension(const std::vector<TriageFile>& files) {
  constexpr std::size_t kMaxChars = 10;
  std::map<std::string, std::size_t> counts;
  for (const TriageFile& file : files) {
    const std::string extension = file.path.extension();
    const bool is_ordinary =
        extension.size() > 1 && extension.size() <= kMaxChars &&
        std::all_of(extension.begin() + 1, extension.end(), [](char c) { return is_word(c); });
    if (file.word != FileWord::kFolder) ++counts[is_ordinary ? extension : ""];
  }
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
  return most == counts.end() ? "" : most->first;
}

std::string hash_name(std::string_view text) {
  const Hash128 hash = hash128(text);
  std::array<char, 33> digits = {};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx",
                static_cast<unsigned long long>(hash.high),
                static_cast<unsigned long long>(hash.low));
  return digits.data();
}

}  // namespace grabr
