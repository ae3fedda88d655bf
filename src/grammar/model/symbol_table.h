// The symbols of a grammar while its file is being read: ids by name and by literal text, whether
// they are used, and suggestions for names that do not exist.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "grammar/model/grammar.h"
#include "grammar/model/problems.h"

namespace grabr {

class SymbolTable {
 public:
  explicit SymbolTable(bool ignore_case = false) : ignore_case_(ignore_case) {}

  bool ignore_case() const { return ignore_case_; }

  /// Adds a nonterminal, pattern or skip; kNoSymbol if the name is taken.
  SymbolId define(std::string name, SymbolKind kind, std::string text, Span span);
  /// The nonterminal, pattern or skip of that name, or kNoSymbol.
  SymbolId named(std::string_view name) const;
  /// The literal with that text, added on first use. With ignore_case, texts that differ only in
  /// the case of ASCII letters are the same literal.
  SymbolId literal(std::string_view text, Span use);
  /// The literal used for all undefined names, so that reading can continue.
  SymbolId placeholder(Span use) { return literal(std::string_view("\0undefined", 10), use); }

  void mark_used(SymbolId id) { used_[id] = true; }
  bool used(SymbolId id) const { return used_[id]; }
  const Symbol& operator[](SymbolId id) const { return symbols_[id]; }
  Symbol& operator[](SymbolId id) { return symbols_[id]; }
  SymbolId size() const { return static_cast<SymbolId>(symbols_.size()); }

  /// The symbol whose name is nearest to `name`, or kNoSymbol. Limited to a number of searches per
  /// file, as each visits all names.
  SymbolId nearest(std::string_view name);
  /// A hint with the nearest symbol; empty if there is none.
  std::string suggestion(std::string_view name);

  std::vector<Symbol> take() { return std::move(symbols_); }

 private:
  SymbolId add(Symbol symbol);

  bool ignore_case_;
  std::vector<Symbol> symbols_;
  std::vector<bool> used_;
  std::vector<std::string> names_;  ///< defined names, for suggestions
  std::unordered_map<std::string, SymbolId> by_name_;
  std::unordered_map<std::string, SymbolId> by_text_;
  int suggestions_left_ = 100;
};

}  // namespace grabr
