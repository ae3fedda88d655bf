// Several inputs that make a program fail together, as they are at the moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/process/work_folder.h"
#include "run/config.h"
#include "run/crash_taken.h"
#include "run/listener.h"
#include "run/reduction_job.h"
#include "text/encoding.h"

namespace grabr {

class InputSet {
 public:
  struct Input {
    ReductionJob job;  ///< its reduction; `job.text` is what the next turn begins with
    std::string name;  ///< of the file, without its folder: in a test's folder, too
    std::string original;
    std::string text;               ///< the smallest so far that fails beside the others
    std::uint64_t tests = 0;        ///< of all its turns
    bool was_small_enough = false;  ///< before a last turn that may have made it larger

    /// As a file.
    std::size_t bytes(std::string_view of) const { return encoded_size(of, job.test.encoding); }
    bool is_small_enough() const { return was_small_enough || bytes(text) <= job.stop_at_bytes; }
  };

  /// Reads the inputs and prepares their reductions (prepare_job says what that throws and tells).
  /// Throws Error(kInvalid) also for: two inputs of one name, an output that is not a folder, an
  /// output that would replace another input, a strategy that looks for what passes, and inputs
  /// that are all empty. Configuration and listener must live as long.
  InputSet(const run::Config& config, run::Listener& listener, const StopToken& stop);

  std::size_t size() const { return inputs_.size(); }
  Input& operator[](std::size_t i) { return inputs_[i]; }
  const Input& operator[](std::size_t i) const { return inputs_[i]; }

  /// The crash of the command is what all reductions ask for.
  void ask_for(const CrashSeen& crash);

  /// The first that is not empty.
  std::size_t first() const;

  /// Makes the job of an input ready for a turn beside the others as they are. Throws as
  /// replace_text does.
  void begin_turn(const run::Config& config, std::size_t i, bool test_is_checked);
  /// What a turn has come to. Throws Error(kSystem) when it cannot be written.
  void set_text(std::size_t i, std::string text);

  /// A single test with input `i` as the candidate: of the set as it is, or with nothing in any.
  Outcome test(std::size_t i);
  Outcome test_empty();

  /// Writes the outputs of all but `i`, which writes its own: from here on there is a whole set.
  void save_others(const run::Output& how, std::size_t i) const;

  /// Writes all outputs, in place of what stands there.
  void save_all() const;

  /// For files that are of no use afterwards.
  const std::filesystem::path& work_folder() const { return work_.path(); }

 private:
  void require_distinct(const std::vector<std::string>& paths) const;
  void require_apart_from_copies(const std::vector<std::string>& paths) const;
  void require_no_clash() const;
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

}  // namespace grabr
