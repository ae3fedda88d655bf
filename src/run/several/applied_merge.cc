// Tested by tests/run/imports_test.cc.
#include "run/several/applied_merge.h"

#include <system_error>

#include "oracle/process/work_folder.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

}  // namespace

AppliedMerge::AppliedMerge(fs::path folder, const Merge& merge, fs::path aside)
    : folder_(std::move(folder)), aside_(std::move(aside)) {
  remove_tree(aside_);
  make_folder(aside_);
  try {
    for (const auto& [name, text] : merge.texts) {
      const fs::path file = folder_ / name;
      const fs::perms mode = fs::status(file).permissions();
      fs::rename(file, aside_ / std::to_string(moved_.size()));
      moved_.push_back(name);
      write_atomically(file, text);
      fs::permissions(file, mode);
    }
    for (const std::string& name : merge.gone) remove(name);
  } catch (...) {
    undo();
    throw;
  }
}

AppliedMerge::~AppliedMerge() {
  if (!kept_) undo();
  remove_tree(aside_);
}

/// Also removes folders that become empty.
void AppliedMerge::remove(const std::string& name) {
  fs::path gone = folder_ / name;
  fs::rename(gone, aside_ / std::to_string(moved_.size()));
  moved_.push_back(name);
  for (gone = gone.parent_path(); gone != folder_ && fs::is_empty(gone);
       gone = gone.parent_path()) {
    folders_.emplace_back(gone, fs::status(gone).permissions());
    fs::remove(gone);
  }
}

void AppliedMerge::undo() noexcept {
  std::error_code ignored;
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) {
    fs::create_directory(folder->first, ignored);
    fs::permissions(folder->first, folder->second, ignored);
  }
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    fs::rename(aside_ / std::to_string(i), folder_ / moved_[i], ignored);
  }
}

}  // namespace grabr
