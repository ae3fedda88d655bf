#include "bench/batch.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "oracle/process/work_folder.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

constexpr std::chrono::milliseconds kPause{10};  // between checks of the running reductions

struct Task {
  const BenchCase* one = nullptr;
  std::string strategy;
  std::string input_sha256;
};

std::vector<Task> planned_tasks(const BatchPlan& plan) {
  std::vector<Task> tasks;
  for (const BenchCase& one : plan.cases) {
    const std::string sha256 = sha256_hex(read_file(one.input));
    for (const std::string& strategy : plan.strategies) tasks.push_back({&one, strategy, sha256});
  }
  return tasks;
}

BatchRecord::Key key_of(const Task& task, const BatchLimits& limits) {
  return {task.one->name,    task.strategy,           limits.text(),
          task.input_sha256, task.one->asked_grammar, task.one->test_sha256};
}

std::vector<Task> open_tasks(const BatchPlan& plan) {
  std::vector<Task> tasks = planned_tasks(plan);
  std::erase_if(tasks,
                [&](const Task& task) { return plan.done.contains(key_of(task, plan.limits)); });
  return tasks;
}

/// Where a reduction's answers are kept until its record is saved.
std::filesystem::path answers_of(const BatchPlan& plan, const BatchRecord::Key& key) {
  const auto& [name, strategy, options, input, grammar, test] = key;
  const std::string text =
      name + '\n' + strategy + '\n' + options + '\n' + input + '\n' + grammar + '\n' + test;
  return plan.answers / ("bench-" + sha256_hex(text).substr(0, 16));
}

/// Removes answers left by a kill between saving a record and removing its answers.
void forget_done(const BatchPlan& plan) {
  for (const BatchRecord::Key& key : plan.done) remove_tree(answers_of(plan, key));
}

/// Passes on the records of reductions that have ended.
void collect(std::vector<std::unique_ptr<ChildReduction>>& running, const BatchPlan& plan) {
  std::erase_if(running, [&](const std::unique_ptr<ChildReduction>& child) {
    if (!child->has_ended()) return false;
    plan.on_record(child->record());
    child->forget_answers();
    return true;
  });
}

void run_tasks(const BatchPlan& plan, const std::vector<Task>& tasks,
               const std::filesystem::path& folder,
               std::vector<std::unique_ptr<ChildReduction>>& running) {
  std::size_t next = 0;
  while (next < tasks.size() || !running.empty()) {
    if (plan.check_stop) plan.check_stop();
    collect(running, plan);
    if (next < tasks.size() && running.size() < std::max(1U, plan.jobs)) {
      const Task& task = tasks[next++];
      running.push_back(
          std::make_unique<ChildReduction>(*task.one, task.strategy, plan.limits, task.input_sha256,
                                           folder / ("reduction-" + std::to_string(next)),
                                           answers_of(plan, key_of(task, plan.limits))));
    } else if (!running.empty()) {
      std::this_thread::sleep_for(kPause);
    }
  }
}

}  // namespace

std::vector<BatchRecord::Key> planned_keys(const BatchPlan& plan) {
  std::vector<BatchRecord::Key> keys;
  for (const Task& task : planned_tasks(plan)) keys.push_back(key_of(task, plan.limits));
  return keys;
}

void run_batch(const BatchPlan& plan) {
  const std::vector<Task> tasks = open_tasks(plan);
  // Locked while this process lives; after a kill, the next process to make one removes it.
  const WorkFolder folder;
  forget_done(plan);
  std::vector<std::unique_ptr<ChildReduction>> running;
  try {
    run_tasks(plan, tasks, folder.path(), running);
  } catch (...) {
    for (const auto& child : running) child->ask_to_end();
    throw;  // the destructors wait for each reduction
  }
  std::error_code ignored;
  std::filesystem::remove(plan.answers, ignored);  // keeps the folder if it contains something else
}

}  // namespace grabr
