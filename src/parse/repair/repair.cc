// Reads tokens as long as they form a viable prefix. If the next one does not fit, local repairs
// are tried, those with the least damage (tokens left out or added) first:
//   - leave out the next items, the last ones read, or both: an item is a token, or a bracket with
//     everything up to its partner; only items inside the innermost open bracket are touched, up
//     to a delimiter, the beginning of a line or the bracket's end;
//   - leave out at most a few of them, and add the shortest tokens that the grammar allows before
//     the next one: a bridge (parse/repair/shortest_ends.h);
//   - leave out the last sign that begins and ends something, such as `$` of LaTeX, or the last
//     closer or the innermost open bracket, and read the tokens after it again.
// A repair is trusted if kTokensToTrust more tokens can be read after it. Of the trusted ones with
// about the least damage, the first is taken after which kTokensToTake tokens can be read;
// otherwise the one that gets furthest beyond its damage. If there is none, the next item is left
// out.
//
//   { a = 1; b b b; c = 2; }   at the second b: without "b b" six tokens and more fit
//   { a = 1; c = f(            at the end: add ")", ";" and "}"
//
// At the end, the shortest end of the whole text is added, where it helps instead of the last few
// tokens. A trial reads few tokens and a budget bounds their total, so the time is that of a parse
// times a small constant. After M. G. Burke and G. A. Fisher, "A practical method for LR and LL
// syntactic error diagnosis and recovery" (1987); viable prefixes by Earley's sets, cf. A. V. Aho
// and T. G. Peterson, "A minimum distance error-correcting parser for context-free languages"
// (1972). Tested by tests/parse/partial_test.cc.
#include "parse/repair/repair.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "parse/repair/sentence_reader.h"

namespace grabr {
namespace {

constexpr std::uint32_t kTokensToTrust = 6;     ///< tokens to read before a repair is trusted
constexpr std::uint32_t kTokensToTake = 24;     ///< tokens to read before no other repair is tried
constexpr std::uint32_t kItemsOneByOne = 3;     ///< items after each of which reading may resume
constexpr std::uint32_t kMaxItems = 64;         ///< items left out on either side
constexpr std::uint32_t kMaxTokensDropped = 8;  ///< tokens left out where others are added
constexpr std::uint64_t kPlacesPerBudget = 32;  ///< one place may use 1/32 of the reads left
constexpr std::size_t kMaxBridges = 24;         ///< bridges tried at one place
constexpr std::uint32_t kMaxBridgeTokens = 8;   ///< tokens, names counted as two
constexpr std::uint32_t kMaxLastTokens = 8;     ///< tokens that are left out at the end
constexpr std::uint32_t kMaxEndTokens = 500;    ///< tokens; with a longer end, no token is left out
constexpr std::uint32_t kMaxTokensReadAgain = 500;  ///< tokens that a repair may read again

class Repair {
 public:
  Repair(const RoughText& text, Span range, SymbolId start, const ParseOptions& options)
      : text_(text),
        tokens_(text.tokens),
        begin_(range.begin),
        end_(range.end),
        how_(with_start(options, start)),
        reader_(text, range, text.parser.viable_prefix(how_)) {}

  /// Returns false at the first token that does not fit.
  bool read_all() {
    while (!reader_.at_end()) {
      if (!reader_.read_next()) return false;
    }
    return reader_.complete();
  }

  bool read_with_repairs(RepairBudget& budget, bool explain) {
    budget_ = &budget;
    explain_ = explain;
    while (!reader_.at_end()) {
      if (reader_.read_next()) continue;
      if (reader_.chart().out_of_memory()) break;
      note_stop();
      repair_here();
    }
    const bool finished = finish();
    budget.reads -= std::min(budget.reads, reader_.pushes());
    return finished;
  }

  std::uint32_t reached() const { return reader_.next() - begin_; }

  Sentence take() {
    Sentence sentence;
    sentence.how = how_;
    sentence.stops = std::move(stops_);
    sentence.resplits = std::move(resplits_);
    sentence.tokens.reserve(count());
    for (const Read& read : reader_.from(0)) sentence.tokens.push_back(read.token);
    return sentence;
  }

 private:
  using Read = SentenceReader::Read;
  static constexpr std::uint32_t kNone = SentenceReader::kNone;

