#include "parse/earley/build_tree.h"

#include <utility>
#include <vector>

#include "parse/lr/tree_builder.h"

namespace grabr {
namespace {

/// A derivation that is chosen step by step.
class ChosenExpansion {
 public:
  using Part = grabr::Part;

  ChosenExpansion(const Tokens& tokens, bool classic, Choose choose)
      : tokens_(tokens), classic_(classic), choose_(std::move(choose)) {}

  std::uint32_t expand(const Part& part, LargeArray<Part>& parts) {
    const Step step = choose_(part);
    parts.append(step.parts);
    return step.rule;
  }

  std::uint32_t expand_optional(const Part& part, LargeArray<Part>& parts) {
    return expand(part, parts);
  }

  Token token(const Part& part) const {
    if (!classic_) return tokens_.tokens[part.begin];
    return {kNoSymbol, {part.begin, part.begin}, {part.begin, part.end}};
  }

  static std::uint64_t unit_key(const Part&) { return 0; }
  static bool goes_on_from(const Part&, const Part&) { return false; }
  static Part behind(const Part&, const Part& last) { return last; }

 private:
  const Tokens& tokens_;
  const bool classic_;
  Choose choose_;
};

}  // namespace

Tree build_tree(const std::shared_ptr<const Grammar>& grammar, const LoweredGrammar& lowered,
                std::string_view text, const Tokens& tokens, const Part& root, Choose choose) {
  const bool classic = grammar->notation == Notation::kClassic;
  const std::size_t length = classic ? root.end : tokens.tokens.size();
  ChosenExpansion chosen(tokens, classic, std::move(choose));
  return TreeBuilder(grammar, lowered, text, chosen)
      .build(root, root.end == length ? tokens.skipped_at_end : Span{});
}

Tree build_tree(const std::shared_ptr<const Grammar>& grammar, const Chart& chart,
                std::string_view text, const Tokens& tokens, ParseOptions::Choice choice) {
  Forest forest(chart);
  Chooser chooser(forest);
  return build_tree(grammar, chart.grammar(), text, tokens, whole_input(chart),
                    [&](const Part& part) { return chooser.choose(part, choice); });
}

}  // namespace grabr
