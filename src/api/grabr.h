/**
 * @file
 * grabr as a library, in C: parse a text by a grammar, look at its tree and edit it, and make a
 * text that a test finds interesting as small as it gets. The same in C++, with more: grabr.hpp.
 *
 * Names and numbers in this file stay as they are from one version to the next; what is new is
 * added. No structure is laid out here, so none has a size that could change.
 *
 * Ownership: what a function that is called ..._new, _load, _from_..., _parse or _reduce returns is
 * the caller's, who frees it with the _free function of its type; those accept NULL. A `char *`
 * that is returned is the caller's, who frees it with grabr_string_free(). A `const char *` belongs
 * to the object it was asked of and is valid as long as that. What is passed in is copied, unless
 * the function says otherwise. All strings that are returned end with a zero byte, which is not
 * counted.
 *
 * Errors: a function that can fail has a last parameter `grabr_error **error`. NULL: the caller
 * does not want to know why. Else it is set to NULL, or to an error that the caller frees. No C++
 * exception leaves any function.
 *
 * Threads: a grabr_grammar may be used by several threads at once, and grabr_stop_request() may be
 * called by any. Any other object may be used by one thread at a time.
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
/** What went wrong, with its place. */
typedef struct grabr_error grabr_error;
/** How to reduce. */
typedef struct grabr_options grabr_options;
/** A program as the test of a text. */
typedef struct grabr_command grabr_command;
/** What came of a reduction. */
typedef struct grabr_result grabr_result;
/** What stops a reduction from another thread. */
typedef struct grabr_stop grabr_stop;
/** What a pass of one's own works with. */
typedef struct grabr_pass_context grabr_pass_context;

/** A node of one tree. */
typedef uint32_t grabr_node;
/** No node: the root's parent; as the replacement in an edit: nothing. */
#define GRABR_NO_NODE UINT32_MAX

/** "0.1.0" */
GRABR_API const char* grabr_version(void);

/** Frees a string that a function of this file has returned as `char *`. */
GRABR_API void grabr_string_free(char* string);

/* ---- Errors ---- */

/** Kinds of errors. */
typedef enum grabr_error_kind {
  GRABR_ERROR_INTERNAL = 1,   /**< a defect, no memory, or the system refuses something */
  GRABR_ERROR_USAGE = 2,      /**< a wrong argument, an option that does not exist */
  GRABR_ERROR_GRAMMAR = 3,    /**< the grammar has errors, or is not there */
  GRABR_ERROR_NOT_PARSED = 4, /**< the text is no sentence of the grammar */
  GRABR_ERROR_ENVIRONMENT = 5 /**< the test cannot be run */
} grabr_error_kind;

/** What kind of error it is. */
GRABR_API grabr_error_kind grabr_error_get_kind(const grabr_error* error);
/** One line. */
GRABR_API const char* grabr_error_message(const grabr_error* error);
/** How to mend it; may be empty. */
GRABR_API const char* grabr_error_hint(const grabr_error* error);
/** Where it is: the file as it was called; empty where there is none. */
GRABR_API const char* grabr_error_file(const grabr_error* error);
/** From 1; 0 where there is no place. */
GRABR_API unsigned grabr_error_line(const grabr_error* error);
/** From 1, in code points; 0 where there is no place. */
GRABR_API unsigned grabr_error_column(const grabr_error* error);
/** All that is wrong, as grabr shows it on a terminal, several lines. */
GRABR_API const char* grabr_error_shown(const grabr_error* error);
/** Frees an error; NULL is fine. */
GRABR_API void grabr_error_free(grabr_error* error);

/* ---- Grammars ---- */

/** By the name of a language, an extension, or the path of a file, as `grabr -g`. NULL: error. */
GRABR_API grabr_grammar* grabr_grammar_load(const char* name_or_file, grabr_error** error);
/** From the text of a grammar file. `name` is for messages. NULL: error. */
GRABR_API grabr_grammar* grabr_grammar_from_text(const char* json, size_t length, const char* name,
                                                 grabr_error** error);
