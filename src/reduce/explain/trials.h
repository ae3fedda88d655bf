// The parts of a result that are being explained, and tests of texts that have something else in
// place of some of them. Each such text is a sentence of a grammar made for the question.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reduce/explain/part.h"
#include "reduce/explain/sampling.h"
#include "reduce/explain/skeleton.h"
#include "tree/tree.h"

namespace grabr {

class Trials {
 protected:
  Trials(const Tree& tree, const std::string& text, const BaseGrammar& base,
         const ExplainOptions& options, const AskTests& ask)
      : tree_(tree),
        text_(text),
        base_(base),
        options_(options),
        ask_(ask),
        skeleton_(tree, text) {}

  const Grammar& grammar() const { return tree_.grammar(); }
  bool is_classic() const { return grammar().notation == Notation::kClassic; }
  std::uint64_t next_seed() { return options_.seed * 1'000'003 + ++attempts_; }

  /// Texts are written anew by a grammar: finds out whether their spacing matters. Throws
  /// Error(kInvalid) if the result cannot be written so that it fails.
  void find_spacing();

  /// The text with these parts filled so; nothing if the grammar cannot write it.
  std::optional<std::string> text_with(const Filling& filling);
  bool fails_with(std::size_t part, const RuleItems& value);
  /// Up to the first answer `until`, in order.
  std::vector<Outcome> ask_all(const std::vector<std::string>& texts,
                               std::optional<Outcome> until = {});

  /// Tests sentences of one part that is free.
  Sampled sample_part(std::size_t number);
  /// The same for several at once; nothing if there is no grammar of such texts.
  std::optional<Sampled> sample_all(const Filling& all);
  /// Different sentences for the part, as many as are tested.
  std::vector<RuleItems> draw_values(std::size_t number);
  /// What stood for each part in a sentence of all.
  Filling values_of(const Drawn& drawn, const Filling& all) const;

  const Tree& tree_;
  const std::string& text_;
  const BaseGrammar& base_;
  const ExplainOptions& options_;
  const AskTests& ask_;
  Skeleton skeleton_;
  Spacing spacing_ = Spacing::kFree;
  std::vector<FreePart> parts_;  // all that were tried

 private:
  std::optional<AbstractGrammar> grammar_of(const Filling& filling);
  std::vector<std::string> other_spacings();
  bool fails_in_other_spacing();
  std::vector<std::string> starts(const Filling& filling) const;
  RuleItems was(const FreePart& part) const;

  std::uint64_t attempts_ = 0;
};

}  // namespace grabr
