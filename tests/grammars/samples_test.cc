// The grammars we ship, each on the samples of its folder: tests/grammars/LANGUAGE/valid.txt and
// invalid.txt hold small texts with a line `---` between two of them. Every valid one must parse
// and print back to the same bytes, no invalid one may parse.
#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "grammar/load.h"
#include "parse/parser.h"
#include "text/diagnostic.h"
#include "text/file.h"
#include "tree/print.h"

namespace grabr {
namespace {

const std::filesystem::path kRoot = GRABR_SOURCE_DIR;

std::vector<std::string> samples_of(const std::filesystem::path& file) {
  constexpr std::string_view kSeparator = "\n---\n";
  const std::string text = read_file(file);
  std::vector<std::string> samples;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(kSeparator, begin)) != std::string::npos;
       begin = end + kSeparator.size()) {
    samples.push_back(text.substr(begin, end - begin));
  }
  samples.push_back(text.substr(begin));
  return samples;
}

Parser parser_of(const std::string& language) {
  const std::filesystem::path path = kRoot / "grammars" / (language + ".json");
  const Source source(path.filename().string(), read_file(path));
  GrammarFile file = load_grammar(source);
  CHECK_MESSAGE(file.problems.empty(), render(file.problems, source));
  REQUIRE(file.grammar.has_value());
  return Parser(std::make_shared<const Grammar>(std::move(*file.grammar)));
}

void check_valid(const Parser& parser, const std::string& sample) {
  CAPTURE(sample);
  const ParseResult result = parser.parse(sample);
  if (const auto* failure = std::get_if<ParseFailure>(&result)) {
    const Source source("sample", sample);
    FAIL_CHECK(render(parser.describe(*failure, source), source));
  } else {
    CHECK(print(std::get<Tree>(result)) == sample);
  }
}

void check_invalid(const Parser& parser, const std::string& sample) {
  CAPTURE(sample);
  CHECK_FALSE(parser.accepts(sample));
}

TEST_CASE("samples of every language") {
  for (const auto& folder : std::filesystem::directory_iterator(kRoot / "tests" / "grammars")) {
    if (!folder.is_directory()) continue;
    const std::string language = folder.path().filename().string();
    CAPTURE(language);
    const Parser parser = parser_of(language);
    for (const auto& sample : samples_of(folder.path() / "valid.txt")) check_valid(parser, sample);
    for (const auto& sample : samples_of(folder.path() / "invalid.txt")) {
      check_invalid(parser, sample);
    }
  }
}

}  // namespace
}  // namespace grabr
