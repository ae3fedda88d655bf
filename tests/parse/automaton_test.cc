// The LALR(1) automaton: grammars from textbooks, and a comparison with a canonical LR(1)
// construction whose states are merged by their cores.
#include "parse/lr/automaton.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/build.h"
#include "text/error.h"

namespace grabr {
namespace {

/// An epsilon-free grammar in textbook notation: "S=L+R" is a rule, capital letters are
/// nonterminals; the first rule's is the start symbol. Rules of one symbol stand together.
struct Book {
  explicit Book(const std::vector<std::string>& written) {
    std::set<char> terminals;
    for (const std::string& rule : written) {
      if (nonterminals.find(rule[0]) == std::string::npos) nonterminals += rule[0];
      for (const char c : rule.substr(2)) {
        if (!is_nonterminal(c)) terminals.insert(c);
      }
    }
    names = "$" + std::string(terminals.begin(), terminals.end()) + nonterminals;
    epsilon_free.terminal_count = static_cast<EpsilonFreeId>(1 + terminals.size());
    epsilon_free.symbol_count = static_cast<EpsilonFreeId>(names.size());
    for (const char lhs : nonterminals) {
      epsilon_free.first_rule.push_back(static_cast<std::uint32_t>(epsilon_free.rules.size()));
      for (const std::string& rule : written) {
        if (rule[0] == lhs) add(rule);
      }
    }
    epsilon_free.first_rule.push_back(static_cast<std::uint32_t>(epsilon_free.rules.size()));
  }

  static bool is_nonterminal(char c) { return c >= 'A' && c <= 'Z'; }
  EpsilonFreeId id(char c) const { return static_cast<EpsilonFreeId>(names.find(c)); }
  EpsilonFreeId start() const { return epsilon_free.terminal_count; }

  void add(const std::string& rule) {
    EpsilonFreeRule added;
    added.lhs = id(rule[0]);
    added.first = static_cast<std::uint32_t>(epsilon_free.symbols_of_rules.size());
    added.size = static_cast<std::uint32_t>(rule.size() - 2);
    epsilon_free.rules.push_back(added);
    for (const char c : rule.substr(2)) epsilon_free.symbols_of_rules.push_back(id(c));
  }

  std::vector<EpsilonFreeId> rhs(std::uint32_t rule) const {
    if (rule == epsilon_free.rules.size()) return {start(), kEndOfInput};
    const auto symbols = epsilon_free.rhs(rule);
    return {symbols.begin(), symbols.end()};
  }

  std::string show(EpsilonFreeItem item, bool dotted = true) const {
    const bool first = item.rule == epsilon_free.rules.size();
    std::string text(1, first ? '^' : names[epsilon_free.rules[item.rule].lhs]);
    text += '=';
    const std::vector<EpsilonFreeId> symbols = rhs(item.rule);
    for (std::uint32_t k = 0; k <= symbols.size(); ++k) {
      if (dotted && k == item.dot) text += '.';
      if (k < symbols.size()) text += names[symbols[k]];
    }
    return text;
  }

