#include "run/files/file_form.h"

#include <utility>

#include "run/files/converter.h"
#include "text/setting.h"

namespace grabr {

FileForm::FileForm(std::shared_ptr<Converter> encoder, std::string text, std::string given)
    : encoder_(std::move(encoder)), text_(std::move(text)), given_(std::move(given)) {}

std::string FileForm::bytes(std::string_view text) const {
  if (encoder_ == nullptr) return encode(text, encoding_);
  if (text == text_) return given_;
  Converter::Result result = encoder_->run(text);
  if (result.made) return *std::move(result.made);
  throw ConversionError(
      ErrorKind::kSystem,
      spelled("{encode}: no file could be made from the result: ") + result.problem);
}

std::filesystem::path text_path(const std::filesystem::path& file) {
  const std::filesystem::path path = std::filesystem::absolute(file).lexically_normal();
  return path.parent_path() / ".grabr" / (path.filename().string() + ".txt");
}

}  // namespace grabr
