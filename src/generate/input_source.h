// Inputs to try, by number: from a grammar, from texts that are given, or out of nothing.
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
  bool only_sentences = false;             ///< nothing but what a grammar and its trees give
  std::size_t min_chars = 1;               ///< of random texts
  std::size_t max_chars = 1000;
};

class InputSource {
 public:
  /// Throws Error as Generator does.
  explicit InputSource(InputSourceOptions options);

  /// The inputs in order, the texts of the corpus first: for the same options always the same.
  std::string next();
  /// Texts of the corpus that parse, of which trees are mutated.
  std::size_t parsed() const { return mutator_ ? mutator_->donors().size() : 0; }

 private:
  std::string sentence(std::uint64_t number);
  std::string mutated_tree(RandomNumbers& random);
  std::string mutated_text(std::string text, RandomNumbers& random) const;
  std::string random_text(RandomNumbers& random) const;

  InputSourceOptions options_;
  std::vector<std::unique_ptr<Generator>> generators_;
  std::optional<TreeMutator> mutator_;
  std::uint64_t next_ = 0;
};

}  // namespace grabr
