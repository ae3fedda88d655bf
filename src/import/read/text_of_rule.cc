#include "import/read/text_of_rule.h"

#include <utility>

namespace grabr {
namespace {

constexpr std::size_t kMostParts = 3000;

class RuleText {
 public:
  explicit RuleText(const ImportedGrammar& grammar) : grammar_(grammar) {}

  bool too_large() const { return written_ > kMostParts; }

  Phrase of(const Phrase& part, std::uint32_t depth) {
    if (depth > kMostPartNesting || ++written_ > kMostParts) return {};
    if (part.is(Phrase::Kind::kName)) {
      const ImportedRule* rule = grammar_.rule(part.text);
      if (rule == nullptr) return part;
      std::vector<Phrase> ways;
      for (const ImportedBranch& branch : rule->branches) {
        ways.push_back(of(branch.body, depth + 1));
      }
      return choice_of(std::move(ways));
    }
    Phrase copy = part;
    copy.parts.clear();
    const Phrase blanks =
        repeat_of(set_part(CharClass{{'\t', '\t'}, {' ', ' '}}), 0, Phrase::kUnlimited);
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      if (i > 0 && part.is(Phrase::Kind::kSequence)) copy.parts.push_back(blanks);
      copy.parts.push_back(of(part.parts[i], depth + 1));
    }
    return copy;
  }

 private:
  const ImportedGrammar& grammar_;
  std::size_t written_ = 0;
};

}  // namespace

std::optional<Phrase> text_of_rule(const ImportedGrammar& grammar, const ImportedRule& rule) {
  std::vector<Phrase> ways;
  for (const ImportedBranch& branch : rule.branches) ways.push_back(branch.body);
  RuleText text(grammar);
  Phrase body = text.of(choice_of(std::move(ways)), 0);
  if (text.too_large()) return std::nullopt;
  return body;
}

}  // namespace grabr
