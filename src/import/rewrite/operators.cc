// A rule such as   e: e '*' e | e '+' e | '-' e | e '[' e ']' | ID   with a binding for each
// alternative (ANTLR: their order; tree-sitter and bison: numbers) is split into one rule per
// level:
//   e: e_product % '+'    e_product: e_unary % '*'    e_unary: '-' e_unary | ID ('[' e ']')*
// The tree is then the one that the author meant, without conflicts, and every operand can be
// removed together with its operator. Adjacent levels of prefixes and suffixes are merged. A prefix
// that binds looser than an operator may still be its right operand, as in  a * not b.
//
// Tested by rewrite_test.cc.
#include <algorithm>
#include <set>
#include <utility>

#include "import/rewrite/steps.h"

namespace grabr {
namespace {

/// One alternative of the rule, split into its parts.
struct Operation {
  enum class Kind : std::uint8_t { kBinary, kPrefix, kSuffix, kPrimary };
  Kind kind = Kind::kPrimary;
  Phrase rest;  ///< the alternative without the operands at its ends
  Binding binding;
  std::string label;
};

struct Level {
  bool binary = false;
  bool right = false;
  std::vector<Operation> operations;
};

Operation taken_apart(const ImportedBranch& branch, const std::string& name) {
  Operation operation;
  operation.binding = branch.binding.value_or(Binding{});
  operation.label = branch.label;
  std::vector<Phrase> parts = branch.body.is(Phrase::Kind::kSequence)
                                  ? branch.body.parts
                                  : std::vector<Phrase>{branch.body};
  const bool first = parts.size() > 1 && is_name_of(parts.front(), name);
  const bool last = parts.size() > 1 && is_name_of(parts.back(), name);
  if (last) parts.pop_back();
  if (first) parts.erase(parts.begin());
  operation.rest = sequence_of(std::move(parts));
  if (first && last) operation.kind = Operation::Kind::kBinary;
  else if (first) operation.kind = Operation::Kind::kSuffix;
  else if (last) operation.kind = Operation::Kind::kPrefix;
  return operation;
}

class Ladder {
 public:
  Ladder(ImportedRule rule, std::set<std::string>& names) : rule_(std::move(rule)), names_(names) {}

  /// The rules that replace it, the loosest level first, which keeps the name.
  std::vector<ImportedRule> build() {
    std::vector<Operation> operations;
    for (const ImportedBranch& branch : rule_.branches) {
      if (is_name_of(branch.body, rule_.name)) continue;  // e: e
      Operation operation = taken_apart(branch, rule_.name);
      (operation.kind == Operation::Kind::kPrimary ? primaries_ : operations)
          .push_back(std::move(operation));
    }
    sort_into_levels(std::move(operations));
    name_levels();
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      if (levels_[i].binary) add_binary(i);
      else add_unary(i);
    }
    add_primary();
    return std::move(made_);
  }

 private:
  void sort_into_levels(std::vector<Operation> operations) {
    std::stable_sort(operations.begin(), operations.end(),
                     [](const Operation& left, const Operation& right) {
                       return left.binding.level < right.binding.level;
                     });
    int number = 0;
    for (Operation& operation : operations) {
      const bool binary = operation.kind == Operation::Kind::kBinary;
      const bool together = !levels_.empty() && levels_.back().binary == binary &&
                            (!binary || operation.binding.level == number);
      if (!together) {
        levels_.emplace_back();
        levels_.back().binary = binary;
      }
      number = operation.binding.level;
      if (operation.binding.side == Binding::Side::kRight) levels_.back().right = true;
      levels_.back().operations.push_back(std::move(operation));
    }
  }

  void name_levels() {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const Level& level = levels_[i];
      std::string label;
      for (const Operation& operation : level.operations) {
        if (label.empty()) label = operation.label;
      }
      if (i == 0) level_names_.push_back(rule_.name);
      else if (!label.empty()) level_names_.push_back(free_name(label, names_));
      else
        level_names_.push_back(free_name(
            rule_.name + (level.binary ? "_" + std::to_string(i + 1) : "_unary"), names_));
    }
    level_names_.push_back(free_name(rule_.name + "_primary", names_));
  }

  void add(const std::string& name, std::vector<Phrase> ways) {
    made_.push_back({name, branches_of(std::move(ways)), rule_.place});
  }

  static Phrase choice_of_rests(const std::vector<const Operation*>& operations) {
    std::vector<Phrase> rests;
    for (const Operation* operation : operations) {
      const bool known = std::any_of(rests.begin(), rests.end(), [&](const Phrase& other) {
        return same_part(other, operation->rest);
      });
      if (!known) rests.push_back(operation->rest);
    }
    return choice_of(std::move(rests));
  }

