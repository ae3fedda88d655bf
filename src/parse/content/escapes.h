// Undoes and redoes the escapes of strings and attributes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/model/content.h"

namespace grabr {

/// How characters were spelled where they stood first, so that most of a text is written again as
/// it was.
using Spellings = std::map<std::string, std::string, std::less<>>;

/// What the text stands for; nothing if it has an escape that stands for no text. `close` is what
/// ends the string. What `spelled` does not know yet is added to it, if there is one.
std::optional<std::string> undo_escapes(Escapes escapes, std::string_view text,
                                        std::string_view close, Spellings* spelled = nullptr);

/// A text that stands for `text`: each character as in `spelled`, or else in the usual way.
std::string redo_escapes(Escapes escapes, std::string_view text, std::string_view close,
                         const Spellings& spelled = {});

}  // namespace grabr
