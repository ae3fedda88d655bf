// Tested by tests/cli/odd_inputs_test.cc.
#include "cli/options/odd_inputs.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStdinName = "stdin";

std::string extension_of(const ReduceOptions& options, std::string_view text) {
  std::optional<fs::path> grammar;
  if (!options.grammar.empty()) {
    grammar = find_grammar(options.grammar);
  } else if (const auto choice = GrammarChooser().choose(kStdinName, text)) {
    grammar = choice->path;
  }
  if (!grammar) return {};
  const auto card = read_grammar_card(*grammar, CardDetail::kHead);
  return card && !card->extensions.empty() ? card->extensions.front() : std::string();
}

}  // namespace

StandardInput read_standard_input(const ReduceOptions& options) {
  StandardInput input;
  input.text.assign(std::istreambuf_iterator<char>(std::cin), {});
  if (input.text.empty()) {
    throw Error(ErrorKind::kInvalid,
                "standard input is empty: there is nothing to reduce\n"
                "hint: - reads it; ./- is a file of that name");
  }
  input.name = kStdinName + extension_of(options, input.text);
  return input;
}

void prepare_for_standard_input(ReduceOptions& options, const Call& call) {
  const bool among_others = std::find(call.further_inputs.begin(), call.further_inputs.end(),
                                      kStandardInput) != call.further_inputs.end();
  if (among_others || (call.input == kStandardInput && !call.further_inputs.empty())) {
    throw Error(ErrorKind::kInvalid,
                "standard input (-) cannot be one of several inputs\n"
                "hint: write it to a file first");
  }
  if (call.input != kStandardInput) return;
  if (options.in_place) {
    throw Error(ErrorKind::kInvalid,
                "--in-place: standard input cannot be replaced\n"
                "hint: -o FILE says where the result goes");
  }
  if (options.output.empty()) options.output = "-";
}

void give_standard_output(ReduceOptions& options, bool result_there) {
  std::string* taker = nullptr;
  std::string name;
  for (const auto& [option, target] : {std::pair{"--report -", &options.report},
                                       {"--trace -", &options.trace},
                                       {"--events -", &options.events}}) {
    if (*target != "-") continue;
    if (taker != nullptr || result_there) {
      throw Error(
          ErrorKind::kInvalid,
          (taker == nullptr ? std::string(option) + ": the result goes to standard output, too"
                            : name + " and " + option + ": both cannot go to standard output") +
              "\nhint: name a file for one of them; ./- is a file called -");
    }
    taker = target;
    name = option;
  }
  if (taker != nullptr) *taker = "/dev/stdout";
}

}  // namespace grabr
