// Tested by tests/run/other_crashes_test.cc.
#include "run/files/other_crashes.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxKinds = 20;
constexpr std::size_t kDigits = 8;  // of the hash in a name
constexpr const char* kPrefix = "other-";

}  // namespace

std::vector<std::filesystem::path> kept_others(const std::filesystem::path& kept) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator at(kept / kOthersFolder, error), end;
       !error && at != end; at.increment(error)) {
    if (at->path().filename().string().starts_with(kPrefix)) files.push_back(at->path());
  }
  std::ranges::sort(files);
  return files;
}

OtherCrashes::OtherCrashes(const std::filesystem::path& kept, const std::filesystem::path& input,
                           FileForm form, run::Listener& listener)
    : folder_(kept / kOthersFolder),
      extension_(input.extension().string()),
      form_(std::move(form)),
      listener_(listener) {}

void OtherCrashes::on_test(const TestRecord& record) {
  const std::string& words = record.result.other_failure;
  if (words.empty() || record.cached || seen_.size() > kMaxKinds) return;
  const auto [seen, is_new] = seen_.emplace(words, record.text.size());
  if (!is_new) {
    if (record.text.size() >= seen->second) return;
    seen->second = record.text.size();
    keep(words, record.text);
    return;
  }
  if (seen_.size() > kMaxKinds) {
    listener_.note("more kinds of other failures are not kept");
    return;
  }
  const std::string where = ".grabr/" + shown_name(folder_.filename());
  listener_.note(words + (keep(words, record.text) ? " (kept in " + where + ")" : ""));
}

std::filesystem::path OtherCrashes::path_of(const std::string& words) const {
  return folder_ / (kPrefix + sha256_hex(words).substr(0, kDigits) + extension_);
}

std::vector<OtherFailure> OtherCrashes::found() const {
  std::vector<OtherFailure> found;
  for (const auto& [words, bytes] : seen_) {
    if (!is_file(path_of(words))) continue;
    found.push_back({words.substr(words.find(": ") + 2), path_of(words)});
  }
  return found;
}

bool OtherCrashes::keep(const std::string& words, std::string_view text) const {
  try {
    require_own_folder(folder_);
    std::filesystem::create_directories(folder_);
    write_own_file(path_of(words), form_.bytes(text));
    return true;
  } catch (const std::exception&) {
    return false;  // this is only a by-product, so failing to save it is not an error
  }
}

}  // namespace grabr
