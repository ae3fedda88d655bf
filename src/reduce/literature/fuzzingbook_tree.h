// The plain derivation tree of the books' Python code: a node is a name and a list of children.
// Several parents may share a node, and a change of its list changes it for all of them.
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

/// Numbers names: equal names have equal numbers.
class BookNames {
 public:
  BookName intern(std::string_view name);
  std::string_view text(BookName name) const { return texts_[name]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::unordered_map<std::string, BookName> numbers_;
  std::vector<std::string> texts_;
};

/// The text of a leaf: the skipped text before the token, and the token's text.
struct BookLeaf {
  std::string skipped;
  std::string text;
  Span place;  ///< the range of both in the original
};

class BookTree {
 public:
  /// The tree that the books would have. In classic grammars neighbouring terminals are one leaf,
  /// named by its text, as in the books' parser; text and grammar share one space of names. In rich
  /// grammars a leaf is named by its terminal, and literals are in quotes; lists, optional parts
  /// and groups have names such as "list of …", so that only nodes that fit have the same name.
  explicit BookTree(const Tree& tree);

  BookNode root() const { return root_; }
  std::size_t size() const { return nodes_.size(); }  ///< nodes ever made
  BookName name(BookNode node) const { return nodes_[node].name; }
  std::span<const BookNode> children(BookNode node) const { return nodes_[node].children; }
  /// The leaf of a node without children; a nonterminal that derived the empty string prints
  /// nothing.
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
    std::uint32_t leaf = 0;  // index into leaves_; 0: prints nothing
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

/// A grammar's expansions as the book's reducer uses them: each is a list of names. Shorter
/// expansions come first, equally long ones in the order of the file. The empty expansion is one
/// name, "", which no node has. In a rich grammar only alternatives that are plain sequences of
/// symbols count.
class BookGrammar {
 public:
  BookGrammar(const Grammar& grammar, BookNames& names);
  using Expansion = std::vector<BookName>;
  std::span<const Expansion> expansions(BookName name) const;

 private:
  std::unordered_map<BookName, std::vector<Expansion>> expansions_;
};

}  // namespace grabr
