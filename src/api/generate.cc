// Sentences of a grammar, for the library.
#include "api/engine.h"

namespace grabr::inline v1 {
namespace {

GeneratorOptions engine_options(const engine::Grammar& grammar, const GenerateOptions& options) {
  if (options.min_nonterminals > options.max_nonterminals) {
    throw Error(ErrorKind::kUsage,
                "min_nonterminals " + std::to_string(options.min_nonterminals) +
                    " is more than max_nonterminals " + std::to_string(options.max_nonterminals),
                "");
  }
  GeneratorOptions how;
  how.strategy = parse_enum("strategy", options.strategy, kGenerateStrategies);
  how.seed = options.seed;
  how.start = rule_to_start_with(grammar, options.start);
  how.min_nonterminals = options.min_nonterminals;
  how.max_nonterminals = options.max_nonterminals;
  how.max_depth = options.max_depth;
  return how;
}

}  // namespace

struct Generator::State {
  State(std::shared_ptr<const engine::Grammar> grammar, const GeneratorOptions& options)
      : generator(std::move(grammar), options) {}

  engine::Generator generator;
};

Generator::Generator(const Grammar& grammar, const GenerateOptions& options) {
  try {
    const auto& rules = grammar.state()->grammar;
    state_ = std::make_unique<State>(rules, engine_options(*rules, options));
  } catch (const engine::Error& error) {
    throw public_error(error);
  }
}

Generator::Generator(Generator&&) noexcept = default;
Generator& Generator::operator=(Generator&&) noexcept = default;
Generator::~Generator() = default;

std::string Generator::sentence(std::uint64_t number) {
  try {
    return grabr::print(state_->generator.sentence(number));
  } catch (const engine::Error& error) {
    throw public_error(error);
  }
}

}  // namespace grabr::v1
