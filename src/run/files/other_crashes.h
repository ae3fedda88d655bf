// Candidates that fail in another way than the original (--same-crash): each kind is reported once,
// and its smallest text is kept.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "reduce/core/session.h"
#include "run/config/listener.h"
#include "run/files/file_form.h"

namespace grabr {

struct OtherFailure {
  std::string words;           ///< "`g` instead of `f`"
  std::filesystem::path file;  ///< file with its smallest text
};

inline constexpr const char* kOthersFolder = "also-interesting";

/// The texts with other failures that a reduction kept in this folder, sorted by name.
std::vector<std::filesystem::path> kept_others(const std::filesystem::path& kept);

/// Sees the tests in the order that does not depend on the number of jobs, so what is kept does
/// not.
class OtherCrashes : public Observer {
 public:
  /// Keeps texts in a folder inside `kept`, with the extension of `input`. Keeps a few kinds at
  /// most.
  OtherCrashes(const std::filesystem::path& kept, const std::filesystem::path& input, FileForm form,
               run::Listener& listener);

  void on_test(const TestRecord& record) override;

  /// The failures of which a text is kept.
  std::vector<OtherFailure> found() const;

 private:
  /// Returns whether the file exists afterwards.
  bool keep(const std::string& words, std::string_view text) const;
  std::filesystem::path path_of(const std::string& words) const;

  std::filesystem::path folder_;
  std::string extension_;
  FileForm form_;
  run::Listener& listener_;
  std::map<std::string, std::size_t> seen_;  ///< bytes of the smallest text of each kind
};

}  // namespace grabr
