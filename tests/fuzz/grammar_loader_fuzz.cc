// Any bytes as a grammar file: it is read, checked, shown, compiled and prepared for parsing. After
// a line `---` follow the files that it may extend, named 1.json, 2.json and so on.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "grammar/analyse/analysis.h"
#include "grammar/lex/lexer.h"
#include "grammar/model/print.h"
#include "parse/parser.h"
#include "text/diagnostic.h"
#include "text/error.h"

namespace grabr::fuzz {
namespace {

constexpr std::string_view kSeparator = "\n---\n";

std::vector<std::string> files_in(std::string_view bytes) {
  std::vector<std::string> files;
  for (std::size_t end = 0; (end = bytes.find(kSeparator)) != bytes.npos;) {
    files.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end + kSeparator.size());
  }
  files.emplace_back(bytes);
  return files;
}

Source file_called(const std::string& path, const std::vector<std::string>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (path == std::to_string(i) + ".json") return Source(path, files[i]);
  }
  throw Error(ErrorKind::kInvalid, "cannot read " + path);
}

/// The files of a grammar are stored one after the other, with one byte between them.
bool lies_in_one_file(Span span, const GrammarFile& file, const Source& source) {
  std::size_t begin = 0;
  std::size_t end = source.bytes().size();
  for (const Source& base : file.bases) {
    if (span.begin <= end) break;
    begin = end + 1;
    end = begin + base.bytes().size();
  }
  return begin <= span.begin && span.begin <= span.end && span.end <= end;
}

void check_problems(const GrammarFile& file, const Source& source) {
  for (const Diagnostic& problem : file.problems) {
    require(lies_in_one_file(problem.span, file, source),
            "a problem's span lies in one file: " + problem.message);
    require(!problem.message.empty(), "a problem says what it is");
  }
  render(file, source);
  require(file.grammar.has_value() != has_errors(file.problems), "a grammar or an error");
}

void check_grammar_value(const Grammar& grammar) {
  require(!print_rules(grammar).empty(), "a grammar can be shown");
  const Analysis analysis = analyse(grammar);
  require(analysis.productive[grammar.start], "the start symbol derives something");
  for (const auto graph : {GrammarGraph::kUses, GrammarGraph::kLeftCorner, GrammarGraph::kUnit,
                           GrammarGraph::kTokens}) {
    grammar_dot(grammar, graph);
  }
  Parser(std::make_shared<const Grammar>(grammar)).accepts("");
}

}  // namespace
}  // namespace grabr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grabr;
  const fuzz::TimeLimit limit;
  const auto files = fuzz::files_in({reinterpret_cast<const char*>(data), size});
  const auto read = [&](const std::string& path) { return fuzz::file_called(path, files); };
  const Source source = read("0.json");
  const GrammarFile file = load_grammar(source, read);
  fuzz::check_problems(file, source);
  if (file.grammar) fuzz::check_grammar_value(*file.grammar);
  return 0;
}
