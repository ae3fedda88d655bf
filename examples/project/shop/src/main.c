#include <stdio.h>
#include "price.h"

int main(void) {
  struct price prices[] = {{100, TAX_NONE}, {250, TAX_FULL}};
  printf("%d\n", total(prices, 2));
  return 0;
}
