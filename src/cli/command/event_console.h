// The console of a reduction that also tells other programs what happens
// (report/trace/event_log.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/command/reduction.h"
#include "report/trace/event_log.h"

namespace grabr {

class EventConsole : public ReductionConsole {
 public:
  /// `events`: null without --events.
  EventConsole(const ReduceOptions& options, Ui ui, const std::string& input, EventLog* events)
      : ReductionConsole(options, ui, input), events_(events) {}

  void begin_stage(const run::Stage& stage) override;
  void rename_stage(const std::string& doing) override;
  void begin_search(const run::SearchBegin& search) override;
  void tick() override;
  void on_test(const TestRecord& record) override;
  void on_phase(std::string_view name) override;

 private:
  void tell_stage(const std::string& doing);
  void beat();

  EventLog* events_;
  std::string doing_;
  std::string stage_;  ///< that was told last
  std::string pass_;   ///< that asked last
  std::uint64_t tests_ = 0;
  std::optional<std::uint64_t> bytes_;
};

/// The last event of a reduction with a result.
void tell_end(EventLog& events, const run::Result& result);
void tell_end(EventLog& events, const run::FolderResult& result);
void tell_end(EventLog& events, const run::SetResult& result);

}  // namespace grabr
