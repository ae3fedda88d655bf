// Combines the steps: a derivation (expander.h), texts for its tokens (token_sampler.h), separators
// between them (draft_tree.h). If tokens depend on context or indentation, the text is parsed and
// the parsed tree is the result; one that does not parse is drawn again. Tested by
// tests/generate/generator_test.cc.
#include "generate/generator.h"

#include <utility>
#include <variant>

#include "text/error.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr int kTries = 50;  // sentences drawn until one is a tree (and parses)

SymbolId start_of(const Grammar& grammar, const GeneratorOptions& options) {
  return options.start == kNoSymbol ? grammar.start : options.start;
}

}  // namespace

Generator::Generator(std::shared_ptr<const Grammar> grammar, const GeneratorOptions& options)
    : grammar_(std::move(grammar)),
      seed_(options.seed),
      start_(start_of(*grammar_, options)),
      expander_(*grammar_, options),
      trees_(grammar_) {
  const std::string& name = grammar_->symbols[start_].name;
  const std::uint64_t least = expander_.least(start_);
  if (least >= kNeverEnds) {
    throw Error(ErrorKind::kInvalid, name + " has no sentence: its derivations never end");
  }
  if (least > kMaxDerivationNodes) {
    throw Error(ErrorKind::kInvalid, "the shortest sentence of " + name + " is too long");
  }
  const bool by_parse = grammar_->lexing == Lexing::kContextual || grammar_->layout.has_value();
  if (by_parse) parser_.emplace(grammar_);
}

Tree Generator::sentence(std::uint64_t number) {
  RandomNumbers random(seed_, number);
  if (std::optional<Tree> tree = sentence_of(start_, random)) return *std::move(tree);
  throw Error(ErrorKind::kSystem, "no sentence was found in " + std::to_string(kTries) +
                                      " tries: the grammar's tokens cannot be separated\nhint: a "
                                      "\"skip\" for white space separates them");
}

std::optional<Tree> Generator::sentence_of(SymbolId nonterminal, RandomNumbers& random) {
  for (int i = 0; i < kTries; ++i) {
    const std::optional<Draft> draft = expander_.expand(nonterminal, random);
    if (!draft) return std::nullopt;
    std::optional<Tree> tree = trees_.build(*draft, random);
    if (tree) tree = checked(*std::move(tree), nonterminal);
    if (tree) return tree;
  }
  return std::nullopt;
}

std::optional<Tree> Generator::checked(Tree tree, SymbolId nonterminal) {
  if (!parser_) return tree;
  ParseOptions how = parser_->defaults();
  how.start = nonterminal;
  ParseResult result = parser_->parse(print(tree), how);
  if (auto* parsed = std::get_if<Tree>(&result)) return std::move(*parsed);
  return std::nullopt;
}

}  // namespace grabr