  std::string nonterminals;
  std::string names;  ///< by symbol
  EpsilonFreeGrammar epsilon_free;
};

/// By kernel: the actions on each symbol, which are "s", "r S=aS" or the kernel of the next state.
using Table = std::map<std::string, std::map<char, std::string>>;

std::string show_kernel(const Book& book, std::span<const EpsilonFreeItem> kernel) {
  std::string text;
  for (const EpsilonFreeItem item : kernel) text += (text.empty() ? "" : " ") + book.show(item);
  return text;
}

std::string show_action(const Book& book, const Automaton& automaton, Action action) {
  if (action.kind() == Action::Kind::kShift) {
    return "> " + show_kernel(book, automaton.kernel(action.value()));
  }
  REQUIRE(action.kind() == Action::Kind::kReduce);
  return "r " + book.show({action.value(), 0}, false);
}

Table table_of(const Book& book) {
  const Automaton automaton(book.epsilon_free, book.start());
  Table table;
  for (State state = 0; state < automaton.state_count(); ++state) {
    auto& row = table[show_kernel(book, automaton.kernel(state))];
    for (EpsilonFreeId symbol = 0; symbol < book.epsilon_free.terminal_count; ++symbol) {
      const Action action = automaton.actions(state)[symbol];
      if (action.kind() == Action::Kind::kError) continue;
      std::string& cell = row[book.names[symbol]];
      if (action.kind() != Action::Kind::kMany) {
        cell = show_action(book, automaton, action);
        continue;
      }
      CHECK(automaton.many(action.value()).size() > 1);
      for (const Action one : automaton.many(action.value())) {
        cell += (cell.empty() ? "" : " | ") + show_action(book, automaton, one);
      }
    }
    for (EpsilonFreeId symbol = book.epsilon_free.terminal_count;
         symbol < book.epsilon_free.symbol_count; ++symbol) {
      const State target = automaton.go_to(state, symbol);
      if (target == 0) continue;
      CHECK(automaton.entered_by(target) == symbol);
      row[book.names[symbol]] = "> " + show_kernel(book, automaton.kernel(target));
    }
  }
  CHECK(table.size() == automaton.state_count());
  CHECK(show_kernel(book, automaton.kernel(Automaton::kStart)) ==
        "^=." + book.names.substr(book.start(), 1) + "$");
  CHECK(automaton.completed(automaton.accepting()).empty());
  return table;
}

/// Canonical LR(1) (D. Knuth, 1965), written for clarity.
class Canonical {
 public:
  explicit Canonical(const Book& book) : book_(book), first_(book.epsilon_free.symbol_count) {
    for (EpsilonFreeId s = 0; s < book.epsilon_free.terminal_count; ++s) first_[s].insert(s);
    for (bool changed = true; changed;) {
      changed = false;
      for (const EpsilonFreeRule& rule : book.epsilon_free.rules) {
        for (const EpsilonFreeId t : first_[book.epsilon_free.symbols_of_rules[rule.first]]) {
          changed = first_[rule.lhs].insert(t).second || changed;
        }
      }
    }
  }

  bool every_symbol_begins() const {
    return std::none_of(first_.begin(), first_.end(), [](const auto& set) { return set.empty(); });
  }

  Table merged_by_core() {
    const auto start = static_cast<std::uint32_t>(book_.epsilon_free.rules.size());
    std::set<Items> seen;
    std::vector<Items> todo{closure({{{start, 0}, kEndOfInput}})};
    Table table;
    while (!todo.empty()) {
      const Items items = todo.back();
      todo.pop_back();
      if (!seen.insert(items).second) continue;
      std::map<EpsilonFreeId, Items> next;
      for (const auto& [item, ahead] : items) {
        const auto rhs = book_.rhs(item.rule);
        if (item.dot < rhs.size()) next[rhs[item.dot]].insert({{item.rule, item.dot + 1}, ahead});
        else if (item.rule != start) reductions_[core(items)][ahead].insert(item.rule);
      }
      auto& row = table[core(items)];
      for (const auto& [symbol, kernel] : next) {
        todo.push_back(closure(kernel));
        row[book_.names[symbol]] = "> " + core(todo.back());
      }
    }
    for (const auto& [kernel, row] : reductions_) {
      for (const auto& [ahead, rules] : row) {
        std::string& cell = table[kernel][book_.names[ahead]];
        for (const std::uint32_t rule : rules) {
          cell += (cell.empty() ? "r " : " | r ") + book_.show({rule, 0}, false);
        }
      }
    }
    return table;
  }

 private:
  using Items = std::set<std::pair<EpsilonFreeItem, EpsilonFreeId>>;

  Items closure(Items items) const {
    std::vector<std::pair<EpsilonFreeItem, EpsilonFreeId>> todo(items.begin(), items.end());
    while (!todo.empty()) {
      const auto [item, ahead] = todo.back();
      todo.pop_back();
      const auto rhs = book_.rhs(item.rule);
      if (item.dot == rhs.size() || book_.epsilon_free.terminal(rhs[item.dot])) continue;
      const bool last = item.dot + 1 == rhs.size();
      const auto [begin, end] = book_.epsilon_free.rules_of(rhs[item.dot]);
      for (std::uint32_t r = begin; r < end; ++r) {
        for (const EpsilonFreeId t :
             last ? std::set<EpsilonFreeId>{ahead} : first_[rhs[item.dot + 1]]) {
          if (items.insert({{r, 0}, t}).second) todo.push_back({{r, 0}, t});
        }
      }
    }
    return items;
  }

