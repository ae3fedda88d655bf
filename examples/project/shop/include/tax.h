#ifndef TAX_H
#define TAX_H
enum tax { TAX_NONE, TAX_HALF, TAX_FULL };
#define TAX_BASE (TAX_FULL - 2)
static inline int with_tax(int cents, enum tax tax) { return cents + cents * (int)tax / TAX_BASE; }
#endif
