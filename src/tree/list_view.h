// The list view of a derivation tree: recursion shown as lists.
//
//   <stmts> → <stmt> ";" <stmts> | <stmt>     on  a;b;c
//
//   <stmts>                                   <stmts>
//     a  ";"  <stmts>              becomes      separated list: a ";" b ";" c
//              b  ";"  <stmts>
//                       c
//
// A chain is a node whose last (or first) child, seen through unit steps, has the node's own symbol
// again. Its links become the elements of a list:
//   - the base is one more element of the same shape: E s L | E gives a separated list, E L | E a
//     plain one; at least one element stays;
//   - the base is empty, or something else: a list of whole links, which may lose all of them,
//     beside the base.
// Whatever elements are removed, the text stays in the language, because a link L → α L may always
// be left out. `while (c) s` and `-x` are chains as well: their links are what unwraps them. Parts
// that are lists already stay as they are.
// Tested by tests/tree/list_view_test.cc.
#pragma once

#include "tree/tree.h"

namespace grabr {

/// Prints the same text. Nodes keep their numbers, new ones come behind them; unit steps between the
/// links of a chain are gone.
Tree list_view(Tree tree);

}  // namespace grabr
