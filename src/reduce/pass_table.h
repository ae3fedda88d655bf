// The table of all passes: those of reduce/passes.def, and those that a program adds at run time.
#pragma once

#include <functional>
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

/// Null if there is none of that name. Also finds registered passes. Pointers stay valid.
const Pass* find_pass(std::string_view name);
/// The same for one kind of pass.
const Pass* find_tree_pass(std::string_view name);
const Pass* find_minimizer(std::string_view name);

/// Names of all, for hints.
std::vector<std::string> pass_names();

/// A pass that a program brings along. Its texts are copied.
struct OwnPass {
  std::string name;
  std::string help = {};
  std::string guarantee = "none";
  WorksOn works_on = WorksOn::kText;
  /// One of them, as in Pass: a search of its own, or one round over a tree.
  std::function<void(Session& session, Problem& problem)> run = {};
  std::function<bool(TreeWork& work, double least)> tree = {};
};

/// Registers a pass until the program ends; any pipeline in any thread can then use its name.
/// Throws Error(kInvalid) if the name is taken, cannot be written in a pipeline, or there is no
/// function.
const Pass& register_pass(OwnPass pass);
/// The registered passes, in order of registration.
std::vector<const Pass*> registered_passes();

}  // namespace grabr
