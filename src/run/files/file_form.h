// How texts of a reduction are stored in files: in the input's encoding (UTF-16, …), or as the
// output of a command (--encode).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "text/encoding.h"
#include "text/error.h"

namespace grabr {

class Converter;

/// The --encode command has failed.
class ConversionError : public Error {
 public:
  using Error::Error;
};

class FileForm {
 public:
  FileForm(Encoding encoding = Encoding::kAsIs) : encoding_(encoding) {}  // NOLINT: is one
  /// `text` is the decoded input, `given` the bytes of its file.
  FileForm(std::shared_ptr<Converter> encoder, std::string text, std::string given);

  bool is_converted() const { return encoder_ != nullptr; }
  /// The bytes of a file with that text; for the input's own text, the original bytes. Throws
  /// ConversionError if the command fails.
  std::string bytes(std::string_view text) const;
  /// The size of the file in bytes; if only a command can tell it, the size of the text.
  std::size_t size(std::string_view text) const { return encoded_size(text, encoding_); }

 private:
  Encoding encoding_ = Encoding::kAsIs;
  std::shared_ptr<Converter> encoder_;
  std::string text_;
  std::string given_;
};

/// Path for the decoded text of a file: ".grabr/a.reduced.wasm.txt" next to the file.
std::filesystem::path text_path(const std::filesystem::path& file);

}  // namespace grabr
