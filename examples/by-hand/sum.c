#include <stdio.h>

#define COUNT 4

static int weights[COUNT] = {1, 2, 3, 4};

static int sum_of(const int *values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}

int main(void) {
  int sum = sum_of(weights, COUNT);
  printf("%d\n", sum / (COUNT - 4));
  return 0;
}
