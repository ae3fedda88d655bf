// Reads tokens as long as they are a viable prefix. Where the next one does not fit, local repairs are
// tried, the least damage (tokens left out or added) first:
//   - add a delimiter, or the closer of the innermost open bracket;
//   - leave out the next items, the last ones read, or both: an item is a token or a bracket with all
//     up to its partner, and only items inside the innermost open bracket are touched; they go up to
//     a delimiter, a line's begin or the bracket's end.
// The first repair after which kProof more tokens can be read is taken; failing that, the one that
// gets furthest beyond its damage; failing that, the next item is left out.
//
//   { a = 1; b b b; c = 2; }   at the second b: without "b b" six tokens and more fit
//   { a = 1; c = f(            at the end: add ")", ";" and "}"
//
// At the end open brackets are closed, innermost first, with a delimiter if it takes one, or without
// the last items before it. A trial reads a few tokens and a budget bounds them all, so the time is
// that of a parse, times a small constant.
// After M. G. Burke and G. A. Fisher, "A practical method for LR and LL syntactic error diagnosis and
// recovery" (1987); viable prefixes by Earley's sets, cf. A. V. Aho and T. G. Peterson, "A minimum
// distance error-correcting parser for context-free languages" (1972).
// Tested by tests/parse/partial_test.cc.
#include "parse/repair.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "parse/failure.h"

namespace grabr {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::uint32_t kProof = 6;      ///< tokens to read before a repair is believed
constexpr std::uint32_t kNearItems = 3;  ///< behind each of which reading may go on
constexpr std::uint32_t kMaxItems = 64;  ///< that a repair may leave out on either side

class Repair {
 public:
  Repair(const RoughText& text, Span range, SymbolId start, const ParseOptions& options)
      : text_(text),
        tokens_(text.tokens),
        begin_(range.begin),
        end_(range.end),
        opened_(range.size()),
        classic_(text.parser.grammar().notation == Notation::kClassic),
        builder_(text.parser.chart_builder(with_start(options, start))) {}

  /// False at the first token that does not fit.
  bool read_all() {
    next_ = begin_;
    while (next_ < end_) {
      if (!read_next()) return false;
    }
    return builder_.complete();
  }

  bool read_with_repairs(RepairBudget& budget, bool explain) {
    budget_ = &budget;
    explain_ = explain;
    next_ = begin_;
    while (next_ < end_) {
      if (read_next()) continue;
      if (builder_.chart().out_of_memory()) break;
      note_stop();
      repair_here();
    }
    return finish();
  }

  std::uint32_t reached() const { return next_ - begin_; }

  Sentence take() {
    Sentence sentence{{}, builder_.take(), std::move(stops_)};
    for (const Read& read : read_) sentence.tokens.push_back(read.token);
    return sentence;
  }

 private:
  /// A token read. `outer` and `opener` are indices into read_.
  struct Read {
    SentenceToken token;
    std::uint32_t outer = kNone;   ///< the innermost bracket that was open before it
    std::uint32_t opener = kNone;  ///< the one that it closes
  };

  /// Go back to the first `keep` tokens read, add a token, go on from rough token `resume`.
  struct Fix {
    std::uint32_t keep = 0;
    std::uint32_t resume = 0;
    LoweredId add = kNoTerminal;
    std::uint32_t damage = 0;
  };

  static ParseOptions with_start(ParseOptions options, SymbolId start) {
    options.start = start;
    return options;
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(read_.size()); }
  const Punctuation& punctuation() const { return text_.punctuation; }

  bool read(SentenceToken token) {
    if (token.terminal == kNoTerminal) return false;
    if (budget_ != nullptr && budget_->reads > 0) --budget_->reads;
    if (!builder_.push(token.terminal)) return false;
    Read read{token, open_, kNone};
    if (punctuation().closer_of(token.terminal) != kNoTerminal) {
      open_ = count();
      note_opener(token, true);
    } else if (open_ != kNone &&
               punctuation().closer_of(read_[open_].token.terminal) == token.terminal) {
      read.opener = open_;
      open_ = read_[open_].outer;
    }
    read_.push_back(read);
    return true;
  }
  void note_opener(const SentenceToken& token, bool read) {
    if (!token.added) opened_[token.at - begin_] = read;
  }
  bool read_next() {
    if (!read({tokens_[next_].terminal, next_, false})) return false;
    ++next_;
    return true;
  }
  bool add(LoweredId terminal) { return read({terminal, next_, true}); }

  void back_to(std::uint32_t keep) {
    if (keep == count()) return;
    open_ = read_[keep].outer;
    for (std::uint32_t i = keep; i < count(); ++i) note_opener(read_[i].token, false);
    read_.resize(keep);
    builder_.pop_to(keep);
  }

  // Repairs where a token does not fit.

