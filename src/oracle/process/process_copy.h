// Forked copies of this process for predicting tests: a copy waits at its next test until it is
// told which result to assume.
//
// The original holds one end of a channel, the copy the other. Closing the original's end kills the
// copy wherever it is: the kernel sends SIGIO, which is fatal by default. A copy gets its channel
// at the fork, or, for a copy of a copy, through the channel of the copy to be copied. All copies
// stemming from one fork of the original share a process group, by which they are reaped.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>

#include "text/hash.h"
#include "text/system_call.h"

namespace grabr {

/// The question that a copy has reached: it may be asked next if the assumption is right.
struct PredictedQuestion {
  Hash128 candidate;
  double chance = 0;  ///< probability that the candidate fails
};

// Functions for the original:

struct CopyStart {
  FileDescriptor channel;  ///< the original's end; in the copy, the copy's end
  pid_t group = -1;        ///< process group of the new copy and its copies; 0: this is the copy
};
/// Forks this process. Nothing if the system refuses.
std::optional<CopyStart> copy_this_process();

/// Has the copy at the other end fork; returns the channel to the new copy. Nothing if that fails.
std::optional<FileDescriptor> copy_the_copy(const FileDescriptor& channel, bool suppose_fails);

/// Has the copy store its candidate and returns the number (Oracle::store). Nothing if that fails
/// or takes longer than a second; the copy is useless then.
std::optional<std::uint64_t> have_stored(const FileDescriptor& channel);

/// The copy's report, if it has arrived; `ended` is set if there will never be one.
std::optional<PredictedQuestion> receive(const FileDescriptor& channel, bool& ended);

/// Reaps exited children of the group; returns false once it is empty.
bool reap_group(pid_t group);
/// Kills and reaps the whole group.
void end_group(pid_t group);

// Functions for a copy:

/// Reports the question and waits; `store` stores the candidate. Returns, in a further copy, the
/// answer to assume; `channel` is then that copy's. Ends the process when the original has closed
/// the channel.
bool await_supposition(FileDescriptor& channel, const PredictedQuestion& question,
                       const std::function<std::uint64_t()>& store);

/// Ends only this process, without running destructors or flushing files.
[[noreturn]] void end_copy();

}  // namespace grabr