  /// Go back to the first `keep` tokens read, add some, read again, resume at rough token `resume`.
  struct Fix {
    std::uint32_t keep = 0;
    std::uint32_t resume = 0;
    std::vector<LoweredId> add;
    std::uint32_t damage = 0;
    std::uint32_t again = kNone;  ///< rough tokens from this one to `resume` are read again
  };

  static ParseOptions with_start(ParseOptions options, SymbolId start) {
    options.start = start;
    return options;
  }

  std::uint32_t count() const { return reader_.count(); }
  std::uint32_t next() const { return reader_.next(); }
  const Punctuation& punctuation() const { return text_.punctuation; }
  std::uint64_t reads_left() const {
    return budget_->reads - std::min(budget_->reads, reader_.pushes());
  }

  // Repairs a place where a token does not fit.

  /// Applies the best fix. Of those with about the least damage that are trusted, it is the first
  /// after which kTokensToTake tokens can be read, otherwise the one that gets furthest beyond its
  /// damage.
  void repair_here() {
    const std::uint32_t here = next();
    std::optional<Fix> best;
    std::int64_t best_gain = 0;
    bool trusted = false;
    const std::uint64_t least_left = reads_left() - reads_left() / kPlacesPerBudget;
    for (const Fix& fix : find_fixes()) {
      if (reads_left() <= least_left || (trusted && fix.damage > best->damage + 1)) break;
      const std::uint32_t proof = std::min(kTokensToTake, end_ - fix.resume);
      // Leaving out everything up to the end proves nothing.
      if (best && proof < kTokensToTrust && std::int64_t{proof} - fix.damage <= best_gain) continue;
      const std::uint32_t proven = try_fix(fix, proof);
      if (proven == proof) return;
      // The token before which others are added proves nothing.
      const std::int64_t proof_read = std::int64_t{proven} - (fix.add.empty() ? 0 : 1);
      const std::int64_t gain = proof_read - fix.damage;
      const bool is_proof = proof_read >= kTokensToTrust;
      const bool better = is_proof || (proof_read > 0 && (!best || gain > best_gain));
      if (trusted || !better) continue;
      best = fix;
      best_gain = gain;
      trusted = is_proof;
    }
    if (best) try_fix(*best, 0);
    else reader_.go_to(after_item(here));
  }

  /// Fixes with the least damage come first; of equal ones, those that only add delimiters and
  /// closers.
  std::vector<Fix> find_fixes() {
    if (reads_left() == 0) return {};
    const std::uint32_t here = next();
    const std::vector<Read> taken(reader_.from(0).end() - std::min(count(), kMaxTokensDropped),
                                  reader_.from(0).end());
    std::vector<Fix> fixes = signs_to_leave_out();
    const std::uint32_t all = count();
    const std::vector<std::uint32_t> ahead = places_ahead();
    for (const std::uint32_t keep : places_behind()) {
      const bool is_near = all - keep <= kMaxTokensDropped;
      if (is_near) reader_.back_to(keep);
      for (const std::uint32_t resume : ahead) {
        const std::uint32_t damage = all - keep + resume - here;
        if (is_near && resume < end_ && damage <= kMaxTokensDropped)
          add_bridges(resume, damage, fixes);
        if (damage > 0) fixes.push_back({keep, resume, {}, damage});
      }
    }
    for (std::uint32_t at = count(); at < all; ++at) {
      reader_.read(taken[taken.size() - (all - at)].token);
    }
    reader_.go_to(here);
    const auto rank = [&](const Fix& fix) {
      return std::pair(fix.damage, !std::ranges::all_of(fix.add, [&](LoweredId token) {
                         return punctuation().delimits(token) || punctuation().closes(token);
                       }));
    };
    std::stable_sort(fixes.begin(), fixes.end(),
                     [&](const Fix& a, const Fix& b) { return rank(a) < rank(b); });
    return fixes;
  }