  void add_binary(std::size_t at) {
    std::vector<const Operation*> all;
    for (const Operation& operation : levels_[at].operations) all.push_back(&operation);
    Phrase sign = choice_of_rests(all);
    std::vector<Phrase> operands = {named_part(level_names_[at + 1])};
    for (const std::string& prefix : loose_prefixes_) operands.push_back(named_part(prefix));
    const bool open = operands.size() > 1;
    Phrase first = operands.front();
    Phrase operand = choice_of(std::move(operands));
    bool fixed = true;  // the operator is one token, of one or several kinds
    for_each_part(sign, [&](const Phrase& part) {
      fixed = fixed && (part.is(Phrase::Kind::kText) || part.is(Phrase::Kind::kName) ||
                        part.is(Phrase::Kind::kChoice));
    });
    if (sign.is_empty()) {
      add(level_names_[at], {some_of(std::move(operand))});
    } else if (levels_[at].right && !fixed) {
      // A ternary's parts belong together: cond ? a : (b ? c : d).
      Phrase rest = sequence_of({std::move(sign), named_part(level_names_[at])});
      add(level_names_[at], {sequence_of({std::move(first), optional_of(std::move(rest))})});
    } else if (open) {
      Phrase rest = sequence_of({std::move(sign), std::move(operand)});
      add(level_names_[at], {sequence_of({std::move(first), many_of(std::move(rest))})});
    } else {
      add(level_names_[at], {list_of(std::move(first), std::move(sign))});
    }
  }

  void add_unary(std::size_t at) {
    const std::string& name = level_names_[at];
    std::vector<const Operation*> suffixes;
    std::vector<Phrase> ways;
    for (const Operation& operation : levels_[at].operations) {
      if (operation.kind == Operation::Kind::kSuffix) {
        suffixes.push_back(&operation);
      } else {
        ways.push_back(sequence_of({operation.rest, named_part(name)}));
      }
    }
    const bool looser = std::any_of(levels_.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                    levels_.end(), [](const Level& level) { return level.binary; });
    std::vector<Phrase> prefixes;
    if (looser && !ways.empty()) {
      const std::string prefix = free_name(name + "_prefix", names_);
      loose_prefixes_.push_back(prefix);
      prefixes.swap(ways);
      ways.push_back(named_part(prefix));
    }
    Phrase operand = named_part(level_names_[at + 1]);
    if (!suffixes.empty()) {
      operand = sequence_of({std::move(operand), many_of(choice_of_rests(suffixes))});
    }
    ways.push_back(std::move(operand));
    add(name, std::move(ways));
    if (!prefixes.empty()) add(loose_prefixes_.back(), std::move(prefixes));
  }

  void add_primary() {
    std::vector<Phrase> ways;
    for (Operation& primary : primaries_) ways.push_back(std::move(primary.rest));
    add(level_names_.back(), std::move(ways));
  }

  ImportedRule rule_;
  std::set<std::string>& names_;
  std::vector<Operation> primaries_;
  std::vector<Level> levels_;
  std::vector<std::string> level_names_;
  std::vector<std::string> loose_prefixes_;  // rules of prefixes of the levels so far
  std::vector<ImportedRule> made_;
};

/// Flattens alternatives that are groups: `e: (e '*' e | e '/' e) | x`.
void open_groups(ImportedRule& rule) {
  std::vector<ImportedBranch> opened;
  for (ImportedBranch& branch : rule.branches) {
    if (!branch.body.is(Phrase::Kind::kChoice)) {
      opened.push_back(std::move(branch));
      continue;
    }
    for (Phrase& way : branch.body.parts) {
      ImportedBranch one = branch;
      one.body = std::move(way);
      opened.push_back(std::move(one));
    }
  }
  rule.branches = std::move(opened);
}

bool is_split(const ImportedRule& rule) {
  bool left = false;
  bool other = false;
  for (const ImportedBranch& branch : rule.branches) {
    const Phrase& body = branch.body;
    const bool first = body.is(Phrase::Kind::kSequence) && body.parts.size() > 1 &&
                       is_name_of(body.parts.front(), rule.name);
    left = left || (first && branch.binding.has_value());
    other = other || !first;
  }
  return left && other;
}

}  // namespace

void split_operators(ImportedGrammar& grammar) {
  std::set<std::string> names = names_defined(grammar);
  std::vector<ImportedRule> rules;
  for (ImportedRule& rule : grammar.rules) {
    if (is_split(rule)) open_groups(rule);
    bool has_end = false;
    for (const ImportedBranch& branch : rule.branches) {
      has_end = has_end || taken_apart(branch, rule.name).kind == Operation::Kind::kPrimary;
    }
    if (!is_split(rule) || !has_end) {
      rules.push_back(std::move(rule));
      continue;
    }
    for (ImportedRule& made : Ladder(std::move(rule), names).build()) {
      rules.push_back(std::move(made));
    }
  }
  grammar.rules = std::move(rules);
}

}  // namespace grabr
