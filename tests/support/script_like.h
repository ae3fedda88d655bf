// Small languages with automatic semicolons, for tests.
#pragma once

#include "support/grammars.h"

namespace grabr::support {

/// As in JavaScript: where nothing else fits, and after `return`, before `++`.
inline std::shared_ptr<const Grammar> script_like() {
  static const std::shared_ptr<const Grammar> grammar = grammar_of(R"json({
    "start": "program", "lexing": "contextual",
    "rules": {
      "program": "statement*",
      "statement": ["expression end", "'return' expression? end", "'{' statement* '}'",
                    "'if' '(' expression ')' statement ('else' statement)?", "';'"],
      "expression": "sum",
      "sum": ["sum '+' postfix", "postfix"],
      "postfix": ["call '++'", "'++' call", "call"],
      "call": ["call '(' (expression % ',')? ')'", "operand"],
      "operand": ["NAME", "NUMBER", "'(' expression ')'", "QUOTE TEXT? UNQUOTE"],
      "end": "';' | AUTO"
    },
    "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+", "QUOTE": "\"",
               "TEXT": {"regex": "[^\"\\n]+", "immediate": true},
               "UNQUOTE": {"regex": "\"", "immediate": true}},
    "skip": {"SPACE": "[ \\t\\n]+", "COMMENT": "//[^\\n]*", "REMARK": "/\\*([^*]|\\*+[^*/])*\\*+/"},
    "automatic": {"token": "AUTO", "before": ["}"], "restricted_after": ["return"],
                  "restricted_before": ["++"]}
  })json");
  return grammar;
}

/// As in Go: always at a line end after these tokens.
inline std::shared_ptr<const Grammar> go_like() {
  static const std::shared_ptr<const Grammar> grammar = grammar_of(R"json({
    "start": "file", "lexing": "contextual",
    "rules": {
      "file": "(declaration end)*",
      "declaration": ["'func' NAME '(' ')' block", "'var' NAME '=' expression"],
      "block": "'{' (statement % end end?)? '}'",
      "statement": ["expression", "'return' expression?", "'for' expression? block"],
      "expression": ["expression '+' operand", "operand"],
      "operand": ["NAME", "NUMBER", "operand '(' (expression % ',' ','?)? ')'"],
      "end": "';' | AUTO"
    },
    "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+"},
    "skip": {"SPACE": "[ \\t\\n]+", "COMMENT": "//[^\\n]*"},
    "automatic": {"token": "AUTO", "before": ["}", ")"],
                  "always_after": ["NAME", "NUMBER", "return", ")", "}"]}
  })json");
  return grammar;
}

}  // namespace grabr::support
