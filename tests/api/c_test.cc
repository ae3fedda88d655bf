#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/grabr.h"

namespace {

template <class Thing>
using Owned = std::unique_ptr<Thing, void (*)(Thing*)>;

std::string taken(char* text) {
  const Owned<char> owner(text, grabr_string_free);
  REQUIRE(text != nullptr);
  return text;
}

Owned<grabr_grammar> json_grammar() {
  grabr_error* error = nullptr;
  Owned<grabr_grammar> grammar(grabr_grammar_load("json", &error), grabr_grammar_free);
  REQUIRE(error == nullptr);
  return grammar;
}

Owned<grabr_tree> parsed(std::string_view text) {
  return {grabr_parse(json_grammar().get(), text.data(), text.size(), nullptr), grabr_tree_free};
}

/// A text is interesting if it has all the letters of the string that `user` points to; with a "?"
/// it is unresolved.
int has_letters(const char* text, size_t length, void* user) {
  CHECK(text[length] == '\0');
  if (std::strchr(text, '?') != nullptr) return GRABR_UNRESOLVED;
  for (const char* letter = static_cast<const char*>(user); *letter != '\0'; ++letter) {
    if (std::memchr(text, *letter, length) == nullptr) return GRABR_NOT_INTERESTING;
  }
  return GRABR_INTERESTING;
}

char kXAndY[] = "xy";

Owned<grabr_result> reduced(std::string_view text, const grabr_grammar* grammar,
                            const grabr_options* options) {
  grabr_error* error = nullptr;
  Owned<grabr_result> result(
      grabr_reduce(text.data(), text.size(), grammar, has_letters, kXAndY, options, &error),
      grabr_result_free);
  REQUIRE(error == nullptr);
  REQUIRE(result != nullptr);
  return result;
}

TEST_CASE("C: sentences are the same for the same seed, and wrong options are told") {
  grabr_error* error = nullptr;
  const auto grammar = json_grammar();
  const auto sentence = [&](std::uint64_t seed, std::uint64_t number) {
    const Owned<grabr_generator> generator(
        grabr_generator_new(grammar.get(), seed, "array", nullptr, 5, 0, 0, &error),
        grabr_generator_free);
    REQUIRE(error == nullptr);
    std::size_t length = 0;
    const std::string text =
        taken(grabr_generator_sentence(generator.get(), number, &length, &error));
    REQUIRE(error == nullptr);
    CHECK(text.size() == length);
    CHECK(grabr_grammar_accepts(grammar.get(), text.data(), text.size()) == 1);
    CHECK(text.find('[') != std::string::npos);
    return text;
  };
  CHECK(sentence(7, 3) == sentence(7, 3));
  CHECK(sentence(7, 3) != sentence(8, 3));
  const auto refused = [&](const char* start, const char* strategy, std::uint32_t min) {
    CHECK(grabr_generator_new(grammar.get(), 0, start, strategy, min, 10, 0, &error) == nullptr);
    const Owned<grabr_error> owner(error, grabr_error_free);
    REQUIRE(error != nullptr);
    CHECK(grabr_error_get_kind(error) == GRABR_ERROR_USAGE);
    return std::string(grabr_error_message(error)) + grabr_error_hint(error);
  };
  CHECK(refused("arrya", nullptr, 0).find("array") != std::string::npos);
  CHECK(refused(nullptr, "rand", 0).find("random") != std::string::npos);
  CHECK(refused(nullptr, nullptr, 11).find("min_nonterminals 11") != std::string::npos);
}

TEST_CASE("C: errors of a grammar and of a text come with line, column and hint") {
  grabr_error* error = nullptr;
  const char* text =
      "{\"start\": \"a\",\n"
      " \"rules\": {\"a\": \"NUMBR\"}, \"tokens\": {\"NUMBER\": \"1\"}}";
  CHECK(grabr_grammar_from_text(text, std::strlen(text), "my.json", &error) == nullptr);
  REQUIRE(error != nullptr);
  CHECK(grabr_error_get_kind(error) == GRABR_ERROR_GRAMMAR);
  CHECK(grabr_error_file(error) == std::string("my.json"));
  CHECK(grabr_error_line(error) == 2);
  CHECK(grabr_error_column(error) == 18);
  CHECK(std::string(grabr_error_message(error)).find("NUMBR") != std::string::npos);
  CHECK(std::string(grabr_error_hint(error)).find("NUMBER") != std::string::npos);
  CHECK(std::string(grabr_error_shown(error)).starts_with("my.json:2:18: error: "));
  grabr_error_free(error);
  CHECK(grabr_parse(json_grammar().get(), "[1,]", 4, &error) == nullptr);
  REQUIRE(error != nullptr);
  CHECK(grabr_error_get_kind(error) == GRABR_ERROR_NOT_PARSED);
  CHECK(grabr_error_column(error) == 4);
  grabr_error_free(error);
  CHECK(grabr_grammar_load("no such", nullptr) == nullptr);
}

TEST_CASE("C: a tree is walked, dumped and edited") {
  const auto tree = parsed("[1, {\"a\": 22}]");
  REQUIRE(tree != nullptr);
  const grabr_node root = grabr_tree_root(tree.get());
  CHECK(taken(grabr_tree_text(tree.get(), root, nullptr)) == "[1, {\"a\": 22}]");
  CHECK(grabr_tree_parent(tree.get(), root) == GRABR_NO_NODE);
  CHECK(grabr_tree_child(tree.get(), root, 99) == GRABR_NO_NODE);
  CHECK(grabr_tree_kind(tree.get(), root) == GRABR_NODE_RULE);
  CHECK(taken(grabr_tree_dump(tree.get(), GRABR_DUMP_TREE)).find("NUMBER") != std::string::npos);
  CHECK(taken(grabr_tree_dump(tree.get(), GRABR_DUMP_JSON)).starts_with("{"));
  std::vector<grabr_node> todo = {root}, numbers;
  std::vector<std::string> without;
  while (!todo.empty()) {
    const grabr_node node = todo.back();
    todo.pop_back();
    if (grabr_tree_symbol(tree.get(), node) == std::string("NUMBER")) numbers.push_back(node);
    if (grabr_tree_removable(tree.get(), node) != 0) {
      const std::string rest =
          taken(grabr_tree_print_edited(tree.get(), &node, nullptr, 1, nullptr, nullptr));
      CHECK(grabr_grammar_accepts(json_grammar().get(), rest.data(), rest.size()) == 1);
      without.push_back(rest);
    }
    for (size_t i = 0; i < grabr_tree_child_count(tree.get(), node); ++i) {
      todo.push_back(grabr_tree_child(tree.get(), node, i));
    }
  }
  CHECK(without.size() >= 3);
  REQUIRE(numbers.size() == 2);
  size_t begin = 0, end = 0;
  grabr_tree_span(tree.get(), numbers[0], &begin, &end);
  CHECK(end - begin == taken(grabr_tree_text(tree.get(), numbers[0], nullptr)).size());
  const Owned<grabr_tree> edited(
      grabr_tree_edited(tree.get(), &numbers[0], &numbers[1], 1, nullptr), grabr_tree_free);
  CHECK(taken(grabr_tree_text(edited.get(), grabr_tree_root(edited.get()), nullptr)) !=
        taken(grabr_tree_text(tree.get(), root, nullptr)));
  const grabr_node twice[] = {numbers[0], numbers[0]};
  grabr_error* error = nullptr;
  CHECK(grabr_tree_print_edited(tree.get(), twice, nullptr, 2, nullptr, &error) == nullptr);
  REQUIRE(error != nullptr);
  CHECK(grabr_error_get_kind(error) == GRABR_ERROR_USAGE);
  grabr_error_free(error);
}

TEST_CASE("C: a function is the test, in one thread and in several") {
  const auto grammar = json_grammar();
  const std::string text = "[\"axb\", [1, 2], {\"y\": [\"cyd\", null]}, \"xyz\"]";
  const auto one = reduced(text, grammar.get(), nullptr);
  size_t length = 0;
  const std::string result = grabr_result_text(one.get(), &length);
  CHECK(length == result.size());
  CHECK(result.find_first_of("x") < result.find_last_of("y"));
  CHECK(result.size() < text.size() / 2);
  CHECK(grabr_result_end(one.get()) == GRABR_END_FINISHED);
  const Owned<grabr_options> options(grabr_options_new(), grabr_options_free);
  grabr_options_set_threads(options.get(), 3);
  const auto three = reduced(text, grammar.get(), options.get());
  CHECK(grabr_result_text(three.get(), nullptr) == result);
  CHECK(grabr_result_tests(three.get()) == grabr_result_tests(one.get()));
}

struct Heard {
  std::vector<std::string> bests, phases;
  grabr_stop* stop = nullptr;
};

void hear_best(const char* text, size_t length, void* user) {
  auto& heard = *static_cast<Heard*>(user);
  heard.bests.emplace_back(text, length);
  if (heard.stop != nullptr && heard.bests.size() == 2) grabr_stop_request(heard.stop);
}

void hear_test(uint64_t, grabr_outcome outcome, int accepted, const char*, size_t, const char*,
               const char* phase, void* user) {
  if (accepted != 0) CHECK(outcome == GRABR_INTERESTING);
  static_cast<Heard*>(user)->phases.emplace_back(phase);
}

TEST_CASE("C: a listener hears of it, and a stop ends it") {
  const Owned<grabr_options> options(grabr_options_new(), grabr_options_free);
  const Owned<grabr_stop> stop(grabr_stop_new(), grabr_stop_free);
  Heard heard;
  heard.stop = stop.get();
  grabr_options_set_stop(options.get(), stop.get());
  grabr_options_listen(options.get(), hear_best, hear_test, nullptr, &heard);
  const auto result =
      reduced("[\"axb\", [1, 2], {\"y\": [\"cyd\", null]}]", json_grammar().get(), options.get());
  CHECK(grabr_result_end(result.get()) == GRABR_END_STOPPED);
  REQUIRE(heard.bests.size() == 2);
  CHECK(grabr_result_text(result.get(), nullptr) == heard.bests.back());
  CHECK_FALSE(heard.phases.empty());
  CHECK(grabr_result_reason(result.get()) == std::string("stopped"));
}

void drop_last_byte(grabr_pass_context* context, void* user) {
  size_t length = 0;
  const std::string text(grabr_pass_text(context, &length));
  ++*static_cast<int*>(user);
  if (length > 0) grabr_pass_try(context, text.data(), length - 1, "without the last byte");
}

TEST_CASE("C: a pass of one's own, and a limit that ends it there") {
  const Owned<grabr_options> options(grabr_options_new(), grabr_options_free);
  int calls = 0;
  grabr_options_add_pass(options.get(), "shorter", drop_last_byte, &calls);
  grabr_options_set_strategy(options.get(), "shorter");
  const auto result = reduced("xyzzz", nullptr, options.get());
  CHECK(grabr_result_text(result.get(), nullptr) == std::string("xy"));
  CHECK(calls == 4);
  grabr_options_set_max_tests(options.get(), 2);
  const auto limited = reduced("xyzzz", nullptr, options.get());
  CHECK(grabr_result_end(limited.get()) == GRABR_END_TESTS);
  CHECK(grabr_result_text(limited.get(), nullptr) == std::string("xyz"));
}

TEST_CASE("C: a command is the test") {
  const Owned<grabr_command> command(
      grabr_command_from_shell("grep -q x \"$1\" && echo no x >&2; exit 4"), grabr_command_free);
  grabr_command_set_input_name(command.get(), "input.txt");
  grabr_command_set_timeout(command.get(), 100);
  grabr_command_require_exit(command.get(), 4);
  grabr_command_require_stderr(command.get(), "no [x]");
  const Owned<grabr_result> result(
      grabr_reduce_command("a x b", 5, nullptr, command.get(), nullptr, nullptr),
      grabr_result_free);
  REQUIRE(result != nullptr);
  CHECK(grabr_result_text(result.get(), nullptr) == std::string("x"));
  const char* words[] = {"no-such-program-at-all", nullptr};
  const Owned<grabr_command> missing(grabr_command_new(words), grabr_command_free);
  grabr_error* error = nullptr;
  CHECK(grabr_reduce_command("x", 1, nullptr, missing.get(), nullptr, &error) == nullptr);
  REQUIRE(error != nullptr);
  CHECK(grabr_error_get_kind(error) == GRABR_ERROR_USAGE);
  grabr_error_free(error);
}

TEST_CASE("C: what must stay stays") {
  const Owned<grabr_grammar> grammar = json_grammar();
  const std::string_view text = "[\"xy\", \"keep me\",\n 17, 123456]\n";
  const auto with = [&](auto set) {
    const Owned<grabr_options> options(grabr_options_new(), grabr_options_free);
    set(options.get());
    return std::string(
        grabr_result_text(reduced(text, grammar.get(), options.get()).get(), nullptr));
  };
  const auto has = [](const std::string& all, const char* part) {
    return all.find(part) != std::string::npos;
  };
  CHECK(has(with([](auto* o) { grabr_options_keep(o, "keep me"); }), "keep me"));
  CHECK(has(with([](auto* o) { grabr_options_keep_lines(o, "2"); }), "17, 123456"));
  CHECK(has(with([](auto* o) { grabr_options_only(o, "STRING"); }), "123456"));
  CHECK(has(with([](auto* o) { grabr_options_except(o, "NUMBER"); }), "123456"));
  const std::string plain = with([](auto* o) {
    grabr_options_keep_names(o, 1);
    grabr_options_keep_values(o, 1);
    grabr_options_heed_marks(o, 0);
  });
  CHECK(has(plain, "xy"));
  const Owned<grabr_options> options(grabr_options_new(), grabr_options_free);
  grabr_options_keep(options.get(), "(");
  grabr_error* error = nullptr;
  CHECK(grabr_reduce(text.data(), text.size(), grammar.get(), has_letters, kXAndY, options.get(),
                     &error) == nullptr);
  REQUIRE(error != nullptr);
  CHECK(grabr_error_get_kind(error) == GRABR_ERROR_USAGE);
  grabr_error_free(error);
}

TEST_CASE("C: wrong options are an error") {
  const Owned<grabr_options> options(grabr_options_new(), grabr_options_free);
  grabr_options_set_strategy(options.get(), "no-such");
  grabr_error* error = nullptr;
  CHECK(grabr_reduce("x", 1, nullptr, has_letters, kXAndY, options.get(), &error) == nullptr);
  REQUIRE(error != nullptr);
  CHECK(grabr_error_get_kind(error) == GRABR_ERROR_USAGE);
  CHECK(grabr_error_line(error) == 0);
  grabr_error_free(error);
}

}  // namespace
