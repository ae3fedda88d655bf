/* Mean of the measurements, of which some are missing. */
#include <math.h>
#include <stdio.h>

int main(void) {
  const double measured[] = {20.5, NAN, 19.5, 20.0, NAN};
  double sum = 0;
  int count = 0;
  for (int i = 0; i < 5; ++i) {
    if (isnan(measured[i])) continue;
    sum += measured[i];
    ++count;
  }
  printf("%.1f\n", sum / count);
  return 0;
}
