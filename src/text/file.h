// Reads a whole file, and replaces one so that a reader never sees half of it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "text/system_call.h"

namespace grabr {

/// All bytes of a file. Throws Error(kInvalid) naming the file and the system's reason.
std::string read_file(const std::filesystem::path& path);

/// Also false if the path cannot be examined.
bool is_file(const std::filesystem::path& path);

/// Writes everything, repeating partial writes. Returns 0 or the error number.
int write_all(int descriptor, std::string_view bytes);

/// The same for pieces, at most IOV_MAX; if possible, in one system call.
int write_all(int descriptor, std::span<const std::string_view> pieces);

/// Creates a folder and its parents; an existing one is fine. Throws Error(kSystem).
void make_folder(const std::filesystem::path& path);

/// True for a plain file or a name not yet in use; false for terminals, pipes, devices, and for
/// names of open files such as /dev/stdout.
bool can_be_replaced(const std::filesystem::path& path);

/// Records that the command reads this file: from now on no output may replace it. A missing file,
/// or one of another kind, is ignored.
void note_read(const std::filesystem::path& path);

/// Throws Error(kInvalid) if the file was recorded as read.
void require_not_read(const std::filesystem::path& path);

/// Writes `bytes` to a temporary file beside `path`, syncs it and renames it to `path`: readers see
/// either all of the old bytes or all of the new ones, even after a kill or a power cut. Keeps the
/// mode of an existing `path`. A path that cannot be replaced is written in place. Throws
/// Error(kSystem), and as require_not_read() does.
void write_atomically(const std::filesystem::path& path, std::string_view bytes);

/// Makes the file executable for everyone who can read it. Throws
/// std::filesystem::filesystem_error.
void make_executable(const std::filesystem::path& file);

// Functions for our own files in a folder like .grabr. Such a folder may come with somebody's
// project, where a link may lead anywhere.

/// Throws Error(kInvalid) for a link, and for a folder of another user unless we or its owner are
/// root. A missing folder is fine.
void require_own_folder(const std::filesystem::path& path);

/// write_atomically() in a folder of our own: replaces a link instead of following it.
void write_own_file(const std::filesystem::path& path, std::string_view bytes);

/// Opens a file that may exist already, with the flags `how`. Throws Error(kInvalid) if it is not a
/// plain file: opening a pipe could wait forever. If the system refuses, the result is not open and
/// errno is set.
FileDescriptor open_own_file(const std::filesystem::path& path, int how);

/// Like read_file().
std::string read_own_file(const std::filesystem::path& path);

/// Creates a file for writing, replacing one with the same name. Not open if that fails.
FileDescriptor new_own_file(const std::filesystem::path& path);

/// For small files that the system or another process writes and that may not exist: in /proc, in
/// /sys, a status file. Returns all bytes, or the first `most`; empty if the file cannot be read.
/// Does not use the standard library's streams, which may retry forever if reads are interrupted
/// again and again.
std::string read_if_there(const std::filesystem::path& path,
                          std::size_t most = std::size_t{1} << 24);

}  // namespace grabr
