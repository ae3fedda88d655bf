#include "parse/fast/completed_log.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace grabr {
namespace {

class LogReader {
 public:
  explicit LogReader(const EpsilonFreeGrammar& epsilon_free)
      : epsilon_free_(epsilon_free),
        grammar_(*epsilon_free.lowered),
        also_(epsilon_free.rules.size()),
        circular_(epsilon_free.symbol_count) {
    for (const auto& [rule, source] : epsilon_free.also) also_[rule].push_back(source);
    for (const auto& [symbol, source] : epsilon_free.circular) circular_[symbol].push_back(source);
    find_wrappers();
  }

  void add_terminals(std::span<const LoweredId> terminals) {
    for (std::uint32_t i = 0; i < terminals.size(); ++i) {
      log_.push_back({terminals[i], Completed::kNoRule, i, i + 1});
      wrap(terminals[i], i, i + 1);
    }
  }

  void add(std::span<const Engine::Completion> log) {
    std::set<std::tuple<EpsilonFreeId, std::uint32_t, std::uint32_t>> symbols;
    for (const Engine::Completion& done : log) {
      const EpsilonFreeId lhs = epsilon_free_.rules[done.rule].lhs;
      const LoweredId symbol = epsilon_free_.lowered_of[lhs];
      if (symbol == LoweredGrammar::kEnd) continue;  // a tail is not a whole rule
      log_.push_back({symbol, epsilon_free_.rules[done.rule].source, done.begin, done.end});
      for (const std::uint32_t rule : also_[done.rule]) {
        log_.push_back({symbol, rule, done.begin, done.end});
      }
      if (!symbols.emplace(lhs, done.begin, done.end).second) continue;
      for (const std::uint32_t rule : circular_[lhs]) {
        log_.push_back({symbol, rule, done.begin, done.end});
      }
      wrap(symbol, done.begin, done.end);
    }
  }

  void add_empty(std::uint32_t length) {
    for (std::uint32_t r = 0; r < grammar_.rules.size(); ++r) {
      const auto rhs = grammar_.rhs(r);
      const bool empty = std::all_of(
          rhs.begin(), rhs.end(), [&](LoweredId part) { return grammar_.symbols[part].nullable; });
      for (std::uint32_t i = 0; empty && i <= length; ++i) {
        log_.push_back({grammar_.rules[r].lhs, r, i, i});
      }
    }
  }

  std::vector<Completed> take() { return std::move(log_); }

 private:
  /// Finds optional parts, and lists that may be absent, by their contents.
  void find_wrappers() {
    wrappers_.resize(grammar_.symbols.size());
    for (LoweredId s = 0; s < grammar_.symbols.size(); ++s) {
      const LoweredSymbol& symbol = grammar_.symbols[s];
      if (symbol.rule_count == 0) continue;
      if (symbol.role != Role::kOptional && symbol.role != Role::kStar) continue;
      wrappers_[grammar_.rhs(symbol.first_rule)[0]].push_back(s);
    }
  }

  void wrap(LoweredId inside, std::uint32_t begin, std::uint32_t end) {
    std::vector<LoweredId> todo{inside};
    while (!todo.empty()) {
      const LoweredId part = todo.back();
      todo.pop_back();
      for (const LoweredId wrapper : wrappers_[part]) {
        log_.push_back({wrapper, grammar_.symbols[wrapper].first_rule, begin, end});
        todo.push_back(wrapper);
      }
    }
  }

  const EpsilonFreeGrammar& epsilon_free_;
  const LoweredGrammar& grammar_;
  std::vector<std::vector<std::uint32_t>> also_;      // by epsilon-free rule
  std::vector<std::vector<std::uint32_t>> circular_;  // by epsilon-free symbol
  std::vector<std::vector<LoweredId>> wrappers_;      // by lowered symbol
  std::vector<Completed> log_;
};

}  // namespace

Completions completions_of(const EpsilonFreeGrammar& grammar, LoweredId start,
                           std::span<const LoweredId> terminals,
                           std::span<const Engine::Completion> log) {
  LogReader reader(grammar);
  reader.add_terminals(terminals);
  reader.add(log);
  const auto length = static_cast<std::uint32_t>(terminals.size());
  reader.add_empty(length);
  return Completions(*grammar.lowered, start, length, reader.take());
}

}  // namespace grabr
