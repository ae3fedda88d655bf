// The name of a shipped grammar, a line `---`, and a text: the whole default strategy, with each
// effort, with a test that is derived from the bytes; half of the texts are damaged first
// (support/damaged.h). Unknown names also select a grammar, so that every input is a run.
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "fuzz/fuzz_input.h"
#include "grammar/load/built_in.h"
#include "support/damaged.h"
#include "text/hash.h"

namespace grabr::fuzz {
namespace {

/// Short texts reach as many passes as long ones, in a fraction of the time.
constexpr std::size_t kLongest = 600;  // bytes
constexpr std::uint64_t kMaxTests = 150;

const BuiltInGrammar& grammar_named(std::string_view name) {
  const auto all = built_in_grammars();
  const std::string file = std::string(name) + ".json";
  const auto found = std::ranges::find(all, file, &BuiltInGrammar::file);
  if (found != all.end() && name != "schema") return *found;
  const BuiltInGrammar& any = all[hash128(name).low % all.size()];
  return any.file == "schema.json" ? all.front() : any;
}

std::shared_ptr<const Parser> parser_of(std::string_view name) {
  static std::map<std::string_view, std::shared_ptr<const Parser>> made;
  const BuiltInGrammar& grammar = grammar_named(name);
  std::shared_ptr<const Parser>& parser = made[grammar.file];
  if (parser != nullptr) return parser;
  const std::string path = std::string(kBuiltInFolder) + "/" + std::string(grammar.file);
  GrammarFile file = load_grammar(grammar_source(path));
  require(file.grammar.has_value(), path + " is a grammar");
  return parser = std::make_shared<const Parser>(
             std::make_shared<const Grammar>(std::move(*file.grammar)));
}

}  // namespace
}  // namespace grabr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grabr;
  const fuzz::TimeLimit limit;
  constexpr std::string_view kSeparator = "\n---\n";
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = bytes.find(kSeparator);
  const std::size_t begin = end == bytes.npos ? 0 : end + kSeparator.size();
  const auto parser = fuzz::parser_of(bytes.substr(0, std::min(end, size)));
  const auto below = support::seeded_choices(static_cast<std::uint32_t>(hash128(bytes).low));
  std::string text(bytes.substr(begin));
  if (below(2) == 0) text = support::damaged(text, text, below);
  if (text.size() > fuzz::kLongest) text.resize(fuzz::kLongest);
  const auto effort = static_cast<Effort>(below(3));
  const auto test = support::any_test(text, below);
  const std::string fault =
      support::fault_of_run(parser, text, test, effort, fuzz::kMaxTests, below(4) == 0);
  fuzz::require(fault.empty(), fault);
  return 0;
}
