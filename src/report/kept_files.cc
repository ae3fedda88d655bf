// Tested by tests/cli/report_command_test.cc.
#include "report/kept_files.h"

#include <system_error>

#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

fs::path kept_path(const fs::path& folder, const std::string& name, const char* ending) {
  return folder / (fs::path(name).filename().string() + ending);
}

}  // namespace

fs::path kept_report_path(const fs::path& folder, const std::string& name) {
  return kept_path(folder, name, ".report");
}

fs::path kept_explanation_path(const fs::path& folder, const std::string& name) {
  return kept_path(folder, name, ".explanation");
}

void keep_file(const fs::path& path, std::string_view text) {
  std::error_code ignored;
  if (!fs::is_directory(path.parent_path(), ignored)) return;
  try {
    write_atomically(path, text);
  } catch (const Error&) {
  }
}

}  // namespace grabr
