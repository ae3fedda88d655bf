// Handles inputs that are not files of a language: a folder, an archive, a binary format.
#pragma once

#include <string>
#include <string_view>

#include "run/config/listener.h"

namespace grabr {

/// Throws Error(kInvalid) for a folder, with a hint.
void refuse_folder(const std::string& path);

/// "gzip archive", by its first bytes; empty for anything else.
std::string_view archive_kind(std::string_view text);

/// Tells the user that the bytes of an archive, or of a module that has a text form, are reduced as
/// they are.
void note_binary(const std::string& path, std::string_view text, run::Listener& listener);

}  // namespace grabr
