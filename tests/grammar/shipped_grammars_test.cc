// The shipped grammars, and the example grammars in their README.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "grammar/lex/lexer.h"
#include "grammar/load/load.h"

namespace grabr {
namespace {

const std::filesystem::path kFolder = GRABR_SOURCE_DIR "/grammars";

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void check_spotless(const Source& file, const ReadSource& read = grammar_source) {
  const GrammarFile loaded = load_grammar(file, read);
  CHECK(render(loaded, file) == "");
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

/// The JSON code blocks of a Markdown text.
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
  REQUIRE(blocks.size() == 8);
  const auto third = [&](const std::string& path) { return Source(path, blocks[2]); };
  for (const std::string& block : blocks) check_spotless(Source("README.md", block), third);
}

/// The matchers in the rows of a Markdown table, where cells write | as \|.
std::vector<std::string> matchers(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find("`{\"match\"");
    if (!line.starts_with("| ") || begin == std::string::npos) continue;
    std::string matcher = line.substr(begin + 1, line.rfind('`') - begin - 1);
    for (std::size_t at = 0; (at = matcher.find("\\|", at)) != std::string::npos;) {
      matcher.erase(at, 1);
    }
    found.push_back(matcher);
  }
  return found;
}

TEST_CASE("the matchers of the README match what they are for") {
  const std::vector<std::string> texts{
      "/* a /* b */ */",      "#| a |#",        "(* a (* b *) *)", "u8R\"x( )\" )x\"",
      "br#\" \" \"#",         "[==[ ]] ]==]",   "$a$ $$ $a$",      "<<-'E'\n$x\n\tE",
      "<<~\"SQL\"\n x\n SQL", "<<< 'E'\n x\n E"};
  const std::vector<std::string> found = matchers(content(kFolder / "README.md"));
  REQUIRE(found.size() == texts.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(found[i]);
    const Source source(
        "README.md", R"({"start": "a", "rules": {"a": "T"}, "tokens": {"T": )" + found[i] + "}}");
    const GrammarFile loaded = load_grammar(source);
    CHECK(render(loaded.problems, source) == "");
    REQUIRE(loaded.grammar.has_value());
    CHECK(loaded.grammar->lexer->match(texts[i], 0).length == texts[i].size());
  }
}

}  // namespace
}  // namespace grabr
