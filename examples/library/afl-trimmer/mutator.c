/* A mutator for AFL++ (AFL_CUSTOM_MUTATOR_LIBRARY) that keeps to a grammar: a part goes, or gives way to a
   part of the same rule, of the same input or of another one of afl-fuzz's queue. What does not parse gives
   way to a new sentence. GRABR_GRAMMAR names the grammar as `grabr -g` does. */
#include <grabr/grabr.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 20 };

typedef struct {
  grabr_grammar *grammar;
  grabr_generator *generator;
  uint64_t random, sentences;
  char *made;
} mutator;

/* xorshift: below `limit`, which is not 0. */
static size_t any_below(mutator *m, size_t limit) {
  m->random ^= m->random << 13;
  m->random ^= m->random >> 7;
  m->random ^= m->random << 17;
  return (size_t)(m->random % limit);
}

void *afl_custom_init(void *afl, unsigned int seed) {
  const char *name = getenv("GRABR_GRAMMAR");
  grabr_error *error = NULL;
  mutator *m = calloc(1, sizeof *m);
  (void)afl;
  if (m) m->grammar = grabr_grammar_load(name ? name : "json", &error);
  if (m && m->grammar) m->generator = grabr_generator_new(m->grammar, seed, NULL, NULL, 0, 50, 0, &error);
  if (m && m->generator) {
    m->random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    return m;
  }
  /* afl-fuzz would go on without it, and its screen would hide why. */
  fputs(error ? grabr_error_shown(error) : "no memory", stderr);
  exit(1);
}

static int is_rule(const grabr_tree *tree, grabr_node node) {
  return grabr_tree_kind(tree, node) == GRABR_NODE_RULE;
}

/* A part of `donor` for the same rule; GRABR_NO_NODE if there was none in a few tries. */
static grabr_node like(mutator *m, const grabr_tree *tree, grabr_node node, const grabr_tree *donor) {
  int i;
  for (i = 0; i < TRIES; ++i) {
    grabr_node other = (grabr_node)any_below(m, grabr_tree_size(donor));
    if ((donor == tree && other == node) || !is_rule(donor, other)) continue;
    if (strcmp(grabr_tree_symbol(donor, other), grabr_tree_symbol(tree, node)) == 0) return other;
  }
  return GRABR_NO_NODE;
}

/* As memory of our own. */
static char *taken(char *string, size_t length) {
  char *own = string ? malloc(length + 1) : NULL;
  if (own) memcpy(own, string, length);
  grabr_string_free(string);
  return own;
}

/* The text with a part of another one in the place of one of its own. */
static char *with_part_of(const grabr_tree *tree, grabr_node node, const grabr_tree *donor, grabr_node other,
                          size_t *length) {
  size_t begin, end, whole, size;
  char *text = grabr_tree_text(tree, grabr_tree_root(tree), &whole);
  char *part = grabr_tree_text(donor, other, &size);
  char *made = NULL;
  grabr_tree_span(tree, node, &begin, &end);
  if (text && part) made = malloc(whole + size + 1);
  if (made) {
    memcpy(made, text, begin);
    memcpy(made + begin, part, size);
    memcpy(made + begin + size, text + end, whole - end);
    *length = whole + size - (end - begin);
  }
  grabr_string_free(text);
  grabr_string_free(part);
  return made;
}

static char *change(mutator *m, const grabr_tree *tree, const grabr_tree *another, size_t *length) {
  int i;
  for (i = 0; i < TRIES; ++i) {
    grabr_node node = (grabr_node)any_below(m, grabr_tree_size(tree));
    const grabr_tree *donor = another && any_below(m, 2) ? another : tree;
    grabr_node other = GRABR_NO_NODE;
    if (any_below(m, 3) > 0 && is_rule(tree, node)) other = like(m, tree, node, donor);
    if (other != GRABR_NO_NODE) return with_part_of(tree, node, donor, other, length);
    if (grabr_tree_removable(tree, node)) {
      char *shorter = grabr_tree_print_edited(tree, &node, NULL, 1, length, NULL);
      return taken(shorter, *length);
    }
  }
  return NULL;
}

size_t afl_custom_fuzz(void *data, unsigned char *text, size_t size, unsigned char **out, unsigned char *add,
                       size_t add_size, size_t max_size) {
  mutator *m = data;
  size_t length = 0;
  grabr_tree *tree = grabr_parse(m->grammar, (const char *)text, size, NULL);
  grabr_tree *another = tree && add ? grabr_parse(m->grammar, (const char *)add, add_size, NULL) : NULL;
  free(m->made);
  if (tree) {
    m->made = change(m, tree, another, &length);
  } else {
    char *sentence = grabr_generator_sentence(m->generator, m->sentences++, &length, NULL);
    m->made = taken(sentence, length);
  }
  grabr_tree_free(another);
  grabr_tree_free(tree);
  if (!m->made || length > max_size) length = 0;
  *out = length > 0 ? (unsigned char *)m->made : text;
  return length > 0 ? length : size;
}

void afl_custom_deinit(void *data) {
  mutator *m = data;
  if (!m) return;
  free(m->made);
  grabr_generator_free(m->generator);
  grabr_grammar_free(m->grammar);
  free(m);
}
