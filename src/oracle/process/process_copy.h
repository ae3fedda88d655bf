// A copy of this process (fork) that waits at a question until it is told what to suppose.
//
// The original holds one end of a channel, the copy the other. Closing the original's end ends the
// copy, wherever it is: the kernel sends SIGIO, whose default is death. A copy's channel comes with
// it or, for a copy of a copy, is sent to the one that is to be copied. All copies that come from
// one fork of the original are in a process group of their own, by which they are reaped.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>

#include "text/file_descriptor.h"
#include "text/hash.h"

namespace grabr {

/// The question a copy has come to: may be asked next, if what was supposed comes true.
struct Foretold {
  Hash128 candidate;
  double chance = 0;          ///< that the candidate fails
};

// For the original.

struct CopyStart {
  FileDescriptor channel;     ///< the original's end; in the copy, the copy's
  pid_t group = -1;           ///< of the new copy and all that come from it; 0: this is the copy
};
/// Copies this process. Nothing where the system refuses.
std::optional<CopyStart> copy_this_process();

/// Has the copy at the other end copied; the channel to the new one. Nothing where that fails.
std::optional<FileDescriptor> copy_the_copy(const FileDescriptor& channel, bool suppose_fails);

/// Has the copy lay its candidate down; the number it has stored it under (Oracle::store). Nothing
/// where that fails or takes longer than a second; the copy is of no use then.
std::optional<std::uint64_t> have_stored(const FileDescriptor& channel);

/// What the copy has told, without waiting; `ended` when it never will.
std::optional<Foretold> receive(const FileDescriptor& channel, bool& ended);

/// Buries the dead of a group; false when nobody is left in it.
bool reap_group(pid_t group);
/// Kills and buries all of it.
void end_group(pid_t group);

// For a copy.

/// Tells the question and waits; `store` lays the candidate down. Returns, in a further copy, what
/// that one shall suppose; `channel` is that one's then. Ends the process when the original has
/// closed the channel.
bool await_supposition(FileDescriptor& channel, const Foretold& question,
                       const std::function<std::uint64_t()>& store);

/// Ends this process and nothing else: no destructor runs, no file is flushed.
[[noreturn]] void end_copy();

}  // namespace grabr