/** The grammar for a file of that name with that content, as grabr chooses it. NULL: error, or,
 * with no error set, no grammar fits. */
GRABR_API grabr_grammar* grabr_grammar_for_input(const char* file_name, const char* text,
                                                 size_t length, grabr_error** error);
/** 1 when the text is a sentence of the grammar, else 0. */
GRABR_API int grabr_grammar_accepts(const grabr_grammar* grammar, const char* text, size_t length);
/** Frees a grammar; trees of it live on. NULL is fine. */
GRABR_API void grabr_grammar_free(grabr_grammar* grammar);

/* ---- Trees ---- */

/** The tree of a text. NULL: error; it is GRABR_ERROR_NOT_PARSED, with its place, for a text that
 * is no sentence. The tree does not need the grammar to live on. */
GRABR_API grabr_tree* grabr_parse(const grabr_grammar* grammar, const char* text, size_t length,
                                  grabr_error** error);
/** A tree for any text: what does not parse is in it as lists of words and lines. NULL: error. */
GRABR_API grabr_tree* grabr_parse_partially(const grabr_grammar* grammar, const char* text,
                                            size_t length, grabr_error** error);
/** Frees a tree; NULL is fine. */
GRABR_API void grabr_tree_free(grabr_tree* tree);

/** Kinds of nodes. */
typedef enum grabr_node_kind {
  GRABR_NODE_RULE = 0,     /**< a rule and what it was expanded to */
  GRABR_NODE_TOKEN = 1,    /**< a leaf: text of a terminal */
  GRABR_NODE_LIST = 2,     /**< a repetition */
  GRABR_NODE_OPTIONAL = 3, /**< an optional part: one child or none */
  GRABR_NODE_GROUP = 4     /**< a parenthesised part of a rule */
} grabr_node_kind;

/** The node that stands for the whole text. */
GRABR_API grabr_node grabr_tree_root(const grabr_tree* tree);
/** Nodes have the numbers from 0 to below this; some of them may not be in the tree. */
GRABR_API size_t grabr_tree_size(const grabr_tree* tree);
/** Of this and those below: a node that is not of the tree is taken for the root. */
GRABR_API grabr_node_kind grabr_tree_kind(const grabr_tree* tree, grabr_node node);
/** The rule's or the terminal's name; of other nodes their element's or empty. */
GRABR_API const char* grabr_tree_symbol(const grabr_tree* tree, grabr_node node);
/** How many children it has. */
GRABR_API size_t grabr_tree_child_count(const grabr_tree* tree, grabr_node node);
/** GRABR_NO_NODE when there are not so many. */
GRABR_API grabr_node grabr_tree_child(const grabr_tree* tree, grabr_node node, size_t index);
/** GRABR_NO_NODE for the root. */
GRABR_API grabr_node grabr_tree_parent(const grabr_tree* tree, grabr_node node);
/** Where its first token begins and its last one ends in the text that was parsed; takes time
 *  proportional to the size of the subtree. Either pointer may be NULL. */
GRABR_API void grabr_tree_span(const grabr_tree* tree, grabr_node node, size_t* begin, size_t* end);
/** 1 when it may be removed and leave a sentence, else 0. */
GRABR_API int grabr_tree_removable(const grabr_tree* tree, grabr_node node);
/** The text of a subtree; of the root the whole text. `length` may be NULL. NULL: no memory. */
GRABR_API char* grabr_tree_text(const grabr_tree* tree, grabr_node node, size_t* length);

/** Forms of dumps. */
typedef enum grabr_dump_form {
  GRABR_DUMP_TREE = 0, /**< one node a line, two spaces a level */
  GRABR_DUMP_JSON = 1,
  GRABR_DUMP_DOT = 2 /**< for Graphviz */
} grabr_dump_form;
/** NULL: no memory. */
GRABR_API char* grabr_tree_dump(const grabr_tree* tree, grabr_dump_form form);