  /// Adds fixes that insert tokens after those read, so that the rough token fits.
  void add_bridges(std::uint32_t resume, std::uint32_t damage, std::vector<Fix>& fixes) {
    const ShortestEnds& ends = punctuation().ends();
    for (const ShortestEnds::Tokens& bridge : ends.bridges(
             reader_.chart(), reader_.terminals_at(resume), kMaxBridges, kMaxBridgeTokens)) {
      if (std::ranges::any_of(bridge, [&](LoweredId token) { return is_layout(token); })) continue;
      const auto length = static_cast<std::uint32_t>(ends.length(bridge));
      fixes.push_back({count(), resume, bridge, damage + length});
    }
  }

  bool add_all(const std::vector<LoweredId>& tokens) {
    return std::ranges::all_of(tokens, [&](LoweredId token) { return reader_.add(token); });
  }

  /// Applies the fix and reads `proof` more tokens; undoes everything unless all of them can be
  /// read. Returns how many could.
  std::uint32_t try_fix(const Fix& fix, std::uint32_t proof) {
    const auto tail = reader_.from(fix.keep);
    const std::vector<Read> taken(tail.begin(), tail.end());
    const std::uint32_t here = next();
    reader_.back_to(fix.keep);
    std::uint32_t proven = 0;
    if (resumes(fix)) {
      while (proven < proof && reader_.read_next()) ++proven;
      if (proven == proof) return proven;
    }
    reader_.back_to(fix.keep);
    for (const Read& again : taken) reader_.read(again.token);
    reader_.go_to(here);
    return proven;
  }

  /// Can everything up to the place where reading resumes be read?
  bool resumes(const Fix& fix) {
    reader_.go_to(fix.again == kNone ? fix.resume : fix.again);
    if (!add_all(fix.add)) return false;
    while (reader_.next() < fix.resume) {
      if (!reader_.read_next()) return false;
    }
    return true;
  }

  /// The tokens after these signs are read again.
  std::vector<Fix> signs_to_leave_out() const {
    std::vector<Fix> fixes;
    const auto leave_out = [&](std::uint32_t sign, std::uint32_t damage) {
      if (sign == kNone) return;
      fixes.push_back({sign, next(), {}, damage, reader_[sign].token.at + 1});
    };
    leave_out(last_read(&Repair::is_quote), 1);
    leave_out(last_read(&Repair::is_closer), 2);
    if (is_open_bracket() && count() - reader_.open() <= kMaxTokensReadAgain)
      leave_out(reader_.open(), 2);
    return fixes;
  }

  /// The last token read of this kind, if it is not too far back.
  std::uint32_t last_read(bool (Repair::*is_it)(const Read&) const) const {
    const std::uint32_t first = count() - std::min(count(), kMaxTokensReadAgain);
    for (std::uint32_t at = count(); at > first; --at) {
      if (!reader_[at - 1].token.added && (this->*is_it)(reader_[at - 1])) return at - 1;
    }
    return kNone;
  }
  bool is_quote(const Read& read) const { return punctuation().quotes(read.token.terminal); }
  bool is_closer(const Read& read) const {
    return read.opener != kNone && !is_level(read.token.terminal);
  }
  bool is_open_bracket() const {
    return reader_.open() != kNone && !reader_[reader_.open()].token.added &&
           !is_level(reader_.closer());
  }
  const std::optional<Layout>& layout() const { return text_.parser.grammar().layout; }
  bool is_level(LoweredId terminal) const {
    return layout() && (terminal == layout()->indent || terminal == layout()->dedent);
  }
  /// Lines and levels of indentation begin and end where the text has them, so none are added.
  bool is_layout(LoweredId terminal) const {
    return is_level(terminal) || (layout() && terminal == layout()->newline);
  }
  std::uint32_t item_before(std::uint32_t end) const {
    return reader_[end - 1].opener != kNone ? reader_[end - 1].opener : end - 1;
  }
  bool delimiter_before(std::uint32_t end) const {
    return punctuation().delimits(reader_[end - 1].token.terminal);
  }
  bool line_begins(const SentenceToken& token) const {
    return !token.added && tokens_[token.at].starts_line;
  }

