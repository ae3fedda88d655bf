// The lexer sees a regular expression only as text and refers to it by Symbol::span plus an offset.
// If the JSON string has escapes, these are not offsets in the file. So the lexer is given spans in
// a region past the end of the file, as if all decoded expressions were there one after another,
// and the spans it reports in that region are translated back.
#include "grammar/lex/terminals.h"

#include <algorithm>

#include "grammar/lex/lexer.h"

namespace grabr {
namespace {

struct Region {
  Span span;  ///< where the lexer believes the expression to be
  SymbolId symbol;
};

class DecodedRegions {
 public:
  DecodedRegions(Grammar& grammar, const std::vector<PlacedText>& expressions)
      : grammar_(grammar), expressions_(expressions) {
    for (const Symbol& symbol : grammar.symbols) first_ = std::max(first_, symbol.span.end);
    ++first_;
    std::uint32_t at = first_;
    for (SymbolId id = 0; id < expressions.size(); ++id) {
      Symbol& symbol = grammar.symbols[id];
      if (symbol.kind != SymbolKind::kPattern && symbol.kind != SymbolKind::kSkip) continue;
      if (symbol.matcher != kNoMatcher) continue;
      const auto size = static_cast<std::uint32_t>(expressions[id].text().size());
      regions_.push_back({{at, at + size}, id});
      symbol.span = regions_.back().span;
      at += size + 1;
    }
  }

  Span in_file(Span span) const {
    if (span.begin < first_) return span;
    const auto after = std::upper_bound(
        regions_.begin(), regions_.end(), span.begin,
        [](std::uint32_t offset, const Region& region) { return offset < region.span.begin; });
    const Region& region = *std::prev(after);
    const std::uint32_t end = std::min(span.end, region.span.end);
    return expressions_[region.symbol].span(span.begin - region.span.begin,
                                            end - region.span.begin);
  }

  void restore() {
    for (const Region& region : regions_) {
      grammar_.symbols[region.symbol].span = expressions_[region.symbol].span();
    }
  }

 private:
  Grammar& grammar_;
  const std::vector<PlacedText>& expressions_;
  std::uint32_t first_ = 0;
  std::vector<Region> regions_;
};

}  // namespace

void compile_terminals(Grammar& grammar, const std::vector<PlacedText>& expressions,
                       Problems& problems) {
  DecodedRegions regions(grammar, expressions);
  std::vector<Diagnostic> found;
  grammar.lexer = Lexer::compile(grammar, found);
  regions.restore();
  if (has_errors(found)) grammar.lexer.reset();
  for (Diagnostic& problem : found) {
    problem.span = regions.in_file(problem.span);
    problems.list.push_back(std::move(problem));
  }
}

}  // namespace grabr
