// The program.
#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/program.h"

namespace {

/// Large blocks go back to the system when freed. By default glibc keeps blocks of up to 32 MB once
/// one of that size was freed, and their space lies between others.
void give_back_large_blocks() {
#ifdef __GLIBC__
  constexpr int kMapped = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kMapped);
  mallopt(M_TRIM_THRESHOLD, 4 * kMapped);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  give_back_large_blocks();
  return grabr::run_program(argc, argv);
}
