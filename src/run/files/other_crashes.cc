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
constexpr std::size_t kDigits = 8;  // of the hash in a name

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
  if (!seen_.insert(words).second) return;
  if (seen_.size() > kMaxKinds) {
    listener_.note("more kinds of other failures are not kept");
    return;
  }
  const std::string where = ".grabr/" + shown_name(folder_.filename());
  listener_.note(words + (keep(words, record.text) ? " (kept in " + where + ")" : ""));
}

bool OtherCrashes::keep(const std::string& words, std::string_view text) const {
  const std::string name = "other-" + sha256_hex(words).substr(0, kDigits) + extension_;
  try {
    require_own_folder(folder_);
    std::filesystem::create_directories(folder_);
    write_own_file(folder_ / name, form_.bytes(text));
    return true;
  } catch (const std::exception&) {
    return false;  // only a by-product: failing to save it is not an error
  }
}

}  // namespace grabr
