// The C interface: each function calls its C++ counterpart and catches all exceptions.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "api/engine.h"
#include "api/grabr.h"

struct grabr_error {
  grabr_error_kind kind = GRABR_ERROR_INTERNAL;
  grabr::v1::Problem problem;
};

struct grabr_grammar {
  grabr::v1::Grammar grammar;
};

struct grabr_tree {
  grabr::v1::Tree tree;
};

struct grabr_generator {
  grabr::v1::Generator generator;
};

struct grabr_options {
  grabr::v1::Options options;
};

struct grabr_command {
  grabr::v1::Command command;
};

struct grabr_result {
  grabr::v1::Result result;
};

struct grabr_stop {
  std::stop_source source;
};

struct grabr_pass_context {
  grabr::v1::PassContext& context;
  std::exception_ptr ended;  ///< kept here because it must not pass through the caller's frames
};

namespace {

namespace api = grabr::v1;

static_assert(static_cast<int>(api::NodeKind::kGroup) == GRABR_NODE_GROUP);
static_assert(static_cast<int>(api::End::kEnvironment) == GRABR_END_ENVIRONMENT);
static_assert(api::kNoNode == GRABR_NO_NODE);

grabr_error_kind kind_in_c(api::ErrorKind kind) {
  switch (kind) {
    case api::ErrorKind::kUsage: return GRABR_ERROR_USAGE;
    case api::ErrorKind::kNotParsed: return GRABR_ERROR_NOT_PARSED;
    case api::ErrorKind::kEnvironment: return GRABR_ERROR_ENVIRONMENT;
    case api::ErrorKind::kInternal: break;
  }
  return GRABR_ERROR_INTERNAL;
}

void set_error(grabr_error** error, grabr_error_kind kind, api::Problem problem) {
  if (error != nullptr) *error = new (std::nothrow) grabr_error{kind, std::move(problem)};
}

void set_error(grabr_error** error, grabr_error_kind kind, const char* message,
               const std::string& hint = {}) {
  api::Problem problem;
  problem.message = message;
  problem.hint = hint;
  problem.shown = problem.message + (hint.empty() ? "" : "\nhint: " + hint);
  set_error(error, kind, std::move(problem));
}

/// Returns the result of `call`. If it throws: a default value, and `error` is set.
template <class Call>
auto guarded(grabr_error** error, const Call& call) noexcept -> decltype(call()) {
  if (error != nullptr) *error = nullptr;
  try {
    try {
      return call();
    } catch (const api::Error& thrown) {
      set_error(error, kind_in_c(thrown.kind()), thrown.what(), thrown.hint());
    } catch (const std::exception& thrown) {
      set_error(error, GRABR_ERROR_INTERNAL, thrown.what());
    }
  } catch (...) {  // no memory for the error
  }
  return {};
}

/// Runs a setter. It can only run out of memory; then it sets nothing.
template <class Call>
void quietly(const Call& call) noexcept {
  try {
    call();
  } catch (...) {
  }
}

template <class Thing>
bool has_thing(const api::Loaded<Thing>& loaded, grabr_error_kind kind, grabr_error** error) {
  if (loaded) return true;
  if (loaded.problems().empty()) return false;
  api::Problem first = loaded.problems().front();
  first.shown.clear();
  for (const api::Problem& problem : loaded.problems()) first.shown += problem.shown;
  set_error(error, kind, std::move(first));
  return false;
}

grabr_grammar* new_grammar(const api::Loaded<api::Grammar>& loaded, grabr_error** error) {
  if (!has_thing(loaded, GRABR_ERROR_GRAMMAR, error)) return nullptr;
  return new grabr_grammar{loaded.value()};
}

grabr_tree* new_tree(const api::Loaded<api::Tree>& loaded, grabr_error** error) {
  if (!has_thing(loaded, GRABR_ERROR_NOT_PARSED, error)) return nullptr;
  return new grabr_tree{loaded.value()};
}

char* new_string(const std::string& text, std::size_t* length = nullptr) {
  if (length != nullptr) *length = text.size();
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

std::string_view view(const char* text, std::size_t length) {
  return text == nullptr ? std::string_view() : std::string_view(text, length);
}

std::string words(const char* text) { return text == nullptr ? std::string() : text; }

grabr_node known(const grabr_tree* tree, grabr_node node) {
  return node < grabr_tree_size(tree) ? node : tree->tree.root();
}

grabr::Children children_of(const grabr_tree* tree, grabr_node node) {
  return tree->tree.state()->tree.children(known(tree, node));
}

std::vector<api::Edit> edits_of(const grabr_node* nodes, const grabr_node* by, std::size_t count) {
  std::vector<api::Edit> edits;
  for (std::size_t i = 0; i < count; ++i) {
    edits.push_back({nodes[i], by == nullptr ? GRABR_NO_NODE : by[i]});
  }
  return edits;
}

api::Outcome outcome_of(int answer) {
  switch (answer) {
    case GRABR_INTERESTING: return api::Outcome::kInteresting;
    case GRABR_NOT_INTERESTING: return api::Outcome::kNotInteresting;
    default: return api::Outcome::kUnresolved;
  }
}

grabr_outcome outcome_in_c(api::Outcome outcome) {
  switch (outcome) {
    case api::Outcome::kInteresting: return GRABR_INTERESTING;
    case api::Outcome::kNotInteresting: return GRABR_NOT_INTERESTING;
    case api::Outcome::kUnresolved: break;
  }
  return GRABR_UNRESOLVED;
}

grabr_result* reduce(std::string_view text, const grabr_grammar* grammar, const api::Test& test,
                     const grabr_options* options) {
  const api::Grammar* known_grammar = grammar == nullptr ? nullptr : &grammar->grammar;
  const api::Options defaults;
  return new grabr_result{
      api::reduce(text, known_grammar, test, options == nullptr ? defaults : options->options)};
}

char* explain(std::string_view text, const grabr_grammar* grammar, const api::Test& test,
              api::ExplainSettings how, const grabr_options* options) {
  const api::ExplainSettings usual;
  if (how.samples == 0) how.samples = usual.samples;
  if (how.together == 0) how.together = usual.together;
  const api::Options defaults;
  return new_string(api::explain(text, grammar->grammar, test, how,
                                 options == nullptr ? defaults : options->options));
}

void run_pass(grabr_pass pass, void* user, api::PassContext& context) {
  grabr_pass_context in_c{context, nullptr};
  pass(&in_c, user);
  if (in_c.ended) std::rethrow_exception(in_c.ended);
}

}  // namespace

const char* grabr_version() { return api::version().data(); }

void grabr_string_free(char* string) { std::free(string); }

grabr_error_kind grabr_error_get_kind(const grabr_error* error) { return error->kind; }
const char* grabr_error_message(const grabr_error* error) { return error->problem.message.c_str(); }
const char* grabr_error_hint(const grabr_error* error) { return error->problem.hint.c_str(); }
const char* grabr_error_file(const grabr_error* error) { return error->problem.file.c_str(); }
unsigned grabr_error_line(const grabr_error* error) { return error->problem.line; }
unsigned grabr_error_column(const grabr_error* error) { return error->problem.column; }
const char* grabr_error_shown(const grabr_error* error) { return error->problem.shown.c_str(); }
void grabr_error_free(grabr_error* error) { delete error; }

grabr_grammar* grabr_grammar_load(const char* name_or_file, grabr_error** error) {
  return guarded(error,
                 [&] { return new_grammar(api::Grammar::load(words(name_or_file)), error); });
}

grabr_grammar* grabr_grammar_from_text(const char* json, size_t length, const char* name,
                                       grabr_error** error) {
  return guarded(error, [&] {
    return new_grammar(api::Grammar::from_text(view(json, length), words(name)), error);
  });
}

grabr_grammar* grabr_grammar_for_input(const char* file_name, const char* text, size_t length,
                                       grabr_error** error) {
  return guarded(error, [&] {
    return new_grammar(api::Grammar::for_input(words(file_name), view(text, length)), error);
  });
}

int grabr_grammar_accepts(const grabr_grammar* grammar, const char* text, size_t length) {
  return guarded(nullptr, [&] { return grammar->grammar.accepts(view(text, length)) ? 1 : 0; });
}

void grabr_grammar_free(grabr_grammar* grammar) { delete grammar; }

grabr_tree* grabr_parse(const grabr_grammar* grammar, const char* text, size_t length,
                        grabr_error** error) {
  return guarded(error,
                 [&] { return new_tree(grammar->grammar.parse(view(text, length)), error); });
}

grabr_tree* grabr_parse_partially(const grabr_grammar* grammar, const char* text, size_t length,
                                  grabr_error** error) {
  return guarded(
      error, [&] { return new_tree(grammar->grammar.parse_partially(view(text, length)), error); });
}

void grabr_tree_free(grabr_tree* tree) { delete tree; }

grabr_node grabr_tree_root(const grabr_tree* tree) { return tree->tree.root(); }

size_t grabr_tree_size(const grabr_tree* tree) { return tree->tree.state()->tree.size(); }

grabr_node_kind grabr_tree_kind(const grabr_tree* tree, grabr_node node) {
  return static_cast<grabr_node_kind>(tree->tree.kind(known(tree, node)));
}

const char* grabr_tree_symbol(const grabr_tree* tree, grabr_node node) {
  const std::string_view symbol = tree->tree.symbol(known(tree, node));
  return symbol.empty() ? "" : symbol.data();
}

size_t grabr_tree_child_count(const grabr_tree* tree, grabr_node node) {
  return children_of(tree, node).size();
}

grabr_node grabr_tree_child(const grabr_tree* tree, grabr_node node, size_t index) {
  const grabr::Children children = children_of(tree, node);
  return index < children.size() ? children[index] : GRABR_NO_NODE;
}

grabr_node grabr_tree_parent(const grabr_tree* tree, grabr_node node) {
  return tree->tree.parent(known(tree, node));
}

void grabr_tree_span(const grabr_tree* tree, grabr_node node, size_t* begin, size_t* end) {
  const auto span = guarded(nullptr, [&] { return tree->tree.span(known(tree, node)); });
  if (begin != nullptr) *begin = span.first;
  if (end != nullptr) *end = span.second;
}

int grabr_tree_removable(const grabr_tree* tree, grabr_node node) {
  return tree->tree.removable(known(tree, node)) ? 1 : 0;
}

char* grabr_tree_text(const grabr_tree* tree, grabr_node node, size_t* length) {
  return guarded(nullptr, [&] {
    const bool whole = known(tree, node) == tree->tree.root();
    return new_string(whole ? tree->tree.text() : tree->tree.text(node), length);
  });
}

char* grabr_tree_dump(const grabr_tree* tree, grabr_dump_form form) {
  return guarded(nullptr, [&] {
    if (form == GRABR_DUMP_JSON) return new_string(tree->tree.dump_json());
    if (form == GRABR_DUMP_DOT) return new_string(tree->tree.dump_dot());
    return new_string(tree->tree.dump());
  });
}

char* grabr_tree_print_edited(const grabr_tree* tree, const grabr_node* nodes, const grabr_node* by,
                              size_t count, size_t* length, grabr_error** error) {
  return guarded(error,
                 [&] { return new_string(tree->tree.print(edits_of(nodes, by, count)), length); });
}

grabr_tree* grabr_tree_edited(const grabr_tree* tree, const grabr_node* nodes, const grabr_node* by,
                              size_t count, grabr_error** error) {
  return guarded(error,
                 [&] { return new grabr_tree{tree->tree.with(edits_of(nodes, by, count))}; });
}

grabr_generator* grabr_generator_new(const grabr_grammar* grammar, uint64_t seed, const char* start,
                                     const char* strategy, uint32_t min_nonterminals,
                                     uint32_t max_nonterminals, uint32_t max_depth,
                                     grabr_error** error) {
  return guarded(error, [&] {
    api::GenerateOptions options;
    options.seed = seed;
    options.start = words(start);
    if (strategy != nullptr) options.strategy = strategy;
    options.min_nonterminals = min_nonterminals;
    if (max_nonterminals != 0) options.max_nonterminals = max_nonterminals;
    options.max_depth = max_depth;
    return new grabr_generator{api::Generator(grammar->grammar, options)};
  });
}

char* grabr_generator_sentence(grabr_generator* generator, uint64_t number, size_t* length,
                               grabr_error** error) {
  return guarded(error, [&] { return new_string(generator->generator.sentence(number), length); });
}

void grabr_generator_free(grabr_generator* generator) { delete generator; }

grabr_options* grabr_options_new() {
  return guarded(nullptr, [] { return new grabr_options; });
}

void grabr_options_free(grabr_options* options) { delete options; }

void grabr_options_set_strategy(grabr_options* options, const char* strategy) {
  quietly([&] { options->options.strategy = words(strategy); });
}

void grabr_options_set_minimizer(grabr_options* options, const char* minimizer) {
  quietly([&] { options->options.minimizer = words(minimizer); });
}

void grabr_options_set_schedule(grabr_options* options, const char* schedule) {
  quietly([&] { options->options.schedule = words(schedule); });
}

void grabr_options_set_unit(grabr_options* options, const char* unit) {
  quietly([&] { options->options.unit = words(unit); });
}

void grabr_options_set_threads(grabr_options* options, unsigned threads) {
  options->options.threads = threads;
}

void grabr_options_set_fork_to_look_ahead(grabr_options* options, int fork) {
  options->options.fork_to_look_ahead = fork != 0;
}

void grabr_options_set_max_tests(grabr_options* options, uint64_t tests) {
  options->options.max_tests = tests;
}

void grabr_options_set_max_seconds(grabr_options* options, double seconds) {
  options->options.max_time.reset();
  if (seconds > 0) options->options.max_time = std::chrono::duration<double>(seconds);
}

void grabr_options_set_stop(grabr_options* options, const grabr_stop* stop) {
  options->options.stop = stop == nullptr ? std::stop_token() : stop->source.get_token();
}

void grabr_options_listen(grabr_options* options, grabr_on_best on_best, grabr_on_test on_test,
                          grabr_on_note on_note, void* user) {
  quietly([&] {
    api::Listener& listener = options->options.listener;
    listener = {};
    if (on_best != nullptr) {
      listener.on_best = [=](std::string_view text) { on_best(text.data(), text.size(), user); };
    }
    if (on_test != nullptr) {
      listener.on_test = [=](const api::Tried& tried) {
        on_test(tried.number, outcome_in_c(tried.outcome), tried.accepted ? 1 : 0,
                tried.text.data(), tried.text.size(), std::string(tried.what).c_str(),
                std::string(tried.phase).c_str(), user);
      };
    }
    if (on_note != nullptr) {
      listener.on_note = [=](std::string_view note) { on_note(std::string(note).c_str(), user); };
    }
  });
}

void grabr_options_add_pass(grabr_options* options, const char* name, grabr_pass pass, void* user) {
  quietly([&] {
    options->options.passes.push_back(
        {words(name), [=](api::PassContext& context) { run_pass(pass, user, context); }});
  });
}

void grabr_options_keep(grabr_options* options, const char* expression) {
  quietly([&] { options->options.protect.keep.push_back(words(expression)); });
}

void grabr_options_keep_lines(grabr_options* options, const char* lines) {
  quietly([&] { options->options.protect.lines.push_back(words(lines)); });
}

void grabr_options_only(grabr_options* options, const char* symbol) {
  quietly([&] { options->options.protect.only.push_back(words(symbol)); });
}

void grabr_options_except(grabr_options* options, const char* symbol) {
  quietly([&] { options->options.protect.except.push_back(words(symbol)); });
}

void grabr_options_keep_names(grabr_options* options, int keep) {
  options->options.protect.names = keep != 0;
}

void grabr_options_keep_values(grabr_options* options, int keep) {
  options->options.protect.values = keep != 0;
}

void grabr_options_heed_marks(grabr_options* options, int heed) {
  options->options.protect.marks = heed != 0;
}

grabr_stop* grabr_stop_new() {
  return guarded(nullptr, [] { return new grabr_stop; });
}

void grabr_stop_request(grabr_stop* stop) { stop->source.request_stop(); }

void grabr_stop_free(grabr_stop* stop) { delete stop; }

const char* grabr_pass_text(const grabr_pass_context* context, size_t* length) {
  const std::string& text = context->context.text();
  if (length != nullptr) *length = text.size();
  return text.c_str();
}

grabr_tree* grabr_pass_tree(grabr_pass_context* context) {
  return guarded(nullptr, [&]() -> grabr_tree* {
    const api::Tree* tree = context->context.tree();
    return tree == nullptr ? nullptr : new grabr_tree{*tree};
  });
}

int grabr_pass_try(grabr_pass_context* context, const char* text, size_t length, const char* what) {
  if (context->ended) return 0;
  try {
    return context->context.try_text(std::string(view(text, length)), words(what)) ? 1 : 0;
  } catch (...) {
    context->ended = std::current_exception();
    return 0;
  }
}

grabr_result* grabr_reduce(const char* text, size_t length, const grabr_grammar* grammar,
                           grabr_test test, void* user, const grabr_options* options,
                           grabr_error** error) {
  return guarded(error, [&] {
    const api::Test called([=](std::string_view candidate) {
      return outcome_of(test(candidate.data(), candidate.size(), user));
    });
    return reduce(view(text, length), grammar, called, options);
  });
}

grabr_result* grabr_reduce_command(const char* text, size_t length, const grabr_grammar* grammar,
                                   const grabr_command* command, const grabr_options* options,
                                   grabr_error** error) {
  return guarded(error,
                 [&] { return reduce(view(text, length), grammar, command->command, options); });
}

char* grabr_explain(const char* text, size_t length, const grabr_grammar* grammar, grabr_test test,
                    void* user, uint64_t seed, uint64_t samples, uint64_t together,
                    const grabr_options* options, grabr_error** error) {
  return guarded(error, [&] {
    const api::Test called([=](std::string_view candidate) {
      return outcome_of(test(candidate.data(), candidate.size(), user));
    });
    return explain(view(text, length), grammar, called, {seed, samples, together}, options);
  });
}

char* grabr_explain_command(const char* text, size_t length, const grabr_grammar* grammar,
                            const grabr_command* command, uint64_t seed, uint64_t samples,
                            uint64_t together, const grabr_options* options, grabr_error** error) {
  return guarded(error, [&] {
    return explain(view(text, length), grammar, command->command, {seed, samples, together},
                   options);
  });
}

grabr_command* grabr_command_new(const char* const* words) {
  return guarded(nullptr, [&] {
    auto command = std::make_unique<grabr_command>();
    for (; *words != nullptr; ++words) command->command.words.emplace_back(*words);
    return command.release();
  });
}

grabr_command* grabr_command_from_shell(const char* text) {
  return guarded(nullptr, [&] {
    auto command = std::make_unique<grabr_command>();
    command->command.shell = words(text);
    return command.release();
  });
}

void grabr_command_free(grabr_command* command) { delete command; }

void grabr_command_set_input_name(grabr_command* command, const char* name) {
  quietly([&] { command->command.input_name = words(name); });
}

void grabr_command_set_timeout(grabr_command* command, double seconds) {
  command->command.timeout_s = seconds;
}

void grabr_command_require_exit(grabr_command* command, int status) {
  quietly([&] { command->command.exit_codes.push_back(status); });
}

void grabr_command_require_stderr(grabr_command* command, const char* expression) {
  quietly([&] { command->command.errors.push_back(words(expression)); });
}

void grabr_command_require_stdout(grabr_command* command, const char* expression) {
  quietly([&] { command->command.output.push_back(words(expression)); });
}

grabr_end grabr_result_end(const grabr_result* result) {
  return static_cast<grabr_end>(result->result.end);
}

const char* grabr_result_reason(const grabr_result* result) {
  return result->result.reason.c_str();
}

const char* grabr_result_text(const grabr_result* result, size_t* length) {
  if (length != nullptr) *length = result->result.text.size();
  return result->result.text.c_str();
}

uint64_t grabr_result_tests(const grabr_result* result) { return result->result.tests; }

void grabr_result_free(grabr_result* result) { delete result; }
