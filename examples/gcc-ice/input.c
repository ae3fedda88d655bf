/* A weather station in one file: sensors send readings into a ring buffer, names live in a string
   table, averages are computed in fixed point, and a short script of commands drives it all. */

int printf(const char *format, ...);

enum { WORD_BYTES = 4, FRACTION_BITS = 8, RING_SLOTS = 16, NAME_BYTES = 96, SENSORS_MAX = 6 };

typedef unsigned char byte;
typedef unsigned long size;

/* Fixed-point numbers: 24 bits before the point, 8 behind it. */
typedef __attribute__((mode(SI))) fixed __attribute__((aligned(WORD_BYTES)));

static const fixed fixed_one = 1 << FRACTION_BITS;

static fixed fixed_from_int(int whole) {
  return whole * fixed_one;
}

static fixed fixed_from_ratio(int numerator, int denominator) {
  return denominator == 0 ? 0 : (numerator * fixed_one) / denominator;
}

static fixed fixed_multiply(fixed left, fixed right) {
  long long wide = (long long)left * right;
  return (fixed)(wide >> FRACTION_BITS);
}

static void fixed_print(fixed value) {
  if (value < 0) {
    printf("-");
    value = -value;
  }
  printf("%d.%02d", value >> FRACTION_BITS, ((value & (fixed_one - 1)) * 100) >> FRACTION_BITS);
}

/* Names of sensors, one behind the other, each ended by a zero byte. */
struct name_table {
  char text[NAME_BYTES];
  size used;
};

static size text_length(const char *text) {
  size length = 0;
  while (text[length] != '\0') {
    ++length;
  }
  return length;
}

static int text_equal(const char *left, const char *right) {
  while (*left != '\0' && *left == *right) {
    ++left;
    ++right;
  }
  return *left == *right;
}

static const char *name_table_add(struct name_table *table, const char *name) {
  size length = text_length(name);
  char *place = table->text + table->used;
  if (table->used + length + 1 > sizeof table->text) {
    return 0;
  }
  for (size i = 0; i <= length; ++i) {
    place[i] = name[i];
  }
  table->used += length + 1;
  return place;
}

/* The newest readings of one sensor; the oldest is overwritten when all slots are taken. */
struct ring {
  fixed slots[RING_SLOTS];
  unsigned next;
  unsigned count;
};

static void ring_push(struct ring *ring, fixed value) {
  ring->slots[ring->next % RING_SLOTS] = value;
  ring->next++;
  if (ring->count < RING_SLOTS) {
    ring->count++;
  }
}

static fixed ring_newest(const struct ring *ring, unsigned age) {
  return ring->slots[(ring->next - 1 - age) % RING_SLOTS];
}

static fixed ring_average(const struct ring *ring) {
  long long sum = 0;
  for (unsigned age = 0; age < ring->count; age++) {
    sum += ring_newest(ring, age);
  }
  return ring->count == 0 ? 0 : (fixed)(sum / ring->count);
}

typedef enum { CELSIUS, PERCENT, HECTOPASCAL } unit;

struct sensor {
  const char *name;
  unit unit;
  fixed scale;
  struct ring readings;
};

struct station {
  struct name_table names;
  struct sensor sensors[SENSORS_MAX];
  int sensor_count;
  unsigned checksum;
};

static const char *unit_name(unit which) {
  switch (which) {
    case CELSIUS:
      return "C";
    case PERCENT:
      return "%";
    case HECTOPASCAL:
      return "hPa";
    default:
      return "?";
  }
}

static struct sensor *station_find(struct station *station, const char *name) {
  for (int i = 0; i < station->sensor_count; i++) {
    if (text_equal(station->sensors[i].name, name)) {
      return &station->sensors[i];
    }
  }
  return 0;
}

static int station_add(struct station *station, const char *name, unit which, fixed scale) {
  struct sensor *sensor;
  if (station->sensor_count == SENSORS_MAX || station_find(station, name) != 0) {
    return 0;
  }
  sensor = &station->sensors[station->sensor_count++];
  sensor->name = name_table_add(&station->names, name);
  sensor->unit = which;
  sensor->scale = scale;
  return sensor->name != 0;
}

static int station_read(struct station *station, const char *name, int raw) {
  struct sensor *sensor = station_find(station, name);
  if (!sensor) {
    return 0;
  }
  ring_push(&sensor->readings, fixed_multiply(fixed_from_int(raw), sensor->scale));
  station->checksum = (station->checksum * 31u + (byte)raw) ^ (station->checksum >> 27);
  return 1;
}

static void station_report(const struct station *station) {
  int i = 0;
  while (i < station->sensor_count) {
    const struct sensor *sensor = station->sensors + i++;
    printf("%-12s ", sensor->name);
    fixed_print(ring_average(&sensor->readings));
    printf(" %s (%u readings)\n", unit_name(sensor->unit), sensor->readings.count);
  }
  printf("checksum %08x\n", station->checksum);
}

struct command {
  enum { ADD, READ, REPORT } what;
  const char *name;
  int number;
};

static const struct command script[] = {
    {ADD, "outside", CELSIUS},  {ADD, "humidity", PERCENT}, {ADD, "pressure", HECTOPASCAL},
    {READ, "outside", 187},     {READ, "outside", -23},     {READ, "humidity", 610},
    {READ, "pressure", 10132},  {READ, "outside", 205},     {READ, "pressure", 10090},
    {READ, "humidity", 585},    {READ, "attic", 300},       {REPORT, 0, 0},
};

static int run_command(struct station *station, const struct command *command) {
  switch (command->what) {
    case ADD:
      return station_add(station, command->name, (unit)command->number, fixed_from_ratio(1, 10));
    case READ:
      return station_read(station, command->name, command->number);
    case REPORT:
      station_report(station);
      return 1;
  }
  return 0;
}

int main(void) {
  static struct station station;
  int refused = 0;
  for (size i = 0; i < sizeof script / sizeof script[0]; i++) {
    if (!run_command(&station, &script[i])) {
      refused++;
    }
  }
  printf("%d command%s refused\n", refused, refused == 1 ? "" : "s");
  return 0;
}
