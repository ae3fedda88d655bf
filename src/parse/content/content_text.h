// The text of a content: without what stands around it, its indentation and its escapes, and with
// them again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grammar/model/content.h"
#include "parse/content/escapes.h"

namespace grabr {

class ContentText {
 public:
  /// Of the text of a token or a part of the tree. Nothing if none of Content::between fits, or if
  /// an escape stands for no text.
  static std::optional<ContentText> read(const Content& content, std::string_view whole);

  /// What the content says.
  const std::string& text() const { return text_; }
  /// The text of the token with another content; nothing if none can be written that would be read
  /// as this one.
  std::optional<std::string> with(std::string_view content) const;

 private:
  std::string written(std::string_view content, const Spellings& spelled) const;
  std::optional<std::string> undone(std::string_view raw, Spellings* spelled) const;

  Escapes escapes_ = Escapes::kNone;
  std::string before_, after_;  ///< around it
  std::string close_;
  std::string indentation_;
  Spellings spelled_;
  std::string text_;
};

}  // namespace grabr
