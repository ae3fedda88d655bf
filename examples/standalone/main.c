#include <stdio.h>
#include "table.h"

int main(void) {
  printf("%d\n", table[0]);
  return largest(table, COUNT);
}
