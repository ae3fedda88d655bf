// Tested by tests/reduce/pass_table_test.cc.
#include "reduce/pass_table.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

#include "reduce/auto_schedule.h"
#include "reduce/minimizer/list_minimizers.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/searches.h"
#include "reduce/text/byte_passes.h"
#include "text/error.h"

namespace grabr {
namespace {

/// Wraps a pass without `least`; it tries everything.
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

/// The passes that a program has added. Pointers to them stay valid.
class Registry {
 public:
  const Pass* find(std::string_view name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = std::ranges::find(rows_, name, [](const Row& row) { return row.pass.name; });
    return found == rows_.end() ? nullptr : &found->pass;
  }

  std::vector<const Pass*> all() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<const Pass*> all;
    for (const Row& row : rows_) all.push_back(&row.pass);
    return all;
  }

  /// Null if the name is taken.
  const Pass* add(OwnPass own) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const Row& row : rows_) {
      if (row.pass.name == own.name) return nullptr;
    }
    rows_.push_back({std::move(own), {}});
    Row& row = rows_.back();
    row.pass = {.name = row.own.name,
                .run = std::move(row.own.run),
                .tree = std::move(row.own.tree),
                .works_on = row.own.works_on,
                .help = row.own.help,
                .guarantee = row.own.guarantee,
                .source = "this program"};
    return &row.pass;
  }

 private:
  struct Row {
    OwnPass own;
    Pass pass;
  };
  std::mutex mutex_;
  std::deque<Row> rows_;
};

Registry& registry() {
  static Registry all;
  return all;
}

const Pass* find_row(std::string_view name) {
  const auto rows = passes();
  const auto found = std::ranges::find(rows, name, &Pass::name);
  return found == rows.end() ? nullptr : &*found;
}

bool can_be_written(std::string_view name) {
  return !name.empty() && name != "then" && name != "least" &&
         name.find_first_of(" \t\r\n;,:#<>=\"'") == std::string_view::npos;
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
  const Pass* row = find_row(name);
  return row != nullptr ? row : registry().find(name);
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
  for (const Pass* pass : registered_passes()) names.emplace_back(pass->name);
  return names;
}

const Pass& register_pass(OwnPass pass) {
  const std::string name = pass.name;
  if (!can_be_written(name)) {
    throw Error(ErrorKind::kInvalid, "no pass can be called \"" + name +
                                         "\"\nhint: a name is one word, such as drop-tables");
  }
  if (!pass.run && !pass.tree)
    throw Error(ErrorKind::kInvalid, "the pass " + name + " does nothing");
  const Pass* row = find_row(name) == nullptr ? registry().add(std::move(pass)) : nullptr;
  if (row == nullptr) throw Error(ErrorKind::kInvalid, "a pass is called " + name + " already");
  return *row;
}

std::vector<const Pass*> registered_passes() { return registry().all(); }

}  // namespace grabr