  void repair_here() {
    const std::uint32_t here = next_;
    std::vector<Fix> fixes = find_fixes();
    std::optional<Fix> best;
    std::int64_t best_gain = 0;
    for (const Fix& fix : fixes) {
      if (budget_->reads == 0) break;
      const std::uint32_t proof = std::min(kProof, end_ - fix.resume);
      const std::uint32_t proven = try_fix(fix, proof);
      if (proven == proof) return;
      const auto gain = std::int64_t{proven} - fix.damage;
      if (proven > 0 && (!best || gain > best_gain)) {
        best = fix;
        best_gain = gain;
      }
    }
    next_ = here;
    if (best) {
      try_fix(*best, 0);
      return;
    }
    next_ = after_item(here);
  }

  /// Applies the fix and reads `proof` tokens more; takes all back unless they can be read.
  /// Returns how many could.
  std::uint32_t try_fix(const Fix& fix, std::uint32_t proof) {
    const std::vector<Read> taken(read_.begin() + fix.keep, read_.end());
    const std::uint32_t here = next_;
    back_to(fix.keep);
    next_ = fix.resume;
    std::uint32_t proven = 0;
    if (fix.add == kNoTerminal || add(fix.add)) {
      while (proven < proof && read_next()) ++proven;
      if (proven == proof) return proven;
    }
    back_to(fix.keep);
    for (const Read& again : taken) read(again.token);
    next_ = here;
    return proven;
  }

  std::vector<Fix> find_fixes() const {
    std::vector<Fix> fixes;
    for (const LoweredId terminal : additions()) fixes.push_back({count(), next_, terminal, 1});
    const std::vector<std::uint32_t> resumes = places_ahead();
    for (const std::uint32_t keep : places_behind()) {
      for (const std::uint32_t resume : resumes) {
        const std::uint32_t damage = (count() - keep) + (resume - next_);
        if (damage > 0) fixes.push_back({keep, resume, kNoTerminal, damage});
      }
    }
    std::stable_sort(fixes.begin(), fixes.end(),
                     [](const Fix& a, const Fix& b) { return a.damage < b.damage; });
    return fixes;
  }

  std::vector<LoweredId> additions() const {
    std::vector<LoweredId> terminals;
    if (open_ != kNone) {
      const Read& opener = read_[open_];
      const bool closed_later = !opener.token.added && tokens_[opener.token.at].partner != kNoPartner &&
                                tokens_[opener.token.at].partner >= next_;
      if (!closed_later) terminals.push_back(punctuation().closer_of(opener.token.terminal));
    }
    for (const LoweredId delimiter : punctuation().delimiters()) terminals.push_back(delimiter);
    return terminals;
  }

  std::uint32_t item_before(std::uint32_t end) const {
    return read_[end - 1].opener != kNone ? read_[end - 1].opener : end - 1;
  }
  bool delimiter_before(std::uint32_t end) const {
    return punctuation().delimits(read_[end - 1].token.terminal);
  }
  bool line_begins(const SentenceToken& token) const {
    return !token.added && tokens_[token.at].starts_line;
  }
  std::uint32_t level_begin() const { return open_ == kNone ? 0 : open_ + 1; }

  /// How many tokens to keep: all; without the last item; back to a delimiter (two of them, as the
  /// nearest may be the fault); back to a line's begin.
  std::vector<std::uint32_t> places_behind() const {
    std::vector<std::uint32_t> places{count()};
    std::uint32_t delimiters = 0;
    bool line = false;
    std::uint32_t at = count();
    for (std::uint32_t items = 0; items < kMaxItems && at > level_begin(); ++items) {
      at = item_before(at);
      const bool delimited = at == level_begin() || delimiter_before(at);
      const bool first_of_line = !line && line_begins(read_[at].token);
      if (items == 0 || first_of_line || (delimited && delimiters < 2)) places.push_back(at);
      delimiters += delimited ? 1 : 0;
      line |= first_of_line;
      if (delimiters >= 2 && line) break;
    }
    return places;
  }

  /// The place after the item that begins at `at`.
  std::uint32_t after_item(std::uint32_t at) const {
    const std::uint32_t partner = tokens_[at].partner;
    return partner != kNoPartner && partner > at && partner < end_ ? partner + 1 : at + 1;
  }
  /// Does the token close a bracket that was read?
  bool closes_level(std::uint32_t at) const {
    const std::uint32_t partner = tokens_[at].partner;
    return partner != kNoPartner && partner < at && partner >= begin_ && opened_[partner - begin_];
  }

