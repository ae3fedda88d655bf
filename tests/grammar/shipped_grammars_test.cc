// The grammars that come with the program, and those that their README teaches with.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "grammar/load.h"

namespace grabr {
namespace {

const std::filesystem::path kFolder = GRABR_SOURCE_DIR "/grammars";

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void check_spotless(const Source& file) {
  const GrammarFile loaded = load_grammar(file);
  CHECK(render(loaded.problems, file) == "");
  CHECK(loaded.grammar.has_value());
}

TEST_CASE("all shipped grammars load without a remark") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() != ".json" || path.filename() == "schema.json") continue;
    check_spotless(Source(path.string(), content(path)));
    ++count;
  }
  CHECK(count >= 4);
}

/// The blocks of a Markdown text that are marked as JSON.
std::vector<std::string> json_blocks(const std::string& text) {
  const std::string open = "```json\n";
  std::vector<std::string> blocks;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    blocks.push_back(text.substr(at, text.find("```", at) - at));
  }
  return blocks;
}

TEST_CASE("the grammars of the README load without a remark") {
  const std::vector<std::string> blocks = json_blocks(content(kFolder / "README.md"));
  CHECK(blocks.size() == 4);
  for (const std::string& block : blocks) check_spotless(Source("README.md", block));
}

}  // namespace
}  // namespace grabr
