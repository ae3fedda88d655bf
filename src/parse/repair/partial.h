// Builds a tree for a text that does not parse: the parse of the nearest sentence, with the
// stretches that had to be left out inserted as lists of their tokens.
//
//   int f() { a; b b b; c; }     function_definition … block_item list
//                                  a;   opaque list: b b   b;   c;
//
// An opaque stretch (Node::opaque) is a list whose elements may be removed one by one: lines, if
// there are several; within them tokens, and brackets with everything up to their partners. The
// contents of brackets are parsed on their own if possible, so a bracket's element is then a
// subtree of the grammar. A missing token is represented with an empty text. So everything that
// walks trees works on these as well.
#pragma once

#include <string_view>
#include <vector>

#include "parse/parser.h"

namespace grabr {

/// A stretch outside the parse, or a place where something was missing or a line's indentation is
/// wrong (an empty span).
struct Opaque {
  Span span;
  NodeId node = kNoNode;  ///< kNoNode if the span is empty
  ParseFailure failure;   ///< the reason; only the first hundred are explained
};

struct PartialTree {
  Tree tree;
  std::vector<Opaque> opaque;     ///< in order of place; empty: the text parses
  std::size_t tokens = 0;         ///< including words and characters that begin none
  std::size_t opaque_tokens = 0;  ///< tokens outside any subtree of the grammar
  /// There is not even a nearest sentence: the root is an opaque list.
  bool bare = false;
};

/// Never fails: print(tree) is `text`, whatever its bytes. Uses the documented choice among trees.
/// The chart takes at most 1 GiB (or `options.max_memory`, if less); text beyond that is opaque.
PartialTree parse_partially(const Parser& parser, std::string_view text,
                            const ParseOptions& options);
inline PartialTree parse_partially(const Parser& parser, std::string_view text) {
  return parse_partially(parser, text, parser.defaults());
}

}  // namespace grabr
