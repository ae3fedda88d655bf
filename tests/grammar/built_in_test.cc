#include "grammar/load/built_in.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "grammar/load/load.h"
#include "text/error.h"
#include "text/file.h"

using namespace grabr;

namespace fs = std::filesystem;

TEST_CASE("the program has every grammar of the folder, byte for byte") {
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(GRABR_SOURCE_DIR "/grammars")) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().string());
    ++files;
    const auto* found = built_in_grammar(fs::path(kBuiltInFolder) / entry.path().filename());
    REQUIRE(found != nullptr);
    CHECK(found->text == read_file(entry.path()));
  }
  CHECK(built_in_grammars().size() == files);
}

TEST_CASE("a built-in grammar extends another one") {
  const Source source = grammar_source(std::string(kBuiltInFolder) + "/tsx.json");
  const GrammarFile file = load_grammar(source);
  REQUIRE(file.grammar.has_value());
  REQUIRE(!file.bases.empty());
  CHECK(file.bases.front().name() == std::string(kBuiltInFolder) + "/typescript.json");
}

TEST_CASE("what is not built in is read from disk") {
  CHECK(built_in_grammar(GRABR_SOURCE_DIR "/grammars/c.json") == nullptr);
  CHECK(built_in_grammar("c.json") == nullptr);
  CHECK_THROWS_AS(grammar_source(std::string(kBuiltInFolder) + "/nosuch.json"), Error);
}
