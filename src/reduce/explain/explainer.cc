// DDSET: Gopinath, Kampmann, Havrikov, Soremekun and Zeller, "Abstracting Failure-Inducing Inputs"
// (ISSTA 2020). A node of the result's tree is abstract if the text still fails with other
// sentences of its symbol in its place. Nodes are visited from the root down; the inside of an
// abstract node is not visited.
//
//   ((4)), the test: two pairs of parentheses      <expr>: "4*(1)" does not fail
//   …                                              ((<expr>)): 20 of 20 fail
//
// As in the paper, answers "unresolved" do not count, nodes with the same text are also tried
// together, and at last all abstract nodes are replaced at once. In addition to the paper:
//   - all parts of an EBNF rule are visited: absent optional parts, lists that may be longer,
//     choices inside a rule;
//   - the texts of a choice among a few are tried one by one;
//   - for a whole number, binary search finds the range of values that fail;
//   - generated texts have their own spacing, so it is tested first whether spacing matters;
//   - if a text with all parts replaced does not fail, parts are restored one after the other
//     to find the part that makes the difference, and the inside of that part is visited.
// The result is a grammar, and the tested texts are its sentences.
//
// Tests: one for most nodes that are not abstract, `samples` for an abstract one, `together` at the
// end. Tested by tests/reduce/explain_test.cc.
#include "reduce/explain/explainer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "grammar/model/print.h"
#include "reduce/explain/finite_values.h"
#include "reduce/explain/number_range.h"
#include "reduce/explain/slots.h"
#include "reduce/explain/trials.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxFiniteTexts = 64;  // texts of a choice that are tried one by one

std::string text_of(const RuleItems& items) {
  std::string text;
  for (const RuleItem& item : items) text += (text.empty() ? "" : " ") + item.text;
  return text;
}

/// Does the error end the search with the results so far?
bool is_stop(const Error& error) {
  return error.kind() == ErrorKind::kBudget || is_by_signal(error.kind());
}

class Search : Trials {
 public:
  Search(const Tree& tree, const std::string& text, const BaseGrammar& base,
         const ExplainOptions& options, const AskTests& ask,
         const std::function<void(const std::string&)>& tell)
      : Trials(tree, text, base, options, ask), tell_(tell) {}

  Explanation run() {
    Explanation found;
    try {
      if (!is_classic()) tell_("trying other spacing");
      find_spacing();
      explore({tree_.root(), nullptr});
      link();
      join();
    } catch (const Error& error) {
      if (!is_stop(error)) throw;
      found.ended_by = error.kind();
      found.reason = error.what();
    }
    finish(found);
    return found;
  }

 private:
  bool is_enough(const Tally& tally) const {
    return tally.holds() && (tally.all || 2 * tally.tried >= options_.samples);
  }

  // Parts one by one.

  /// Adds the part if its sentences fail. Otherwise `sampled` has the answers.
  bool attempt(FreePart part, const Slot& slot, Sampled& sampled) {
    const std::size_t number = parts_.size();
    tell_("trying " + part.symbol + " (" + std::to_string(accepted_.size()) +
          (accepted_.size() == 1 ? " part may" : " parts may") + " be something else)");
    parts_.push_back(std::move(part));
    slots_.push_back(slot);
    skeleton_.put(parts_[number], number);
    sampled = sample_part(number);
    parts_[number].tally = sampled.tally;
    if (is_enough(sampled.tally)) {
      accept(number);
      return true;
    }
    skeleton_.take_out(number);
    return false;
  }

  void accept(std::size_t number) {
    accepted_.insert(number);
    std::erase_if(kept_, [&](const auto& entry) {
      return std::ranges::any_of(parts_[number].nodes, [&](NodeId node) {
        return parts_[number].verdict != PartVerdict::kMore && is_inside(tree_, entry.first, node);
      });
    });
  }

  void explore(const Slot& root) { explore(std::vector<Slot>{root}); }

