// Flattening turns every nested part that is not a plain sequence into a vertex of its own:
//
//   A: 'x' (B | C)? ;      A ⇐ 'x' v1      v1 ⇐ (nothing)    v1 ⇐ v2    v2 ⇐ B    v2 ⇐ C
//   A: B % ',' ;           A ⇐ v1          v1 ⇐ B            v1 ⇐ B ',' B
//
// Two elements suffice for a repetition: longer ones need the same parts and can begin with the
// same symbols. The system's size is linear in that of the grammar.
//
// The fixpoint is the linear one for Horn clauses (Dowling and Gallier, 1984): a clause counts its
// missing parts and fires at zero.
#include "grammar/model/clauses.h"

#include <utility>

namespace grabr {
namespace {

class Flattener {
 public:
  explicit Flattener(const Grammar& grammar) : grammar_(grammar) {
    system_.symbol_count = static_cast<std::uint32_t>(grammar.symbols.size());
    system_.vertex_count = system_.symbol_count;
  }

  ClauseSystem run() {
    for (const Rule& rule : grammar_.rules) {
      for (std::uint32_t i = 0; i < rule.alternatives.size(); ++i) {
        add_clause(rule.symbol, rule.alternatives[i].body, i);
      }
    }
    for (std::size_t i = 0; i < nested_.size(); ++i) {
      const auto [vertex, expr] = nested_[i];
      add_nested(vertex, *expr);
    }
    index_uses();
    return std::move(system_);
  }

 private:
  const Grammar& grammar_;
  ClauseSystem system_;
  std::vector<std::pair<Vertex, const Expr*>> nested_;  ///< grows while it is being processed

  Vertex vertex_of(const Expr& expr) {
    if (expr.kind == Expr::Kind::kSymbol) {
      return expr.symbol;
    }
    nested_.emplace_back(system_.vertex_count, &expr);
    return system_.vertex_count++;
  }

  void add_clause(Vertex head, std::span<const Vertex> parts) {
    system_.clauses.push_back({head, static_cast<std::uint32_t>(system_.parts.size()),
                               static_cast<std::uint32_t>(parts.size()), 0});
    system_.parts.insert(system_.parts.end(), parts.begin(), parts.end());
  }

  void add_clause(Vertex head, const Expr& body, std::uint32_t alternative) {
    std::vector<Vertex> row;
    std::vector<const Expr*> open{&body};
    while (!open.empty()) {
      const Expr& expr = *open.back();
      open.pop_back();
      if (expr.kind == Expr::Kind::kSequence) {
        for (std::size_t i = expr.parts.size(); i-- > 0;) {
          open.push_back(&expr.parts[i]);
        }
      } else {
        row.push_back(vertex_of(expr));
      }
    }
    add_clause(head, row);
    system_.clauses.back().alternative = alternative;
  }

  void add_nested(Vertex vertex, const Expr& expr) {
    switch (expr.kind) {
      case Expr::Kind::kSymbol:
      case Expr::Kind::kSequence: return add_clause(vertex, expr, 0);
      case Expr::Kind::kChoice:
        for (const Expr& part : expr.parts) {
          add_clause(vertex, part, 0);
        }
        return;
      case Expr::Kind::kOptional:
        add_clause(vertex, {});
        return add_clause(vertex, expr.parts[0], 0);
      case Expr::Kind::kRepeat: return add_repeat(vertex, expr);
    }
  }

  void add_repeat(Vertex vertex, const Expr& expr) {
    if (expr.min == 0) {
      add_clause(vertex, {});
    }
    const Vertex element = vertex_of(expr.parts[0]);
    add_clause(vertex, std::vector<Vertex>{element});
    std::vector<Vertex> two{element, element};
    if (expr.parts.size() > 1) {
      two.insert(two.begin() + 1, vertex_of(expr.parts[1]));
    }
    add_clause(vertex, two);
  }

  void index_uses() {
    system_.use_begin.assign(system_.vertex_count + 1, 0);
    for (const Vertex part : system_.parts) {
      ++system_.use_begin[part + 1];
    }
    for (std::size_t v = 0; v < system_.vertex_count; ++v) {
      system_.use_begin[v + 1] += system_.use_begin[v];
    }
    system_.used_in.resize(system_.parts.size());
    std::vector<std::uint32_t> next(system_.use_begin);
    for (std::uint32_t c = 0; c < system_.clauses.size(); ++c) {
      for (const Vertex part : system_.parts_of(system_.clauses[c])) {
        system_.used_in[next[part]++] = c;
      }
    }
  }
};

}  // namespace

ClauseSystem flatten(const Grammar& grammar) { return Flattener(grammar).run(); }

std::vector<bool> least_fixpoint(const ClauseSystem& system, std::vector<bool> known) {
  std::vector<std::uint32_t> missing;
  std::vector<Vertex> fresh;
  const auto conclude = [&](Vertex head) {
    if (!known[head]) {
      known[head] = true;
      fresh.push_back(head);
    }
  };
  for (Vertex v = 0; v < system.vertex_count; ++v) {
    if (known[v]) {
      fresh.push_back(v);
    }
  }
  for (const Clause& clause : system.clauses) {
    missing.push_back(clause.part_count);
    if (clause.part_count == 0) {
      conclude(clause.head);
    }
  }
  while (!fresh.empty()) {
    const Vertex vertex = fresh.back();
    fresh.pop_back();
    for (const std::uint32_t c : system.uses_of(vertex)) {
      if (--missing[c] == 0) {
        conclude(system.clauses[c].head);
      }
    }
  }
  return known;
}

}  // namespace grabr
