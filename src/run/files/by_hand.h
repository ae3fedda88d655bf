// Texts that a person writes while a search runs: into a file beside the answers, try.EXT.
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

/// Proposes what is in that file whenever it has changed; what is there at the begin is left alone.
/// The file is a text as the search sees it; one that is still being written is seen again when it
/// is whole. Also what the listener's person has chosen.
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
  std::string name_;  ///< of what was proposed last
  std::size_t bytes_ = 0;
};

}  // namespace grabr
