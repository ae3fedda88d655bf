/* Calls a mutator as afl-fuzz does: change LIBRARY FILE OTHER prints five inputs made from the file, with
   parts of the other one. */
#include <dlfcn.h>
#include <stdio.h>

static size_t read_file(const char *name, unsigned char *text, size_t most) {
  FILE *file = fopen(name, "rb");
  size_t length = file ? fread(text, 1, most, file) : 0;
  if (file) fclose(file);
  return length;
}

int main(int argc, char **argv) {
  static unsigned char text[1 << 16], other[1 << 16];
  void *library = argc == 4 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!library) return fprintf(stderr, "change: %s\n", argc == 4 ? dlerror() : "three arguments"), 2;
  void *(*init)(void *, unsigned) = (void *(*)(void *, unsigned))dlsym(library, "afl_custom_init");
  size_t (*fuzz)(void *, unsigned char *, size_t, unsigned char **, unsigned char *, size_t, size_t) =
      (size_t (*)(void *, unsigned char *, size_t, unsigned char **, unsigned char *, size_t, size_t))dlsym(
          library, "afl_custom_fuzz");
  void (*deinit)(void *) = (void (*)(void *))dlsym(library, "afl_custom_deinit");
  size_t length = read_file(argv[2], text, sizeof text), more = read_file(argv[3], other, sizeof other);
  void *data = init(NULL, 7);
  for (int i = 0; i < 5; ++i) {
    unsigned char *out = NULL;
    size_t size = fuzz(data, text, length, &out, other, more, sizeof text);
    printf("%.*s\n", (int)size, (char *)out);
  }
  deinit(data);
  return 0;
}
