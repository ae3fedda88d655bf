// The list view of a derivation tree: recursion shown as lists.
//
//   <stmts> → <stmt> ";" <stmts> | <stmt>     on  a;b;c
//
//   <stmts>                                   <stmts>
//     a  ";"  <stmts>              becomes      separated list: a ";" b ";" c
//              b  ";"  <stmts>
//                       c
//
// A chain is a node whose last (or first) child, looking through unit steps, has the same symbol as
// the node. Its links become the elements of a list:
//   - if the base has the same shape as an element (E s L | E gives a separated list, E L | E a
//     plain one), it becomes one more element, and at least one element stays;
//   - if the base is empty or something else, the whole links form a list beside it, which may lose
//     all of its elements.
// Whatever elements are removed, the text stays in the language, because a link L → α L may always
// be omitted. `while (c) s` and `-x` are chains as well: removing a link unwraps them. Parts that
// are already lists stay as they are. Tested by tests/tree/list_view_test.cc.
#pragma once

#include "tree/tree.h"

namespace grabr {

/// The result prints the same text. Nodes keep their numbers, new ones are numbered after them;
/// unit steps between the links of a chain are dropped.
Tree list_view(Tree tree);

}  // namespace grabr
