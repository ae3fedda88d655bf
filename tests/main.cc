#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>

#include "temporary_folder.h"

int main(int count, char** words) {
  const grabr::TemporaryFolder state;  // files that the program stores for its user
  ::setenv("XDG_STATE_HOME", state.path().c_str(), 1);
  return doctest::Context(count, words).run();
}
