#include "price.h"

int total(const struct price *prices, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += with_tax(prices[i].cents, prices[i].tax);
  return sum;
}
