#include "bench/grammar_run.h"

#include <doctest/doctest.h>

#include "support/grammars.h"
#include "temporary_folder.h"
#include "text/error.h"

using namespace grabr;

namespace {

GrammarRecord measured(const std::string& grammar, const TemporaryFolder& folder) {
  return measure_grammar(
      grammar, [&] { return support::fixed(grammar); }, corpus_of(folder.path(), grammar), {},
      [] {});
}

}  // namespace

TEST_CASE("a grammar is measured on the files of its language") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "json/valid/deeper");
  std::filesystem::create_directories(folder.path() / "json/invalid");
  folder.write("json/valid/a.json", "[1, 2]");
  folder.write("json/valid/deeper/b.json", "{}");
  folder.write("json/valid/wrong.json", "[1,");
  folder.write("json/invalid/c.json", "[");
  folder.write("json/invalid/accepted.json", "[]");
  const GrammarRecord record = measured("json", folder);
  CHECK(record.error.empty());
  CHECK(record.name == "JSON");
  CHECK(record.valid == 3);
  CHECK(record.accepted == 2);
  CHECK(record.invalid == 2);
  CHECK(record.refused == 1);
  CHECK(record.wrong.size() == 2);
  CHECK(record.bytes == 8);
  CHECK(record.tokens == 7);
  CHECK(record.searched == 2);
  CHECK(record.ambiguous.empty());
}

TEST_CASE("a file with two trees is found") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "g/valid");
  folder.write("g/valid/a", "n");
  folder.write("g/valid/b", "n+n+n");
  const auto load = [] {
    return support::grammar_of(R"({"<start>": ["<e>"], "<e>": ["<e>+<e>", "n"]})");
  };
  const GrammarRecord record = measure_grammar("g", load, corpus_of(folder.path(), "g"), {}, [] {});
  CHECK(record.ambiguous == std::vector{(folder.path() / "g/valid/b").string()});
}

TEST_CASE("a grammar that cannot be loaded has a record, too") {
  const GrammarRecord record = measure_grammar(
      "x", []() -> std::shared_ptr<const Grammar> { throw Error(ErrorKind::kInvalid, "no rules"); },
      {}, {}, [] {});
  CHECK(record.error == "no rules");
}
