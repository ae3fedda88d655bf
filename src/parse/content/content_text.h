// The text of a content without its frame, its indentation and its escapes, and the way back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grammar/model/content.h"
#include "parse/content/escapes.h"

namespace grabr {

class ContentText {
 public:
  /// Reads the content in the text of a token or a part of the tree. Nothing if none of
  /// Content::between fits, or if an escape stands for no text.
  static std::optional<ContentText> read(const Content& content, std::string_view whole);

  /// The decoded content.
  const std::string& text() const { return text_; }
  /// The token's text with another content; nothing if no text would be read as that content.
  std::optional<std::string> with(std::string_view content) const;

 private:
  std::string written(std::string_view content, const Spellings& spelled) const;
  std::optional<std::string> undone(std::string_view raw, Spellings* spelled) const;

  Escapes escapes_ = Escapes::kNone;
  std::string before_, after_;  ///< the text around the content
  std::string close_;
  std::string indentation_;
  Spellings spelled_;
  std::string text_;
};

}  // namespace grabr
