// A derivation tree in short, for a page.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>

#include "tree/tree.h"

namespace grabr {

/// {"names": [text], "nodes": [[depth, name] or [depth, name, begin, end]]}, in the order of the
/// text: nodes with several children, and tokens with their places. A name is the number of a text;
/// nodes on top of each other with one child are one, called "a › b › c". Null for a tree of more
/// than `most` such nodes.
nlohmann::ordered_json tree_outline(const Tree& tree, std::size_t most);

}  // namespace grabr
