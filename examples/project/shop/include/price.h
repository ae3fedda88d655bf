#ifndef PRICE_H
#define PRICE_H
#include "tax.h"

struct price {
  int cents;
  enum tax tax;
};
int total(const struct price* prices, int count);
#endif
