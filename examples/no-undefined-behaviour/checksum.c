#include <string.h>
#include <float.h>
#include <math.h>
#include <limits.h>
#include <stdint.h>
#include <assert.h>
#include <stdio.h>
static void
platform_main_begin(void)
{
}
static void
platform_main_end(uint32_t crc, int flag)
{
 printf ("checksum = %X\n", crc);
}
static uint32_t crc32_tab[256];
static uint32_t crc32_context = 0xFFFFFFFFUL;
static void
crc32_gentab (void)
{
 uint32_t crc;
 const uint32_t poly = 0xEDB88320UL;
 int i, j;
 for (i = 0; i < 256; i++) {
  crc = i;
  for (j = 8; j > 0; j--) {
   if (crc & 1) {
    crc = (crc >> 1) ^ poly;
   } else {
    crc >>= 1;
   }
  }
  crc32_tab[i] = crc;
 }
}
static void
crc32_byte (uint8_t b) {
 crc32_context =
  ((crc32_context >> 8) & 0x00FFFFFF) ^
  crc32_tab[(crc32_context ^ b) & 0xFF];
}
static void
crc32_8bytes (uint64_t val)
{
 crc32_byte ((val>>0) & 0xff);
 crc32_byte ((val>>8) & 0xff);
 crc32_byte ((val>>16) & 0xff);
 crc32_byte ((val>>24) & 0xff);
 crc32_byte ((val>>32) & 0xff);
 crc32_byte ((val>>40) & 0xff);
 crc32_byte ((val>>48) & 0xff);
 crc32_byte ((val>>56) & 0xff);
}
static void
transparent_crc (uint64_t val, char* vname, int flag)
{
 crc32_8bytes(val);
 if (flag) {
    printf("...checksum after hashing %s : %lX\n", vname, crc32_context ^ 0xFFFFFFFFUL);
 }
}
static long __undefined;
struct S0 {
   int32_t f0;
   const uint32_t f1;
};
struct S1 {
   int8_t f0;
   volatile uint64_t f1;
   int8_t f2;
   const struct S0 f3;
   const uint32_t f4;
   const int8_t f5;
   volatile uint16_t f6;
   const volatile int32_t f7;
   const volatile uint16_t f8;
};
static volatile int32_t g_2 = 0x1D8B9DBEL;
static int32_t g_3 = 0x23FA3A92L;
static struct S1 g_6 = {0xA7L,0x5CC48B1647C2C9EBLL,7L,{5L,0x372BA29FL},4294967295UL,0L,1UL,0x9CD329B3L,0x00D0L};
static struct S1 g_7 = {0L,18446744073709551615UL,-5L,{0x6C715341L,18446744073709551610UL},0x700D35DAL,-6L,0x0E07L,3L,0x0E81L};
static struct S1 func_1(void);
static struct S1 func_1(void)
{
    for (g_3 = 27; (g_3 > 18); g_3--)
    {
        return g_6;
    }
    return g_7;
}
int main (int argc, char* argv[])
{
    int print_hash_value = 0;
    if (argc == 2 && strcmp(argv[1], "1") == 0) print_hash_value = 1;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_6.f0, "g_6.f0", print_hash_value);
    transparent_crc(g_6.f1, "g_6.f1", print_hash_value);
    transparent_crc(g_6.f2, "g_6.f2", print_hash_value);
    transparent_crc(g_6.f3.f0, "g_6.f3.f0", print_hash_value);
    transparent_crc(g_6.f3.f1, "g_6.f3.f1", print_hash_value);
    transparent_crc(g_6.f4, "g_6.f4", print_hash_value);
    transparent_crc(g_6.f5, "g_6.f5", print_hash_value);
    transparent_crc(g_6.f6, "g_6.f6", print_hash_value);
    transparent_crc(g_6.f7, "g_6.f7", print_hash_value);
    transparent_crc(g_6.f8, "g_6.f8", print_hash_value);
    transparent_crc(g_7.f0, "g_7.f0", print_hash_value);
    transparent_crc(g_7.f1, "g_7.f1", print_hash_value);
    transparent_crc(g_7.f2, "g_7.f2", print_hash_value);
    transparent_crc(g_7.f3.f0, "g_7.f3.f0", print_hash_value);
    transparent_crc(g_7.f3.f1, "g_7.f3.f1", print_hash_value);
    transparent_crc(g_7.f4, "g_7.f4", print_hash_value);
    transparent_crc(g_7.f5, "g_7.f5", print_hash_value);
    transparent_crc(g_7.f6, "g_7.f6", print_hash_value);
    transparent_crc(g_7.f7, "g_7.f7", print_hash_value);
    transparent_crc(g_7.f8, "g_7.f8", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
