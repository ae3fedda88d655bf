/* Calls a trimmer as afl-fuzz does: harness LIBRARY FILE TEXT trims the file as long as it contains the
   text, and prints what is left. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  static char input[1 << 20];
  void *library = argc == 4 ? dlopen(argv[1], RTLD_NOW) : NULL;
  FILE *file = argc == 4 ? fopen(argv[2], "rb") : NULL;
  if (!library || !file) return fprintf(stderr, "harness: %s\n", library ? "no file" : dlerror()), 2;
  size_t length = fread(input, 1, sizeof input - 1, file);
  void *(*init)(void *, unsigned) = (void *(*)(void *, unsigned))dlsym(library, "afl_custom_init");
  int (*begin)(void *, unsigned char *, size_t) =
      (int (*)(void *, unsigned char *, size_t))dlsym(library, "afl_custom_init_trim");
  size_t (*trim)(void *, unsigned char **) =
      (size_t (*)(void *, unsigned char **))dlsym(library, "afl_custom_trim");
  int (*post)(void *, unsigned char) = (int (*)(void *, unsigned char))dlsym(library, "afl_custom_post_trim");
  void (*deinit)(void *) = (void (*)(void *))dlsym(library, "afl_custom_deinit");
  void *data = init(NULL, 0);
  int steps = begin(data, (unsigned char *)input, length);
  for (int step = 0; step < steps;) {
    unsigned char *out = NULL;
    size_t size = trim(data, &out);
    int same = out && size < length && strstr((char *)out, argv[3]) != NULL;
    if (same) {
      memcpy(input, out, length = size);
      input[length] = '\0';
    }
    step = post(data, (unsigned char)same);
  }
  deinit(data);
  printf("%s\n", input);
  fclose(file);
  return 0;
}
