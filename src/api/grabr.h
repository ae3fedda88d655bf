/**
 * @file
 * The C interface of the grabr library: parse a text with a grammar, inspect and edit its tree,
 * generate sentences, and reduce a text that a test finds interesting. The C++ interface,
 * grabr.hpp, offers more.
 *
 * Compatibility: later versions only add names and numbers; they never change those in this file.
 * All structures are opaque, so their size is not part of the interface.
 *
 * Ownership: the caller owns what a function named ..._new, _load, _from_..., _parse or _reduce
 * returns, and frees it with the _free function of its type, which accepts NULL. The caller also
 * owns a returned `char *` and frees it with grabr_string_free(). A `const char *` belongs to the
 * object it was requested from and lives as long as that object. Arguments are copied unless the
 * function says otherwise. Returned strings end with a zero byte that is not part of their length.
 *
 * Errors: a function that can fail has a last parameter `grabr_error **error`. Pass NULL to ignore
 * the error. Otherwise it is set to NULL, or to an error that the caller frees. No C++ exception
 * leaves any function.
 *
 * Threads: a grabr_grammar may be used by several threads at once, and grabr_stop_request() may be
 * called from any thread. Any other object may be used by one thread at a time.
 */
#ifndef GRABR_H
#define GRABR_H

#include <stddef.h>
#include <stdint.h>

#ifndef GRABR_API
#if defined(__GNUC__)
#define GRABR_API __attribute__((visibility("default")))
#else
#define GRABR_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** A grammar, ready for parsing. */
typedef struct grabr_grammar grabr_grammar;
/** A derivation tree of a text. */
typedef struct grabr_tree grabr_tree;
/** An error and its position. */
typedef struct grabr_error grabr_error;
/** How to reduce. */
typedef struct grabr_options grabr_options;
/** A test that is a program. */
typedef struct grabr_command grabr_command;
/** The result of a reduction. */
typedef struct grabr_result grabr_result;
/** Stops a reduction from another thread. */
typedef struct grabr_stop grabr_stop;
/** What a custom pass works with. */
typedef struct grabr_pass_context grabr_pass_context;

/** The number of a node in its tree. */
typedef uint32_t grabr_node;
/** No node: the parent of the root, or the replacement in an edit that removes. */
#define GRABR_NO_NODE UINT32_MAX

/** "0.1.0" */
GRABR_API const char* grabr_version(void);

/** Frees a string that a function in this file returned as `char *`. */
GRABR_API void grabr_string_free(char* string);

/* ---- Errors ---- */

/** Kinds of errors. */
typedef enum grabr_error_kind {
  GRABR_ERROR_INTERNAL = 1,   /**< a bug in grabr, out of memory, or a failed system call */
  GRABR_ERROR_USAGE = 2,      /**< a wrong argument, or an unknown option */
  GRABR_ERROR_GRAMMAR = 3,    /**< the grammar has errors, or does not exist */
  GRABR_ERROR_NOT_PARSED = 4, /**< the text is not a sentence of the grammar */
  GRABR_ERROR_ENVIRONMENT = 5 /**< the test cannot be run */
} grabr_error_kind;

/** The kind of error. */
GRABR_API grabr_error_kind grabr_error_get_kind(const grabr_error* error);
/** The message, one line. */
GRABR_API const char* grabr_error_message(const grabr_error* error);
/** How to fix it; may be empty. */
GRABR_API const char* grabr_error_hint(const grabr_error* error);
/** The file's name as it was given; empty if there is none. */
GRABR_API const char* grabr_error_file(const grabr_error* error);
/** The line, from 1; 0 if the error has no position. */
GRABR_API unsigned grabr_error_line(const grabr_error* error);
/** The column, from 1, in code points; 0 if the error has no position. */
GRABR_API unsigned grabr_error_column(const grabr_error* error);
/** All problems as grabr prints them on a terminal, in several lines. */
GRABR_API const char* grabr_error_shown(const grabr_error* error);
/** Frees an error; NULL is fine. */
GRABR_API void grabr_error_free(grabr_error* error);

