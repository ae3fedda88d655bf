// Tested by tests/run/other_crashes_test.cc.
#include "run/files/other_crashes.h"

#include <system_error>
#include <utility>

#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxKinds = 20;
constexpr std::size_t kDigits = 8;  // digits of the hash in a file name

}  // namespace

OtherCrashes::OtherCrashes(std::filesystem::path folder, const std::filesystem::path& input,
                           FileForm form, run::Listener& listener)
    : folder_(std::move(folder)),
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
  return folder_ / ("other-" + sha256_hex(words).substr(0, kDigits) + extension_);
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
