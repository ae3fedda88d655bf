// What sweeps ask about and what they skip.
#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass_table.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::fails_if;
using support::grammar_of;
using support::PassRun;
using support::run_pass_called;
using support::squeezed;

std::shared_ptr<const Grammar> calls() {
  return grammar_of(
      R"({"start": "calls", "tokens": {"NAME": "[a-z]+"}, "skip": {"BLANK": "[ \\n]+"},
    "rules": {"calls": "call*", "call": "NAME '(' call? ')'"}})");
}

std::string nested(std::size_t depth) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "f(";
  return text + std::string(depth, ')');
}

std::size_t depth_of(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '('));
}

TEST_CASE("sweep: of a chain of parts that stay only some are asked about") {
  const auto all_stay = fails_if([](std::string_view text) { return depth_of(text) >= 160; });
  const PassRun run = run_pass_called("sweep-changed", calls(), nested(160), all_stay);
  CHECK_FALSE(run.changed);
  CHECK(run.tests < 20);
  CHECK(run.tests_of_another == 0);
}

TEST_CASE("sweep: a chain is cut short all the same") {
  const auto ten_stay = fails_if([](std::string_view text) { return depth_of(text) >= 10; });
  const PassRun run = run_pass_called("sweep-changed", calls(), nested(160), ten_stay);
  CHECK(depth_of(run.result) < 20);
  CHECK(run.tests < 20);
}

TEST_CASE("sweep: the lines of a conditional stay or go together") {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    text += "#ifdef A" + n + "\nint a" + n + ";\n#endif\nint b" + n + ";\n";
  }
  const auto balanced = fails_if([](std::string_view one) {
    int depth = 0;
    for (std::size_t i = 0; i < one.size() && depth >= 0; ++i) {
      depth += one.substr(i).starts_with("#ifdef");
      depth -= one.substr(i).starts_with("#endif");
    }
    return depth == 0 && one.find("int b17;") != std::string_view::npos;
  });
  const PassRun run = run_pass_called("sweep-changed", support::fixed("c"), text, balanced);
  CHECK(squeezed(run.result) == "intb17;");
  CHECK(run.tests < 30);
}

TEST_CASE("sweep: parts beside a chain are asked about at every depth") {
  const auto grammar = grammar_of(R"({"start": "call", "tokens": {"NAME": "[a-z]+"},
    "skip": {"BLANK": "[ \\n]+"}, "rules": {"call": "NAME '(' NAME? call? ')'"}})");
  std::string text;
  for (int i = 0; i < 40; ++i) text += "f(x ";
  text += std::string(40, ')');
  const auto calls_stay = fails_if([](std::string_view one) { return depth_of(one) == 40; });
  CHECK(squeezed(run_pass_called("sweep-changed", grammar, text, calls_stay).result) ==
        squeezed(nested(40)));
}

// Definitions, each of which uses the two before it, and a last line that needs only `core` but
// also calls with two arguments each, which lead to many of the definitions.
std::string chain_of(int definitions) {
  const auto name = [](int i) { return "a" + std::to_string(i); };
  std::string text = "let a0 = 1 ; let a1 = a0 ;";
  for (int i = 2; i < definitions; ++i) {
    text += " let " + name(i) + " = g ( " + name(i - 1) + " h ( " + name(i - 2) + " 1 ) ) ;";
  }
  std::string deep = "1";
  for (int i = 1; i < 9; ++i) deep = "g ( " + name(definitions - i) + ' ' + deep + " )";
  return text + " let last = f ( core " + deep + " ) ;";
}

/// Names, numbers and punctuation.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool glue = false;
  for (const char c : text) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter && glue) words.back() += c;
    else if (c != ' ' && c != '\n') words.emplace_back(1, c);
    glue = letter;
  }
  return words;
}

/// Like a compiler: every `aN` must be defined before its use, and every call must have two
/// arguments.
bool core_and_all_defined(std::string_view text) {
  std::set<std::string> defined;
  std::vector<int> arguments = {0};
  bool core = false;
  std::string before;
  for (const std::string& word : words_of(text)) {
    if (word == ")") {
      if (arguments.back() != 2) return false;
      arguments.pop_back();
    } else if (word == "(") {
      arguments.push_back(0);
    } else if (word != "g" && word != "h" && word != "f") {
      ++arguments.back();
    }
    if (word == ")") ++arguments.back();
    if (word[0] == 'a' && before == "let") defined.insert(word);
    else if (word[0] == 'a' && !defined.contains(word)) return false;
    core |= word == "core";
    before = word;
  }
  return core;
}

TEST_CASE("sweep: the last unit that stays is made small before what it uses is asked about") {
  const auto grammar = grammar_of(R"({"start": "file",
    "tokens": {"NAME": "[a-z]+[0-9]*", "NUMBER": "[0-9]+"}, "skip": {"BLANK": "[ \\n]+"},
    "rules": {"file": "line*", "line": "'let' NAME '=' value ';'",
              "value": ["NAME", "NUMBER", "NAME '(' value* ')'"]}})");
  const std::string text = chain_of(40);
  const auto judge = fails_if(core_and_all_defined);
  const PassRun changed = run_pass_called("sweep-changed", grammar, text, judge);
  const PassRun plain = run_pass_called("sweep", grammar, text, judge);
  CHECK(squeezed(plain.result) == squeezed(text));
  CHECK(squeezed(changed.result) == "letlast=core;");
  CHECK(changed.tests < 60);
}

TEST_CASE("replace: what fits of a list goes into a list of another kind") {
  const auto grammar = grammar_of(R"({"start": "file",
    "tokens": {"NAME": "[a-z]+"}, "skip": {"BLANK": "[ \\n]+"},
    "rules": {"file": "item*", "item": ["decl", "'module' NAME ';' inner* 'end'"],
              "inner": ["note* decl", "'run' NAME ';'"], "note": "'@' NAME",
              "decl": "'var' NAME ';'"}})");
  const auto both = fails_if([](std::string_view text) {
    const std::string bare = squeezed(text);
    return bare.find("vara;") != std::string::npos && bare.find("varb;") != std::string::npos;
  });
  const PassRun run =
      run_pass_called("replace", grammar, "module m; var a; run m; var b; end", both);
  CHECK(squeezed(run.result) == "vara;varb;");
}

}  // namespace
}  // namespace grabr