  std::string core(const Items& items) const {
    std::vector<EpsilonFreeItem> kernel;
    for (const auto& [item, ahead] : items) {
      const bool closed = item.dot == 0 && item.rule != book_.epsilon_free.rules.size();
      if (!closed && (kernel.empty() || kernel.back() != item)) kernel.push_back(item);
    }
    return show_kernel(book_, kernel);
  }

  const Book& book_;
  std::vector<std::set<EpsilonFreeId>> first_;
  std::map<std::string, std::map<EpsilonFreeId, std::set<std::uint32_t>>> reductions_;
};

/// `conflicts`: "kernel / terminal: actions", sorted.
void check_conflicts(const std::vector<std::string>& rules,
                     const std::vector<std::string>& conflicts) {
  const Book book(rules);
  CAPTURE(rules[0]);
  const Table table = table_of(book);
  std::vector<std::string> found;
  for (const auto& [kernel, row] : table) {
    for (const auto& [symbol, cell] : row) {
      if (cell.find(" | ") != std::string::npos) {
        found.push_back(kernel + " / " + symbol + ": " + cell);
      }
    }
  }
  CHECK(found.size() == conflicts.size());
  for (std::size_t i = 0; i < std::min(found.size(), conflicts.size()); ++i) {
    CHECK(found[i] == conflicts[i]);
  }
  CHECK(table == Canonical(book).merged_by_core());
}

TEST_CASE("the automaton of a grammar that is LALR(1) and not SLR(1)") {
  const Book book({"S=L=R", "S=R", "L=*R", "L=i", "R=L"});
  const Table table = table_of(book);
  CHECK(table.size() == 11);  // the ten of the book and the one after the end of the input
  const auto& state = table.at("S=L.=R R=L.");
  CHECK(state == std::map<char, std::string>{{'=', "> S=L=.R"}, {'$', "r R=L"}});
  CHECK(table.at("R=L.") == std::map<char, std::string>{{'=', "r R=L"}, {'$', "r R=L"}});
  CHECK(table.at("^=S.$") == std::map<char, std::string>{{'$', "> ^=S$."}});
  CHECK(table.at("^=S$.").empty());
  check_conflicts({"S=L=R", "S=R", "L=*R", "L=i", "R=L"}, {});
}

TEST_CASE("conflicts are listed, none is resolved") {
  check_conflicts({"E=E+T", "E=T", "T=T*F", "T=F", "F=(E)", "F=i"}, {});
  // The dangling else.
  check_conflicts({"S=iSeS", "S=iS", "S=a"}, {"S=iS.eS S=iS. / e: > S=iSe.S | r S=iS"});
  check_conflicts({"E=E+E", "E=n"}, {"E=E.+E E=E+E. / +: > E=E+.E | r E=E+E"});
  // LR(1), but merged states reduce A=c and B=c before both d and e.
  check_conflicts({"S=aAd", "S=bBd", "S=aBe", "S=bAe", "A=c", "B=c"},
                  {"A=c. B=c. / d: r A=c | r B=c", "A=c. B=c. / e: r A=c | r B=c"});
  check_conflicts({"S=a", "S=S"}, {"S=S. ^=S.$ / $: > ^=S$. | r S=S"});
}

TEST_CASE("what ends in a state is known without a look-ahead") {
  const Book book({"S=iSeS", "S=iS", "S=a"});
  const Automaton automaton(book.epsilon_free, book.start());
  std::string seen;
  for (State state = 0; state < automaton.state_count(); ++state) {
    for (const std::uint32_t rule : automaton.completed(state)) {
      seen += book.show({rule, 0}, false) + " ";
    }
  }
  CHECK(seen == "S=a S=iS S=iSeS ");
}

TEST_CASE("rows are filled when they are looked at, and spans stay") {
  const Book book({"S=iSeS", "S=iS", "S=a"});
  const Automaton automaton(book.epsilon_free, book.start());
  CHECK(automaton.size().filled_rows == 0);
  const State after_i = automaton.actions(0)[book.id('i')].value();
  CHECK(automaton.size().filled_rows == 1);
  CHECK(automaton.go_to(after_i, book.id('S')) != 0);
  CHECK(automaton.go_to(automaton.accepting(), book.id('S')) == 0);
  CHECK(automaton.size().filled_rows == 3);
}

TEST_CASE("parts of a grammar can be the start") {
  const Book book({"S=aE", "E=E+n", "E=n"});
  const Automaton automaton(book.epsilon_free, book.id('E'));
  CHECK(automaton.state_count() == 6);
  CHECK(automaton.actions(0)[book.id('a')].kind() == Action::Kind::kError);
}

#ifndef GRABR_SANITIZED  // nine million items, each twenty times slower with sanitizers
TEST_CASE("an automaton that grows too large is given up") {
  // Each symbol begins with all the later ones: closures grow with the square of the rules.
  constexpr std::uint32_t kSymbols = 4200;
  EpsilonFreeGrammar epsilon_free;
  epsilon_free.terminal_count = 2;
  epsilon_free.symbol_count = 2 + kSymbols;
  const auto add = [&](EpsilonFreeId lhs, std::initializer_list<EpsilonFreeId> rhs) {
    EpsilonFreeRule rule;
    rule.lhs = lhs;
    rule.first = static_cast<std::uint32_t>(epsilon_free.symbols_of_rules.size());
    rule.size = static_cast<std::uint32_t>(rhs.size());
    epsilon_free.rules.push_back(rule);
    epsilon_free.symbols_of_rules.insert(epsilon_free.symbols_of_rules.end(), rhs);
  };
  for (EpsilonFreeId symbol = 2; symbol < epsilon_free.symbol_count; ++symbol) {
    epsilon_free.first_rule.push_back(static_cast<std::uint32_t>(epsilon_free.rules.size()));
    if (symbol + 1 == epsilon_free.symbol_count) add(symbol, {1});
    else add(symbol, {symbol + 1, symbol + 1});
  }
  epsilon_free.first_rule.push_back(static_cast<std::uint32_t>(epsilon_free.rules.size()));
  CHECK_THROWS_AS(Automaton(epsilon_free, 2), Error);
}
#endif

std::vector<std::string> random_rules(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t nonterminals = 1 + below(5);
  const std::uint32_t terminals = 1 + below(4);
  std::vector<std::string> rules;
  for (std::uint32_t n = 0; n < nonterminals; ++n) {
    for (std::uint32_t k = 1 + below(3); k > 0; --k) {
      std::string rule = {static_cast<char>('A' + n), '='};
      for (std::uint32_t size = below(3) == 0 ? 1 : 1 + below(4); size > 0; --size) {
        const bool terminal = below(2) == 0;
        rule += static_cast<char>(terminal ? 'a' + below(terminals) : 'A' + below(nonterminals));
      }
      if (std::find(rules.begin(), rules.end(), rule) == rules.end()) rules.push_back(rule);
    }
  }
  return rules;
}

TEST_CASE("look-aheads are those of canonical LR(1) with states merged by core") {
  const int grammars = support::runs(3000);
  std::mt19937 random(7);
  int compared = 0;
  int with_conflicts = 0;
  while (compared < grammars) {
    const std::vector<std::string> rules = random_rules(random);
    const Book book(rules);
    Canonical canonical(book);
    // A symbol that derives nothing does not appear in a canonical closure.
    if (!canonical.every_symbol_begins()) continue;
    ++compared;
    const Table expected = canonical.merged_by_core();
    const Table found = table_of(book);
    if (found != expected) {
      std::string all;
      for (const std::string& rule : rules) all += rule + " ";
      FAIL_CHECK("differs for " << all);
      for (const auto& [kernel, row] : expected) {
        for (const auto& [symbol, cell] : row) {
          const auto at = found.find(kernel);
          const bool same =
              at != found.end() && at->second.count(symbol) && at->second.at(symbol) == cell;
          if (!same) MESSAGE(kernel << " / " << symbol << ": " << cell);
        }
      }
      return;
    }
    for (const auto& [kernel, row] : found) {
      for (const auto& [symbol, cell] : row) {
        with_conflicts += cell.find(" | ") != std::string::npos;
      }
    }
  }
  CHECK(with_conflicts > grammars / 3);
}

}  // namespace
}  // namespace grabr
