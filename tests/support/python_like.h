// A small language with layout, for tests.
#pragma once

#include "support/grammars.h"

namespace grabr::support {

inline std::shared_ptr<const Grammar> python_like() {
  static const std::shared_ptr<const Grammar> grammar = grammar_of(R"json({
    "start": "file",
    "rules": {
      "file": "statement*",
      "statement": ["simple", "compound"],
      "simple": "expression ('=' expression)? (';' expression)* NEWLINE",
      "compound": "('if' | 'while') expression ':' suite ('else' ':' suite)?",
      "suite": ["NEWLINE INDENT statement+ DEDENT", "simple"],
      "expression": "atom ('+' atom)*",
      "atom": ["NAME", "NUMBER", "STRING", "NAME '(' (expression % ',')? ')'",
               "'(' expression ')'", "'[' (expression % ',')? ']'"]
    },
    "tokens": {"NAME": "[a-z_]+", "NUMBER": "[0-9]+", "STRING": "'[^'\\n]*'"},
    "skip": {"SPACE": "[ \\t\\f]+", "COMMENT": "#[^\\n]*", "JOIN": "\\\\\\r?\\n"},
    "layout": {"style": "python", "newline": "NEWLINE", "indent": "INDENT", "dedent": "DEDENT",
               "brackets": [["(", ")"], ["[", "]"]]}
  })json");
  return grammar;
}

}  // namespace grabr::support
