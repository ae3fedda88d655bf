// The table of all passes: reduce/passes.def.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass.h"

namespace grabr {

/// The passes of reduce/passes.def in the order of the help, strategies first.
std::span<const Pass> passes();
/// The passes that are strategies; the list minimisers are the last of them.
std::span<const Pass> strategies();
std::span<const Pass> minimizers();

/// All that go over a tree, in the order of the table.
std::vector<const Pass*> tree_passes();

/// Null if there is none of that name. Pointers stay valid.
const Pass* find_pass(std::string_view name);
/// The same for one kind of pass.
const Pass* find_tree_pass(std::string_view name);
const Pass* find_minimizer(std::string_view name);

/// Names of all, for hints.
std::vector<std::string> pass_names();

}  // namespace grabr
