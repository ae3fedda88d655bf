// Shows what a command does: a run's messages go to standard error, notes and warnings as lines,
// next to the progress (cli/show/progress.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/show/progress.h"
#include "run/config/listener.h"

namespace grabr {

class LiveView;

enum class Ui : std::uint8_t {
  kStatusLine,  ///< a line rewritten in place; without a terminal, lines
  kLines,       ///< lines only
  kLive,        ///< the whole terminal (cli/show/live_view.h)
  kOff,         ///< only remarks and the result
};

/// Chooses by --ui, or by GRABR_UI if that is not given: live, plain or off. Without both, live on
/// a terminal that can show it. `shares_output`: other things are written to standard output at the
/// same time, which may be the same terminal. Throws Error(kInvalid).
Ui choose_ui(const std::string& option, bool shares_output);

/// A line on standard error, with the program's name.
void say_line(const std::string& text);

class Console : public run::Listener {
 public:
  /// `quiet`: errors only; `verbose`: also what each phase did.
  explicit Console(bool quiet, bool verbose = false);
  /// `input`: the name that a live view shows.
  Console(bool quiet, bool verbose, Ui ui, const std::string& input);
  ~Console() override;

  /// Closes the live view: later messages stay on the terminal.
  void close_view();
  /// Has the user changed the search in the live view (left a pass, switched one off)?
  bool was_steered() const;

  void note(const std::string& text) override;
  void warn(const std::string& text) override;
  void on_grammar(const run::GrammarChosen& chosen) override;
  void on_step(const std::string& doing) override;

  void begin_stage(const run::Stage& stage) override;
  void rename_stage(const std::string& doing) override;
  void begin_search(const run::SearchBegin& search) override;
  void end_search() override;
  void tick() override;
  double tick_every_s() const override;
  void idle() override;
  run::Person* person() override;

  void on_test(const TestRecord& record) override;
  void on_best(const SharedText& text) override;
  void on_saved(const std::filesystem::path& path) override;
  void on_phase(std::string_view name) override;
  void on_pass(std::string_view name) override;

 private:
  Progress& progress();
  Progress::Options options();
  void say(const std::string& line);
  void refresh_view(bool at_once = false);

  bool quiet_;
  bool verbose_;
  Ui ui_ = Ui::kStatusLine;
  std::unique_ptr<LiveView> view_;    ///< null: no live view
  std::optional<Progress> progress_;  ///< while a stage or search is running
};

/// Writes an HTML page to a file and reports its size on standard error; "-": to standard output.
void write_page(const std::string& path, const std::string& page);

}  // namespace grabr
