// The fast engine against the reference on real files and on broken copies of them. For each
// grammar of this repository: the files of $GRABR_SHARED/corpora/NAME/{valid,invalid} and of
// $GRABR_SHARED/bench/cases/NAME-*/input.*, whole; then copies with a token deleted, doubled or
// swapped with its neighbour, and truncated copies. Small files get more broken copies than large
// ones. All files of C and JSON are read, only a part for other languages, because the reference is
// slow; under sanitizers a smaller part of each. GRABR_ALL_FILES=1 reads all files. Without
// GRABR_SHARED nothing is checked.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/agreement.h"
#include "support/build.h"
#include "support/grammars.h"
#include "support/random_grammar.h"
#include "text/units.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// How many files and broken copies of a language are read.
struct Extent {
  std::size_t every;          ///< every how many files one is read
  std::uintmax_t largest;     ///< maximum size of a file in bytes
  std::size_t broken_bytes;   ///< maximum total size of the broken copies of one file
  std::size_t broken_copies;  ///< maximum number of broken copies of one file
};
constexpr std::uintmax_t kAnySize = ~std::uintmax_t{0};
const Extent kWhole =
    support::is_sanitized() ? Extent{10, 60'000, 1'000, 2} : Extent{1, kAnySize, 200'000, 60};
const Extent kPart =
    support::is_sanitized() ? Extent{40, 20'000, 1'000, 2} : Extent{8, 20'000, 20'000, 20};

const Extent& extent_of(const std::string& language) {
  const bool whole =
      language == "c" || language == "json" || std::getenv("GRABR_ALL_FILES") != nullptr;
  return whole ? kWhole : kPart;
}

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

std::vector<fs::path> some_of(std::vector<fs::path> files, const Extent& extent) {
  std::erase_if(files, [&](const fs::path& file) { return fs::file_size(file) > extent.largest; });
  std::vector<fs::path> some;
  for (std::size_t i = 0; i < files.size(); i += extent.every) some.push_back(files[i]);
  return some;
}

/// The text with one token deleted, doubled or swapped with the next one, or cut off after one.
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
  FAIL_CHECK("the engines differ on a broken copy of "
             << file.string() << ": " << (text.size() > kShown ? "(long)" : text) << '\n'
             << found.substr(0, kShown));
}

void check_file(const Parser& parser, const fs::path& file, const Extent& extent,
                const support::Choices& below) {
  const std::string text = read_file(file);
  const std::string found = support::disagreement(parser, text);
  CHECK_MESSAGE(found.empty(), file.string(), ": ", found);
  const std::vector<Span> units = split_units(text, Unit::kTokens);
  if (units.empty()) return;
  const std::size_t copies =
      std::clamp<std::size_t>(extent.broken_bytes / text.size(), 1, extent.broken_copies);
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
    const Extent& extent = extent_of(language);
    const std::vector<fs::path> files = some_of(files_of(shared, language), extent);
    if (files.empty()) continue;
    const Parser parser(support::shipped(language));
    for (const fs::path& file : files) check_file(parser, file, extent, below);
    checked += files.size();
  }
  CHECK(checked > 0);
}

}  // namespace
}  // namespace grabr
