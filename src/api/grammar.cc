// Grammars: loading them, and parsing.
#include <algorithm>
#include <filesystem>
#include <variant>

#include "api/engine.h"

namespace grabr::inline v1 {
namespace {

/// A problem without a position.
Problem problem_of(const engine::Error& error, const std::string& file) {
  const Error known = public_error(error);
  Problem problem;
  problem.file = file;
  problem.message = known.what();
  problem.hint = known.hint();
  problem.shown = error.what();
  return problem;
}

std::vector<Problem> problems_of(const GrammarFile& loaded, const Source& source) {
  std::vector<Problem> problems;
  const auto files = by_file(loaded.problems, source, loaded.bases);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Source& file = i == 0 ? source : loaded.bases[i - 1];
    std::vector<Diagnostic> sorted = files[i];
    std::ranges::stable_sort(sorted, {}, [](const Diagnostic& one) { return one.span.begin; });
    for (const Diagnostic& one : sorted) problems.push_back(public_problem(one, file));
  }
  return problems;
}

Loaded<Grammar> loaded_from(const Source& source) {
  GrammarFile file = load_grammar(source);
  std::vector<Problem> problems = problems_of(file, source);
  if (!file.grammar) return Loaded<Grammar>(std::move(problems));
  auto grammar = std::make_shared<const engine::Grammar>(*std::move(file.grammar));
  return {Grammar(std::make_shared<const Grammar::State>(std::move(grammar), source)),
          std::move(problems)};
}

/// Turns an error while reading a file into a problem, like an error in its content.
template <class Load>
Loaded<Grammar> without_exceptions(const std::string& name, const Load& load) {
  try {
    return load();
  } catch (const engine::Error& error) {
    return Loaded<Grammar>({problem_of(error, name)});
  }
}

Loaded<Grammar> from_path(const std::filesystem::path& path) {
  return loaded_from(grammar_text(path));
}

/// After this many places, the parser reports only where they are (parse/repair/partial.h).
constexpr std::size_t kMaxDescribedProblems = 100;

Diagnostic undescribed(Span span) {
  Diagnostic diagnostic;
  diagnostic.span = span;
  diagnostic.message = "this does not parse";
  return diagnostic;
}

Tree public_tree(engine::Tree tree) {
  return Tree(std::make_shared<const Tree::State>(Tree::State{std::move(tree)}));
}

}  // namespace

SymbolId rule_to_start_with(const engine::Grammar& grammar, const std::string& name) {
  if (name.empty()) return kNoSymbol;
  std::vector<std::string> names;
  for (const Rule& rule : grammar.rules) {
    names.push_back(grammar.symbols[rule.symbol].name);
    if (names.back() == name || names.back() == "<" + name + ">") return rule.symbol;
  }
  throw Error(ErrorKind::kUsage, "the grammar has no rule " + name, word_hint(name, names, ""));
}

Loaded<Grammar> Grammar::load(const std::string& name_or_file) {
  return without_exceptions(name_or_file, [&] { return from_path(find_grammar(name_or_file)); });
}

Loaded<Grammar> Grammar::from_file(const std::string& path) {
  return without_exceptions(path, [&] { return from_path(path); });
}

Loaded<Grammar> Grammar::from_text(std::string_view json, const std::string& name) {
  return without_exceptions(name, [&] { return loaded_from(Source(name, std::string(json))); });
}

Loaded<Grammar> Grammar::for_input(const std::string& file_name, std::string_view text) {
  return without_exceptions(file_name, [&] {
    const GrammarChooser chooser;
    const auto choice = chooser.choose(file_name, text);
    if (!choice) return Loaded<Grammar>(std::vector<Problem>{});
    Loaded<Grammar> found = from_path(choice->path);
    if (!choice->by_beginning || !found || found->accepts(text)) return found;
    return Loaded<Grammar>(std::vector<Problem>{});
  });
}

Loaded<Tree> Grammar::parse(std::string_view text, const std::string& file_name,
                            const std::string& start) const {
  ParseOptions how;
  how.start = rule_to_start_with(*state_->grammar, start);
  const std::lock_guard lock(state_->mutex);
  ParseResult result = state_->parser.parse(text, how);
  if (auto* tree = std::get_if<engine::Tree>(&result)) return public_tree(std::move(*tree));
  const Source source(file_name, std::string(text));
  const auto& failure = std::get<ParseFailure>(result);
  return Loaded<Tree>({public_problem(state_->parser.describe(failure, source), source)});
}

Loaded<Tree> Grammar::parse_partially(std::string_view text, const std::string& file_name) const {
  const std::lock_guard lock(state_->mutex);
  PartialTree partial = grabr::parse_partially(state_->parser, text);
  const Source source(file_name, std::string(text));
  std::vector<Problem> problems;
  for (const Opaque& opaque : partial.opaque) {
    const bool described = problems.size() < kMaxDescribedProblems;
    problems.push_back(public_problem(
        described ? state_->parser.describe(opaque.failure, source) : undescribed(opaque.span),
        source));
  }
  return {public_tree(std::move(partial.tree)), std::move(problems)};
}

bool Grammar::accepts(std::string_view text) const {
  const std::lock_guard lock(state_->mutex);
  return state_->parser.accepts(text);
}

std::string Grammar::language() const { return state_->grammar->name; }

std::vector<std::string> Grammar::rules() const {
  const engine::Grammar& grammar = *state_->grammar;
  std::vector<std::string> names;
  for (const Rule& rule : grammar.rules) {
    const auto place = rule.symbol == grammar.start ? names.begin() : names.end();
    names.insert(place, grammar.symbols[rule.symbol].name);
  }
  return names;
}

}  // namespace grabr::v1
