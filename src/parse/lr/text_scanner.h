// Splits a text into terminals of a tokenised grammar, each determined by the one before it,
// without a lexer: bytes, literals, texts of a regular symbol.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/lr/lowered.h"
#include "parse/lr/terminal_sets.h"
#include "parse/lr/token_texts.h"

namespace grabr {

struct TextTerminal {
  LoweredId id = 0;
  LoweredId symbol = LoweredGrammar::kEnd;  ///< a token's nonterminal
  std::string literal;                      ///< one or more bytes; empty for a token
  std::shared_ptr<const TokenTexts> texts;  ///< null for a literal

  /// Length of its match at text[at…], 0 if it does not match.
  std::uint32_t match(std::string_view text, std::uint32_t at) const {
    if (texts != nullptr) return texts->longest(text, at);
    if (text.compare(at, literal.size(), literal) != 0) return 0;
    return static_cast<std::uint32_t>(literal.size());
  }
  bool token() const { return texts != nullptr; }
  ByteSet first() const;
};

/// Finds pairs of terminals that both match at one place of some text.
class Rivals {
 public:
  /// By terminal: the others that it must not be searched for together with, ascending.
  std::vector<std::vector<std::uint32_t>> find(const std::vector<TextTerminal>& terminals);

 private:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  std::map<Pair, bool> known_;  // by the symbols of two tokens
  std::vector<Pair> todo_;      // rows of two tables
  std::uint64_t steps_ = 0;

  bool rivals(const TextTerminal& a, const TextTerminal& b);
  bool match_together(const TokenTexts& a, const TokenTexts& b);
};

struct TextToken {
  LoweredId terminal = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct TextTokens {
  std::vector<TextToken> tokens;
  std::optional<std::uint32_t> stuck_at;  ///< where no allowed terminal matches
};

class TextScanner {
 public:
  /// A set of terminals that are searched for together.
  using Context = std::uint32_t;
  struct Match {
    std::uint32_t terminal = 0;  ///< index in terminals()
    std::uint32_t length = 0;    ///< 0 if nothing matches
  };

  TextScanner() = default;
  /// `terminals` are those of `sets`, in the same order; `rivals` is the result of Rivals. No two
  /// terminals that may follow the same terminal, or begin the same symbol, may be rivals.
  TextScanner(const LoweredGrammar& grammar, const TerminalSets& sets,
              std::vector<TextTerminal> terminals,
              const std::vector<std::vector<std::uint32_t>>& rivals);

  /// For a text of `start`, which must be a nonterminal with rules.
  TextTokens read(std::string_view text, LoweredId start) const;

  const std::vector<TextTerminal>& terminals() const { return terminals_; }
  Context at_start(LoweredId start) const { return context_at_start_[start]; }
  Context after(std::uint32_t terminal) const { return context_after_[terminal]; }
  /// The terminal at text[at]; at < text.size().
  Match match(Context context, std::string_view text, std::uint32_t at) const {
    const Candidates& candidates = contexts_[context];
    const auto byte = static_cast<unsigned char>(text[at]);
    for (std::uint32_t i = candidates.begin[byte]; i < candidates.begin[byte + 1u]; ++i) {
      const Candidate& candidate = candidates.list[i];
      if (candidate.is_byte) return {candidate.terminal, 1};
      const std::uint32_t length = terminals_[candidate.terminal].match(text, at);
      if (length > 0) return {candidate.terminal, length};
    }
    return {};
  }

 private:
  struct Candidate {
    std::uint32_t terminal = 0;
    bool is_byte = false;
  };
  /// Terminals to try, by first byte.
  struct Candidates {
    std::array<std::uint32_t, 257> begin{};
    std::vector<Candidate> list;
  };

  std::vector<TextTerminal> terminals_;
  std::vector<Candidates> contexts_;
  std::vector<Context> context_after_;     // by terminal
  std::vector<Context> context_at_start_;  // by symbol of the grammar

  Candidates candidates(TerminalBits set) const;
};

}  // namespace grabr
