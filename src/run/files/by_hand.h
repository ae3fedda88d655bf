// Candidates that the user writes during a search, to the file try.EXT in the cache folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "reduce/core/session.h"
#include "run/config/listener.h"

namespace grabr {

/// FOLDER/try.EXT, with the extension of the input.
std::filesystem::path try_path(const std::filesystem::path& folder, const std::string& input);

/// Proposes the file's text whenever the file has changed; its first content is ignored. The text
/// is in the form that the search works on (decoded). A half-written file is read again once it is
/// complete. Also proposes the step that the user has chosen in the live view.
class ByHand : public Proposer {
 public:
  ByHand(std::filesystem::path file, run::Listener& listener);

  std::optional<Candidate> proposed() override;
  void on_answer(bool fails) override;

 private:
  struct Stamp {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    bool operator==(const Stamp&) const = default;
  };
  std::optional<Stamp> stamp() const;

  std::filesystem::path file_;
  run::Listener& listener_;
  std::optional<Stamp> seen_;
  std::string name_;  ///< name of the last proposal
  std::size_t bytes_ = 0;
};

}  // namespace grabr
