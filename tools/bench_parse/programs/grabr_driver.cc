// Times grabr's own parsers.
//   grabr_driver engines                  their names, one a line
//   grabr_driver ENGINE GRAMMAR FILE      text to tree, as JSON
//   grabr_driver load GRAMMAR FILE        grammar file to ready parser and through a first short
//   FILE
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "grammar/lex/lexer.h"
#include "grammar/load/load.h"
#include "measured.h"
#include "parse/fast/derivation.h"
#include "parse/parser.h"
#include "parse/tokens/tokenize.h"

namespace {

using bench::Outcome;

std::shared_ptr<const grabr::Grammar> load(const char* path) {
  grabr::GrammarFile file = grabr::load_grammar(grabr::Source(path, bench::read_file(path)));
  if (!file.grammar) {
    std::fprintf(stderr, "%s is not a grammar\n", path);
    std::exit(2);
  }
  return std::make_shared<const grabr::Grammar>(std::move(*file.grammar));
}

const char* reason(grabr::ParseFailure::Reason reason) {
  using Reason = grabr::ParseFailure::Reason;
  switch (reason) {
    case Reason::kUnexpected: return "unexpected token";
    case Reason::kEnd: return "ends too early";
    case Reason::kNoToken: return "no token";
    case Reason::kMemory: return "out of its memory bound";
  }
  return "";
}

std::uint64_t bytes_of(const grabr::Tree& tree) {
  std::uint64_t bytes = tree.size() * sizeof(grabr::Node);
  for (grabr::NodeId id = 0; id < tree.size(); ++id) {
    bytes += tree[id].child_count() * sizeof(grabr::NodeId);
  }
  return bytes;
}

void describe_tree(const grabr::Tree& tree, Outcome& outcome) {
  outcome.nodes = tree.size();
  outcome.tree_bytes = bytes_of(tree);
}

/// The derivation as the engine leaves it, before it is made editable.
void describe_tree(const grabr::Derivation& derivation, Outcome& outcome) {
  outcome.tree_bytes = derivation.memory_bytes();
}

/// `result` is a tree of either kind or a ParseFailure.
template <class Result>
Outcome describe(const Result& result) {
  Outcome outcome;
  if (const auto* failure = std::get_if<grabr::ParseFailure>(&result)) {
    outcome.note = reason(failure->reason);
    return outcome;
  }
  outcome.ok = true;
  describe_tree(std::get<0>(result), outcome);
  return outcome;
}

/// The loop that the fast engine reads tokens with, into arrays like its own.
double time_lexing(const grabr::Grammar& grammar, std::string_view text) {
  std::vector<bool> skipped;
  for (const grabr::Symbol& symbol : grammar.symbols) {
    skipped.push_back(symbol.kind == grabr::SymbolKind::kSkip);
  }
  const double start = bench::cpu_seconds();
  std::vector<std::uint16_t> terminals;
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> ends;
  grammar.lexer->scan(text, 0, [&](grabr::SymbolId symbol, std::uint32_t begin, std::uint32_t end) {
    if (skipped[symbol]) return;
    terminals.push_back(static_cast<std::uint16_t>(symbol));
    begins.push_back(begin);
    ends.push_back(end);
  });
  return bench::cpu_seconds() - start;
}

template <class Parse>
void measure(const grabr::Grammar& grammar, std::string_view text, const Parse& parse) {
  bench::Measured measured =
      bench::measure(parse, [](const auto& result) { return describe(result); });
  Outcome& outcome = measured.outcome;
  if (grammar.notation == grabr::Notation::kClassic) {
    outcome.tokens = text.size();
  } else {
    outcome.tokens = tokenize(grammar, text).tokens.size();
    outcome.lex_seconds = time_lexing(grammar, text);
  }
  bench::print(measured, text.size());
}

void derive(const grabr::Parser& parser, std::string_view text) {
  measure(parser.grammar(), text, [&] { return parser.derive(text); });
}

void tree(const grabr::Parser& parser, std::string_view text) {
  measure(parser.grammar(), text, [&] { return parser.parse(text); });
}

void reference(const grabr::Parser& parser, std::string_view text) {
  grabr::ParseOptions options;
  options.engine = grabr::ParseOptions::Engine::kReference;
  measure(parser.grammar(), text, [&] { return parser.parse(text, options); });
}

struct Engine {
  std::string_view name;
  void (*run)(const grabr::Parser& parser, std::string_view text);
};
constexpr Engine kEngines[] = {{"derive", derive}, {"tree", tree}, {"reference", reference}};

struct Loaded {
  std::unique_ptr<const grabr::Parser> parser;
  bool accepts = false;
};

/// `lex_seconds` is here the time until the parser stands ready, before its first parse.
void time_load(const char* grammar_path, std::string_view text) {
  double ready = 0;
  const bench::Measured measured = bench::measure(
      [&] {
        const double start = bench::cpu_seconds();
        Loaded loaded{std::make_unique<const grabr::Parser>(load(grammar_path))};
        if (ready == 0) ready = bench::cpu_seconds() - start;
        loaded.accepts = loaded.parser->accepts(text);
        return loaded;
      },
      [&](const Loaded& loaded) {
        Outcome outcome;
        outcome.ok = loaded.accepts;
        outcome.lex_seconds = ready;
        return outcome;
      });
  bench::print(measured, bench::read_file(grammar_path).size());
}

int run_engine(std::string_view name, const char* grammar_path, std::string_view text) {
  for (const Engine& engine : kEngines) {
    if (engine.name != name) continue;
    const grabr::Parser parser(load(grammar_path));
    engine.run(parser, text);
    return 0;
  }
  std::fprintf(stderr, "no such engine\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && argv[1] == std::string_view("engines")) {
    for (const Engine& engine : kEngines) {
      std::printf("%s\n", std::string(engine.name).c_str());
    }
    return 0;
  }
  if (argc != 4) {
    std::fprintf(stderr,
                 "usage: grabr_driver ENGINE|load GRAMMAR FILE, or: grabr_driver engines\n");
    return 2;
  }
  const std::string text = bench::read_file(argv[3]);
  if (argv[1] == std::string_view("load")) {
    time_load(argv[2], text);
    return 0;
  }
  return run_engine(argv[1], argv[2], text);
}
