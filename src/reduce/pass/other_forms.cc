// Subtree replacement (Vulcan's SR): replaces a node by another alternative of its symbol, filled
// with cheapest texts. This also makes structures alike.
//
//   unsigned long x;   →   int x;        return f(a) + 2;   →   return 0;
//
// At most kMaxForms alternatives per node are tried, those with fewest tokens first, then by bytes
// and byte order. Each has no more tokens than the node and makes the whole text smaller in that
// order, and no longer. Each success makes the text smaller, so the pass ends; then no such
// alternative of a single node still fails.
// Source: Z. Xu et al., "Pushing the Limit of 1-Minimality of Language-Agnostic Program Reduction"
// (OOPSLA 2023); structure canonicalisation of SFC (OOPSLA 2025).
// Tested by tests/reduce/vulcan_test.cc.
#include <algorithm>
#include <optional>
#include <utility>

#include "grammar/lex/lexer.h"
#include "reduce/core/shortlex.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxForms = 4;

struct Form {
  std::uint32_t tokens = 0;
  std::string text;
};

bool smaller(const Form& left, const Form& right) {
  if (left.tokens != right.tokens) return left.tokens < right.tokens;
  return shortlex_smaller(left.text, right.text);
}

/// Cheapest texts of expansions.
class Cheapest {
 public:
  explicit Cheapest(const TreeWork& work) : work_(work) {}

  std::optional<Form> of(const Expr& expr) const {
    Form form;
    if (!append(expr, form)) return std::nullopt;
    return form;
  }

 private:
  bool append(const Expr& expr, Form& form) const {
    switch (expr.kind) {
      case Expr::Kind::kSymbol: return append_symbol(expr.symbol, form);
      case Expr::Kind::kSequence:
        return std::all_of(expr.parts.begin(), expr.parts.end(),
                           [&](const Expr& part) { return append(part, form); });
      case Expr::Kind::kChoice: return append_cheapest_part(expr, form);
      case Expr::Kind::kOptional: return true;
      case Expr::Kind::kRepeat: break;
    }
    return expr.min == 0 || append(expr.parts[0], form);
  }

  bool append_cheapest_part(const Expr& choice, Form& form) const {
    std::optional<Form> least;
    for (const Expr& part : choice.parts) {
      std::optional<Form> some = of(part);
      if (some && (!least || smaller(*some, *least))) least = std::move(some);
    }
    if (least) append_text(*least, form);
    return least.has_value();
  }

  bool append_symbol(SymbolId symbol, Form& form) const {
    const Symbol& info = work_.grammar().symbols[symbol];
    const CheapestText& cheapest = work_.analysis().cheapest[symbol];
    if (info.kind == SymbolKind::kLiteral) {
      append_text({1, info.text}, form);
    } else if (cheapest.tokens == CheapestText{}.tokens ||
               (cheapest.tokens > 0 && cheapest.text.empty())) {
      return false;  // it derives no text, or only long ones
    } else {
      append_text({cheapest.tokens, cheapest.text}, form);
    }
    return true;
  }

  void append_text(const Form& part, Form& form) const {
    if (!form.text.empty() && !part.text.empty()) form.text += between_parts(work_.grammar());
    form.text += part.text;
    form.tokens += part.tokens;
  }

  const TreeWork& work_;
};

/// Alternatives of the node's symbol that are not larger than the node, smallest first.
std::vector<Form> forms_of(const TreeWork& work, NodeId node, std::uint32_t tokens) {
  std::vector<Form> forms;
  const Cheapest cheapest(work);
  for (const Alternative& alternative : work.grammar().rule(work.place(node)).alternatives) {
    std::optional<Form> form = cheapest.of(alternative.body);
    if (form && form->tokens > 0 && form->tokens <= tokens) forms.push_back(std::move(*form));
  }
  std::stable_sort(forms.begin(), forms.end(), smaller);
  if (forms.size() > kMaxForms) forms.resize(kMaxForms);
  return forms;
}

NodeId replace_by_form(TreeWork& work, NodeId node, std::uint32_t tokens) {
  const std::vector<Form> forms = forms_of(work, node, tokens);
  std::vector<NodeId> asked;
  std::size_t at = 0;
  const auto found = work.session().first_failing([&](std::size_t, Candidate& candidate) {
    for (; at < forms.size(); ++at) {
      const NodeId by = work.add_text(forms[at].text);
      const Edit edit[] = {{Edit::Kind::kReplace, node, by}};
      candidate =
          work.candidate(edit, "write " + forms[at].text + " for " + node_name(work.tree(), node));
      const std::string& best = work.session().best();
      const bool smaller_text = forms[at].tokens == tokens ? shortlex_smaller(candidate.text, best)
                                                           : candidate.text.size() <= best.size();
      if (!smaller_text) continue;
      asked.push_back(by);
      ++at;
      return true;
    }
    return false;
  });
  if (!found) return kNoNode;
  const Edit edit[] = {{Edit::Kind::kReplace, node, asked[*found]}};
  work.apply(edit);
  return asked[*found];
}

}  // namespace

bool other_forms(TreeWork& work) {
  if (work.tree().root() == kNoNode) return false;
  bool changed = false;
  std::vector<std::uint32_t> weights = work.weights();
  for (const NodeId node : preorder(work.tree(), work.tree().root())) {
    if (work.tree()[node].kind != NodeKind::kRule || weights[node] == 0) continue;
    if (replace_by_form(work, node, weights[node]) == kNoNode) continue;
    changed = true;
    weights = work.weights();
  }
  return changed;
}

}  // namespace grabr
