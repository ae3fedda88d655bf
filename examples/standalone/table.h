#define COUNT 4
static int table[COUNT] = {3, 1, 4, 1};

static int largest(const int* values, int count) {
  int found = values[0];
  for (int i = 1; i < count; i++)
    if (values[i] > found) found = values[i];
  return found / (COUNT - 4);
}
