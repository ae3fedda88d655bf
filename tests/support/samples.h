// The samples of the shipped grammars: tests/grammars/LANGUAGE/valid.txt and invalid.txt hold small
// texts separated by lines `---`, or by the line that a first line `separator: LINE` gives.
#pragma once

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/file.h"

namespace grabr::support {

inline std::filesystem::path sample_folder() {
  return std::filesystem::path(GRABR_SOURCE_DIR) / "tests" / "grammars";
}

inline std::vector<std::string> split_samples(std::string_view text) {
  constexpr std::string_view kKey = "separator: ";
  std::string separator = "\n---\n";
  if (text.starts_with(kKey)) {
    const std::size_t end = text.find('\n');
    separator = "\n" + std::string(text.substr(kKey.size(), end - kKey.size())) + "\n";
    text.remove_prefix(std::min(end, text.size() - 1) + 1);
  }
  std::vector<std::string> samples;
  if (text.empty()) return samples;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos;
       begin = end + separator.size()) {
    samples.emplace_back(text.substr(begin, end - begin));
  }
  samples.emplace_back(text.substr(begin));
  return samples;
}

/// Returns none if the file does not exist: in some languages every text is valid.
inline std::vector<std::string> samples_of(const std::string& language, const char* file) {
  const std::filesystem::path path = sample_folder() / language / file;
  return std::filesystem::exists(path) ? split_samples(read_file(path))
                                       : std::vector<std::string>{};
}

inline std::set<std::string> sample_languages() {
  std::set<std::string> languages;
  for (const auto& folder : std::filesystem::directory_iterator(sample_folder())) {
    if (folder.is_directory()) languages.insert(folder.path().filename().string());
  }
  return languages;
}

}  // namespace grabr::support
