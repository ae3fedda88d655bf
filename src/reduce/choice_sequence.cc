// Both directions go over the grammar's expressions with a stack of their own.
// Tested by tests/reduce/choices_test.cc: decode(encode(tree)) has the tree's tokens.
#include "reduce/choice_sequence.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

/// Steps that a derivation may take for each number and token it may have: rules without a choice
/// and empty ones are neither.
constexpr std::size_t kStepsEach = 200;

bool shorter_first(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

/// Was the node made by the expression, as far as can be seen without going below symbols?
bool made_by(const Tree& tree, NodeId id, const Expr& expr) {
  const Node& node = tree[id];
  const auto children = tree.children(id);
  switch (expr.kind) {
    case Expr::Kind::kSymbol:
      return (node.kind == NodeKind::kRule || node.kind == NodeKind::kToken) &&
             node.symbol == expr.symbol;
    case Expr::Kind::kOptional:
      return node.kind == NodeKind::kOptional &&
             (children.empty() || made_by(tree, children[0], expr.parts[0]));
    case Expr::Kind::kRepeat:
      if (node.kind != NodeKind::kList || node.separated != (expr.parts.size() > 1)) return false;
      for (std::size_t i = 0; i < children.size(); ++i) {
        if (!made_by(tree, children[i], expr.parts[node.separated ? i % 2 : 0])) return false;
      }
      return true;
    case Expr::Kind::kChoice:
      return node.kind == NodeKind::kGroup ||
             std::ranges::any_of(expr.parts,
                                 [&](const Expr& part) { return made_by(tree, id, part); });
    case Expr::Kind::kSequence: break;
  }
  if (expr.parts.size() == 1) return made_by(tree, id, expr.parts[0]);
  return node.kind == NodeKind::kGroup && children.size() == expr.parts.size();
}

}  // namespace

bool shortlex_less(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  return a.size() != b.size() ? a.size() < b.size() : std::ranges::lexicographical_compare(a, b);
}

ChoiceCoder::ChoiceCoder(const Tree& tree, const Analysis& analysis)
    : grammar_(tree.grammar()), yield_(grammar_, analysis), texts_(grammar_.symbols.size()) {
  for (SymbolId s = 0; s < grammar_.symbols.size(); ++s) {
    symbols_.push_back({Expr::Kind::kSymbol, s, 0, {}});
  }
  for (const Expr& symbol : symbols_) parts_.push_back(&symbol);
  orders_.resize(parts_.size());
  for (const Rule& rule : grammar_.rules) {
    orders_[rule.symbol] = yield_.order(rule);
    for (const Alternative& alternative : rule.alternatives) number(alternative.body);
  }
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    if (node.kind != NodeKind::kToken || node.symbol == kNoSymbol) continue;
    const bool literal = grammar_.symbols[node.symbol].kind == SymbolKind::kLiteral;
    if (literal && !grammar_.ignore_case) continue;
    texts_[node.symbol].emplace_back(tree.token_text(id));
  }
  for (SymbolId s = 0; s < texts_.size(); ++s) {
    std::ranges::sort(texts_[s], shorter_first);
    texts_[s].insert(texts_[s].begin(), yield_.text(s));
    const auto same = std::find(texts_[s].begin() + 1, texts_[s].end(), texts_[s][0]);
    if (same != texts_[s].end()) texts_[s].erase(same);
    texts_[s].erase(std::unique(texts_[s].begin(), texts_[s].end()), texts_[s].end());
  }
}

void ChoiceCoder::number(const Expr& expr) {
  if (expr.kind == Expr::Kind::kSymbol) return;
  numbers_.emplace(&expr, static_cast<std::uint32_t>(parts_.size()));
  parts_.push_back(&expr);
  orders_.push_back(expr.kind == Expr::Kind::kChoice ? yield_.order(expr.parts)
                                                     : std::vector<std::uint32_t>());
  for (const Expr& part : expr.parts) number(part);
}

std::uint32_t ChoiceCoder::part_of(const Expr& expr) const {
  return expr.kind == Expr::Kind::kSymbol ? expr.symbol : numbers_.at(&expr);
}

class ChoiceCoder::Decoder {
 public:
  Decoder(const ChoiceCoder& coder, std::span<const std::uint32_t> values,
          const DecodeLimits& limits)
      : coder_(coder), values_(values), limits_(limits) {}

  std::optional<DecodedChoices> run(const Expr& start) {
    todo_.push_back({Step::kDerive, &start});
    const std::size_t most = kStepsEach * (limits_.values + limits_.tokens + 1);
    for (std::size_t steps = 0; !todo_.empty(); ++steps) {
      if (steps > most || overrun_ || result_.tokens.size() > limits_.tokens) return std::nullopt;
      const Step step = todo_.back();
      todo_.pop_back();
      switch (step.what) {
        case Step::kDerive: derive(*step.expr); break;
        case Step::kNext: next_element(*step.expr, step.index); break;
        case Step::kClose: close(step.index); break;
      }
    }
    if (overrun_ || result_.tokens.size() > limits_.tokens) return std::nullopt;
    std::erase_if(result_.spans, [](const ChoiceSpan& span) { return span.begin == span.end; });
    return std::move(result_);
  }

