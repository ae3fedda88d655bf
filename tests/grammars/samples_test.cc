// The shipped grammars, each on the samples of its folder: tests/grammars/LANGUAGE/valid.txt and
// invalid.txt hold small texts separated by lines `---`, or by the line that a first line
// `separator: LINE` gives. Every valid text must parse and print back to the same bytes, also after
// one of its parts is deleted; no invalid text may parse. With one wrong token, most of a text must
// still be in a tree. The token count must equal the number of tokens in the tree. Sentences of the
// grammar must parse again, with both engines.
//
// GRABR_LANGUAGE=c: only that language, because each has its own ctest test. GRABR_LANGUAGE=-: only
// the checks that concern all languages.
#include "support/samples.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "generate/deletion.h"
#include "generate/generator.h"
#include "generate/random_numbers.h"
#include "grammar/load/load.h"
#include "parse/parser.h"
#include "parse/repair/partial.h"
#include "report/form/measure.h"
#include "support/build.h"
#include "text/diagnostic.h"
#include "text/file.h"
#include "tree/print.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = GRABR_SOURCE_DIR;

const std::uint64_t kSentences = support::runs(30);
const std::uint64_t kDeletions = support::runs(60);
const std::size_t kErrors = support::runs(3);  // for each sample
constexpr std::uint32_t kSentenceSize = 100;   // nonterminals
constexpr std::size_t kMinTokens = 30;         // of a sample that gets errors

using support::samples_of;

std::set<std::string> asked_languages() {
  const char* const asked = std::getenv("GRABR_LANGUAGE");
  if (asked == nullptr) return support::sample_languages();
  return std::string_view(asked) == "-" ? std::set<std::string>{} : std::set<std::string>{asked};
}

std::shared_ptr<const Grammar> grammar_of(const std::string& language) {
  const fs::path path = kRoot / "grammars" / (language + ".json");
  const Source source(path.string(), read_file(path));
  GrammarFile file = load_grammar(source);
  CHECK_MESSAGE(file.problems.empty(), render(file, source));
  REQUIRE(file.grammar.has_value());
  return std::make_shared<const Grammar>(std::move(*file.grammar));
}

void check_parses(const Parser& parser, const std::string& text, const ParseOptions& how = {}) {
  CAPTURE(text);
  const ParseResult result = parser.parse(text, how);
  if (const auto* failure = std::get_if<ParseFailure>(&result)) {
    const Source source("sample", text);
    FAIL_CHECK(render(parser.describe(*failure, source), source));
  } else {
    CHECK(print(std::get<Tree>(result)) == text);
  }
}

/// Counts the samples' tokens one after the other, as a search does.
void check_token_counts(const Parser& parser, const std::vector<std::string>& samples) {
  TokenCounter counter(&parser);
  for (const std::string& sample : samples) {
    CAPTURE(sample);
    const ParseResult result = parser.parse(sample);
    if (const auto* tree = std::get_if<Tree>(&result)) {
      CHECK(counter(sample) == count_tokens(*tree, tree->root()));
    }
  }
}

void check_deletions(const Parser& parser, const std::vector<std::string>& samples) {
  std::vector<Deletions> sources;
  for (const std::string& sample : samples) {
    const ParseResult result = parser.parse(sample);
    if (!std::holds_alternative<Tree>(result)) continue;
    Deletions deletions(std::get<Tree>(result));
    if (deletions.size() > 0) sources.push_back(std::move(deletions));
  }
  for (std::uint64_t n = 0; n < kDeletions && !sources.empty(); ++n) {
    RandomNumbers random(0, n);
    const Deletion deletion = sources[n % sources.size()].any(random);
    INFO("deleted: " << deletion.deleted);
    check_parses(parser, deletion.text);
  }
}

void check_sentences(const Parser& parser) {
  GeneratorOptions small;
  small.max_nonterminals = kSentenceSize;
  Generator generator(parser.grammar_ptr(), small);
  ParseOptions reference;
  reference.engine = ParseOptions::Engine::kReference;
  for (std::uint64_t n = 0; n < kSentences; ++n) {
    const std::string text = print(generator.sentence(n));
    check_parses(parser, text);
    check_parses(parser, text, reference);
  }
}

