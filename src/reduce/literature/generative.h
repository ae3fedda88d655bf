// The replacements that the generative GRABR tries for a node: other expansions of its symbol,
// filled with parts of the node or, if none fits, with the cheapest sentences of the grammar.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "parse/parser.h"
#include "reduce/literature/fuzzingbook_text.h"
#include "reduce/literature/minimal_yield.h"

namespace grabr {

/// One part of an expansion, by its name in a BookTree.
struct PartSpec {
  BookName name = 0;
  std::vector<BookName> fitting;   ///< names of nodes that may be this part, or all of it
  std::vector<BookLeaf> cheapest;  ///< leaves of its cheapest sentence
  std::vector<BookName> names;     ///< the names of those leaves
  bool terminal = false;           ///< the part is a leaf
};

/// A part to build: a subtree, or new leaves.
struct FilledPart {
  const PartSpec* spec = nullptr;
  BookPiece piece;
};

struct GenerativeReplacement {
  bool new_node = true;  ///< false: the only part replaces the node
  std::vector<FilledPart> parts;
  std::string text;  ///< of the parts, without white space between them
};

/// The expansions of a grammar, by the names of their nodes in a BookTree.
class ExpansionTable {
 public:
  /// Adds names to `names`. Grammar and analysis must outlive this object.
  ExpansionTable(const Grammar& grammar, const Analysis& analysis, BookNames& names);

  /// Replacements for the node at `place`, each shorter than the node: the shortest first, then in
  /// byte order. With depth 0, all parts are new. Otherwise there is one for each expansion and
  /// each subtree from exactly that many levels below that fits one of its parts; the other parts
  /// are the shortest subtrees at that depth, or cheapest sentences.
  std::vector<GenerativeReplacement> replacements(const Unfolding& unfolding, const BookText& text,
                                                  PlaceId place, int depth) const;

 private:
  using Expansion = std::vector<PartSpec>;

  void add_rule(const Rule& rule);
  void add_pattern(SymbolId symbol);
  void add_nested(const Expr& expr);
  void add_expansion(BookName of, const std::vector<const Expr*>& parts);
  PartSpec part_spec(const Expr& expr);
  void add_fitting(const Expr& expr, std::vector<BookName>& fitting);
  const std::vector<BookName>& fitting(SymbolId symbol);

  const Grammar& grammar_;
  const Analysis& analysis_;
  MinimalYield yield_;
  BookNames& names_;
  std::unordered_map<BookName, std::vector<Expansion>> expansions_;
  std::unordered_map<SymbolId, std::vector<BookName>> fitting_;
};

}  // namespace grabr
