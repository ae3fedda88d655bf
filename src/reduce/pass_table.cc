// Tested by tests/reduce/strategy_test.cc.
#include "reduce/pass_table.h"

#include <algorithm>
#include <utility>

#include "reduce/auto_schedule.h"
#include "reduce/minimizer/list_minimizers.h"
#include "reduce/pass/move_search.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/searches.h"
#include "reduce/text/byte_passes.h"

namespace grabr {
namespace {

/// Wraps a pass that ignores `least` and tries everything.
template <bool (*pass)(TreeWork& work)>
bool all_of_it(TreeWork& work, double) {
  return pass(work);
}

constexpr auto kText = WorksOn::kText;
constexpr auto kTree = WorksOn::kTree;
constexpr auto kAnyTree = WorksOn::kAnyTree;
constexpr auto kAll = CachePolicy::kAll;
constexpr auto kNoCache = CachePolicy::kNone;
constexpr auto kBook = ParseOptions::Choice::kBook;
constexpr auto kBackward = Direction::kBackward;
constexpr std::string_view kNone = "none";
constexpr std::string_view kSentence = "the input is derived from the grammar";
constexpr std::string_view kTreeMinimal = "1-tree-minimal";
constexpr std::string_view kAlone = "no list element and no optional part can go alone";
constexpr std::string_view kOneMinimal = "1-minimal";
constexpr std::string_view kNeverEmpty = "1-minimal (never empty)";
constexpr std::string_view kShrinkRay = "D. R. MacIver, Shrink Ray";

std::vector<Pass> all_passes() {
#define PIPELINE(row_name, text, ...) \
  Pass{.name = row_name, .pipeline = text, .works_on = WorksOn::kEither, __VA_ARGS__},
#define STRATEGY(row_name, function, works, ...) \
  Pass{.name = row_name, .run = function, .works_on = works, __VA_ARGS__},
#define FAMILY(row_name, finder, best, ...)                                         \
  Pass{.name = row_name,                                                            \
       .tree =                                                                      \
           [](TreeWork& work, double least) {                                       \
             return search_moves(work, {find_pass(row_name), 1}, {.least = least}); \
           },                                                                       \
       .find = finder,                                                              \
       .best_chance = best,                                                         \
       .works_on = WorksOn::kAnyTree,                                               \
       __VA_ARGS__},
#define TREE_PASS(row_name, function, ...) \
  Pass{.name = row_name, .tree = all_of_it<function>, .works_on = kAnyTree, __VA_ARGS__},
#define GAIN_PASS(row_name, function, ...)                         \
  Pass{.name = row_name,                                           \
       .tree = static_cast<bool (*)(TreeWork&, double)>(function), \
       .works_on = kAnyTree,                                       \
       __VA_ARGS__},
#define LIST_MINIMIZER(row_name, function, ...) \
  Pass{.name = row_name, .list = function, .works_on = WorksOn::kList, __VA_ARGS__},
#define BYTE_PASS(row_name, function, count, words) \
  Pass{.name = row_name,                            \
       .patches = function,                         \
       .works_on = WorksOn::kBytes,                 \
       .help = words,                               \
       .guarantee = kNone,                          \
       .source = kShrinkRay,                        \
       .file = "bytes.cc",                          \
       .alone = false,                              \
       .steps = count},
  std::vector<Pass> rows = {
#include "reduce/passes.def"
  };
  // As a strategy, a list minimiser uses itself.
  for (Pass& row : rows) {
    if (row.list != nullptr) row.minimizer = row.name;
  }
  return rows;
}

}  // namespace

std::span<const Pass> passes() {
  static const std::vector<Pass> all = all_passes();
  return all;
}

std::span<const Pass> strategies() {
  const auto rows = passes();
  const auto end = std::ranges::find(rows, false, &Pass::alone);
  return rows.first(static_cast<std::size_t>(end - rows.begin()));
}

std::span<const Pass> families() {
  static const std::vector<Pass> all = [] {
    std::vector<Pass> found;
    std::ranges::copy_if(passes(), std::back_inserter(found),
                         [](const Pass& pass) { return pass.find != nullptr; });
    return found;
  }();
  return all;
}

std::span<const Pass> minimizers() {
  const auto rows = strategies();
  const auto begin = std::ranges::find(rows, WorksOn::kList, &Pass::works_on);
  return rows.subspan(static_cast<std::size_t>(begin - rows.begin()));
}

std::vector<const Pass*> tree_passes() {
  std::vector<const Pass*> found;
  for (const Pass& pass : passes()) {
    if (pass.tree) found.push_back(&pass);
  }
  return found;
}

const Pass* find_pass(std::string_view name) {
  const auto rows = passes();
  const auto found = std::ranges::find(rows, name, &Pass::name);
  return found == rows.end() ? nullptr : &*found;
}

bool run_tree_pass(std::string_view name, TreeWork& work, double least) {
  return find_tree_pass(name)->tree(work, least);
}

const Pass* find_tree_pass(std::string_view name) {
  const Pass* pass = find_pass(name);
  return pass != nullptr && pass->tree ? pass : nullptr;
}

const Pass* find_minimizer(std::string_view name) {
  const Pass* pass = find_pass(name);
  return pass != nullptr && pass->list != nullptr ? pass : nullptr;
}

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  for (const Pass& pass : passes()) names.emplace_back(pass.name);
  return names;
}

}  // namespace grabr