/** The text with `count` edits: nodes[i] is replaced by by[i], a node of the same tree, or removed
 * where that is GRABR_NO_NODE; `by` may be NULL: all are removed. Nodes must be different, none
 * inside another one. `length` may be NULL. NULL: error. */
GRABR_API char* grabr_tree_print_edited(const grabr_tree* tree, const grabr_node* nodes,
                                        const grabr_node* by, size_t count, size_t* length,
                                        grabr_error** error);
/** The tree with these edits. NULL: error. */
GRABR_API grabr_tree* grabr_tree_edited(const grabr_tree* tree, const grabr_node* nodes,
                                        const grabr_node* by, size_t count, grabr_error** error);

/* ---- Reducing ---- */

/** What a test says of a text. */
typedef enum grabr_outcome {
  GRABR_NOT_INTERESTING = 0,
  GRABR_INTERESTING = 1, /**< what is looked for is still there */
  GRABR_UNRESOLVED = 2   /**< it cannot be told */
} grabr_outcome;

/** The test of a text, which is valid during the call and ends with a zero byte that is not
 * counted. Returns a grabr_outcome; any other number counts as unresolved. Must say the same of the
 * same text each time. With grabr_options_set_threads() above 1 it is called from several threads
 * at once. */
typedef int (*grabr_test)(const char* text, size_t length, void* user);

/** Called in the thread that called grabr_reduce(), with each smaller interesting text. */
typedef void (*grabr_on_best)(const char* text, size_t length, void* user);
/** Called in the thread that called grabr_reduce(), after each test, in the same order with any
 * number of threads. `what` says what was tried, `phase` by which pass. */
typedef void (*grabr_on_test)(uint64_t number, grabr_outcome outcome, int accepted,
                              const char* text, size_t length, const char* what, const char* phase,
                              void* user);
/** Called with what a user should know. */
typedef void (*grabr_on_note)(const char* words, void* user);
/** A pass of one's own: proposes candidates to the context, which is valid during the call. */
typedef void (*grabr_pass)(grabr_pass_context* context, void* user);

/** Options as they are by default: strategy "auto", one thread, no limits. NULL: no memory. */
GRABR_API grabr_options* grabr_options_new(void);
/** Frees options; NULL is fine. */
GRABR_API void grabr_options_free(grabr_options* options);
/** As `grabr --strategy`: "auto", "hdd then sweep", with names of passes of one's own. */
GRABR_API void grabr_options_set_strategy(grabr_options* options, const char* strategy);
/** How lists are minimised. */
GRABR_API void grabr_options_set_minimizer(grabr_options* options, const char* minimizer);
/** What "auto" does, as text, one pass a line. */
GRABR_API void grabr_options_set_schedule(grabr_options* options, const char* schedule);
/** What strategies on text remove: "lines", "tokens", "chars". */
GRABR_API void grabr_options_set_unit(grabr_options* options, const char* unit);
/** Tests at once. Result and order of calls do not depend on it. */
GRABR_API void grabr_options_set_threads(grabr_options* options, unsigned threads);
/** Other than 0: with a command, processes are forked off this one to foretell which texts will be
 *  tested. Not for a program that has threads of its own. */
GRABR_API void grabr_options_set_fork_to_look_ahead(grabr_options* options, int fork);
/** 0: no limit. */
GRABR_API void grabr_options_set_max_tests(grabr_options* options, uint64_t tests);
/** 0 or less: no limit. */
GRABR_API void grabr_options_set_max_seconds(grabr_options* options, double seconds);
/** Ends the reduction when it is requested. The stop must live as long as the options. */
GRABR_API void grabr_options_set_stop(grabr_options* options, const grabr_stop* stop);
/** Any function may be NULL; `user` is passed on to all of them. */
GRABR_API void grabr_options_listen(grabr_options* options, grabr_on_best on_best,
                                    grabr_on_test on_test, grabr_on_note on_note, void* user);
/** Registers a pass; its name consists of letters, digits and "-". It is run where the strategy
 * names it, or else after all others. */
GRABR_API void grabr_options_add_pass(grabr_options* options, const char* name, grabr_pass pass,
                                      void* user);