  void explore(std::vector<Slot> todo) {
    while (!todo.empty()) {
      const Slot slot = todo.back();
      todo.pop_back();
      if (visit(slot)) continue;
      const std::vector<Slot> below = slots_below(tree_, slot);
      todo.insert(todo.end(), below.rbegin(), below.rend());
    }
  }

  /// Returns whether another text may replace the node.
  bool visit(const Slot& slot) {
    Sampled sampled;
    const std::optional<FreePart> any = any_part(slot);
    if (any && attempt(*any, slot, sampled)) return true;
    if (any && (sampled.tally.tried > 0 || sampled.tally.unresolved > 0)) {
      if (visit_values(*any, slot)) return true;
      keep(*any, slot, sampled);
    }
    if (tree_[slot.node].kind == NodeKind::kList) visit_places(slot);
    return false;
  }

  /// The part that stands for any sentence of the node's symbol, or of its part of a rule.
  std::optional<FreePart> any_part(const Slot& slot) const {
    const Node node = tree_[slot.node];
    FreePart part;
    part.verdict = PartVerdict::kAny;
    part.nodes = {slot.node};
    const bool choice = slot.expr != nullptr && slot.expr->kind == Expr::Kind::kChoice;
    const bool open = node.kind == NodeKind::kList || node.kind == NodeKind::kOptional;
    if (choice || (open && slot.expr != nullptr)) {
      part.symbol = print_expr(grammar(), *slot.expr);
      part.rule = {{RuleItem::Kind::kRule, part.symbol}};
      return part;
    }
    const bool named = node.kind == NodeKind::kRule || node.kind == NodeKind::kToken;
    if (!named || node.symbol == kNoSymbol || node.opaque) return std::nullopt;
    const Symbol& symbol = grammar().symbols[node.symbol];
    if (node.kind == NodeKind::kToken && symbol.kind != SymbolKind::kPattern) return std::nullopt;
    part.symbol = symbol.name;
    part.rule = {{RuleItem::Kind::kName, symbol.name}};
    return part;
  }

  /// Remembers why a node stays. It is shown at the token, or at the lowest rule of a classic
  /// grammar.
  void keep(const FreePart& part, const Slot& slot, const Sampled& sampled) {
    const bool lowest = tree_.is_token(slot.node) || (is_classic() && is_lowest_rule(slot.node)) ||
                        (slot.expr != nullptr && slot.expr->kind == Expr::Kind::kChoice &&
                         tree_.token_count(slot.node) == 1);
    if (!lowest) return;
    FreePart kept = part;
    kept.tally = sampled.tally;
    kept.verdict = sampled.miss ? PartVerdict::kMatters : PartVerdict::kUnknown;
    if (sampled.miss && sampled.miss->values.front()) {
      kept.counterexample = text_of(*sampled.miss->values.front());
    }
    // Of nodes with the same token, the lowest is the most informative.
    std::erase_if(kept_,
                  [&](const auto& entry) { return is_inside(tree_, slot.node, entry.first); });
    kept_.insert_or_assign(slot.node, std::move(kept));
  }

  bool is_lowest_rule(NodeId node) const {
    return std::ranges::none_of(tree_.children(node).span(),
                                [&](NodeId child) { return tree_[child].kind == NodeKind::kRule; });
  }

  /// Tries to insert more elements at each place of a list that has some.
  void visit_places(const Slot& slot) {
    const std::uint32_t count = tree_[slot.node].child_count();
    if (slot.expr == nullptr || slot.expr->kind != Expr::Kind::kRepeat || count == 0) return;
    const bool separated = slot.expr->parts.size() > 1;
    const std::string element = bracketed(slot.expr->parts[0]);
    const std::string separator = separated ? bracketed(slot.expr->parts[1]) : "";
    for (std::uint32_t before = 0; before < count; before += separated ? 2 : 1) {
      add_place(slot, before, separated ? "(" + element + " " + separator + ")*" : element + "*");
    }
    add_place(slot, count, separated ? "(" + separator + " " + element + ")*" : element + "*");
  }

