#include "grammar/model/even.h"

#include <doctest/doctest.h>

#include "support/grammars.h"

using namespace grabr;

TEST_CASE("symbols that leave levels and brackets open are told from those that do not") {
  const auto grammar = support::grammar_of(R"json({
    "start": "file",
    "rules": {
      "file": ["block", "half", "call NEWLINE", "crossed", "closing"],
      "block": "NAME NEWLINE INDENT (call NEWLINE)+ DEDENT",
      "call": "NAME '(' (NAME | '[' call ']')? ')'",
      "half": "header block DEDENT",
      "header": ["open NEWLINE INDENT", "NEWLINE"],
      "open": "('(' | '[') NAME",
      "crossed": "'(' '[' NAME ')' ']'",
      "closing": "NAME ')' '('"
    },
    "tokens": {"NAME": "[a-z]+"},
    "skip": {"blank": "[ ]+"},
    "layout": {"style": "python", "newline": "NEWLINE", "indent": "INDENT", "dedent": "DEDENT",
               "brackets": [["(", ")"], ["[", "]"]]}
  })json");
  const auto is_even = [&](std::string_view name) {
    CAPTURE(name);
    return grammar->layout->even[grammar->find(name)];
  };
  for (const char* name : {"block", "call", "NAME", "NEWLINE"}) CHECK(is_even(name));
  for (const char* name : {"file", "half", "header", "open", "crossed", "closing"}) {
    CHECK_FALSE(is_even(name));
  }
  for (const char* name : {"INDENT", "DEDENT", "(", "]"}) CHECK_FALSE(is_even(name));
}
