#include <stdio.h>
static float step(float x) { return x + 1.0f - x; }
int main(void) {
  printf("%d %d\n", 7, (int)step(16777216.0f));
  return 0;
}
