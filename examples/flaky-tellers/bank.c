/* Tellers pay into one account, each in a thread of its own, and nobody locks it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TELLERS_MAX = 64 };

static volatile long balance;
static pthread_barrier_t opening;

static void *work(void *amount) {
  pthread_barrier_wait(&opening);
  usleep((unsigned)rand() % 1500); /* customers do not come all at once */
  long seen = balance;
  usleep((unsigned)rand() % 1000); /* looks up who may pay in */
  balance = seen + *(long *)amount;
  return NULL;
}

int main(int count, char **arguments) {
  FILE *day = count == 2 ? fopen(arguments[1], "r") : NULL;
  pthread_t threads[TELLERS_MAX];
  long amounts[TELLERS_MAX], expected = 0;
  char line[200];
  int tellers = 0;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  srand((unsigned)now.tv_nsec);
  while (day && fgets(line, sizeof line, day)) {
    if (tellers < TELLERS_MAX && sscanf(line, "teller %*s pays %ld", &amounts[tellers]) == 1) {
      expected += amounts[tellers++];
    }
  }
  if (tellers == 0) return 0;
  pthread_barrier_init(&opening, NULL, (unsigned)tellers);
  for (int i = 0; i < tellers; ++i) pthread_create(&threads[i], NULL, work, &amounts[i]);
  for (int i = 0; i < tellers; ++i) pthread_join(threads[i], NULL);
  if (balance != expected) printf("%ld are missing\n", expected - balance);
  return 0;
}
