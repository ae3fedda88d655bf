// Input number n depends on the seed and n (and, for sentences that cover a grammar, on those
// before), never on test results: so a run can be repeated, and tests may run concurrently. Texts
// added between two inputs are treated like given ones.
//
//   a grammar and texts that parse   half mutated trees, a quarter sentences, a quarter texts
//                                    mutated by characters
//   a grammar                        three quarters sentences, a quarter of them mutated as texts
//   texts                            mutated as texts
//   nothing                          random printable text: Miller, Fredriksen & So, "An empirical
//                                    study of the reliability of UNIX utilities", 1990
//
// Sentences take turns: random (by the rules' probabilities), covering, and larger. Tested by
// tests/generate/mutate_test.cc.
#include "generate/input_source.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMinNonterminals = 60;  // minimum nonterminals
constexpr std::size_t kMaxMutations = 6;

std::vector<Tree> trees_of(const std::shared_ptr<const Grammar>& grammar,
                           const std::vector<std::string>& texts) {
  const Parser parser(grammar);
  std::vector<Tree> trees;
  for (const std::string& text : texts) {
    ParseResult result = parser.parse(text);
    if (auto* tree = std::get_if<Tree>(&result)) trees.push_back(std::move(*tree));
  }
  return trees;
}

}  // namespace

InputSource::InputSource(InputSourceOptions options) : options_(std::move(options)) {
  given_ = options_.corpus.size();
  if (!options_.grammar) return;
  GeneratorOptions how;
  how.seed = options_.seed;
  generators_.push_back(std::make_unique<Generator>(options_.grammar, how));
  how.strategy = GenerateStrategy::kCoverage;
  generators_.push_back(std::make_unique<Generator>(options_.grammar, how));
  how.strategy = GenerateStrategy::kCost;
  how.min_nonterminals = kMinNonterminals;
  generators_.push_back(std::make_unique<Generator>(options_.grammar, how));
  std::vector<Tree> trees = trees_of(options_.grammar, options_.corpus);
  if (!trees.empty()) mutator_.emplace(*options_.grammar, std::move(trees));
}

std::string InputSource::next() {
  const std::uint64_t number = next_++;
  if (number < given_) return options_.corpus[number];
  RandomNumbers random(~options_.seed, number);
  const bool as_text = !options_.only_sentences && random.chance(25);
  if (mutator_ && !as_text && random.chance(66)) return mutated_tree(random);
  if (!options_.grammar && options_.corpus.empty()) return random_text(random);
  const bool from_corpus = !options_.corpus.empty() && (as_text || !options_.grammar);
  std::string text =
      from_corpus ? options_.corpus[random.below(options_.corpus.size())] : sentence(number);
  return as_text || !options_.grammar ? mutated_text(std::move(text), random) : text;
}

void InputSource::add(std::string text) {
  if (options_.grammar) {
    for (Tree& tree : trees_of(options_.grammar, {text})) {
      if (!mutator_) mutator_.emplace(*options_.grammar, std::vector<Tree>());
      mutator_->add(std::move(tree));
    }
  }
  options_.corpus.push_back(std::move(text));
}

std::string InputSource::sentence(std::uint64_t number) {
  return print(generators_[number % generators_.size()]->sentence(number));
}

std::string InputSource::mutated_tree(RandomNumbers& random) {
  const auto donors = mutator_->donors();
  Tree tree = donors[random.below(donors.size())];
  for (std::size_t n = 1 + random.below(kMaxMutations); n > 0; --n) {
    tree = mutator_->mutate(std::move(tree), random);
  }
  return print(tree);
}

std::string InputSource::mutated_text(std::string text, RandomNumbers& random) const {
  for (std::size_t n = 1 + random.below(kMaxMutations); n > 0; --n) {
    text = mutate_text(std::move(text), random);
  }
  return text;
}

std::string InputSource::random_text(RandomNumbers& random) const {
  const std::size_t most = std::max(options_.min_chars, options_.max_chars);
  std::string text;
  for (std::size_t n = options_.min_chars + random.below(most - options_.min_chars + 1); n > 0;
       --n) {
    const bool line_end = random.chance(3);
    text += line_end ? '\n' : static_cast<char>(0x20 + random.below(0x5F));
  }
  return text;
}

}  // namespace grabr
