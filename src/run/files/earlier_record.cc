// Tested by tests/run/earlier_record_test.cc.
#include "run/files/earlier_record.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStatus = ".status", kHistory = ".history", kReport = ".report";
constexpr std::string_view kTurns = ".turns";
/// The history shows whether all files were set aside: each search has a history, or turns.
constexpr std::string_view kOthers[] = {kHistory, ".original", kReport, ".test", kTurns};

}  // namespace

EarlierRecord::EarlierRecord(fs::path folder, const std::string& name)
    : folder_(std::move(folder)), name_(fs::path(name).filename().string()) {}

fs::path EarlierRecord::file(std::string_view ending) const {
  return folder_ / (name_ + std::string(ending));
}

fs::path EarlierRecord::aside(std::string_view ending) const {
  return folder_ / (name_ + std::string(ending) + ".before");
}

bool EarlierRecord::is_set_aside(std::string_view ending) const {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(aside(ending), ignored));
}

/// A file that a killed run has left aside belongs to the last run that finished.
void EarlierRecord::set_aside(std::string_view ending) const {
  std::error_code ignored;
  if (is_set_aside(ending)) fs::remove_all(file(ending), ignored);
  else fs::rename(file(ending), aside(ending), ignored);
}

void EarlierRecord::set_status_aside() const { set_aside(kStatus); }

void EarlierRecord::set_all_aside() const {
  for (const std::string_view ending : kOthers) set_aside(ending);
}

bool EarlierRecord::has_status() const { return is_set_aside(kStatus); }

bool EarlierRecord::is_repeated_by(const run::Status& now) const {
  try {
    const run::Status before = run::read_status(aside(kStatus));
    return before.exit == 0 && now.exit == 0 && !now.ended.identity.empty() &&
           before.ended.identity == now.ended.identity && before.strategy == now.strategy &&
           before.tests == now.tests && before.bytes == now.bytes &&
           now.ended.executed < std::min(now.tests, before.ended.executed) &&
           (is_set_aside(kReport) || is_set_aside(kTurns));
  } catch (const Error&) {
    return false;
  }
}

void EarlierRecord::restore() const {
  std::error_code ignored;
  const bool all = is_set_aside(kHistory) || is_set_aside(kTurns);
  const auto put_back = [&](std::string_view ending) {
    fs::remove_all(file(ending), ignored);
    fs::rename(aside(ending), file(ending), ignored);
  };
  if (is_set_aside(kStatus)) put_back(kStatus);
  if (!all) return;
  for (const std::string_view ending : kOthers) put_back(ending);
}

void EarlierRecord::drop() const {
  std::error_code ignored;
  fs::remove_all(aside(kStatus), ignored);
  for (const std::string_view ending : kOthers) fs::remove_all(aside(ending), ignored);
}

}  // namespace grabr
