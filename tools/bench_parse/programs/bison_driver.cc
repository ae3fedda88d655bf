// Times a bison parser: tokens by hand into arrays, then LALR(1) with the full derivation tree.
//   bison_driver FILE
// Compiled once a grammar: BISON_PARSER is what bison wrote, LEXER the header with its lex().
#include <cstdio>
#include <memory>

#include BISON_PARSER

#include LEXER
#include "measured.h"

namespace {

struct Parsed {
  std::unique_ptr<bench::TokenArrays> tokens;
  std::unique_ptr<bench::DerivationTree> tree;
  double lex_seconds = 0;
  bool ok = false;
};

Parsed parse(const std::string& text) {
  Parsed parsed;
  const double start = bench::cpu_seconds();
  parsed.tokens = std::make_unique<bench::TokenArrays>(text.size());
  const bool lexed = bench::lex(text, *parsed.tokens);
  parsed.lex_seconds = bench::cpu_seconds() - start;
  if (!lexed) return parsed;
  parsed.tree = std::make_unique<bench::DerivationTree>(parsed.tokens->count);
  bench::Work work{parsed.tokens.get(), parsed.tree.get()};
  parsed.ok = yyparse(&work) == 0;
  return parsed;
}

bench::Outcome describe(const Parsed& parsed) {
  bench::Outcome outcome;
  outcome.ok = parsed.ok;
  outcome.note = parsed.ok ? "" : "not accepted";
  outcome.lex_seconds = parsed.lex_seconds;
  outcome.tokens = parsed.tokens->count;
  if (!parsed.tree) return outcome;
  outcome.nodes = parsed.tree->nodes();
  outcome.tree_bytes = parsed.tree->bytes();
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bison_driver FILE\n");
    return 2;
  }
  const std::string text = bench::read_file(argv[1]);
  bench::print(bench::measure([&] { return parse(text); }, describe), text.size());
}
