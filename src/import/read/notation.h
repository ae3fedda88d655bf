// Reads a file of another tool with our own grammar of its notation (grammars/NAME.json). Each
// reader is a table that maps that grammar's rules and tokens to phrases.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "parse/parser.h"
#include "text/source.h"
#include "tree/tree.h"

namespace grabr {

/// A node of a rule or a token; lists, groups and optional parts are skipped over.
class Parsed {
 public:
  Parsed(const Tree& tree, NodeId node, std::uint32_t file)
      : tree_(&tree), node_(node), file_(file) {}

  /// The name of the node's rule or token; of a literal, its text.
  std::string_view name() const { return symbol().name; }
  bool is_literal() const { return symbol().kind == SymbolKind::kLiteral; }
  /// The text from the node's first token to its last one.
  std::string text() const { return std::string(tree_->slice(place().span)); }
  ImportPlace place() const;
  /// The node's children in order, except those that did not parse.
  std::vector<Parsed> parts() const;
  /// The children of that rule or token.
  std::vector<Parsed> parts(std::string_view wanted) const;
  /// The first such child; the node itself if there is none, as in a text that does not parse.
  Parsed part(std::string_view wanted) const;
  /// The text of the first such child; empty if there is none.
  std::string text_of(std::string_view wanted) const;
  bool has(std::string_view wanted) const { return !parts(wanted).empty(); }

 private:
  const Symbol& symbol() const { return tree_->grammar().symbols[(*tree_)[node_].symbol]; }
  void open(NodeId node, std::vector<Parsed>& parts) const;

  const Tree* tree_;
  NodeId node_;
  std::uint32_t file_;
};

class NotationReader {
 protected:
  /// `grammar`: "abnf". Every place where the file does not fit the grammar is a problem, with
  /// `hint`; the rest is still read.
  NotationReader(const std::string& grammar, const Source& source, std::uint32_t file,
                 Problems& problems, const std::string& hint);

  /// The phrase of each rule or token. Without a row, it is the sequence of the phrases below.
  using Make = std::function<Phrase(const Parsed&)>;
  std::map<std::string_view, Make> table_;

  Parsed root() const { return {tree_, tree_.root(), file_}; }
  Phrase phrase(const Parsed& part);
  /// The phrase of the only child with that name.
  Phrase below(const Parsed& of, std::string_view wanted);
  /// The phrases of the children, except literals.
  std::vector<Phrase> phrases(const Parsed& of);
  /// A name and its arguments.
  Phrase call(const Parsed& of);
  /// The phrase of a choice. All nesting goes through choices, which may be nested up to
  /// kMaxPartNesting.
  Phrase choice(const Parsed& of);
  /// The phrase of a node's children, of which each ? * + COUNT and times repeats the one before
  /// it.
  Phrase suffixed(const Parsed& of);
  /// The set of the characters from `low` to `high`; a problem if that is none.
  Phrase range_of(const Parsed& of, std::uint32_t low, std::uint32_t high);
  void error(const Parsed& at, std::string message, std::string hint = {}) {
    problems_.error(at.place().span, std::move(message), std::move(hint));
  }

  ImportedGrammar grammar_;
  Problems& problems_;
  const std::uint32_t file_;

 private:
  Phrase separated(Phrase part, const Parsed& times);

  Tree tree_;
  std::uint32_t depth_ = 0;
};

/// A file of yacc or flex up to the second %%, and the code behind it. A problem if there is none
/// at all.
struct RulesAndCode {
  Source rules;
  std::string code;
};
std::optional<RulesAndCode> rules_and_code(const Source& source, Problems& problems);

/// The number in `digits`, at most 1000: no list in a grammar is longer. `otherwise` if `digits` is
/// empty.
std::uint32_t count_of(std::string_view digits, std::uint32_t otherwise);

}  // namespace grabr
