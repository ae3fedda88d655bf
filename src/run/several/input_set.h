// The current state of several inputs that make a program fail together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/process/work_folder.h"
#include "run/check/crash_taken.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"
#include "text/encoding.h"

namespace grabr {

class InputSet {
 public:
  struct Input {
    ReductionJob job;  ///< its reduction; `job.text` is the start of the next turn
    std::string name;  ///< name of the file without its folder, also in a test's folder
    std::string original;
    std::string text;               ///< the smallest that fails with the others so far
    std::uint64_t tests = 0;        ///< tests of all its turns
    bool was_small_enough = false;  ///< before a last turn that may enlarge it

    /// The text's size as a file.
    std::size_t bytes(std::string_view of) const { return encoded_size(of, job.test.encoding); }
    bool is_small_enough() const {
      return was_small_enough || (job.stop_at && job.stop_at->is_met_by(text));
    }
  };

  /// Reads the inputs and prepares their reductions (for errors and messages see prepare_job).
  /// Throws Error(kInvalid) also for two inputs with the same name, an output that is not a folder,
  /// an output that would replace another input, a strategy that looks for a passing text, and
  /// inputs that are all empty. Configuration and listener must outlive this.
  InputSet(const run::Config& config, run::Listener& listener, const StopToken& stop);

  std::size_t size() const { return inputs_.size(); }
  Input& operator[](std::size_t i) { return inputs_[i]; }
  const Input& operator[](std::size_t i) const { return inputs_[i]; }

  /// Makes the crash of the command the condition of all reductions.
  void ask_for(const CrashSeen& crash);

  /// The index of the first input that is not empty.
  std::size_t first() const;

  /// Prepares the job of an input for a turn with the current texts of the others. Throws as
  /// replace_text does.
  void begin_turn(const run::Config& config, std::size_t i, bool test_is_checked);
  /// Sets the result of a turn. Throws Error(kSystem) if it cannot be written.
  void set_text(std::size_t i, std::string text);

  /// Runs one test with input `i` as the candidate: with the current set, or with all inputs empty.
  Outcome test(std::size_t i);
  Outcome test_empty();

  /// Writes the outputs of all inputs but `i`, whose turn writes its own; then the set is complete.
  void save_others(const run::Output& how, std::size_t i) const;

  /// Writes all outputs, replacing existing files.
  void save_all() const;

  /// A folder for temporary files.
  const std::filesystem::path& work_folder() const { return work_.path(); }

 private:
  void require_distinct(const std::vector<std::string>& paths) const;
  void require_apart_from_copies(const std::vector<std::string>& paths) const;
  std::vector<std::string> beside(std::size_t i) const;
  std::vector<std::filesystem::path> files() const;
  std::vector<std::filesystem::path> others(std::size_t i) const;
  std::string hash_of_others(std::size_t i) const;
  Outcome run(std::size_t i, std::string_view text,
              const std::vector<std::filesystem::path>& others) const;

  const run::Config& config_;
  run::Listener& listener_;
  const StopToken stop_;
  std::vector<Input> inputs_;
  WorkFolder work_;
};

/// Makes two checks that the first turn cannot make: the test does not fail if all inputs are
/// empty, and it fails whichever input is its argument. A continued run was checked before. Begins
/// the first turn. Throws Error(kNotTrusted) or Error(kNotInteresting).
void check_set(const run::Config& config, InputSet& set);

}  // namespace grabr
