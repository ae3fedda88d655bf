// A grammar of texts like a result: new rules on top of those of the result's grammar.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generate/generator.h"
#include "grammar/load/load.h"
#include "tree/tree.h"

namespace grabr {

/// An item of a new rule.
struct RuleItem {
  enum class Kind : std::uint8_t {
    kText,   ///< exactly this text, as one token
    kGlued,  ///< the same, directly after the token before it
    kName,   ///< a symbol of the result's grammar, or the name of a new rule
    kRule,   ///< the text of a rule's right side, in rich grammars
  };
  Kind kind = Kind::kText;
  std::string text;

  bool operator==(const RuleItem&) const = default;
};
using RuleItems = std::vector<RuleItem>;

/// A new rule. The first of a grammar is that of start_name().
struct OwnRule {
  std::string name;
  std::vector<RuleItems> alternatives;
};

/// The grammar that a result was parsed by, and the path of its file.
struct BaseGrammar {
  std::shared_ptr<const Grammar> grammar;
  std::string path;  ///< absolute
  ReadSource read = grammar_source;
};

/// The name of the start symbol of such a grammar.
std::string start_name(const Grammar& base);
/// The name of another new rule in the notation of the grammar: `part-1`, or `<part-1>`.
std::string own_name(const Grammar& base, const std::string& stem);

/// The text of the grammar's file: it extends a rich grammar, and repeats the rules of a classic
/// one.
std::string abstract_grammar_json(const BaseGrammar& base, const std::vector<OwnRule>& rules,
                                  const std::string& title);

/// A token as an item: its text, or its name if it has no text or only one possible text.
RuleItem item_of(const Tree& tree, NodeId token);
/// All tokens below a node, as items.
RuleItems items_below(const Tree& tree, NodeId node);

/// Such a grammar, loaded, and its sentences.
class AbstractGrammar {
 public:
  /// Nothing if the grammar cannot be loaded, or has no sentence.
  static std::optional<AbstractGrammar> load(const BaseGrammar& base,
                                             const std::vector<OwnRule>& rules);

  /// A random sentence of one of its rules; nothing if none is found.
  std::optional<Tree> sentence(const std::string& rule, RandomNumbers& random);
  /// The tokens of a sentence that one of its rules derived; nothing if the rule does not occur.
  static std::optional<RuleItems> find(const Tree& sentence, const std::string& rule);

 private:
  explicit AbstractGrammar(std::shared_ptr<const Grammar> grammar)
      : grammar_(std::move(grammar)),
        generator_(std::make_unique<Generator>(grammar_, GeneratorOptions{})) {}

  std::shared_ptr<const Grammar> grammar_;
  std::unique_ptr<Generator> generator_;
};

}  // namespace grabr