/* ---- Grammars ---- */

/** Loads a grammar by language name, file extension or path, as `grabr -g` does. NULL: error. */
GRABR_API grabr_grammar* grabr_grammar_load(const char* name_or_file, grabr_error** error);
/** Loads a grammar from the content of a grammar file. `name` is used in messages. NULL: error. */
GRABR_API grabr_grammar* grabr_grammar_from_text(const char* json, size_t length, const char* name,
                                                 grabr_error** error);
/** The grammar that grabr would choose for a file with this name and content. NULL: an error, or no
 *  grammar fits (then no error is set). */
GRABR_API grabr_grammar* grabr_grammar_for_input(const char* file_name, const char* text,
                                                 size_t length, grabr_error** error);
/** 1 if the text is a sentence of the grammar, else 0. */
GRABR_API int grabr_grammar_accepts(const grabr_grammar* grammar, const char* text, size_t length);
/** Frees a grammar; its trees stay valid. NULL is fine. */
GRABR_API void grabr_grammar_free(grabr_grammar* grammar);

/* ---- Trees ---- */

/** Parses a text. NULL: error; GRABR_ERROR_NOT_PARSED, with its position, for a text that is not a
 *  sentence. The tree stays valid after the grammar is freed. */
GRABR_API grabr_tree* grabr_parse(const grabr_grammar* grammar, const char* text, size_t length,
                                  grabr_error** error);
/** A tree for any text: parts that do not parse become lists of words and lines. NULL: error. */
GRABR_API grabr_tree* grabr_parse_partially(const grabr_grammar* grammar, const char* text,
                                            size_t length, grabr_error** error);
/** Frees a tree; NULL is fine. */
GRABR_API void grabr_tree_free(grabr_tree* tree);

/** Kinds of nodes. */
typedef enum grabr_node_kind {
  GRABR_NODE_RULE = 0,     /**< a rule and its expansion */
  GRABR_NODE_TOKEN = 1,    /**< a leaf: the text of a terminal */
  GRABR_NODE_LIST = 2,     /**< a repetition */
  GRABR_NODE_OPTIONAL = 3, /**< an optional part: one child or none */
  GRABR_NODE_GROUP = 4     /**< a parenthesised part of a rule */
} grabr_node_kind;

/** The node of the whole text. */
GRABR_API grabr_node grabr_tree_root(const grabr_tree* tree);
/** Node numbers are below this; some of them may not be in the tree. */
GRABR_API size_t grabr_tree_size(const grabr_tree* tree);
/** The kind of node. Here and below, a number that is not in the tree is taken for the root. */
GRABR_API grabr_node_kind grabr_tree_kind(const grabr_tree* tree, grabr_node node);
/** The name of the rule or terminal; for other nodes the element's name, or empty. */
GRABR_API const char* grabr_tree_symbol(const grabr_tree* tree, grabr_node node);
/** The number of children. */
GRABR_API size_t grabr_tree_child_count(const grabr_tree* tree, grabr_node node);
/** The child at `index`, from 0; GRABR_NO_NODE if there are not that many. */
GRABR_API grabr_node grabr_tree_child(const grabr_tree* tree, grabr_node node, size_t index);
/** The parent; GRABR_NO_NODE for the root. */
GRABR_API grabr_node grabr_tree_parent(const grabr_tree* tree, grabr_node node);
/** Where the node's first token begins and its last one ends in the parsed text. Takes time
 *  proportional to the size of the subtree. Either pointer may be NULL. */
GRABR_API void grabr_tree_span(const grabr_tree* tree, grabr_node node, size_t* begin, size_t* end);
/** 1 if the node can be removed so that the text is still a sentence, else 0. */
GRABR_API int grabr_tree_removable(const grabr_tree* tree, grabr_node node);
/** The text of a subtree; for the root the whole text. `length` may be NULL. NULL: out of
 *  memory. */
GRABR_API char* grabr_tree_text(const grabr_tree* tree, grabr_node node, size_t* length);

