#include "parse/lr/rule_display.h"

#include <algorithm>

#include "grammar/model/print.h"
#include "text/escape.h"

namespace grabr {
namespace {

constexpr int kMaxNesting = 3;
constexpr std::size_t kMaxGroupCharacters = 60;

}  // namespace

/// The text of a part, and whether `?` may be appended to it without parentheses.
struct RuleDisplay::Text {
  std::string text;
  bool item = true;

  std::string as_item() const { return item ? text : "(" + text + ")"; }
};

RuleDisplay::RuleDisplay(const Grammar& grammar, const LoweredGrammar& lowered)
    : grammar_(grammar), lowered_(lowered), owner_(lowered.symbols.size(), LoweredGrammar::kEnd) {
  find_owners();
}

/// A helper occurs in exactly one place: in a rule or in another helper.
void RuleDisplay::find_owners() {
  std::vector<LoweredId> todo;
  for (LoweredId id = 0; id < lowered_.symbols.size(); ++id) {
    if (lowered_.symbols[id].role != Role::kRule) continue;
    owner_[id] = id;
    todo.push_back(id);
  }
  while (!todo.empty()) {
    const LoweredId id = todo.back();
    todo.pop_back();
    const LoweredSymbol& symbol = lowered_.symbols[id];
    for (std::uint32_t r = symbol.first_rule; r < symbol.first_rule + symbol.rule_count; ++r) {
      for (const LoweredId part : lowered_.rhs(r)) {
        if (lowered_.terminal(part) || owner_[part] != LoweredGrammar::kEnd) continue;
        owner_[part] = owner_[id];
        todo.push_back(part);
      }
    }
  }
}

bool RuleDisplay::literal(LoweredId id, std::string& bytes) const {
  if (!lowered_.terminal(id) || lowered_.symbols[id].user != kNoSymbol) return false;
  bytes += static_cast<char>(id - lowered_.first_byte);
  return true;
}

std::string RuleDisplay::symbol(LoweredId id) const { return text(id, 0).text; }

std::string RuleDisplay::terminal(const EpsilonFreeGrammar& epsilon_free, EpsilonFreeId id) const {
  return id == kEndOfInput ? "end of input" : symbol(epsilon_free.lowered_of[id]);
}

RuleDisplay::Text RuleDisplay::text(LoweredId id, int depth) const {
  const LoweredSymbol& named = lowered_.symbols[id];
  std::string bytes;
  if (literal(id, bytes)) return {grabr::quoted(bytes)};
  if (named.role == Role::kTerminal || named.role == Role::kRule) {
    return {symbol_text(grammar_, named.user)};
  }
  if (depth > kMaxNesting) return {"…"};
  const auto first = lowered_.rhs(named.first_rule);
  switch (named.role) {
    case Role::kOptional: return {text(first[0], depth + 1).as_item() + "?"};
    case Role::kStar:
      if (!named.separated) {
        const LoweredId element = lowered_.rhs(lowered_.symbols[first[0]].first_rule)[0];
        return {text(element, depth + 1).as_item() + "*"};
      }
      return {text(first[0], depth).as_item() + "?"};
    case Role::kList: {
      const std::string element = text(first[0], depth + 1).as_item();
      if (!named.separated) return {element + "+"};
      const auto next = lowered_.rhs(named.first_rule + 1);
      return {element + " % " + text(next[1], depth + 1).as_item(), false};
    }
    default: return {choice(id, depth)};
  }
}

/// `(a | b c)`
std::string RuleDisplay::choice(LoweredId group, int depth) const {
  const LoweredSymbol& named = lowered_.symbols[group];
  std::string result;
  for (std::uint32_t i = 0; i < named.rule_count; ++i) {
    if (i > 0) result += " | ";
    if (result.size() > kMaxGroupCharacters) return "(" + result + "…)";
    result += row(named.first_rule + i, depth + 1);
  }
  return "(" + result + ")";
}

std::string RuleDisplay::row(std::uint32_t rule, int depth) const {
  const std::uint32_t size = lowered_.rules[rule].size;
  return size == 0 ? "()" : parts(rule, 0, size, depth);
}

std::string RuleDisplay::parts(std::uint32_t rule, std::uint32_t from, std::uint32_t to,
                               int depth) const {
  const auto rhs = lowered_.rhs(rule);
  std::string result;
  while (from < to) {
    if (!result.empty()) result += ' ';
    std::string bytes;
    while (from < to && literal(rhs[from], bytes)) ++from;
    result += bytes.empty() ? text(rhs[from++], depth).as_item() : grabr::quoted(bytes);
  }
  return result;
}

std::string RuleDisplay::dotted(const EpsilonFreeGrammar& epsilon_free, std::uint32_t rule,
                                std::uint32_t dot) const {
  const EpsilonFreeRule& form = epsilon_free.rules[rule];
  const auto slots = epsilon_free.slots_of(rule);
  const auto next = std::find(slots.begin(), slots.end(), dot);
  const std::uint32_t size = lowered_.rules[form.source].size;
  const std::uint32_t part =
      next == slots.end() ? size
                          : form.first_part + static_cast<std::uint32_t>(next - slots.begin());
  const LoweredId lhs = lowered_.rules[form.source].lhs;
  std::string result = symbol(lhs) + " ::= ";
  if (part > 0) result += parts(form.source, 0, part, 0) + " ";
  result += "•";
  if (part < size) result += " " + parts(form.source, part, size, 0);
  if (lowered_.symbols[lhs].role != Role::kRule && owner_[lhs] != LoweredGrammar::kEnd) {
    result += "  (of " + symbol(owner_[lhs]) + ")";
  }
  return result;
}

}  // namespace grabr
