// Any bytes as a grammar file: read, checked, shown, compiled, made ready for parsing.
#include <cstdint>
#include <string>

#include "fuzz/fuzz_input.h"
#include "grammar/analyse/analysis.h"
#include "grammar/lex/lexer.h"
#include "grammar/model/print.h"
#include "parse/parser.h"
#include "text/diagnostic.h"

namespace grabr::fuzz {
namespace {

void check_problems(const GrammarFile& file, const Source& source) {
  for (const Diagnostic& problem : file.problems) {
    require(problem.span.begin <= problem.span.end && problem.span.end <= source.bytes().size(),
            "a problem's span lies in the file: " + problem.message);
    require(!problem.message.empty(), "a problem says what it is");
  }
  render(file.problems, source);
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
  const Source source("grammar.json", std::string(reinterpret_cast<const char*>(data), size));
  const GrammarFile file = load_grammar(source);
  fuzz::check_problems(file, source);
  if (file.grammar) fuzz::check_grammar_value(*file.grammar);
  return 0;
}
