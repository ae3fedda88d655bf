// A tree for a text that does not parse: the nearest sentence as its parse, and in it, as lists of
// what they consist of, the stretches that had to be left out.
//
//   int f() { a; b b b; c; }     function_definition … block_item list
//                                  a;   opaque list: b b   b;   c;
//
// An opaque stretch (Node::opaque) is a list whose elements may go one by one: lines, if there are
// several; in them tokens and brackets with all up to their partners. What stands between brackets
// is parsed on its own where it can be: a bracket's element is then a subtree of the grammar. A
// token that is missing is there with an empty text. So every walk over trees works on these as
// well.
#pragma once

#include <string_view>
#include <vector>

#include "parse/parser.h"

namespace grabr {

/// A stretch that is not part of the parse, or a place where something was missing (an empty span).
struct Opaque {
  Span span;
  NodeId node = kNoNode;  ///< kNoNode where something was missing
  ParseFailure failure;   ///< why; of later ones than the hundredth only its span is known
};

struct PartialTree {
  Tree tree;
  std::vector<Opaque> opaque;  ///< in order of place; empty: the text parses
  std::size_t tokens = 0;         ///< of the text; a word or character that begins no token counts
  std::size_t opaque_tokens = 0;  ///< those that are in no subtree of the grammar's
  /// There is not even a nearest sentence: the root is an opaque list.
  bool bare = false;
};

/// Never fails: print(tree) is `text`, whatever its bytes. Uses the documented choice among trees.
/// Its chart takes at most 1 GiB (`options.max_memory`, if that is less); what it cannot hold is
/// opaque.
PartialTree parse_partially(const Parser& parser, std::string_view text,
                            const ParseOptions& options);
inline PartialTree parse_partially(const Parser& parser, std::string_view text) {
  return parse_partially(parser, text, parser.defaults());
}

}  // namespace grabr
