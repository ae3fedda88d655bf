// Writes a run's messages to standard error: remarks as lines, and the progress
// (cli/show/progress.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/show/progress.h"
#include "run/config/listener.h"

namespace grabr {

/// A line on standard error, with the program's name.
void say_line(const std::string& text);

class Console : public run::Listener {
 public:
  /// `quiet`: errors only; `verbose`: what each phase did, too.
  explicit Console(bool quiet, bool verbose = false) : quiet_(quiet), verbose_(verbose) {}

  void note(const std::string& text) override;
  void warn(const std::string& text) override;
  void on_grammar(const run::GrammarChosen& chosen) override;
  void on_step(const std::string& doing) override;

  void begin_stage(const run::Stage& stage) override { progress().begin_stage(stage); }
  void rename_stage(const std::string& doing) override { progress().rename_stage(doing); }
  void begin_search(const run::SearchBegin& search) override;
  void end_search() override { progress().end_search(); }
  void tick() override { progress().tick(); }
  void idle() override { progress_.reset(); }

  void on_test(const TestRecord& record) override { progress().on_test(record); }
  void on_phase(std::string_view name) override { progress().on_phase(name); }

 private:
  Progress& progress();

  bool quiet_;
  bool verbose_;
  std::optional<Progress> progress_;  ///< while a stage or search is running
};

}  // namespace grabr
