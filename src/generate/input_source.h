// A numbered sequence of fuzzing inputs: from a grammar, from given texts, or random.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generate/generator.h"
#include "generate/mutate.h"
#include "generate/random_numbers.h"
#include "parse/parser.h"

namespace grabr {

struct InputSourceOptions {
  std::uint64_t seed = 0;
  std::shared_ptr<const Grammar> grammar = nullptr;  ///< null: none
  std::vector<std::string> corpus = {};
  bool only_sentences = false;  ///< use only sentences of the grammar and mutated trees
  std::size_t min_chars = 1;    ///< length of random texts
  std::size_t max_chars = 1000;
};

class InputSource {
 public:
  /// Throws Error as Generator does.
  explicit InputSource(InputSourceOptions options);

  /// The next input, beginning with the texts of the corpus. The sequence depends only on the
  /// options and on the texts added.
  std::string next();
  /// Adds a text to the corpus from which inputs are made.
  void add(std::string text);
  /// Number of texts that parse, whose trees are mutated.
  std::size_t parsed() const { return mutator_ ? mutator_->donors().size() : 0; }

 private:
  std::string sentence(std::uint64_t number);
  std::string mutated_tree(RandomNumbers& random);
  std::string mutated_text(std::string text, RandomNumbers& random) const;
  std::string random_text(RandomNumbers& random) const;

  InputSourceOptions options_;
  std::vector<std::unique_ptr<Generator>> generators_;
  std::optional<TreeMutator> mutator_;
  std::uint64_t given_ = 0;  // number of texts given with the options
  std::uint64_t next_ = 0;
};

}  // namespace grabr
