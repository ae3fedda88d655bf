// Defines the meaning of numbers, and decodes numbers to tokens: it walks over the grammar's
// expressions with a stack. choice_encoder.cc encodes a tree as numbers.
// Tested by tests/reduce/choices_test.cc: decode(encode(tree)) has the tree's tokens.
#include "reduce/literature/choice_sequence.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

/// The steps that a derivation may take for each number and token that it may have. More than one
/// is needed, because rules without a choice and empty rules give neither.
constexpr std::size_t kStepsEach = 200;

bool shorter_first(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
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
        if (choose(2) == 1) todo_.push_back({Step::kDerive, expr.parts.data()});
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
    todo_.push_back({Step::kDerive, list.parts.data()});
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
