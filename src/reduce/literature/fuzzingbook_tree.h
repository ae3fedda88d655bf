// The plain derivation tree of the books, as their Python code has it: a node is a name and a list
// of children, several parents may share a node, and changing a list changes it for all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tree/tree.h"

namespace grabr {

using BookName = std::uint32_t;
using BookNode = std::uint32_t;

/// Names by number: equal numbers, equal names.
class BookNames {
 public:
  BookName intern(std::string_view name);
  std::string_view text(BookName name) const { return texts_[name]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::unordered_map<std::string, BookName> numbers_;
  std::vector<std::string> texts_;
};

/// The text of a leaf: the skipped text before the token, and the token's own.
struct BookLeaf {
  std::string skipped;
  std::string text;
  Span place;  ///< of both in the original
};

class BookTree {
 public:
  /// The tree as the books would have it. Classic grammars: neighbouring terminals are one leaf,
  /// named by its text, as their parser gives it; text and grammar share one space of names. Rich
  /// grammars: a leaf is named by its terminal, literals in quotes; lists, optional parts and
  /// groups are nodes named by what they are ("list of …"), so that only what fits has the same
  /// name.
  explicit BookTree(const Tree& tree);

  BookNode root() const { return root_; }
  std::size_t size() const { return nodes_.size(); }  ///< nodes ever made
  BookName name(BookNode node) const { return nodes_[node].name; }
  std::span<const BookNode> children(BookNode node) const { return nodes_[node].children; }
  /// Of a node without children; a nonterminal that derived the empty string prints nothing.
  const BookLeaf& leaf(BookNode node) const { return leaves_[nodes_[node].leaf]; }
  const std::string& text_at_end() const { return text_at_end_; }

  BookNode add(BookName name, std::vector<BookNode> children);
  BookNode add_leaf(std::string_view name, BookLeaf leaf);
  void set_child(BookNode parent, std::size_t index, BookNode by) {
    nodes_[parent].children[index] = by;
  }

  const BookNames& names() const { return names_; }
  BookNames& names() { return names_; }

 private:
  struct Entry {
    BookName name = 0;
    std::uint32_t leaf = 0;  // into leaves_; 0: prints nothing
    std::vector<BookNode> children;
  };
  BookNode join_leaves(BookNode left, BookNode right);

  BookNames names_;
  std::vector<Entry> nodes_;
  std::vector<BookLeaf> leaves_ = {{}};
  BookNode root_ = 0;
  std::string text_at_end_;
};

/// The name that a symbol has in a BookTree of that grammar.
std::string book_name(const Grammar& grammar, SymbolId symbol);

/// A grammar's expansions as the reducer of the book uses them: each a list of names, the shortest
/// first, in file order among those of one length. The empty expansion is one name, "", which no
/// node has. Of a rich grammar, the alternatives that are plain sequences of symbols.
class BookGrammar {
 public:
  BookGrammar(const Grammar& grammar, BookNames& names);
  using Expansion = std::vector<BookName>;
  std::span<const Expansion> expansions(BookName name) const;

 private:
  std::unordered_map<BookName, std::vector<Expansion>> expansions_;
};

}  // namespace grabr
