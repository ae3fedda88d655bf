// The record of the previous run with the same output: its status, history, report and test. It is
// set aside, as NAME.status.before and so on, until another record certainly replaces it. So a call
// that cannot begin, or that only repeats a finished run, loses nothing.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "run/files/run_status.h"

namespace grabr {

class EarlierRecord {
 public:
  /// FOLDER/NAME.*: `name` is the output of the run, or its input if the result goes elsewhere.
  EarlierRecord(std::filesystem::path folder, const std::string& name);

  /// Call before the checks of the test: from then on the status shows the new run.
  void set_status_aside() const;
  /// Call before the search.
  void set_all_aside() const;
  /// Is there a record that was set aside?
  bool has_status() const;
  /// Has a run with this final status only repeated the earlier one? It has if answers were known,
  /// fewer tests ran than before, and input, test and outcome are the same.
  bool is_repeated_by(const run::Status& now) const;

  /// Puts the record back, replacing the new one.
  void restore() const;
  /// Keeps the new record and removes the old one.
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
