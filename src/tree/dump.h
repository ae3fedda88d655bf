// The dumps of tree/print.h, written in pieces: that of a deep tree is far larger than the tree.
// Tested by tests/tree/tree_test.cc.
#pragma once

#include <functional>
#include <string_view>

#include "tree/tree.h"

namespace grabr {

using WritePiece = std::function<void(std::string_view)>;

void write_dump(const Tree& tree, const WritePiece& write);
void write_dump_json(const Tree& tree, const WritePiece& write);
void write_dump_dot(const Tree& tree, const WritePiece& write);

}  // namespace grabr
