// Tested by tests/cli/running_test.cc.
#include "run/files/by_hand.h"

#include <system_error>
#include <utility>

#include "text/error.h"
#include "text/file.h"

namespace grabr {

namespace fs = std::filesystem;

fs::path try_path(const fs::path& folder, const std::string& input) {
  return folder / ("try" + fs::path(input).extension().string());
}

ByHand::ByHand(fs::path file, run::Listener& listener)
    : file_(std::move(file)), listener_(listener), seen_(stamp()) {}

std::optional<ByHand::Stamp> ByHand::stamp() const {
  std::error_code missing;
  const std::uintmax_t size = fs::file_size(file_, missing);
  if (missing) return std::nullopt;
  const auto time = fs::last_write_time(file_, missing);
  return missing ? std::nullopt : std::optional(Stamp{time, size});
}

std::optional<Candidate> ByHand::proposed() {
  if (run::Person* const person = listener_.person()) {
    if (std::optional<Candidate> chosen = person->chosen()) {
      name_ = chosen->edit;
      bytes_ = chosen->text.size();
      return chosen;
    }
  }
  const std::optional<Stamp> now = stamp();
  if (now == seen_) return std::nullopt;
  seen_ = now;
  if (!now) return std::nullopt;
  try {
    std::string text = read_own_file(file_);
    bytes_ = text.size();
    name_ = file_.filename().string();
    return Candidate{std::move(text), "a text by hand"};
  } catch (const Error&) {
    return std::nullopt;
  }
}

void ByHand::on_answer(bool fails) {
  listener_.note(name_ + ": " +
                 (fails ? "still fails, going on from its " + std::to_string(bytes_) + " bytes"
                        : "does not fail"));
}

}  // namespace grabr
