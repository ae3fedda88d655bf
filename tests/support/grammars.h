// Grammars and trees for tests, from texts as users write them.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "grammar/load/load.h"
#include "parse/parser.h"
#include "text/diagnostic.h"
#include "text/file.h"

namespace grabr::support {

/// The grammar from the text of a grammar file; fails the test if it has errors.
inline std::shared_ptr<const Grammar> grammar_of(std::string json,
                                                 std::string path = "grammar.json") {
  const Source source(std::move(path), std::move(json));
  GrammarFile file = load_grammar(source);
  INFO(render(file, source));
  REQUIRE(file.grammar.has_value());
  return std::make_shared<const Grammar>(std::move(*file.grammar));
}

/// A grammar of tests/support/grammars: fixed("json"). They do not change with the shipped ones,
/// because golden traces and results depend on them.
inline std::shared_ptr<const Grammar> fixed(const std::string& name) {
  const std::string folder = GRABR_SOURCE_DIR "/tests/support/grammars/";
  return grammar_of(read_file(folder + name + ".json"));
}

/// A shipped grammar.
inline std::shared_ptr<const Grammar> shipped(const std::string& name) {
  const std::string path = std::string(GRABR_SOURCE_DIR) + "/grammars/" + name + ".json";
  return grammar_of(read_file(path), path);
}

/// The tree of a text that must parse.
inline Tree tree_of(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                    const ParseOptions& options = {}) {
  ParseResult result = Parser(grammar).parse(text, options);
  INFO(text);
  REQUIRE(std::holds_alternative<Tree>(result));
  return std::get<Tree>(std::move(result));
}

}  // namespace grabr::support
