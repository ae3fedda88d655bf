// The conversion of the fuzzingbook's chapter "Fuzzing with Grammars", reproduced step by step, so
// that fresh symbols get the same names in the same order and everything computed from them later
// (the order of a reducer's candidates) is the same, too. Two passes over all rules:
//
// 1. Parentheses. In each expansion all groups `( … )` without parentheses inside and with ? * or +
//    after them are listed from left to right; each becomes a fresh symbol whose one expansion is
//    the group's contents, and the operator stays: "<int>(.<int>)?" → "<int><symbol>?". Repeated
//    until no group is left, so inner groups come first. Rules added by this pass are not visited,
//    as they hold no parentheses.
// 2. Operators. In each expansion (those of the first pass's fresh rules too) all `<x>?` `<x>*`
//    `<x>+` become fresh symbols named after x:
//        <x>?  →  <x-1>: "" | <x>
//        <x>*  →  <x-1>: "" | <x><x-1>
//        <x>+  →  <x-1>: <x> | <x><x-1>
//
// Both passes replace the first occurrence of the listed text in the expansion's current state,
// which is not always the place where it was found, as in the original.
//
// Tested by ebnf_test.cc against the original's own results (tests/golden/ebnf.json).
#include "grammar/load/ebnf.h"

#include <unordered_map>

#include "text/suggest.h"

namespace grabr {
namespace {

bool is_operator(char c) { return c == '?' || c == '*' || c == '+'; }

bool operator_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_operator(text[at]);
}

/// All innermost groups with their operators: "(.<int>)?".
std::vector<std::string> groups_of(std::string_view text) {
  std::vector<std::string> groups;
  std::size_t open = std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open = i;
    if (text[i] != ')') continue;
    if (open != std::string_view::npos && operator_at(text, i + 1)) {
      groups.emplace_back(text.substr(open, i + 2 - open));
    }
    open = std::string_view::npos;
  }
  return groups;
}

/// All nonterminals with an operator after them: "<int>+".
std::vector<std::string> repeated_in(std::string_view text) {
  std::vector<std::string> found;
  std::size_t from = 0;
  while (const auto name = find_nonterminal(text, from)) {
    from = name->end;
    if (operator_at(text, from)) {
      ++from;
      found.emplace_back(text.substr(name->begin, from - name->begin));
    }
  }
  return found;
}

class Conversion {
 public:
  Conversion(std::vector<BookRule>& rules, Problems& problems)
      : rules_(rules), problems_(problems) {
    for (const BookRule& rule : rules) {
      taken_.emplace(rule.name, 0);
      names_.push_back(rule.name);
    }
  }

  void parentheses() {
    const std::size_t original_rules = rules_.size();
    for (std::size_t r = 0; r < original_rules; ++r) {
      for (std::size_t e = 0; e < rules_[r].expansions.size(); ++e) {
        if (rules_[r].expansions[e].is_list) continue;
        for (bool changed = true; changed;) changed = replace_groups(r, e);
      }
    }
  }

  void operators() {
    const std::size_t rules_before = rules_.size();
    defined_ = taken_;
    for (std::size_t r = 0; r < rules_before; ++r) {
      for (std::size_t e = 0; e < rules_[r].expansions.size(); ++e) {
        if (!rules_[r].expansions[e].is_list) replace_repeated(r, e);
      }
    }
  }

 private:
  bool replace_groups(std::size_t r, std::size_t e) {
    const std::vector<std::string> groups = groups_of(rules_[r].expansions[e].text.text());
    for (const std::string& group : groups) {
      PlacedText& text = rules_[r].expansions[e].text;
      const std::size_t at = text.text().find(group);
      const std::size_t last = at + group.size() - 1;  // the operator's place
      const std::string name = fresh_name("<symbol>");
      PlacedText contents = text.part(at + 1, last - 1);
      const Span span = text.span(at, last + 1);
      text.replace(at, last, name);
      add_rule(name, span, {std::move(contents)});
    }
    return !groups.empty();
  }

  void replace_repeated(std::size_t r, std::size_t e) {
    for (const std::string& item : repeated_in(rules_[r].expansions[e].text.text())) {
      PlacedText& text = rules_[r].expansions[e].text;
      const std::size_t at = text.text().find(item);
      const Span span = text.span(at, at + item.size());
      const std::string repeated = item.substr(0, item.size() - 1);
      if (!defined_.contains(repeated)) {
        report_undefined(item, repeated, span);
        continue;
      }
      const std::string name = fresh_name(repeated);
      PlacedText one = text.part(at, at + repeated.size());
      text.replace(at, at + item.size(), name);
      add_rule(name, span, meaning(item.back(), one, name));
    }
  }

