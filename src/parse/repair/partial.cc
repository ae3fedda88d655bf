#include "parse/repair/partial.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "parse/earley/tokens.h"
#include "parse/repair/assembly.h"
#include "parse/repair/repair.h"

namespace grabr {
namespace {

/// Limit on tokens read in trials: this many per token of the text, plus a constant.
constexpr std::uint64_t kReadsPerToken = 8;
constexpr std::uint64_t kReadsAtLeast = 20'000;
/// Bytes of chart. When they are used up, what has been read is the sentence and the rest is
/// opaque.
constexpr std::size_t kMaxChart = std::size_t{1} << 30;

/// How often the text is split anew where tokens turned out to be others than they seemed.
constexpr std::uint32_t kMostSplits = 6;

Span text_span(const RoughText& text, Span range) {
  const auto size = static_cast<std::uint32_t>(text.text.size());
  if (range.size() > 0) {
    return {text.tokens[range.begin].text.begin, text.tokens[range.end - 1].text.end};
  }
  const std::uint32_t at =
      range.begin < text.tokens.size() ? text.tokens[range.begin].text.begin : size;
  return {at, at};
}

/// The places where tokens were added, as empty ranges, except where something was also left out.
/// An automatic token is missing only where a parse would read none.
std::vector<Assembly::Cut> find_missing(const Sentence& sentence) {
  std::vector<Assembly::Cut> missing;
  std::uint32_t read = 0;  // rough tokens before this one are in the sentence or cut out
  std::uint32_t last = ~std::uint32_t{0};
  for (const SentenceToken& token : sentence.tokens) {
    if (token.from_line_end) continue;
    if (!token.added) {
      read = token.at + 1;
    } else if (token.at == read && token.at != last) {
      missing.push_back({{token.at, token.at}, kNoNode});
      last = token.at;
    } else {
      last = token.at;
    }
  }
  return missing;
}

/// How many bytes of tokens are not in the sentence.
std::uint64_t left_out(const RoughText& text, const Sentence& sentence) {
  std::uint64_t bytes = 0;
  for (const RoughToken& token : text.tokens) bytes += token.text.size();
  for (const SentenceToken& token : sentence.tokens) {
    if (!token.added) bytes -= text.tokens[token.at].text.size();
  }
  return bytes;
}

/// Whether it is only the end of levels whose beginnings are cuts, too.
bool ends_levels(const RoughText& text, const Assembly::Cut& cut) {
  const auto begin = text.tokens.begin() + cut.range.begin;
  return cut.range.size() > 0 && text.parser.grammar().layout &&
         std::all_of(begin, begin + cut.range.size(), [&](const RoughToken& token) {
           return token.terminal == text.parser.grammar().layout->dedent && !token.left_out;
         });
}

Opaque explain(const RoughText& text, const Assembly::Cut& cut, const std::vector<Stop>& stops) {
  Opaque opaque{text_span(text, cut.range), cut.node, {}};
  if (opaque.span.size() == 0) opaque.node = kNoNode;
  opaque.failure.span = opaque.span;
  if (cut.range.size() > 0 && text.tokens[cut.range.begin].left_out) {
    opaque.failure.reason = ParseFailure::Reason::kNoToken;
    opaque.failure.stuck_reason = kMatchesNoLine;
    return opaque;
  }
  const auto stop = std::find_if(stops.begin(), stops.end(),
                                 [&](const Stop& s) { return s.at >= cut.range.begin; });
  if (stop != stops.end()) opaque.failure = stop->failure;
  return opaque;
}

}  // namespace

PartialTree parse_partially(const Parser& parser, std::string_view text,
                            const ParseOptions& options) {
  const Punctuation punctuation(parser.grammar(), parser.lowered());
  RoughText rough{parser, punctuation, text,
                  tokenize_roughly(parser.grammar(), parser.lowered(), punctuation, text)};
  const SymbolId start = options.start == kNoSymbol ? parser.grammar().start : options.start;
  ParseOptions bounded = options;
  bounded.max_memory = std::min(options.max_memory, kMaxChart);
  Span all;
  RepairBudget budget;
  std::optional<Sentence> sentence;
  const auto repair_all = [&] {
    sentence.reset();  // its chart is large
    all = {0, static_cast<std::uint32_t>(rough.tokens.size())};
    budget.reads = kReadsPerToken * all.size() + kReadsAtLeast;
    sentence = repair(rough, all, start, bounded, budget, true);
  };
  repair_all();
  std::uint64_t least = sentence ? left_out(rough, *sentence) : 0;
  std::vector<RoughToken> best;  // if that is not the last one
  for (std::uint32_t splits = 0; splits < kMostSplits; ++splits) {
    if (!sentence || sentence->resplits.empty() || budget.reads == 0) break;
    if (best.empty()) best = rough.tokens;
    rough.tokens = split_anew(rough.tokens, sentence->resplits, punctuation, text);
    repair_all();
    if (!sentence || left_out(rough, *sentence) > least) continue;
    least = left_out(rough, *sentence);
    best.clear();
  }
  if (!best.empty()) {
    rough.tokens = std::move(best);
    repair_all();
  }
  Assembly assembly(rough, budget);
  if (!sentence) {
    const NodeId root = assembly.add_opaque(all);
    PartialTree result{assembly.take(root), {}, all.size(), assembly.opaque_tokens(), true};
    Opaque opaque{{0, static_cast<std::uint32_t>(text.size())}, root, {}};
    const ParseResult failed = parser.parse(text, options);
    if (const auto* failure = std::get_if<ParseFailure>(&failed)) opaque.failure = *failure;
    result.opaque.push_back(std::move(opaque));
    return result;
  }
  std::vector<Assembly::Cut> cuts;
  const NodeId root = assembly.add_sentence(*sentence, all, &cuts);
  std::erase_if(cuts, [&](const Assembly::Cut& cut) { return ends_levels(rough, cut); });
  const std::vector<Assembly::Cut> missing = find_missing(*sentence);
  cuts.insert(cuts.end(), missing.begin(), missing.end());
  std::stable_sort(cuts.begin(), cuts.end(), [](const Assembly::Cut& a, const Assembly::Cut& b) {
    return a.range.begin < b.range.begin;
  });
  PartialTree result{assembly.take(root), {}, all.size(), assembly.opaque_tokens(), false};
  for (const Assembly::Cut& cut : cuts) {
    result.opaque.push_back(explain(rough, cut, sentence->stops));
  }
  return result;
}

}  // namespace grabr
