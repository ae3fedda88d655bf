// A pipe that interrupts another thread's poll(); usable from a signal handler.
#pragma once

#include "text/file_descriptor.h"

namespace grabr {

class WakePipe {
 public:
  /// Throws Error(kSystem), with a hint.
  WakePipe();

  int descriptor() const { return read_end_.number(); }  ///< readable from wake() to drain()
  void wake() noexcept;                                  ///< may be called from a signal handler
  void drain() noexcept;
  void close() noexcept;

 private:
  FileDescriptor read_end_;
  FileDescriptor write_end_;
};

}  // namespace grabr
