#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/program.h"

namespace {

/// Returns large blocks to the system when they are freed. By default, once a block of up to 32 MB
/// was freed, glibc keeps later blocks of that size in its heap, where other blocks pin them.
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
