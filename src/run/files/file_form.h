// How texts of a reduction lie in files: in the input's encoding, or as what a command makes of
// them.
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

/// The command that makes files has failed.
class ConversionError : public Error {
 public:
  using Error::Error;
};

class FileForm {
 public:
  FileForm(Encoding encoding = Encoding::kAsIs) : encoding_(encoding) {}  // NOLINT: is one
  /// `given`: the input's file, of which `text` was made.
  FileForm(std::shared_ptr<Converter> encoder, std::string text, std::string given);

  bool is_converted() const { return encoder_ != nullptr; }
  /// The file with that text; of the input's it is the one that was given. Throws
  /// ConversionError.
  std::string bytes(std::string_view text) const;
  /// Of the file; of the text where that is not known without a command.
  std::size_t size(std::string_view text) const { return encoded_size(text, encoding_); }

 private:
  Encoding encoding_ = Encoding::kAsIs;
  std::shared_ptr<Converter> encoder_;
  std::string text_;
  std::string given_;
};

/// Where the text lies of which a file was made: ".grabr/a.reduced.wasm.txt" beside it.
std::filesystem::path text_path(const std::filesystem::path& file);

}  // namespace grabr
