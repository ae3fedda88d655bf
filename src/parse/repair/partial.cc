#include "parse/repair/partial.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "parse/repair/assembly.h"
#include "parse/repair/long_tokens.h"
#include "parse/repair/repair.h"
#include "parse/tokens/tokens.h"

namespace grabr {
namespace {

/// Limit on tokens read in trials: this many per token of the text, plus a constant.
constexpr std::uint64_t kReadsPerToken = 8;
constexpr std::uint64_t kExtraReads = 20'000;
/// Bytes of chart. When they are used up, the tokens read so far are the sentence and the rest is
/// opaque.
constexpr std::size_t kMaxChart = std::size_t{1} << 30;

/// How often the text is split anew where some tokens turned out to be different.
constexpr std::uint32_t kMaxSplits = 6;
constexpr std::uint32_t kMaxMasks = 8;
constexpr std::size_t kNotable = 8;

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

/// The number of added and left-out tokens; a left-out token of several lines counts once per line.
std::size_t damage(const RoughText& text, const Sentence& sentence) {
  std::size_t damage = 0;
  const auto weigh = [&](const RoughToken& token) {
    const std::string_view bytes = text.text.substr(token.text.begin, token.text.size());
    return 1 + static_cast<std::size_t>(std::ranges::count(bytes, '\n'));
  };
  for (const RoughToken& token : text.tokens) damage += weigh(token);
  for (const SentenceToken& token : sentence.tokens) {
    if (token.from_line_end) continue;
    if (token.added) ++damage;
    else damage -= weigh(text.tokens[token.at]);
  }
  return damage;
}

/// Splits the text into rough tokens and finds the nearest sentence. Also tries other splits, in
/// case the usual one is the mistake.
class Splitting {
 public:
  Splitting(RoughText& rough, const ParseOptions& how, RepairBudget& budget)
      : rough_(rough), how_(how), budget_(budget) {}

  std::optional<Sentence> find() {
    attempt({}, kMaxSplits);
    if (!best_) return std::nullopt;
    const LongTokens marks(rough_);
    std::uint32_t tries = 0;
    for (bool better = true; std::exchange(better, false) && best_->damage > kNotable;) {
      const std::vector<Stop>& stops = best_->sentence.stops;
      const std::vector<Span> masks = best_->masks;
      for (const Span span : marks.suspects(rough_, stops.empty() ? 0 : stops[0].at)) {
        if (best_->damage <= kNotable || tries++ == kMaxMasks) break;
        std::vector<Span> more = masks;
        more.push_back(span);
        better |= attempt(more, 1);
      }
    }
    return std::move(best_->sentence);
  }

 private:
  struct Best {
    std::vector<Span> masks;
    std::vector<RoughToken> tokens;
    Sentence sentence;
    std::size_t damage = 0;
  };

  /// Splits the text with these stretches masked, and again where some tokens turned out to be
  /// different. Returns whether the result is better than the best; if not, restores the best one's
  /// tokens.
  bool attempt(const std::vector<Span>& masks, std::uint32_t most_splits) {
    bool better = false;
    rough_.tokens = tokens_without(masks);
    for (std::uint32_t splits = 0; splits <= most_splits && are_out(masks); ++splits) {
      budget_.reads = kReadsPerToken * rough_.tokens.size() + kExtraReads;
      const Span all{0, static_cast<std::uint32_t>(rough_.tokens.size())};
      std::optional<Sentence> sentence = repair(rough_, all, how_.start, how_, budget_, true);
      if (!sentence) break;
      const std::vector<Resplit> resplits = std::move(sentence->resplits);
      std::vector<RoughToken> split;
      if (!resplits.empty()) {
        split = split_anew(rough_.tokens, resplits, rough_.punctuation, rough_.text);
      }
      const std::size_t cost = damage(rough_, *sentence);
      if (!best_ || cost < best_->damage) {
        best_ = Best{masks, std::move(rough_.tokens), *std::move(sentence), cost};
        better = true;
      }
      if (split.empty()) break;
      rough_.tokens = std::move(split);
    }
    if (best_) rough_.tokens = best_->tokens;
    return better;
  }

  std::vector<RoughToken> tokens_without(const std::vector<Span>& masks) const {
    std::string text(rough_.text);
    for (const Span mask : masks) text = masked(text, mask);
    const Parser& parser = rough_.parser;
    return tokenize_roughly(parser.grammar(), parser.lowered(), rough_.punctuation, text);
  }

  /// Is none of the stretches inside a token, such as a comment that begins before?
  bool are_out(const std::vector<Span>& masks) const {
    return std::ranges::all_of(masks, [&](Span mask) {
      return std::ranges::any_of(rough_.tokens, [&](const RoughToken& token) {
        return token.text.begin == mask.begin && token.terminal == kNoTerminal;
      });
    });
  }

  RoughText& rough_;
  const ParseOptions& how_;
  RepairBudget& budget_;
  std::optional<Best> best_;
};

/// Is the cut only the end of levels whose beginnings are cuts, too?
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
  RoughText rough{parser, punctuation, text, {}};
  ParseOptions bounded = options;
  if (bounded.start == kNoSymbol) bounded.start = parser.grammar().start;
  bounded.max_memory = std::min(options.max_memory, kMaxChart);
  RepairBudget budget;
  const std::optional<Sentence> sentence = Splitting(rough, bounded, budget).find();
  const Span all{0, static_cast<std::uint32_t>(rough.tokens.size())};
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
