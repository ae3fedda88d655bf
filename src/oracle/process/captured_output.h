// Captures a command's output: reads it as it comes, so that the command never blocks on us, hashes
// all of it and keeps the beginning.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "oracle/process/spawn.h"
#include "text/file_descriptor.h"
#include "text/hash.h"

namespace grabr {

/// The beginning of a command's output; the rest is read, hashed and dropped.
struct Capture {
  std::size_t limit_bytes = 65536;  ///< of each stream
  int output_copy = -1;             ///< descriptors that also get all of it; -1: none
  int errors_copy = -1;
  std::string output = {};
  std::string errors = {};
  Hash128 output_hash = {};
  Hash128 errors_hash = {};
};

/// One output stream of a command.
class CapturedStream {
 public:
  CapturedStream(std::string& text, std::size_t limit, int copy);

  bool is_open() const { return read_end_.is_open(); }
  int read_number() const { return read_end_.number(); }
  int write_number() const { return write_end_.number(); }
  void close_write_end() { write_end_.close(); }

  /// Reads what is available, at most `rounds` buffers: a command that never stops writing must not
  /// keep us from checking its deadline.
  void read_available(int rounds);
  Hash128 hash() const { return hasher_.value(); }
  int error() const { return error_; }  ///< errno of a failed read (output incomplete); 0: none

 private:
  std::string& text_;
  std::size_t limit_;
  int copy_;
  int error_ = 0;
  Hasher128 hasher_;
  FileDescriptor read_end_;
  FileDescriptor write_end_;
};

/// Where a command's output goes: two captured streams, or /dev/null when `capture` is null.
class Output {
 public:
  explicit Output(Capture* capture);

  bool is_open() const;
  Streams streams(int input) const;
  std::vector<CapturedStream>& captured() { return captured_; }
  void close_write_ends();
  /// Reads the rest and sets the hashes.
  void finish();
  int error() const { return error_; }  ///< once finished: errno of a failed read; 0: none

 private:
  Capture* capture_;
  int error_ = 0;
  FileDescriptor nowhere_;
  std::vector<CapturedStream> captured_;
};

}  // namespace grabr
