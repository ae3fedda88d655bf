// A grammar and a text: both engines agree, trees print back, failures lie in the text.
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "fuzz/fuzz_input.h"
#include "parse/parser.h"
#include "support/agreement.h"

namespace grabr::fuzz {
namespace {

// The reference takes cubic time in the worst case; a longer text would be reported as a time-out.
constexpr std::size_t kLongestForAnyGrammar = 200;
constexpr std::size_t kMaxMemory = 64 << 20;
// An automaton is made for each start symbol, and cached for the grammars of this repository.
constexpr std::size_t kStartSymbols = 4;

void check_failure(const ParseFailure& failure, const Parser& parser, const Source& source) {
  const std::size_t size = source.bytes().size();
  require(failure.span.begin <= failure.span.end && failure.span.end <= size,
          "a failure's span lies in the text");
  for (const auto& open : failure.open) require(open.begin <= size, "a rule begins in the text");
  require(!render(parser.describe(failure, source), source).empty(), "a failure has a message");
}

void check_text(const Parser& parser, std::string_view text, const ParseOptions& options) {
  const std::string found = support::disagreement(parser, text, options);
  require(found.empty(), found);
  const ParseResult result = parser.parse(text, options);
  if (const auto* failure = std::get_if<ParseFailure>(&result)) {
    check_failure(*failure, parser, Source("text", std::string(text)));
  }
}

/// Making a parser for a large grammar takes longer than parsing: parsers of shipped grammars are
/// made once.
std::shared_ptr<const Parser> parser_of(const Input& input) {
  static std::map<std::shared_ptr<const Grammar>, std::shared_ptr<const Parser>> made;
  if (!input.shipped) return std::make_shared<const Parser>(input.grammar);
  auto& parser = made[input.grammar];
  if (parser == nullptr) parser = std::make_shared<const Parser>(input.grammar);
  return parser;
}

}  // namespace
}  // namespace grabr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grabr;
  const fuzz::TimeLimit limit;
  const auto input = fuzz::read_input(data, size);
  if (!input) return 0;
  if (!input->shipped && input->text.size() > fuzz::kLongestForAnyGrammar) return 0;
  const auto parser = fuzz::parser_of(*input);
  ParseOptions options;
  options.max_memory = fuzz::kMaxMemory;
  fuzz::check_text(*parser, input->text, options);
  options.choice = ParseOptions::Choice::kBook;
  fuzz::check_text(*parser, input->text, options);
  options.choice = ParseOptions::Choice::kRule;
  const auto& rules = input->grammar->rules;
  options.start = rules[size % fuzz::kStartSymbols % rules.size()].symbol;
  fuzz::check_text(*parser, input->text, options);
  return 0;
}
