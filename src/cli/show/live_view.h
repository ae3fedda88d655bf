// The live view: collects a run's messages, shows them, and passes a person's requests on to the
// search.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/show/live_keys.h"
#include "cli/show/live_state.h"
#include "cli/show/progress.h"
#include "cli/show/terminal.h"
#include "report/trace/tallies.h"
#include "run/config/listener.h"

namespace grabr {

/// Takes the screen one second after its construction, so that a short run does not flicker.
class LiveView : public run::Person {
 public:
  /// `input`: its name.
  explicit LiveView(std::string input);
  ~LiveView() override { close(); }

  /// Has a person left passes or switched them off?
  bool has_steered() const { return has_steered_; }
  bool is_shown() const { return terminal_.is_entered(); }
  /// Restores the screen, and prints the lines that have come in the meantime.
  void close();
  /// A line to show now, and to print later.
  void say(const std::string& line);

  // Messages of the run; `progress` has the numbers.
  void begin_stage() { state_.searching = false; }
  void begin_search(const run::SearchBegin& search);
  void end_search();
  void on_test(const TestRecord& record);
  void on_best(const SharedText& text);
  void on_pass(std::string_view name);
  /// Reads keys and draws, if it is time.
  void refresh(Progress& progress, bool at_once = false);
  /// Shows the step of a stage in which no test runs, or tests are not counted.
  void show_step(const std::string& doing);

  void between_tests(const StopToken& stop) override;
  bool is_off(std::string_view pass) const override;
  bool wants_to_leave(std::string_view pass) override;
  std::optional<Candidate> chosen() override;

 private:
  bool is_due(Clock::time_point now);
  void take_keys();
  void fulfil(Wish wish);
  void show_step_chosen();
  void switch_pass();
  std::vector<KindOfToken> kinds_in(std::string_view text) const;
  void forget_kinds();
  void gather(Clock::time_point now);
  void draw();

  Terminal terminal_;
  ScreenStyle style_ = Terminal::style();
  LiveState state_;
  run::SearchInsight insight_;
  PassTally tally_;
  std::vector<std::string> held_;  ///< lines to print when the view closes
  std::vector<std::string> off_;   ///< passes that are switched off
  std::optional<std::string> leave_;
  LiveState::StepRow last_accepted_;
  bool has_steered_ = false;
  bool knows_kinds_ = false;      ///< of the best
  Deadline deadline_;             ///< of the search
  Progress* progress_ = nullptr;  ///< that refresh() was given last
  Clock::time_point begin_ = Clock::now();
  std::optional<Clock::time_point> looked_at_;
};

}  // namespace grabr
