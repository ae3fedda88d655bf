// The files to sort: from folders as fuzzers leave them, and named one by one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/fuzz/seen_failure.h"

namespace grabr {

/// The outcome for a file.
enum class FileWord : std::uint8_t {
  kFails,
  kPasses,
  kSometimes,  ///< it failed once, but not when run again
  kHangs,
  kEmpty,
  kUnreadable,
  kTooLarge,
  kFolder,  ///< a subfolder, which is not searched
  kUnknown  ///< not decided yet
};
inline constexpr std::size_t kFileWords = 9;

/// "fails", "passes", …, as in triage.json.
std::string word_of(FileWord word);
/// "3 files do not fail", "1 fails sometimes": a count in words.
std::string words_on(FileWord word, std::size_t count);

struct TriageFile {
  std::filesystem::path path;
  FileWord word = FileWord::kUnknown;
  std::uint64_t bytes = 0;
  std::string hash = {};     ///< hash of its content, in hexadecimal; empty: it was not read
  std::int64_t changed = 0;  ///< seconds since 1970
  SeenFailure seen = {};     ///< of a file that fails
  bool on_the_way = false;   ///< a text with another failure that a reduction met
};

/// Larger files are not run.
inline constexpr std::uint64_t kMaxTriageBytes = std::uint64_t{16} << 20;

/// The files of each folder by name, and the files named, each once, in the order given. Hidden
/// files, and files that a fuzzer writes for people (README.txt next to its inputs), are left out.
/// Files that cannot be run already have their word. Throws Error(kInvalid) if there is no file.
std::vector<TriageFile> list_files(const std::vector<std::string>& given);

/// A text that a reduction kept, with the failure that its test showed.
TriageFile file_on_the_way(const std::filesystem::path& path, const SeenFailure& seen);

/// The text of a listed file; nothing, with its word, where it is not to be run.
std::optional<std::string> read_listed(TriageFile& file);

/// The extension that most files have, with the dot; empty if there is none, or no ordinary one.
std::string common_extension(const std::vector<TriageFile>& files);

/// The name of a text's hash in the record.
std::string hash_name(std::string_view text);

}  // namespace grabr
