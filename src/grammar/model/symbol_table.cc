#include "grammar/model/symbol_table.h"

#include "text/ascii.h"
#include "text/suggest.h"

namespace grabr {
namespace {}  // namespace

SymbolId SymbolTable::add(Symbol symbol) {
  symbols_.push_back(std::move(symbol));
  used_.push_back(false);
  return static_cast<SymbolId>(symbols_.size() - 1);
}

SymbolId SymbolTable::define(std::string name, SymbolKind kind, std::string text, Span span) {
  const auto [entry, fresh] = by_name_.emplace(name, kNoSymbol);
  if (!fresh) return kNoSymbol;
  names_.push_back(name);
  entry->second = add({std::move(name), kind, std::move(text), span});
  return entry->second;
}

SymbolId SymbolTable::named(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? kNoSymbol : found->second;
}

SymbolId SymbolTable::literal(std::string_view text, Span use) {
  const auto [entry, fresh] =
      by_text_.emplace(ignore_case_ ? lower_case(text) : std::string(text), kNoSymbol);
  if (fresh) {
    entry->second = add({std::string(text), SymbolKind::kLiteral, std::string(text), use});
  }
  return entry->second;
}

SymbolId SymbolTable::nearest(std::string_view name) {
  if (suggestions_left_ == 0) return kNoSymbol;
  --suggestions_left_;
  return named(nearest_word(name, names_));
}

std::string SymbolTable::suggestion(std::string_view name) {
  const SymbolId symbol = nearest(name);
  return symbol == kNoSymbol ? std::string() : did_you_mean(symbols_[symbol].name);
}

}  // namespace grabr
