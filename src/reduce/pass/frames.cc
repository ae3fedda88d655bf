// Tested by tests/reduce/reframe_test.cc.
#include "reduce/pass/frames.h"

#include <algorithm>

#include "grammar/lex/lexer.h"

namespace grabr {
namespace {

/// Adds two costs; kNever plus any cost is kNever.
std::uint64_t cost_sum(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t most = ~std::uint64_t{0};
  return a > most - b ? most : a + b;
}

}  // namespace

Frames::Frames(const Grammar& grammar, const Analysis& analysis, SymbolId part)
    : grammar_(grammar),
      analysis_(analysis),
      part_(part),
      blank_(between_parts(grammar)),
      ways_(grammar.symbols.size()) {
  if (grammar.notation == Notation::kClassic) return;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Rule& rule : grammar.rules) {
      Way& way = ways_.of(rule.symbol);
      for (std::size_t i = 0; i < rule.alternatives.size(); ++i) {
        // An alternative of probability 0 belongs to a dialect or a macro, and is seldom a useful
        // frame.
        if (rule.alternatives[i].probability == 0) continue;
        const std::uint64_t cost = around_in(rule.alternatives[i].body);
        if (cost >= way.cost) continue;
        way = {cost, i};
        changed = true;
      }
    }
  }
}

std::optional<Frame> Frames::around(SymbolId place) const {
  const std::uint64_t cost = ways_[place].cost;
  if (cost == kNever || cost < kToken || analysis_.fits_for(place, part_)) return std::nullopt;
  Frame frame;
  frame.tokens = static_cast<std::uint32_t>(cost / kToken);
  write(grammar_.rule(place).alternatives[ways_[place].alternative].body, frame);
  return frame;
}

/// The least cost of the tokens around the part in a phrase of `expr`.
std::uint64_t Frames::around_in(const Expr& expr) const {
  switch (expr.kind) {
    case Expr::Kind::kSymbol:
      return analysis_.fits_for(expr.symbol, part_) ? 0 : cost_sum(ways_[expr.symbol].cost, 1);
    case Expr::Kind::kOptional: return around_in(expr.parts[0]);
    case Expr::Kind::kRepeat: return std::min(around_in(expr.parts[0]), as_separator(expr));
    case Expr::Kind::kChoice: {
      std::uint64_t least = kNever;
      for (const Expr& part : expr.parts) least = std::min(least, around_in(part));
      return least;
    }
    case Expr::Kind::kSequence: break;
  }
  std::uint64_t all = 0;  // without the part
  std::uint64_t least = kNever;
  for (const Expr& part : expr.parts) {
    const std::uint64_t here = cost_sum(all, around_in(part));
    all = cost_sum(all, without(part));
    least = std::min(cost_sum(least, without(part)), here);
  }
  return least;
}

/// The same if the part is in the separator of a list, with an element on each side.
std::uint64_t Frames::as_separator(const Expr& list) const {
  if (list.parts.size() < 2) return kNever;
  const std::uint64_t elements = cost_sum(without(list.parts[0]), without(list.parts[0]));
  return cost_sum(around_in(list.parts[1]), elements);
}

/// The least cost of a phrase of `expr`, without the part.
std::uint64_t Frames::without(const Expr& expr) const {
  switch (expr.kind) {
    case Expr::Kind::kSymbol: {
      const std::uint32_t tokens = analysis_.cheapest[expr.symbol].tokens;
      return tokens == ~std::uint32_t{0} ? kNever : tokens * kToken;
    }
    case Expr::Kind::kOptional: return 0;
    case Expr::Kind::kRepeat: return expr.min == 0 ? 0 : without(expr.parts[0]);
    case Expr::Kind::kChoice: {
      std::uint64_t least = kNever;
      for (const Expr& part : expr.parts) least = std::min(least, without(part));
      return least;
    }
    case Expr::Kind::kSequence: break;
  }
  std::uint64_t all = 0;
  for (const Expr& part : expr.parts) all = cost_sum(all, without(part));
  return all;
}

void Frames::write(const Expr& expr, Frame& frame) const {
  switch (expr.kind) {
    case Expr::Kind::kSymbol:
      if (analysis_.fits_for(expr.symbol, part_)) return;
      return write(grammar_.rule(expr.symbol).alternatives[ways_[expr.symbol].alternative].body,
                   frame);
    case Expr::Kind::kOptional: return write(expr.parts[0], frame);
    case Expr::Kind::kRepeat: return write_repeat(expr, frame);
    case Expr::Kind::kChoice:
      return write(*std::ranges::min_element(expr.parts, {},
                                             [&](const Expr& part) { return around_in(part); }),
                   frame);
    case Expr::Kind::kSequence: break;
  }
  const std::uint64_t least = around_in(expr);
  for (std::size_t holder = 0; holder < expr.parts.size(); ++holder) {
    std::uint64_t with = around_in(expr.parts[holder]);
    for (std::size_t i = 0; i < expr.parts.size(); ++i) {
      if (i != holder) with = cost_sum(with, without(expr.parts[i]));
    }
    if (with != least) continue;
    std::string after;
    for (std::size_t i = 0; i < holder; ++i) write_without(expr.parts[i], frame.before);
    for (std::size_t i = holder + 1; i < expr.parts.size(); ++i) {
      write_without(expr.parts[i], after);
    }
    write(expr.parts[holder], frame);
    add(after, frame.after);
    return;
  }
}

void Frames::write_repeat(const Expr& list, Frame& frame) const {
  if (around_in(list.parts[0]) <= as_separator(list)) return write(list.parts[0], frame);
  std::string element;
  write_without(list.parts[0], element);
  add(element, frame.before);
  write(list.parts[1], frame);
  add(element, frame.after);
}

void Frames::write_without(const Expr& expr, std::string& text) const {
  switch (expr.kind) {
    case Expr::Kind::kSymbol: return add(analysis_.cheapest[expr.symbol].text, text);
    case Expr::Kind::kOptional: return;
    case Expr::Kind::kRepeat:
      if (expr.min > 0) write_without(expr.parts[0], text);
      return;
    case Expr::Kind::kChoice:
      return write_without(*std::ranges::min_element(
                               expr.parts, {}, [&](const Expr& part) { return without(part); }),
                           text);
    case Expr::Kind::kSequence: break;
  }
  for (const Expr& part : expr.parts) write_without(part, text);
}

void Frames::add(std::string_view text, std::string& to) const {
  if (!to.empty() && !text.empty()) to += blank_;
  to += text;
}

}  // namespace grabr