  /// The expansions of a fresh symbol `name`.
  static std::vector<PlacedText> meaning(char sign, const PlacedText& one,
                                         const std::string& name) {
    const PlacedText nothing = one.part(0, 0);
    if (sign == '?') return {nothing, one};
    PlacedText more = one;
    more.replace(0, 0, one.text());
    more.replace(one.text().size(), more.text().size(), name);
    return {sign == '*' ? nothing : one, more};
  }

  void add_rule(const std::string& name, Span span, std::vector<PlacedText> texts) {
    BookRule rule{name, span, {}};
    for (PlacedText& text : texts) {
      rule.expansions.emplace_back();
      rule.expansions.back().text = std::move(text);
      rule.expansions.back().span = span;
    }
    taken_.emplace(name, 0);
    rules_.push_back(std::move(rule));
  }

  /// `name` if it is free, else the first free one of <name-1>, <name-2>, …. Names are never
  /// released, so each search continues where the last one for this name ended.
  std::string fresh_name(const std::string& name) {
    const auto taken = taken_.find(name);
    if (taken == taken_.end()) return name;
    const std::string stem = name.substr(0, name.size() - 1) + "-";
    while (true) {
      ++taken->second;
      std::string candidate = stem + std::to_string(taken->second) + ">";
      if (!taken_.contains(candidate)) return candidate;
    }
  }

  void report_undefined(const std::string& item, const std::string& repeated, Span span) {
    const std::string meant = did_you_mean(nearest_word(repeated, names_));
    problems_.error(span, ticked(item) + " repeats a nonterminal that is not defined",
                    !meant.empty() ? meant
                                   : "if ? * + are literal text in this file, say \"ebnf\": "
                                     "false");
  }

  std::vector<BookRule>& rules_;
  Problems& problems_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> taken_;    ///< names in use → last number given
  std::unordered_map<std::string, int> defined_;  ///< names in use before the second pass
};

bool has_unit_expansion(const BookRule& rule, std::string_view symbol) {
  for (const BookExpansion& expansion : rule.expansions) {
    if (!expansion.is_list && expansion.text.text() == symbol) return true;
  }
  return false;
}

std::optional<PlainOperator> find_plain_operator(const BookRule& rule, const PlacedText& text) {
  const std::string& bytes = text.text();
  std::size_t from = 0;
  while (const auto name = find_nonterminal(bytes, from)) {
    from = name->end;
    const bool sign = operator_at(bytes, from) && bytes[from] != '?';
    const auto right = find_nonterminal(bytes, from + 1);
    if (!sign || !right || right->begin != from + 1) continue;
    const std::string repeated = bytes.substr(name->begin, name->end - name->begin);
    const bool recurs_right = bytes.substr(right->begin, right->end - right->begin) == rule.name &&
                              has_unit_expansion(rule, repeated);
    if (repeated != rule.name && !recurs_right) continue;
    return PlainOperator{text.span(name->begin, right->end), repeated, bytes[from]};
  }
  return std::nullopt;
}

}  // namespace

std::optional<TextRange> find_nonterminal(std::string_view text, std::size_t from) {
  std::size_t open = std::string_view::npos;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '<') {
      open = i;
    } else if (text[i] == ' ') {
      open = std::string_view::npos;
    } else if (text[i] == '>' && open != std::string_view::npos) {
      return TextRange{open, i + 1};
    }
  }
  return std::nullopt;
}

bool is_nonterminal(std::string_view text) {
  const auto found = find_nonterminal(text, 0);
  return found && found->begin == 0 && found->end == text.size();
}

void convert_ebnf(std::vector<BookRule>& rules, Problems& problems) {
  Conversion conversion(rules, problems);
  conversion.parentheses();
  conversion.operators();
}

std::optional<PlainOperator> find_plain_operator(const std::vector<BookRule>& rules) {
  for (const BookRule& rule : rules) {
    for (const BookExpansion& expansion : rule.expansions) {
      if (expansion.is_list) continue;
      if (auto found = find_plain_operator(rule, expansion.text)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace grabr
