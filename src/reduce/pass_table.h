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
/// The families of moves.
std::span<const Pass> families();

/// All passes over a tree, in the order of the table.
std::vector<const Pass*> tree_passes();

/// The pass of that name, or null. Pointers stay valid.
const Pass* find_pass(std::string_view name);
/// The same for one kind of pass.
const Pass* find_tree_pass(std::string_view name);
/// Runs the pass of that name once (Pass::tree).
bool run_tree_pass(std::string_view name, TreeWork& work, double least = 0);
const Pass* find_minimizer(std::string_view name);

/// The names of all passes, for hints.
std::vector<std::string> pass_names();

}  // namespace grabr
