// A grammar of texts like a result: rules of its own on top of those of the result's grammar.
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

/// An item of a rule of such a grammar.
struct RuleItem {
  enum class Kind : std::uint8_t {
    kText,   ///< exactly this text, as one token
    kGlued,  ///< the same, directly behind the token before it
    kName,   ///< a symbol: of the result's grammar, or one of the own rules
    kRule,   ///< a rule's text, of a rich grammar
  };
  Kind kind = Kind::kText;
  std::string text;

  bool operator==(const RuleItem&) const = default;
};
using RuleItems = std::vector<RuleItem>;

/// A rule of its own. The first of a grammar is that of start_name().
struct OwnRule {
  std::string name;
  std::vector<RuleItems> alternatives;
};

/// The grammar that a result was parsed by, and where its file is.
struct BaseGrammar {
  std::shared_ptr<const Grammar> grammar;
  std::string path;  ///< absolute
  ReadSource read = grammar_source;
};

/// The name of the start symbol of such a grammar.
std::string start_name(const Grammar& base);
/// The name of another rule of its own, as the notation wants it: `part-1`, or `<part-1>`.
std::string own_name(const Grammar& base, const std::string& stem);

/// The file of such a grammar: it extends a rich one, and repeats the rules of a classic one.
std::string abstract_grammar_json(const BaseGrammar& base, const std::vector<OwnRule>& rules,
                                  const std::string& title);

/// A token as an item: by its text, or by its name where it has none or only one.
RuleItem item_of(const Tree& tree, NodeId token);
/// All tokens below a node.
RuleItems items_below(const Tree& tree, NodeId node);

/// Such a grammar, loaded, and its sentences.
class AbstractGrammar {
 public:
  /// Nothing if it cannot be loaded, or has no sentence.
  static std::optional<AbstractGrammar> load(const BaseGrammar& base,
                                             const std::vector<OwnRule>& rules);

  /// A sentence of one of its rules; nothing if none is found.
  std::optional<Tree> sentence(const std::string& rule, RandomNumbers& random);
  /// What stands in a sentence for one of its rules; nothing if that does not occur.
  static std::optional<RuleItems> find(const Tree& sentence, const std::string& rule);

 private:
  explicit AbstractGrammar(std::shared_ptr<const Grammar> grammar)
      : grammar_(std::move(grammar)),
        generator_(std::make_unique<Generator>(grammar_, GeneratorOptions{})) {}

  std::shared_ptr<const Grammar> grammar_;
  std::unique_ptr<Generator> generator_;
};

}  // namespace grabr
