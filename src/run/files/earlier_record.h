// The record of the run before with the same output: its status, history, report and test. It
// stands aside, as NAME.status.before and so on, until it is certain that another takes its place:
// a call that cannot begin, or that only repeats what is done, loses nothing.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "run/files/run_status.h"

namespace grabr {

class EarlierRecord {
 public:
  /// FOLDER/NAME.*: `name` is the output of the run, or its input where that goes elsewhere.
  EarlierRecord(std::filesystem::path folder, const std::string& name);

  /// Before the checks of the test: what is looked at meanwhile is the status of the new run.
  void set_status_aside() const;
  /// Before the search.
  void set_all_aside() const;
  /// Is there one that stands aside?
  bool has_status() const;
  /// Has a run with this end learnt nothing new, and come to the same: answers were known, fewer
  /// tests ran than before, with the same input, test and outcome? `now`: its status.
  bool is_repeated_by(const run::Status& now) const;

  /// Puts it back, in the place of the new one.
  void restore() const;
  /// The new one counts.
  void drop() const;

 private:
  std::filesystem::path folder_;
  std::string name_;

  std::filesystem::path file(std::string_view ending) const;
  std::filesystem::path aside(std::string_view ending) const;
  void set_aside(std::string_view ending) const;
  bool is_set_aside(std::string_view ending) const;
};

}  // namespace grabr
