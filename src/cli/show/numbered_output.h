// Writes numbered texts: each to its own file in a folder, or all to standard output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace grabr {

class NumberedOutput {
 public:
  /// `folder`: empty for standard output, made otherwise. `count` says how many digits names have.
  /// `null`: a NUL byte after each text on standard output, not a line end.
  NumberedOutput(std::filesystem::path folder, std::uint64_t count, bool null);

  /// Writes text `number`, counted from 0. A file with another text is not replaced: throws
  /// Error(kInvalid).
  void write(std::uint64_t number, std::string_view text, const std::string& extension) const;
  /// Its file, 0001 and on; empty for standard output.
  std::filesystem::path file(std::uint64_t number, const std::string& extension) const;

 private:
  std::filesystem::path folder_;
  std::size_t width_;
  bool null_;
};

/// Throws Error(kSystem) if not all could be written to standard output.
void finish_output();

}  // namespace grabr