/// The share of tokens outside of every tree after an unmatched closing bracket was inserted,
/// averaged over kErrors places. Also checks that the text prints back.
double share_outside(const Parser& parser, const std::vector<std::string>& samples) {
  std::size_t all = 0, outside = 0;
  for (const std::string& sample : samples) {
    const ParseResult result = parser.parse(sample);
    if (!std::holds_alternative<Tree>(result)) continue;
    std::vector<std::uint32_t> ends;
    const Tree& tree = std::get<Tree>(result);
    for (const NodeId id : preorder(tree, tree.root())) {
      if (tree.is_token(id) && tree[id].text().size() > 0) ends.push_back(tree[id].text().end);
    }
    if (ends.size() < kMinTokens) continue;
    for (std::size_t n = 1; n <= kErrors; ++n) {
      const std::string text =
          std::string(sample).insert(ends[n * ends.size() / (kErrors + 1)], " ) ");
      CAPTURE(text);
      const PartialTree partial = parse_partially(parser, text);
      CHECK(print(partial.tree) == text);
      if (partial.opaque.empty()) continue;
      all += partial.tokens;
      outside += partial.opaque_tokens;
    }
  }
  return all == 0 ? 0 : static_cast<double>(outside) / static_cast<double>(all);
}

/// In these languages the place of a token decides what it is: recipe lines of make, line prefixes
/// of diffs, text between tags, strings with equal delimiters. In Nim a line continues after an
/// operator.
const std::set<std::string> kPlaceTells = {"diff", "html", "make", "nim", "shell", "svelte", "vue"};

TEST_CASE("a wrong token leaves most of a text a tree") {
  for (const std::string& language : asked_languages()) {
    CAPTURE(language);
    const double share =
        share_outside(Parser(grammar_of(language)), samples_of(language, "valid.txt"));
    if (kPlaceTells.count(language) == 0) CHECK(share < 0.4);
  }
}

TEST_CASE("lines of PostgreSQL are no rows of COPY because of a wrong token before them") {
  if (asked_languages().count("postgresql") == 0) return;
  const PartialTree partial = parse_partially(Parser(grammar_of("postgresql")),
                                              "SELECT a FROM b;\nSELECT c ) FROM d;\nSELECT 2;\n");
  CHECK(partial.tokens == 14);
  CHECK(partial.opaque_tokens == 1);
}

TEST_CASE("samples of every language") {
  for (const std::string& language : asked_languages()) {
    CAPTURE(language);
    const Parser parser(grammar_of(language));
    const std::vector<std::string> valid = samples_of(language, "valid.txt");
    CHECK_FALSE(valid.empty());
    for (const std::string& sample : valid) check_parses(parser, sample);
    for (const std::string& sample : samples_of(language, "invalid.txt")) {
      CAPTURE(sample);
      CHECK_FALSE(parser.accepts(sample));
    }
    check_token_counts(parser, valid);
    check_deletions(parser, valid);
    check_sentences(parser);
  }
}

TEST_CASE("samples: the line between two of them can be another") {
  using Samples = std::vector<std::string>;
  CHECK(support::split_samples("a\n---\nb\n") == Samples{"a", "b\n"});
  CHECK(support::split_samples("separator: ====\na\n---\nb\n====\nc") == Samples{"a\n---\nb", "c"});
  CHECK(support::split_samples("") == Samples{});
  CHECK(support::split_samples("separator: x\n") == Samples{});
}

TEST_CASE("samples: every shipped grammar has some") {
  const char* const asked = std::getenv("GRABR_LANGUAGE");
  if (asked != nullptr && std::string_view(asked) != "-")
    return;  // only in the test of this
             // language
  const std::set<std::string> languages = support::sample_languages();
  for (const auto& entry : fs::directory_iterator(kRoot / "grammars")) {
    const fs::path& path = entry.path();
    if (path.extension() != ".json" || path.filename() == "schema.json") continue;
    CAPTURE(path.stem().string());
    CHECK(languages.count(path.stem().string()) == 1);
  }
}

}  // namespace
}  // namespace grabr
