// The parts of a result that is being explained, and tests of texts in which some of them are
// replaced. Each such text is a sentence of a grammar made for it.
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

  /// Finds out whether spacing matters, since generated texts have their own. Throws
  /// Error(kInvalid) if the result does not fail with any spacing that can be generated.
  void find_spacing();

  /// The text with these values for its parts; nothing if no grammar can generate it.
  std::optional<std::string> text_with(const Filling& filling);
  bool fails_with(std::size_t part, const RuleItems& value);
  /// The answers, in order, up to and including the first that equals `until`.
  std::vector<Outcome> ask_all(const std::vector<std::string>& texts,
                               std::optional<Outcome> until = {});

  /// Tests generated sentences in place of one part.
  Sampled sample_part(std::size_t number);
  /// The same for several parts at once; nothing if there is no grammar of such texts.
  std::optional<Sampled> sample_all(const Filling& all);
  /// Up to ExplainOptions::samples different sentences for the part.
  std::vector<RuleItems> draw_values(std::size_t number);
  /// The value of each part in a sentence in which all parts are replaced.
  Filling values_of(const Drawn& drawn, const Filling& all) const;

  const Tree& tree_;
  const std::string& text_;
  const BaseGrammar& base_;
  const ExplainOptions& options_;
  const AskTests& ask_;
  Skeleton skeleton_;
  Spacing spacing_ = Spacing::kFree;
  std::vector<FreePart> parts_;  // all parts that were tried

 private:
  std::optional<AbstractGrammar> grammar_of(const Filling& filling);
  std::vector<std::string> other_spacings();
  bool fails_in_other_spacing();
  std::vector<std::string> starts(const Filling& filling) const;
  RuleItems was(const FreePart& part) const;

  std::uint64_t attempts_ = 0;
};

}  // namespace grabr