  /// Where to go on: here; after one of the next few items; before and after a delimiter; at a line's
  /// begin; at the end of the bracket.
  std::vector<std::uint32_t> places_ahead() const {
    std::vector<std::uint32_t> places{next_};
    bool delimiter = false;
    bool line = false;
    std::uint32_t at = next_;
    const auto place = [&](std::uint32_t where) {
      if (places.back() != where) places.push_back(where);
    };
    for (std::uint32_t items = 0; items < kMaxItems; ++items) {
      if (at == end_ || closes_level(at)) {
        place(at);
        break;
      }
      if (items > 0 && !line && tokens_[at].starts_line) {
        place(at);
        line = true;
      }
      const bool delimited = !delimiter && punctuation().delimits(tokens_[at].terminal);
      if (delimited) place(at);
      at = after_item(at);
      if (items < kNearItems || delimited) place(at);
      delimiter |= delimited;
      if (delimiter && line && items >= kNearItems) break;
    }
    return places;
  }

  // The end.

  bool finish() {
    next_ = end_;
    for (bool first = true; !closed(); first = false) {
      if (first) note_stop();
      if (closed_with_delimiter() || closed_without_items()) continue;
      if (open_ == kNone) return count() == 0 && builder_.complete();
      back_to(open_);
    }
    return true;
  }

  /// Closes the innermost bracket; true at once when none is open and the tokens are a sentence.
  bool closed() {
    while (open_ != kNone) {
      if (!add(punctuation().closer_of(read_[open_].token.terminal))) return false;
    }
    return builder_.complete();
  }
  bool closed_one() {
    return open_ == kNone ? builder_.complete()
                          : add(punctuation().closer_of(read_[open_].token.terminal));
  }
  bool closed_with_delimiter() {
    const std::uint32_t keep = count();
    for (const LoweredId delimiter : punctuation().delimiters()) {
      if (!add(delimiter)) continue;
      if (closed_one()) return true;
      back_to(keep);
    }
    return false;
  }
  bool closed_without_items() {
    for (std::uint32_t items = 0; count() > level_begin(); ++items) {
      const bool few = items < kMaxItems && (budget_->reads > 0 || items == 0);
      back_to(few ? item_before(count()) : level_begin());
      if (closed_one() || closed_with_delimiter()) return true;
    }
    return false;
  }

  // Reasons.

  void note_stop() {
    if (!explain_ || stops_.size() >= kMaxStops) return;
    Tokens tokens;
    for (const Read& read : read_) tokens.tokens.push_back({read.token.terminal, {}, span_of(read.token.at)});
    if (next_ < end_) tokens.tokens.push_back({tokens_[next_].terminal, {}, tokens_[next_].text});
    const auto size = static_cast<std::uint32_t>(text_.text.size());
    tokens.skipped_at_end = {size, size};
    Stop stop{next_, find_failure(text_.parser.grammar(), builder_.chart(), text_.text, tokens)};
    stop.failure.span = span_of(next_);
    if (next_ == end_) {
      stop.failure.reason = ParseFailure::Reason::kEnd;
    } else {
      stop.failure.reason = tokens_[next_].terminal == kNoTerminal ? ParseFailure::Reason::kNoToken
                                                                   : ParseFailure::Reason::kUnexpected;
    }
    if (builder_.chart().out_of_memory()) stop.failure.reason = ParseFailure::Reason::kMemory;
    if (classic_) place_open_rules(stop.failure);
    stops_.push_back(std::move(stop));
  }

  Span span_of(std::uint32_t at) const {
    const auto size = static_cast<std::uint32_t>(text_.text.size());
    return at < tokens_.size() ? tokens_[at].text : Span{size, size};
  }

  /// Offsets of a classic grammar's chart are numbers of tokens.
  void place_open_rules(ParseFailure& failure) const {
    for (ParseFailure::Open& open : failure.open) {
      open.begin = open.begin < count() ? span_of(read_[open.begin].token.at).begin
                                        : span_of(next_).begin;
    }
  }

  const RoughText& text_;
  const std::vector<RoughToken>& tokens_;
  std::uint32_t begin_, end_;
  std::vector<bool> opened_;  ///< by rough token: a bracket that was read
  bool classic_;
  ChartBuilder builder_;
  RepairBudget* budget_ = nullptr;
  bool explain_ = false;
  std::vector<Read> read_;
  std::uint32_t open_ = kNone;  ///< the innermost open bracket, an index into read_
  std::uint32_t next_ = 0;
  std::vector<Stop> stops_;
};

}  // namespace

std::optional<Sentence> read_exactly(const RoughText& text, Span range, SymbolId start,
                                     std::uint32_t* reached) {
  Repair repair(text, range, start, {});
  const bool read = repair.read_all();
  if (reached != nullptr) *reached = repair.reached();
  if (!read) return std::nullopt;
  return repair.take();
}

std::optional<Sentence> repair(const RoughText& text, Span range, SymbolId start,
                               const ParseOptions& options, RepairBudget& budget, bool explain) {
  Repair repair(text, range, start, options);
  if (!repair.read_with_repairs(budget, explain)) return std::nullopt;
  return repair.take();
}

}  // namespace grabr
