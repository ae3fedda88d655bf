// Decodes and encodes the escapes of strings and attributes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/model/content.h"

namespace grabr {

/// How characters were spelled where they occurred first, so that most of a text is written as it
/// was.
using Spellings = std::map<std::string, std::string, std::less<>>;

/// The text without escapes; nothing if one of them stands for no text. `close` is the text that
/// ends the string. New spellings are added to `spelled`, if it is not null.
std::optional<std::string> undo_escapes(Escapes escapes, std::string_view text,
                                        std::string_view close, Spellings* spelled = nullptr);

/// The escaped form of `text`: each character as in `spelled`, or else in the usual way.
std::string redo_escapes(Escapes escapes, std::string_view text, std::string_view close,
                         const Spellings& spelled = {});

}  // namespace grabr
