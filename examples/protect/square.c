#include <assert.h>

// DDBEGIN
static int calls;

static int add(int a, int b) {
  calls++;
  return a + b;
}

static int square(int n) {
  int sum = 0;
  for (int i = 1; i < n; i++) {
    sum = add(sum, n);
  }
  return sum;
}
// DDEND

int main(void) {
  assert(square(3) == 9);
  return 0;
}