 private:
  struct Step {
    enum What { kDerive, kNext, kClose } what = kDerive;
    const Expr* expr = nullptr;
    std::uint32_t index = 0;  ///< kNext: elements before it; kClose: the span
  };

  std::uint32_t read() {
    if (result_.values.size() >= limits_.values) overrun_ = true;
    return next_ < values_.size() ? values_[next_++] : 0;
  }

  std::uint32_t choose(std::size_t count) {
    if (count < 2) return 0;
    result_.values.push_back(read() % static_cast<std::uint32_t>(count));
    return result_.values.back();
  }

  void open(ChoiceSpan::Kind kind, const Expr& expr) {
    const auto at = static_cast<std::uint32_t>(result_.values.size());
    todo_.push_back({Step::kClose, &expr, static_cast<std::uint32_t>(result_.spans.size())});
    result_.spans.push_back({kind, coder_.part_of(expr), at, at, nesting_});
  }

  void close(std::uint32_t span) {
    ChoiceSpan& closed = result_.spans[span];
    closed.end = static_cast<std::uint32_t>(result_.values.size());
    nesting_ = closed.nesting;
  }

  void derive(const Expr& expr) {
    switch (expr.kind) {
      case Expr::Kind::kSymbol:
        if (coder_.grammar_.symbols[expr.symbol].terminal()) token(expr);
        else rule(expr);
        break;
      case Expr::Kind::kSequence: sequence(expr); break;
      case Expr::Kind::kChoice: {
        open(ChoiceSpan::Kind::kChoice, expr);
        const auto& order = coder_.orders_[coder_.part_of(expr)];
        todo_.push_back({Step::kDerive, &expr.parts[order[choose(order.size())]]});
        break;
      }
      case Expr::Kind::kOptional:
        open(ChoiceSpan::Kind::kOptional, expr);
        if (choose(2) == 1) todo_.push_back({Step::kDerive, &expr.parts[0]});
        ++nesting_;
        break;
      case Expr::Kind::kRepeat:
        open(ChoiceSpan::Kind::kList, expr);
        todo_.push_back({Step::kNext, &expr, 0});
        break;
    }
  }

  void sequence(const Expr& expr) {
    for (auto part = expr.parts.rbegin(); part != expr.parts.rend(); ++part) {
      todo_.push_back({Step::kDerive, &*part});
    }
  }

  void rule(const Expr& symbol) {
    open(ChoiceSpan::Kind::kRule, symbol);
    const auto& order = coder_.orders_[symbol.symbol];
    const auto& alternatives = coder_.grammar_.rule(symbol.symbol).alternatives;
    sequence(alternatives[order[choose(order.size())]].body);
  }

  void token(const Expr& terminal) {
    open(ChoiceSpan::Kind::kToken, terminal);
    const auto& texts = coder_.texts_[terminal.symbol];
    const std::string& text = texts[choose(texts.size())];
    result_.tokens.push_back({terminal.symbol, text});
  }

  void next_element(const Expr& list, std::uint32_t before) {
    const auto at = static_cast<std::uint32_t>(result_.values.size());
    const bool more = choose(2) == 1 || (before == 0 && list.min > 0);
    result_.values.back() = more ? 1 : 0;
    if (!more) return;
    todo_.push_back({Step::kNext, &list, before + 1});
    todo_.push_back({Step::kClose, &list, static_cast<std::uint32_t>(result_.spans.size())});
    result_.spans.push_back({ChoiceSpan::Kind::kElement, coder_.part_of(list), at, at, nesting_++});
    todo_.push_back({Step::kDerive, &list.parts[0]});
    if (before > 0 && list.parts.size() > 1) todo_.push_back({Step::kDerive, &list.parts[1]});
  }

  const ChoiceCoder& coder_;
  const std::span<const std::uint32_t> values_;
  const DecodeLimits limits_;
  std::vector<Step> todo_;
  DecodedChoices result_;
  std::size_t next_ = 0;
  std::uint32_t nesting_ = 0;
  bool overrun_ = false;
};

class ChoiceCoder::Encoder {
 public:
  Encoder(const ChoiceCoder& coder, const Tree& tree)
      : coder_(coder),
        tree_(tree),
        classic_(coder.grammar_.notation == Notation::kClassic) {}

  std::optional<ChoiceValues> run() {
    if (tree_.root() == kNoNode) return std::nullopt;
    todo_.push_back({&coder_.symbols_[tree_[tree_.root()].symbol], tree_.root(), kWhole});
    while (!todo_.empty()) {
      const Step step = todo_.back();
      todo_.pop_back();
      if (step.element != kWhole) next_element(*step.expr, step.node, step.element);
      else if (!encode(*step.expr, step.node)) return std::nullopt;
    }
    return std::move(values_);
  }

 private:
  static constexpr std::uint32_t kWhole = ~std::uint32_t{0};
  struct Step {
    const Expr* expr = nullptr;
    NodeId node = kNoNode;
    std::uint32_t element = kWhole;  ///< of a list: go on with this one
  };

