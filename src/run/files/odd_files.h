// Inputs that are not a file of a language: a folder, an archive, a binary format. Archives may be
// reduced as folders: `tar`, `unzip` and `zip` do the work.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "run/config/listener.h"

namespace grabr {

/// Throws Error(kInvalid) for a folder, with what to write instead.
void refuse_folder(const std::string& path);

/// "gzip archive", by its first bytes; empty for anything else.
std::string_view archive_kind(std::string_view text);

/// Says that an archive's own bytes are what is reduced, or those of a module that has a text form.
void note_binary(const std::string& path, std::string_view text, run::Listener& listener);

/// ".tar.gz", ".zip" or another of those known, if the name ends so; else empty.
std::string archive_ending(const std::string& name);

/// Makes the folder. Throws Error(kInvalid) with what the program said if that does not work.
void unpack(const std::filesystem::path& archive, const std::filesystem::path& folder);

/// What is in the folder, in order of names; replaces the archive as a whole.
/// Throws Error(kSystem) with what the program said.
void pack(const std::filesystem::path& folder, const std::filesystem::path& archive);

}  // namespace grabr
