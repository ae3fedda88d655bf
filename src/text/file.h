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

/// False also where it cannot be looked at.
bool is_file(const std::filesystem::path& path);

/// Writes everything, repeating partial writes. Returns 0 or the error number.
int write_all(int descriptor, std::string_view bytes);

/// The same for pieces, at most IOV_MAX, in one call of the system where it takes them all.
int write_all(int descriptor, std::span<const std::string_view> pieces);

/// Creates a folder and its parents; an existing one is fine. Throws Error(kSystem).
void make_folder(const std::filesystem::path& path);

/// True for a plain file or a name not yet in use; false for terminals, pipes, devices, and for
/// names of open files such as /dev/stdout.
bool can_be_replaced(const std::filesystem::path& path);

/// Notes a file that the call reads: from now on no output takes its place. Another kind of file,
/// and one that does not exist, is fine.
void note_read(const std::filesystem::path& path);

/// Throws Error(kInvalid) for a file that was noted as read.
void require_not_read(const std::filesystem::path& path);

/// Writes `bytes` to a temporary file beside `path`, syncs it and renames it to `path`: readers see
/// either all of the old bytes or all of the new ones, even after a kill or a power cut. Keeps the
/// mode of an existing `path`. What cannot be replaced is written in place. Throws Error(kSystem),
/// and as require_not_read() does.
void write_atomically(const std::filesystem::path& path, std::string_view bytes);

/// Lets everyone run the file who can read it. Throws std::filesystem::filesystem_error.
void make_executable(const std::filesystem::path& file);

// Files of our own, in a folder like .grabr, which may come with somebody's project: a link in it
// leads wherever its maker wants.

/// Throws Error(kInvalid) for a link and for a folder of another user, unless we or its owner are
/// root. One that does not exist is fine.
void require_own_folder(const std::filesystem::path& path);

/// write_atomically() in a folder of our own: takes the place of a link.
void write_own_file(const std::filesystem::path& path, std::string_view bytes);

/// Opens one that may be there already, as `how` says. Throws Error(kInvalid) for what is no file:
/// with a pipe, whoever opens it would wait for ever. Not open, with errno set, where the system
/// refuses.
FileDescriptor open_own_file(const std::filesystem::path& path, int how);

/// As read_file().
std::string read_own_file(const std::filesystem::path& path);

/// A new file to be written to, in the place of whatever has its name. Not open where that cannot
/// be.
FileDescriptor new_own_file(const std::filesystem::path& path);

/// For small files that the system or another process writes and that may not exist: in /proc, in
/// /sys, a status file. All bytes of the file, or the first `most`; empty if it cannot be read. Not
/// done with streams of the standard library, which may retry forever if reads are interrupted
/// again and again.
std::string read_if_there(const std::filesystem::path& path,
                          std::size_t most = std::size_t{1} << 24);

}  // namespace grabr