  /// How many tokens to keep: all; all but the last item; up to a delimiter (one of the last two,
  /// as the nearest may be the fault); up to the beginning of a line.
  std::vector<std::uint32_t> places_behind() const {
    std::vector<std::uint32_t> places{count()};
    std::uint32_t delimiters = 0;
    bool line = false;
    std::uint32_t at = count();
    for (std::uint32_t items = 0; items < kMaxItems && at > reader_.level_begin(); ++items) {
      at = item_before(at);
      const bool delimited = at == reader_.level_begin() || delimiter_before(at);
      const bool first_of_line = !line && line_begins(reader_[at].token);
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

  /// Where to resume: here; after the next token; after one of the next few items; before and after
  /// a delimiter; at the beginning of a line; at the end of the bracket.
  std::vector<std::uint32_t> places_ahead() const {
    std::vector<std::uint32_t> places{next()};
    bool delimiter = false;
    bool line = false;
    std::uint32_t at = next();
    const auto place = [&](std::uint32_t where) {
      if (places.back() != where) places.push_back(where);
    };
    if (at < end_) place(at + 1);  // of a bracket, the contents stay
    for (std::uint32_t items = 0; items < kMaxItems; ++items) {
      if (at == end_ || reader_.closes_level(at)) {
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
      if (items < kItemsOneByOne || delimited) place(at);
      delimiter |= delimited;
      if (delimiter && line && items >= kItemsOneByOne) break;
    }
    return places;
  }

  // Repairs the end of the text.

  /// Adds the shortest end of the text. First leaves out the last tokens, if the total damage is
  /// then no greater.
  bool finish() {
    reader_.go_to(end_);
    if (reader_.complete()) return true;
    note_stop();
    while (count() > 0) {
      if (add_all(end_without_last()) && reader_.complete()) return true;
      reader_.back_to(reader_.open() == kNone ? 0 : reader_.open());
    }
    return reader_.complete();
  }

  ShortestEnds::Tokens shortest_end() {
    if (reader_.complete()) return {};
    return punctuation().ends().of_text(reader_.chart());
  }

  /// The shortest end of the tokens that are then left.
  ShortestEnds::Tokens end_without_last() {
    const ShortestEnds& ends = punctuation().ends();
    const std::uint32_t all = count();
    ShortestEnds::Tokens best = shortest_end();
    std::uint64_t least = ends.length(best);
    if (least > kMaxEndTokens) return best;
    std::uint32_t keep = all;
    const std::uint32_t first = all - std::min(all, kMaxLastTokens);
    const std::vector<Read> last(reader_.from(first).begin(), reader_.from(first).end());
    for (std::uint32_t at = all; at > first && all - at + 1 < least;) {
      reader_.back_to(--at);
      ShortestEnds::Tokens end = shortest_end();
      reader_.back_to(at);
      if (all - at + ends.length(end) >= least) continue;
      least = all - at + ends.length(end);
      best = std::move(end);
      keep = at;
    }
    for (std::uint32_t at = count(); at < keep; ++at) reader_.read(last[at - first].token);
    return best;
  }

  void note_stop() {
    if (explain_ && stops_.size() < kMaxStops) {
      stops_.push_back({next(), explain_stop(text_, reader_)});
    }
    if (explain_) note_resplit();
  }

  /// Starts from here, from one of the last few tokens, or from the beginning of this line or the
  /// previous one.
  void note_resplit() {
    constexpr std::uint32_t kLast = 3;
    std::uint32_t lines = 0;
    for (std::uint32_t n = 0; n <= std::min(count(), kMaxTokensReadAgain) && lines < 2; ++n) {
      const std::uint32_t keep = count() - n;
      const bool line = n > 0 && line_begins(reader_[keep].token);
      lines += line ? 1 : 0;
      if (n > kLast && !line) continue;
      const std::uint32_t from = n == 0 ? next() : reader_[keep].token.at;
      if (!resplits_.empty() && from < resplits_.back().range.end) return;
      if (reads_left() == 0) return;
      for (const bool closed : {false, true}) {
        auto resplit = reader_.find_resplit(keep, closed);
        if (!resplit) continue;
        resplits_.push_back(*std::move(resplit));
        return;
      }
    }
  }

  const RoughText& text_;
  const std::vector<RoughToken>& tokens_;
  std::uint32_t begin_, end_;
  ParseOptions how_;
  SentenceReader reader_;
  RepairBudget* budget_ = nullptr;
  bool explain_ = false;
  std::vector<Stop> stops_;
  std::vector<Resplit> resplits_;
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
