// All passes: those of reduce/passes.def, and those that a program adds while it runs.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass.h"

namespace grabr {

/// Those of reduce/passes.def, in the order in which help lists them: first what stands alone.
std::span<const Pass> passes();
/// Those that stand alone; the list minimisers are the last of them.
std::span<const Pass> strategies();
std::span<const Pass> minimizers();

/// All that go over a tree, in the order of the table.
std::vector<const Pass*> tree_passes();

/// Null when there is none of that name; registered ones are found, too. They stay where they are.
const Pass* find_pass(std::string_view name);
/// The same, of those kinds alone.
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

/// From then on it can be chosen by its name, in any pipeline and from any thread, until the
/// program ends. Throws Error(kInvalid) when the name is taken, cannot be written in a pipeline, or
/// nothing is there to run.
const Pass& register_pass(OwnPass pass);
/// Those, in the order in which they came.
std::vector<const Pass*> registered_passes();

}  // namespace grabr
