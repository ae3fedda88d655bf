// Tested by tests/run/kept_test_test.cc.
#include "run/files/kept_test.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "oracle/process/test_json.h"
#include "run/files/trusted_files.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/json.h"

namespace grabr::run {
namespace {

namespace fs = std::filesystem;
using KeptJson = nlohmann::ordered_json;

constexpr const char* kKeptEnding = ".test";
constexpr const char* kKeptSchema = "grabr-test-1";

}  // namespace

fs::path kept_test_path(const fs::path& folder, const std::string& name) {
  return folder / (fs::path(name).filename().string() + kKeptEnding);
}

std::vector<fs::path> find_kept_tests(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == kKeptEnding) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void keep_test(const fs::path& folder, const std::string& name, const KeptTest& kept) {
  const KeptJson json{{"schema", kKeptSchema},
                      {"input", text_json(kept.input)},
                      {"output", text_json(kept.output)},
                      {"grammar", text_json(kept.grammar)},
                      {"directory", text_json(kept.directory)},
                      {"kept_folder", text_json(kept.kept_folder)},
                      {"test", test_json(kept.test)}};
  try {
    const fs::path path = kept_test_path(folder, name);
    const std::string text = json.dump(1) + "\n";
    write_own_file(path, text);
    trust(path, text);
  } catch (const Error&) {
  }
}

KeptTest read_kept_test(const fs::path& path) {
  const JsonDocument document(path.string(), read_own_file(path), "a kept test");
  const JsonField json = document.root();
  if (json.get<std::string>("schema") != kKeptSchema) {
    throw Error(ErrorKind::kInvalid, shown_name(path) + " is of another version of grabr");
  }
  KeptTest kept;
  kept.input = text_from_json(json.at("input"));
  kept.output = text_from_json(json.at("output"));
  kept.grammar = text_from_json(json.at("grammar"));
  kept.directory = text_from_json(json.at("directory"));
  kept.kept_folder = text_from_json(json.at("kept_folder"));
  kept.test = test_from_json(json.at("test"));
  return kept;
}

}  // namespace grabr::run