/** Forms of dumps. */
typedef enum grabr_dump_form {
  GRABR_DUMP_TREE = 0, /**< one node a line, two spaces a level */
  GRABR_DUMP_JSON = 1, /**< {"symbol": ..., "children": [...]}, {"token": ..., "text": ...} */
  GRABR_DUMP_DOT = 2   /**< for Graphviz */
} grabr_dump_form;
/** The tree as text, for reading or other programs. NULL: out of memory. */
GRABR_API char* grabr_tree_dump(const grabr_tree* tree, grabr_dump_form form);

/** The text with `count` edits. nodes[i] is replaced by the node by[i] of the same tree, or removed
 *  if that is GRABR_NO_NODE. If `by` is NULL, all are removed. The nodes must be different, and
 *  none may be inside another. `length` may be NULL. NULL: error. */
GRABR_API char* grabr_tree_print_edited(const grabr_tree* tree, const grabr_node* nodes,
                                        const grabr_node* by, size_t count, size_t* length,
                                        grabr_error** error);
/** The tree with these edits. NULL: error. */
GRABR_API grabr_tree* grabr_tree_edited(const grabr_tree* tree, const grabr_node* nodes,
                                        const grabr_node* by, size_t count, grabr_error** error);

/* ---- Generating ---- */

/** Makes sentences of a grammar. */
typedef struct grabr_generator grabr_generator;

/** Sentences as `grabr generate` makes them: of the rule `start` (NULL: the grammar's start rule);
 *  `strategy` is "random" (also NULL), "cost" or "coverage". The numbers are those of nonterminals
 *  in a sentence's derivation, at least and at most, and of its levels; 0: 0, 200, and no limit.
 *  NULL: error. */
GRABR_API grabr_generator* grabr_generator_new(const grabr_grammar* grammar, uint64_t seed,
                                               const char* start, const char* strategy,
                                               uint32_t min_nonterminals, uint32_t max_nonterminals,
                                               uint32_t max_depth, grabr_error** error);
/** Sentence number `number`, from 0: the same for the same generator. With "coverage" it also
 *  depends on the calls before. `length` may be NULL. NULL: error. */
GRABR_API char* grabr_generator_sentence(grabr_generator* generator, uint64_t number,
                                         size_t* length, grabr_error** error);
/** Frees a generator; NULL is fine. */
GRABR_API void grabr_generator_free(grabr_generator* generator);

/* ---- Reducing ---- */

/** The answer of a test. */
typedef enum grabr_outcome {
  GRABR_NOT_INTERESTING = 0, /**< it has not */
  GRABR_INTERESTING = 1,     /**< the text still has the property that is looked for */
  GRABR_UNRESOLVED = 2       /**< cannot be decided */
} grabr_outcome;

/** The test. `text` is valid during the call and ends with a zero byte that `length` does not
 *  count. Returns a grabr_outcome; any other number counts as unresolved. Must give the same answer
 *  for the same text each time. If grabr_options_set_threads() is above 1, it is called from
 *  several threads at once. */
typedef int (*grabr_test)(const char* text, size_t length, void* user);

/** Called in the thread that called grabr_reduce(), with each smaller interesting text. */
typedef void (*grabr_on_best)(const char* text, size_t length, void* user);
/** Called in the thread that called grabr_reduce(), after each test, in the same order with any
 *  number of threads. `what` says what was tried, `phase` which pass tried it. */
typedef void (*grabr_on_test)(uint64_t number, grabr_outcome outcome, int accepted,
                              const char* text, size_t length, const char* what, const char* phase,
                              void* user);
/** Called with a message for the user. */
typedef void (*grabr_on_note)(const char* words, void* user);
/** A custom pass: proposes candidates to the context, which is valid during the call. */
typedef void (*grabr_pass)(grabr_pass_context* context, void* user);

