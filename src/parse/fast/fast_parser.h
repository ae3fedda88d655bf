// Runs the fast engine on a text: reads tokens as the grammar requires, keeps an engine per start
// symbol, and turns results into trees and failures.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "parse/fast/derivation_tree.h"
#include "parse/fast/engine.h"
#include "parse/fast/recogniser.h"
#include "parse/lr/epsilon_free.h"
#include "parse/lr/lowered.h"
#include "parse/parse_options.h"
#include "parse/parse_result.h"

namespace grabr {

class FastParser {
 public:
  /// Both must outlive this.
  FastParser(const Grammar& grammar, const LoweredGrammar& lowered);

  /// Returns false if the grammar is too large for an automaton, or has more terminals than the
  /// engine can number.
  bool ready(const ParseOptions& options);

  /// The derivation, or the reason why there is none.
  std::optional<ParseFailure> derive(std::string_view text, const ParseOptions& options,
                                     Derivation& derivation);
  /// The same without a derivation, and without the reason: finding that takes a second reading.
  /// Small texts use the steps remembered from earlier texts (parse/fast/recogniser.h).
  bool accepts(std::string_view text, const ParseOptions& options);
  std::optional<ParseFailure> check(std::string_view text, const ParseOptions& options);
  /// `grammar` is the one given to the constructor.
  ParseResult parse(const std::shared_ptr<const Grammar>& grammar, std::string_view text,
                    const ParseOptions& options);
  /// See Parser.
  std::optional<Tree> parse_terminals(const std::shared_ptr<const Grammar>& grammar,
                                      std::span<const LoweredId> terminals,
                                      const ParseOptions& options);

 private:
  class Reading;

  /// Created when first needed; null if the automaton would be too large.
  Engine* find_engine(LoweredId start);
  Engine& engine_for(LoweredId start) { return *find_engine(start); }
  Recogniser& recogniser_for(LoweredId start);
  LoweredId start_of(const ParseOptions& options) const;
  bool derives_only_empty(LoweredId start) const;
  /// The user's symbol; kNoSymbol for helpers.
  SymbolId user_rule(EpsilonFreeId symbol) const;
  void spare(DerivationArena arena);

  const Grammar& grammar_;
  const LoweredGrammar& lowered_;
  EpsilonFreeGrammar epsilon_free_;
  EmptyDerivations empty_;
  std::array<EpsilonFreeId, 256> terminal_of_byte_{};
  std::map<LoweredId, std::unique_ptr<Engine>> engines_;
  std::map<LoweredId, Recogniser> recognisers_;
  WordArena spare_;  // of the last derivation no longer needed
};

}  // namespace grabr