  bool put_rank(const std::vector<std::uint32_t>& order, std::uint32_t taken) {
    const auto at = std::ranges::find(order, taken);
    if (at == order.end()) return false;
    if (order.size() > 1) values_.push_back(static_cast<std::uint32_t>(at - order.begin()));
    return true;
  }

  bool encode(const Expr& expr, NodeId id) {
    const Node& node = tree_[id];
    const auto children = tree_.children(id);
    switch (expr.kind) {
      case Expr::Kind::kSymbol: return symbol(expr, id);
      case Expr::Kind::kChoice: return choice(expr, id);
      case Expr::Kind::kSequence:
        if (expr.parts.size() != 1) return node.kind == NodeKind::kGroup && parts(expr, children);
        todo_.push_back({&expr.parts[0], id, kWhole});
        return true;
      case Expr::Kind::kOptional:
        if (node.kind != NodeKind::kOptional) return false;
        values_.push_back(children.empty() ? 0 : 1);
        if (!children.empty()) todo_.push_back({&expr.parts[0], children[0], kWhole});
        return true;
      case Expr::Kind::kRepeat: break;
    }
    if (node.kind != NodeKind::kList) return false;
    todo_.push_back({&expr, id, 0});
    return true;
  }

  bool symbol(const Expr& expr, NodeId id) {
    const Node& node = tree_[id];
    if (node.symbol != expr.symbol) return false;
    if (coder_.grammar_.symbols[expr.symbol].terminal()) {
      const auto& texts = coder_.texts_[expr.symbol];
      const auto text = std::ranges::find(texts, tree_.token_text(id));
      if (text == texts.end()) return false;
      if (texts.size() > 1) values_.push_back(static_cast<std::uint32_t>(text - texts.begin()));
      return true;
    }
    const auto& alternatives = coder_.grammar_.rule(expr.symbol).alternatives;
    return node.kind == NodeKind::kRule && node.alternative < alternatives.size() &&
           put_rank(coder_.orders_[expr.symbol], node.alternative) &&
           parts(alternatives[node.alternative].body, tree_.children(id));
  }

  /// A group of a single part is that part: which alternative it was has to be seen from it.
  bool choice(const Expr& expr, NodeId id) {
    const auto& order = coder_.orders_[coder_.part_of(expr)];
    const Node& node = tree_[id];
    for (std::uint32_t i = 0; i < expr.parts.size(); ++i) {
      const Expr& part = expr.parts[i];
      const bool sequence = part.kind == Expr::Kind::kSequence && part.parts.size() != 1;
      const bool group = node.kind == NodeKind::kGroup && node.alternative == i && sequence &&
                         part.parts.size() == tree_.children(id).size();
      if (!group && (sequence || !made_by(tree_, id, part))) continue;
      if (!put_rank(order, i)) return false;
      todo_.push_back({&part, id, kWhole});
      return true;
    }
    return false;
  }

  bool parts(const Expr& expr, std::span<const NodeId> children) {
    std::vector<Step> steps;
    std::size_t next = 0;
    for (const Expr& part : expr.parts) {
      const bool literal = classic_ && part.kind == Expr::Kind::kSymbol &&
                           coder_.grammar_.symbols[part.symbol].terminal();
      if (literal) continue;  // neighbours among them are one token, with nothing to choose
      while (classic_ && next < children.size() && tree_[children[next]].kind == NodeKind::kToken) {
        ++next;
      }
      if (next == children.size()) return false;
      steps.push_back({&part, children[next++], kWhole});
    }
    if (!classic_ && next != children.size()) return false;
    todo_.insert(todo_.end(), steps.rbegin(), steps.rend());
    return true;
  }

  void next_element(const Expr& list, NodeId id, std::uint32_t element) {
    const auto children = tree_.children(id);
    const std::uint32_t step = list.parts.size() > 1 ? 2 : 1;
    const std::size_t at = std::size_t{element} * step;
    values_.push_back(at < children.size() ? 1 : 0);
    if (at >= children.size()) return;
    todo_.push_back({&list, id, element + 1});
    todo_.push_back({&list.parts[0], children[at], kWhole});
    if (step == 2 && at > 0) todo_.push_back({&list.parts[1], children[at - 1], kWhole});
  }

  const ChoiceCoder& coder_;
  const Tree& tree_;
  const bool classic_;
  std::vector<Step> todo_;
  ChoiceValues values_;
};

std::optional<ChoiceValues> ChoiceCoder::encode(const Tree& tree) const {
  return Encoder(*this, tree).run();
}

std::optional<DecodedChoices> ChoiceCoder::decode(std::span<const std::uint32_t> values,
                                                  const DecodeLimits& limits) const {
  return decode_part(grammar_.start, values, limits);
}

std::optional<DecodedChoices> ChoiceCoder::decode_part(std::uint32_t part,
                                                       std::span<const std::uint32_t> values,
                                                       const DecodeLimits& limits) const {
  return Decoder(*this, values, limits).run(*parts_[part]);
}

}  // namespace grabr
