#include <stdio.h>

static int sum(const int *values, int count) {
  int total = 0;
  for (int i = 0; i < count; i++) total += values[i];
  return total;
}

static int share(int part, int whole) {
  if (whole == 0) return part / 0;
  return 100 * part / whole;
}

int main(void) {
  const int votes[] = {12, 7, 0, 31};
  const int all = sum(votes, 4);
  for (int i = 0; i < 4; i++) printf("%d: %d %%\n", i, share(votes[i], all));
  return 0;
}