  /// The expression as a part of a larger rule, in brackets if necessary.
  std::string bracketed(const Expr& expr) const {
    const bool single = expr.kind == Expr::Kind::kSymbol;
    return single ? print_expr(grammar(), expr) : "(" + print_expr(grammar(), expr) + ")";
  }

  void add_place(const Slot& slot, std::uint32_t before, const std::string& rule) {
    FreePart part;
    part.verdict = PartVerdict::kMore;
    part.nodes = {slot.node};
    part.before = before;
    part.symbol = rule;
    part.rule = {{RuleItem::Kind::kRule, rule}};
    Sampled sampled;
    attempt(std::move(part), slot, sampled);
  }

  // Values.

  bool visit_values(const FreePart& any, const Slot& slot) {
    return try_range(any, slot) || try_one_of(any, slot);
  }

  bool try_one_of(const FreePart& any, const Slot& slot) {
    const Node node = tree_[slot.node];
    const bool choice = slot.expr != nullptr && slot.expr->kind == Expr::Kind::kChoice;
    if (!choice && node.kind != NodeKind::kRule) return false;
    const std::vector<std::string> texts =
        choice ? finite_texts(grammar(), *slot.expr, kMaxFiniteTexts)
               : finite_texts(grammar(), node.symbol, kMaxFiniteTexts);
    const RuleItems now = items_below(tree_, slot.node);
    if (texts.size() < 2 || now.size() != 1) return false;
    const std::size_t number = add_candidate(any, slot, PartVerdict::kOneOf);
    std::vector<RuleItems> others;
    std::vector<std::string> candidates;
    for (const std::string& text : texts) {
      const RuleItems value = {{RuleItem::Kind::kText, text}};
      const auto candidate = text_with({{{number, {.free = false, .value = value}}}});
      if (value == now || !candidate) continue;
      others.push_back(value);
      candidates.push_back(*candidate);
    }
    const std::vector<Outcome> outcomes = ask_all(candidates);
    FreePart& part = parts_[number];
    part.values = {now};
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i] == Outcome::kUnresolved) ++part.tally.unresolved;
      else ++part.tally.tried;
      if (outcomes[i] != Outcome::kFail) continue;
      ++part.tally.failed;
      part.values.push_back(others[i]);
    }
    part.tally.all = true;
    return settle(number, part.values.size() > 1);
  }

  bool try_range(const FreePart& any, const Slot& slot) {
    const std::optional<std::int64_t> now = number_in(items_below(tree_, slot.node));
    if (!now) return false;
    const std::size_t number = add_candidate(any, slot, PartVerdict::kRange);
    const auto fails = [&](std::int64_t value) { return fails_with(number, number_items(value)); };
    const std::int64_t low = lowest_failing(*now, fails);
    const std::int64_t high = highest_failing(*now, fails);
    if (low == high) return settle(number, false);
    FreePart& part = parts_[number];
    part.low = low;
    part.high = high;
    RandomNumbers random(options_.seed, next_seed());
    part.values = numbers_between(low, high, *now, options_.samples + 3, random);
    const Sampled sampled = sample_part(number);
    parts_[number].tally = sampled.tally;
    return settle(number, is_enough(sampled.tally));
  }

  std::size_t add_candidate(const FreePart& any, const Slot& slot, PartVerdict verdict) {
    FreePart part = any;
    part.verdict = verdict;
    part.tally = {};
    parts_.push_back(std::move(part));
    slots_.push_back(slot);
    skeleton_.put(parts_.back(), parts_.size() - 1);
    return parts_.size() - 1;
  }

  bool settle(std::size_t number, bool holds) {
    if (holds) accept(number);
    else skeleton_.take_out(number);
    return holds;
  }

  // Parts that change together.

  void link() {
    for (const std::vector<NodeId>& nodes : alike_nodes()) {
      std::vector<NodeId> open;
      for (const NodeId node : nodes) {
        const bool inside =
            !open.empty() && is_inside(tree_, node, open.back());  // in a chain of the same symbol
        if (!inside && !skeleton_.is_covered(node) && !skeleton_.has_part_below(node)) {
          open.push_back(node);
        }
      }
      if (open.size() >= 2) try_link(open);
    }
  }

  /// Nodes of one symbol with the same tokens, in groups of several; the largest first.
  std::vector<std::vector<NodeId>> alike_nodes() const {
    std::map<std::pair<SymbolId, std::string>, std::vector<NodeId>> groups;
    std::map<NodeId, std::size_t> place;
    for (const NodeId id : preorder(tree_, tree_.root())) {
      place.emplace(id, place.size());
      const Node node = tree_[id];
      const bool name = node.kind == NodeKind::kToken && node.symbol != kNoSymbol &&
                        !is_classic() &&
                        grammar().symbols[node.symbol].kind == SymbolKind::kPattern;
      const bool several = node.kind == NodeKind::kRule && !node.opaque &&
                           node.token_count() > (is_classic() ? 0 : 1);
      if (name || several) groups[{node.symbol, text_of(items_below(tree_, id))}].push_back(id);
    }
    std::vector<std::vector<NodeId>> alike;
    for (auto& [key, nodes] : groups) {
      if (nodes.size() > 1) alike.push_back(std::move(nodes));
    }
    std::ranges::sort(alike, [&](const auto& a, const auto& b) {
      const auto size = [&](const auto& nodes) { return tree_.token_count(nodes.front()); };
      return size(a) != size(b) ? size(a) > size(b) : place.at(a.front()) < place.at(b.front());
    });
    return alike;
  }

  void try_link(const std::vector<NodeId>& nodes) {
    if (!tried_links_.insert(nodes).second) return;
    const std::optional<FreePart> any = any_part({nodes.front(), nullptr});
    if (!any) return;
    std::vector<RuleItems> values = other_values(*any, {nodes.front(), nullptr});
    if (values.empty()) return;
    FreePart part = *any;
    part.verdict = PartVerdict::kLinked;
    part.nodes = nodes;
    part.values = std::move(values);
    Sampled sampled;
    attempt(std::move(part), {nodes.front(), nullptr}, sampled);
  }

  /// Up to ExplainOptions::samples different sentences for the part.
  std::vector<RuleItems> other_values(const FreePart& any, const Slot& slot) {
    const std::size_t number = add_candidate(any, slot, PartVerdict::kAny);
    parts_[number].values.clear();
    std::vector<RuleItems> values = draw_values(number);
    skeleton_.take_out(number);
    return values;
  }

  // All parts at once.

  void join() {
    while (!accepted_.empty()) {
      tell_("trying all " + std::to_string(accepted_.size()) + " parts at once");
      Filling all;
      for (const std::size_t number : accepted_) all.parts[number].free = true;
      const std::optional<Sampled> sampled = sample_all(all);
      if (sampled && !sampled->miss) {
        together_ = sampled->tally;
        return;
      }
      const std::size_t culprit =
          sampled ? culprit_of(values_of(*sampled->miss, all)) : *accepted_.rbegin();
      withdraw(culprit, sampled ? values_of(*sampled->miss, all) : Filling());
    }
  }

  /// The part whose restored text makes the whole fail again. If only several parts together do,
  /// the last of them.
  std::size_t culprit_of(const Filling& filling) {
    std::vector<std::size_t> numbers;
    std::vector<std::string> texts;
    for (const auto& [number, one] : filling.parts) {
      Filling without = filling;
      without.parts.erase(number);
      if (const auto text = text_with(without)) {
        numbers.push_back(number);
        texts.push_back(*text);
      }
    }
    const std::vector<Outcome> alone = ask_all(texts, Outcome::kFail);
    if (!alone.empty() && alone.back() == Outcome::kFail) return numbers[alone.size() - 1];
    Filling rest = filling;
    while (rest.parts.size() > 1) {
      const std::size_t number = rest.parts.begin()->first;
      rest.parts.erase(rest.parts.begin());
      const auto text = text_with(rest);
      if (text && ask_one(*text, ask_) == Outcome::kFail) return number;
    }
    return rest.parts.begin()->first;
  }

  /// A name may have become equal to another one, so it first gets other names. Any other part is
  /// withdrawn, and its inside is visited.
  void withdraw(std::size_t number, const Filling& values) {
    const NodeId node = parts_[number].nodes.front();
    const bool any = parts_[number].verdict == PartVerdict::kAny;
    if (any && !parts_[number].has_values() && is_name(node)) {
      skeleton_.take_out(number);
      std::vector<RuleItems> names = other_values(parts_[number], slots_[number]);
      skeleton_.put(parts_[number], number);
      if (!names.empty()) {
        parts_[number].values = std::move(names);
        return;
      }
    }
    accepted_.erase(number);
    skeleton_.take_out(number);
    if (!any) return;
    Sampled sampled;
    sampled.tally = parts_[number].tally;
    ++sampled.tally.tried;
    const auto value = values.parts.find(number);
    if (value != values.parts.end()) {
      sampled.miss.emplace();
      sampled.miss->values = {value->second.value};
    }
    keep(parts_[number], slots_[number], sampled);
    if (!visit_values(parts_[number], slots_[number])) {
      explore(slots_below(tree_, slots_[number]));
    }
    link();
  }

  bool is_name(NodeId node) const {
    const auto& names = grammar().hints.identifiers;
    return tree_.is_token(node) && std::ranges::find(names, tree_[node].symbol) != names.end();
  }

  // Results.

  void finish(Explanation& found) {
    found.spacing_matters = spacing_ == Spacing::kExact;
    found.together = together_;
    std::vector<FreePart> parts;
    for (const std::size_t number : accepted_) parts.push_back(parts_[number]);
    const auto place = [&](const FreePart& part) {
      const std::vector<Span> spans = skeleton_.spans(part);
      return std::pair(spans.front().begin, spans.front().end);
    };
    std::ranges::stable_sort(parts, {}, place);
    Skeleton skeleton(tree_, text_);
    Filling all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      skeleton.put(parts[i], i);
      all.parts[i].free = true;
    }
    found.grammar = abstract_grammar_json(base_, skeleton.rules(parts, all, spacing_),
                                          grammar().name + ", like one result");
    for (const auto& [node, part] : kept_) {
      if (!skeleton.is_covered(node)) parts.push_back(part);
    }
    std::ranges::stable_sort(parts, {}, place);
    for (const FreePart& part : parts) found.parts.push_back(shown(part));
  }

  ExplainedPart shown(const FreePart& part) const {
    ExplainedPart shown;
    shown.spans = skeleton_.spans(part);
    shown.symbol = part.symbol;
    shown.was = text_.substr(shown.spans.front().begin, shown.spans.front().size());
    shown.verdict = part.verdict;
    shown.tally = part.tally;
    shown.counterexample = part.counterexample;
    if (part.verdict == PartVerdict::kOneOf) {
      for (const RuleItems& value : part.values) shown.values.push_back(text_of(value));
    }
    shown.own_names = part.verdict == PartVerdict::kAny && part.has_values();
    shown.low = part.low;
    shown.high = part.high;
    return shown;
  }

  const std::function<void(const std::string&)>& tell_;
  std::vector<Slot> slots_;          // of all parts that were tried, by number
  std::set<std::size_t> accepted_;   // by number
  std::map<NodeId, FreePart> kept_;  // nodes that stay, and why
  std::set<std::vector<NodeId>> tried_links_;
  Tally together_;
};

}  // namespace

bool is_abstract(PartVerdict verdict) {
  return verdict != PartVerdict::kMatters && verdict != PartVerdict::kUnknown;
}

double most_not_failing(std::uint64_t tried) {
  return tried == 0 ? 1 : 1 - std::pow(0.05, 1 / static_cast<double>(tried));
}

Explanation explain(const Tree& tree, const std::string& text, const BaseGrammar& base,
                    const ExplainOptions& options, const AskTests& ask,
                    const std::function<void(const std::string&)>& tell) {
  return Search(tree, text, base, options, ask, tell).run();
}

}  // namespace grabr