/** Default options: strategy "auto", one thread, no limits. NULL: out of memory. */
GRABR_API grabr_options* grabr_options_new(void);
/** Frees options; NULL is fine. */
GRABR_API void grabr_options_free(grabr_options* options);
/** As `grabr --strategy`: "auto", "hdd then sweep"; may also name custom passes. */
GRABR_API void grabr_options_set_strategy(grabr_options* options, const char* strategy);
/** How lists are minimised. */
GRABR_API void grabr_options_set_minimizer(grabr_options* options, const char* minimizer);
/** The passes of "auto", one per line. */
GRABR_API void grabr_options_set_schedule(grabr_options* options, const char* schedule);
/** What text-based strategies remove: "lines", "tokens", "chars". */
GRABR_API void grabr_options_set_unit(grabr_options* options, const char* unit);
/** How many tests run at once. Does not affect the result or the order of calls. */
GRABR_API void grabr_options_set_threads(grabr_options* options, unsigned threads);
/** Other than 0: with a command, this process is forked to predict which texts will be tested. Not
 *  for programs that have threads of their own. */
GRABR_API void grabr_options_set_fork_to_look_ahead(grabr_options* options, int fork);
/** The limit of tests; 0: no limit. */
GRABR_API void grabr_options_set_max_tests(grabr_options* options, uint64_t tests);
/** The limit of time in seconds; 0 or less: no limit. */
GRABR_API void grabr_options_set_max_seconds(grabr_options* options, double seconds);
/** The reduction ends when `stop` is requested. It must live as long as the options. */
GRABR_API void grabr_options_set_stop(grabr_options* options, const grabr_stop* stop);
/** Any function may be NULL; `user` is passed on to all of them. */
GRABR_API void grabr_options_listen(grabr_options* options, grabr_on_best on_best,
                                    grabr_on_test on_test, grabr_on_note on_note, void* user);
/** Registers a custom pass; its name consists of letters, digits and "-". It runs where the
 *  strategy names it, else after all others. */
GRABR_API void grabr_options_add_pass(grabr_options* options, const char* name, grabr_pass pass,
                                      void* user);

/** What must stay as it is: all that a regular expression matches. May be called several times, as
 *  the next three. */
GRABR_API void grabr_options_keep(grabr_options* options, const char* expression);
/** Lines of the text, from 1: "7", "3-9". */
GRABR_API void grabr_options_keep_lines(grabr_options* options, const char* lines);
/** Nothing but the parts of this symbol of the grammar, and others given this way, may change. */
GRABR_API void grabr_options_only(grabr_options* options, const char* symbol);
/** The parts of this symbol of the grammar stay. */
GRABR_API void grabr_options_except(grabr_options* options, const char* symbol);
/** Other than 0: names may go, but not become others. */
GRABR_API void grabr_options_keep_names(grabr_options* options, int keep);
/** Other than 0: the same for numbers and strings. */
GRABR_API void grabr_options_keep_values(grabr_options* options, int keep);
/** 0: marks in the text (DDBEGIN, grabr:keep) mean nothing. The default is 1. */
GRABR_API void grabr_options_heed_marks(grabr_options* options, int heed);

/** A stop that is not requested yet. NULL: out of memory. */
GRABR_API grabr_stop* grabr_stop_new(void);
/** Requests the stop. May be called from any thread, but not from a signal handler. */
GRABR_API void grabr_stop_request(grabr_stop* stop);
/** Frees a stop. No options that refer to it may be in use any more. NULL is fine. */
GRABR_API void grabr_stop_free(grabr_stop* stop);

/** The smallest interesting text so far; valid until a candidate is accepted. */
GRABR_API const char* grabr_pass_text(const grabr_pass_context* context, size_t* length);
/** Its tree, a copy that the caller owns; NULL if there is no grammar or the text does not
 *  parse. */
GRABR_API grabr_tree* grabr_pass_tree(grabr_pass_context* context);
/** Tests a text if it is smaller than the best. 1: it is now the best. 0: it is not, or the
 *  reduction is about to end; then every further call returns 0, and the pass should return. */
GRABR_API int grabr_pass_try(grabr_pass_context* context, const char* text, size_t length,
                             const char* what);

