/* A trimmer for AFL++ (AFL_CUSTOM_MUTATOR_LIBRARY) that keeps to a grammar: what may go by the
   grammar goes, the largest part first, as long as afl-fuzz sees the same path. GRABR_GRAMMAR
   names the grammar as `grabr -g` does. */
#include <grabr/grabr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  grabr_grammar *grammar;
  grabr_tree *tree;   /* of the smallest input so far */
  grabr_node *parts;  /* that may go, the largest first */
  size_t count, next;
  char *candidate;
  size_t candidate_length;
} trimmer;

typedef struct {
  grabr_node node;
  size_t size;
} part;

static int larger_first(const void *a, const void *b) {
  const part *first = a, *second = b;
  if (first->size != second->size) return first->size > second->size ? -1 : 1;
  return first->node < second->node ? -1 : first->node > second->node;
}

static void find_parts(trimmer *t) {
  size_t nodes = grabr_tree_size(t->tree), i;
  part *parts = malloc((nodes + 1) * sizeof *parts);
  t->count = t->next = 0;
  for (i = 0; parts && i < nodes; ++i) {
    size_t begin, end;
    if (!grabr_tree_removable(t->tree, (grabr_node)i)) continue;
    grabr_tree_span(t->tree, (grabr_node)i, &begin, &end);
    parts[t->count].node = (grabr_node)i;
    parts[t->count++].size = end - begin;
  }
  if (parts) qsort(parts, t->count, sizeof *parts, larger_first);
  t->parts = realloc(t->parts, (t->count + 1) * sizeof *t->parts);
  for (i = 0; i < t->count; ++i) t->parts[i] = parts[i].node;
  free(parts);
}

static int read_text(trimmer *t, const char *text, size_t length) {
  grabr_tree_free(t->tree);
  t->tree = grabr_parse(t->grammar, text, length, NULL);
  if (t->tree) find_parts(t);
  return t->tree != NULL;
}

void *afl_custom_init(void *afl, unsigned int seed) {
  const char *name = getenv("GRABR_GRAMMAR");
  grabr_error *error = NULL;
  trimmer *t = calloc(1, sizeof *t);
  (void)afl, (void)seed;
  if (t) t->grammar = grabr_grammar_load(name ? name : "json", &error);
  if (t && t->grammar) return t;
  /* afl-fuzz would go on without trimming, and its screen would hide why. */
  fputs(error ? grabr_error_shown(error) : "no memory", stderr);
  exit(1);
}

/* How many steps there are at least: none for what does not parse, which is left as it is. */
int afl_custom_init_trim(void *data, unsigned char *text, size_t length) {
  trimmer *t = data;
  if (!read_text(t, (const char *)text, length)) return 0;
  return t->count < INT32_MAX ? (int)t->count : INT32_MAX;
}

size_t afl_custom_trim(void *data, unsigned char **out) {
  trimmer *t = data;
  grabr_string_free(t->candidate);
  t->candidate = grabr_tree_print_edited(t->tree, &t->parts[t->next], NULL, 1,
                                         &t->candidate_length, NULL);
  *out = (unsigned char *)t->candidate;
  return t->candidate ? t->candidate_length : 0;
}

/* The number of the next step. After a success the rest is looked at anew, from the same place. */
int afl_custom_post_trim(void *data, unsigned char success) {
  trimmer *t = data;
  size_t place = t->next;
  if (!success) return ++t->next < t->count ? (int)t->next : INT32_MAX;
  if (!read_text(t, t->candidate, t->candidate_length)) t->count = 0;
  t->next = place < t->count ? place : t->count;
  return t->next < t->count ? (int)t->next : INT32_MAX;
}

void afl_custom_deinit(void *data) {
  trimmer *t = data;
  if (!t) return;
  grabr_string_free(t->candidate);
  grabr_tree_free(t->tree);
  grabr_grammar_free(t->grammar);
  free(t->parts);
  free(t);
}
