// The fast engine against the reference on real files and on broken copies of them. For each
// grammar of this repository: the files of $GRABR_SHARED/corpora/NAME/{valid,invalid} and of
// $GRABR_SHARED/bench/cases/NAME-*/input.*, whole; then copies with a token deleted, doubled or
// swapped with its neighbour, and copies cut off. Small files are broken more often than large
// ones. A part of the files, as the reference is slow; GRABR_ALL_FILES=1 takes all. Without
// GRABR_SHARED nothing is checked.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/agreement.h"
#include "support/grammars.h"
#include "support/random_grammar.h"
#include "text/units.h"
#include "support/sanitized.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

// How many bytes of broken copies are read for one file, and how many copies at most.
#ifdef GRABR_SANITIZED
constexpr std::size_t kBrokenBytes = 1'000;
constexpr std::size_t kBrokenCopies = 2;
constexpr std::size_t kEvery = 40;  // of the files
#else
constexpr std::size_t kBrokenBytes = 20'000;
constexpr std::size_t kBrokenCopies = 20;
constexpr std::size_t kEvery = 8;
#endif
constexpr std::uintmax_t kLargest = 20'000;  // bytes

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

std::vector<fs::path> files_of(const fs::path& shared, const std::string& language) {
  std::vector<fs::path> files;
  const auto add = [&](const fs::path& folder, const std::string& start) {
    for (const fs::path& file : files_in(folder)) {
      if (file.filename().string().starts_with(start)) files.push_back(file);
    }
  };
  add(shared / "corpora" / language / "valid", "");
  add(shared / "corpora" / language / "invalid", "");
  if (fs::is_directory(shared / "bench/cases")) {
    for (const auto& entry : fs::directory_iterator(shared / "bench/cases")) {
      if (entry.path().filename().string().starts_with(language + "-")) add(entry.path(), "input.");
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Every so-and-so-manyth of the files that are not large.
std::vector<fs::path> some_of(std::vector<fs::path> files) {
  if (std::getenv("GRABR_ALL_FILES") != nullptr) return files;
  std::erase_if(files, [](const fs::path& file) { return fs::file_size(file) > kLargest; });
  std::vector<fs::path> some;
  for (std::size_t i = 0; i < files.size(); i += kEvery) some.push_back(files[i]);
  return some;
}

/// One token deleted, doubled or swapped with the next, or everything behind it cut off.
std::string broken(const std::string& text, const std::vector<Span>& units,
                   const support::Choices& below) {
  const std::size_t i = below(static_cast<std::uint32_t>(units.size()));
  const auto unit = [&](std::size_t k) { return text.substr(units[k].begin, units[k].size()); };
  std::string result = text;
  switch (below(4)) {
    case 0: return result.erase(units[i].begin, units[i].size());
    case 1: return result.insert(units[i].begin, unit(i));
    case 2:
      if (i + 1 == units.size()) break;
      return result.replace(units[i].begin, units[i].size() + units[i + 1].size(),
                            unit(i + 1) + unit(i));
    default: break;
  }
  return result.substr(0, units[i].end);
}

void check_text(const Parser& parser, const fs::path& file, const std::string& text) {
  const std::string found = support::disagreement(parser, text);
  if (found.empty()) return;
  constexpr std::size_t kShown = 2000;
  FAIL_CHECK("the engines differ on a broken copy of " << file.string() << ": "
                           << (text.size() > kShown ? "(long)" : text) << '\n'
                           << found.substr(0, kShown));
}

void check_file(const Parser& parser, const fs::path& file, const support::Choices& below) {
  const std::string text = read_file(file);
  const std::string found = support::disagreement(parser, text);
  CHECK_MESSAGE(found.empty(), file.string(), ": ", found);
  const std::vector<Span> units = split_units(text, Unit::kTokens);
  if (units.empty()) return;
  const std::size_t copies = std::clamp<std::size_t>(kBrokenBytes / text.size(), 1, kBrokenCopies);
  for (std::size_t i = 0; i < copies; ++i) check_text(parser, file, broken(text, units, below));
}

TEST_CASE("both engines agree on real files and broken copies") {
  const char* shared = std::getenv("GRABR_SHARED");
  if (shared == nullptr || !fs::is_directory(fs::path(shared) / "corpora")) {
    MESSAGE("left out: GRABR_SHARED names no folder with corpora inside");
    return;
  }
  const support::Choices below = support::seeded_choices(20261121);
  std::vector<fs::path> grammars = files_in(fs::path(GRABR_SOURCE_DIR) / "grammars");
  std::sort(grammars.begin(), grammars.end());
  std::size_t checked = 0;
  for (const fs::path& grammar : grammars) {
    const std::string language = grammar.stem().string();
    if (grammar.extension() != ".json" || language == "schema") continue;
    const std::vector<fs::path> files = some_of(files_of(shared, language));
    if (files.empty()) continue;
    const Parser parser(support::shipped(language));
    for (const fs::path& file : files) check_file(parser, file, below);
    checked += files.size();
  }
  CHECK(checked > 0);
}

}  // namespace
}  // namespace grabr
