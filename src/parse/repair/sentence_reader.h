// Reads rough tokens into a partial sentence: a viable prefix that can be cut back and continued
// elsewhere. Tracks the open brackets. Reads an automatic token where a parse would
// (parse/tokens/context_lexer.h), as a token that is not in the text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "grammar/model/terminal_set.h"
#include "parse/earley/chart.h"
#include "parse/parser.h"
#include "parse/repair/punctuation.h"
#include "parse/repair/rough_tokens.h"

namespace grabr {

/// A token of a sentence.
struct SentenceToken {
  LoweredId terminal = kNoTerminal;
  std::uint32_t at = 0;  ///< index of the rough token; if the token was added, of the one after it
  bool added = false;    ///< it is not in the text
  bool from_line_end = false;  ///< an automatic token that a parse would read there
};

class SentenceReader {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// Reads rough tokens begin … end. All arguments must outlive this.
  SentenceReader(const RoughText& text, Span range, Chart chart);

  /// A token that was read. `outer` and `opener` are indexes of such tokens.
  struct Read {
    SentenceToken token;
    std::uint32_t outer = kNone;   ///< the innermost bracket open before it
    std::uint32_t opener = kNone;  ///< the opener that it closes
  };
  const Read& operator[](std::uint32_t index) const { return read_[index]; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(read_.size()); }
  std::span<const Read> from(std::uint32_t index) const { return std::span(read_).subspan(index); }

  /// The rough token to read next.
  std::uint32_t next() const { return next_; }
  bool at_end() const { return next_ == range_.end; }
  void go_to(std::uint32_t next) { next_ = next; }

  /// Returns false if the token is not allowed here; then nothing is read. A token that no sentence
  /// contains is skipped.
  bool read_next();
  bool add(LoweredId terminal);
  /// The terminals as which a rough token may be read.
  std::vector<LoweredId> terminals_at(std::uint32_t at) const;
  /// Contextual lexing, at a token that does not fit: the way a parse would split the text after
  /// the first `keep` tokens read, if it can then read on past that place. `closed`: the innermost
  /// bracket open there must close before.
  std::optional<Resplit> find_resplit(std::uint32_t keep, bool closed);
  /// Reads the token as it is, without an automatic token before it.
  bool read(SentenceToken token);
  void back_to(std::uint32_t keep);
  /// Are the tokens a sentence, with an automatic token at their end if needed?
  bool complete();
  const Chart& chart() { return chart_.finish(); }
  /// Number of calls to the chart's push.
  std::uint64_t pushes() const { return pushes_; }

  /// The innermost open bracket (kNone if there is none), its closer, and the first token in it.
  std::uint32_t open() const { return open_; }
  LoweredId closer() const { return punctuation_.closer_of(read_[open_].token.terminal); }
  std::uint32_t level_begin() const { return open_ == kNone ? 0 : open_ + 1; }
  /// Does the rough token close a bracket that was read?
  bool closes_level(std::uint32_t at) const;

 private:
  const Grammar& grammar_;
  const std::optional<AutomaticToken>& automatic_;
  std::string_view text_;
  const Punctuation& punctuation_;
  std::span<const RoughToken> tokens_;
  Span range_;
  Chart chart_;
  std::vector<Read> read_;
  std::vector<bool> opened_;                    // by rough token: is it a bracket that was read?
  std::vector<std::uint32_t> behind_line_end_;  // rough tokens after a line end, if that matters
  std::uint32_t open_ = kNone;
  std::uint32_t next_;
  std::uint64_t pushes_ = 0;

  bool is_left_out(std::uint32_t at) const;
  Resplit resplit_here(std::uint32_t beyond);
  bool behind_line_end() const;
  bool behind_automatic() const;
  void note_opener(const SentenceToken& token, bool read);
  bool ends_line_before(LoweredId terminal, bool line_end) const;
  bool may_end_before(LoweredId terminal, bool line_end) const;
  bool read_fitting(const SentenceToken& token);
  void add_others(std::string_view text, std::vector<LoweredId>& terminals) const;
  bool read_automatic();
  bool read_behind_automatic(const SentenceToken& token);
};

/// Why a reader had to stop. Call it if the last read_next failed, or at the end without a complete
/// sentence. All offsets refer to the text, whatever was left out of the sentence or added to it.
ParseFailure explain_stop(const RoughText& text, SentenceReader& reader);

}  // namespace grabr