/** Reduces an interesting text; every step stays interesting. If `grammar` is NULL, it is reduced
 *  as plain text. `options` may be NULL. NULL: error. */
GRABR_API grabr_result* grabr_reduce(const char* text, size_t length, const grabr_grammar* grammar,
                                     grabr_test test, void* user, const grabr_options* options,
                                     grabr_error** error);
/** The same with a command as the test; it runs in processes forked from this one. */
GRABR_API grabr_result* grabr_reduce_command(const char* text, size_t length,
                                             const grabr_grammar* grammar,
                                             const grabr_command* command,
                                             const grabr_options* options, grabr_error** error);

/** Which parts of an interesting text matter, and what may stand in place of the others: the JSON
 *  object that `grabr explain --json` writes ("grabr-explanation-1"). `samples` texts are tried in
 *  place of each part and `together` with all replaced at once (0: 20 and 100), the same for the
 *  same `seed`. Of `options` (or NULL), threads, limits, stop and on_note count; a limit ends it
 *  with what is known by then. NULL: error; GRABR_ERROR_NOT_PARSED, or GRABR_ERROR_USAGE for a
 *  text that is not interesting. */
GRABR_API char* grabr_explain(const char* text, size_t length, const grabr_grammar* grammar,
                              grabr_test test, void* user, uint64_t seed, uint64_t samples,
                              uint64_t together, const grabr_options* options, grabr_error** error);
/** The same with a command as the test. */
GRABR_API char* grabr_explain_command(const char* text, size_t length, const grabr_grammar* grammar,
                                      const grabr_command* command, uint64_t seed, uint64_t samples,
                                      uint64_t together, const grabr_options* options,
                                      grabr_error** error);

/** A program and its arguments, ended by NULL; "@@" becomes the text's path. Unless there are
 *  conditions, exit status 0 means interesting. NULL: out of memory. */
GRABR_API grabr_command* grabr_command_new(const char* const* words);
/** A command run by /bin/sh -c; the path is $1. NULL: out of memory. */
GRABR_API grabr_command* grabr_command_from_shell(const char* text);
/** Frees a command; NULL is fine. */
GRABR_API void grabr_command_free(grabr_command* command);
/** The name of the file with the text: "input.c". */
GRABR_API void grabr_command_set_input_name(grabr_command* command, const char* name);
/** For one run, in seconds; 0: none. The default is 300. */
GRABR_API void grabr_command_set_timeout(grabr_command* command, double seconds);
/** Condition: it exits with this status, or another one given this way. */
GRABR_API void grabr_command_require_exit(grabr_command* command, int status);
/** Condition: standard error matches this regular expression and all others given this way. */
GRABR_API void grabr_command_require_stderr(grabr_command* command, const char* expression);
/** Condition: standard output matches this regular expression and all others given this way. */
GRABR_API void grabr_command_require_stdout(grabr_command* command, const char* expression);

/** How a reduction ended. */
typedef enum grabr_end {
  GRABR_END_FINISHED = 0,        /**< nothing more was found */
  GRABR_END_TESTS = 1,           /**< the limit of tests */
  GRABR_END_TIME = 2,            /**< the limit of time */
  GRABR_END_STOPPED = 3,         /**< grabr_stop_request() */
  GRABR_END_NOT_INTERESTING = 4, /**< the original text is not interesting */
  GRABR_END_ENVIRONMENT = 5      /**< the test cannot run, or the best is no longer interesting */
} grabr_end;

/** How it ended. */
GRABR_API grabr_end grabr_result_end(const grabr_result* result);
/** Why it ended, in words; empty if it finished. */
GRABR_API const char* grabr_result_reason(const grabr_result* result);
/** The smallest interesting text found. `length` may be NULL. */
GRABR_API const char* grabr_result_text(const grabr_result* result, size_t* length);
/** Tests that count: the same with any number of threads. */
GRABR_API uint64_t grabr_result_tests(const grabr_result* result);
/** Frees a result and its text; NULL is fine. */
GRABR_API void grabr_result_free(grabr_result* result);

#ifdef __cplusplus
}
#endif

#endif