/** NULL: no memory. */
GRABR_API grabr_stop* grabr_stop_new(void);
/** May be called from any thread, but not from a signal handler. */
GRABR_API void grabr_stop_request(grabr_stop* stop);
/** Frees a stop, when no options that have it are used any more; NULL is fine. */
GRABR_API void grabr_stop_free(grabr_stop* stop);

/** The smallest interesting text so far; valid until a candidate is accepted. */
GRABR_API const char* grabr_pass_text(const grabr_pass_context* context, size_t* length);
/** Its tree, a copy for the caller; NULL when there is no grammar, or it does not parse. */
GRABR_API grabr_tree* grabr_pass_tree(grabr_pass_context* context);
/** Asks the test about a text; only smaller ones are asked about. 1: it is the best text now. 0: it
 * is not, or the reduction is to end: then every further call returns 0, and the pass should
 * return. */
GRABR_API int grabr_pass_try(grabr_pass_context* context, const char* text, size_t length,
                             const char* what);

/** Makes a text smaller that is interesting, as long as it stays so. `grammar` may be NULL: it is
 *  reduced as text; `options` may be NULL. NULL: error. */
GRABR_API grabr_result* grabr_reduce(const char* text, size_t length, const grabr_grammar* grammar,
                                     grabr_test test, void* user, const grabr_options* options,
                                     grabr_error** error);
/** The same with a command as the test, which runs in processes that are forked off this one. */
GRABR_API grabr_result* grabr_reduce_command(const char* text, size_t length,
                                             const grabr_grammar* grammar,
                                             const grabr_command* command,
                                             const grabr_options* options, grabr_error** error);

/** A program and its arguments, the last followed by NULL; "@@" stands for the text's path.
 * Interesting is what it exits with status 0 for, unless there are conditions. NULL: no memory. */
GRABR_API grabr_command* grabr_command_new(const char* const* words);
/** Run by /bin/sh -c; the path is $1. NULL: no memory. */
GRABR_API grabr_command* grabr_command_from_shell(const char* text);
/** Frees a command; NULL is fine. */
GRABR_API void grabr_command_free(grabr_command* command);
/** What the file with the text is called: "input.c". */
GRABR_API void grabr_command_set_input_name(grabr_command* command, const char* name);
/** Of one run, in seconds; 0: none. 300 unless it is set. */
GRABR_API void grabr_command_set_timeout(grabr_command* command, double seconds);
/** Condition: it exits with this status; of several one. */
GRABR_API void grabr_command_require_exit(grabr_command* command, int status);
/** Condition: the regular expression is found in standard error; of several all. */
GRABR_API void grabr_command_require_stderr(grabr_command* command, const char* expression);
/** Condition: the regular expression is found in standard output; of several all. */
GRABR_API void grabr_command_require_stdout(grabr_command* command, const char* expression);

/** How a reduction ended. */
typedef enum grabr_end {
  GRABR_END_FINISHED = 0,
  GRABR_END_TESTS = 1,           /**< the limit of tests */
  GRABR_END_TIME = 2,            /**< the limit of time */
  GRABR_END_STOPPED = 3,         /**< grabr_stop_request() */
  GRABR_END_NOT_INTERESTING = 4, /**< the text to begin with is not interesting */
  GRABR_END_ENVIRONMENT =
      5 /**< the test could not be run, or the best is not interesting any more */
} grabr_end;

/** How it ended. */
GRABR_API grabr_end grabr_result_end(const grabr_result* result);
/** In words, unless it is finished. */
GRABR_API const char* grabr_result_reason(const grabr_result* result);
/** The smallest interesting text that was found. `length` may be NULL. */
GRABR_API const char* grabr_result_text(const grabr_result* result, size_t* length);
/** Tests that count: the same with any number of threads. */
GRABR_API uint64_t grabr_result_tests(const grabr_result* result);
/** Frees a result and its text; NULL is fine. */
GRABR_API void grabr_result_free(grabr_result* result);

#ifdef __cplusplus
}
#endif

#endif
