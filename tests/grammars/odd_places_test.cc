// One wrong token, line or indentation at a random place of a text that parses: most of the text
// must still be in a tree. A table for all grammars, with larger texts: tools/odd-places.
//
// GRABR_LANGUAGE=c: only that language, because each has its own ctest test. GRABR_LANGUAGE=-:
// none.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "generate/random_numbers.h"
#include "parse/parser.h"
#include "parse/repair/partial.h"
#include "support/build.h"
#include "support/grammars.h"
#include "support/samples.h"
#include "text/file.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// A text that parses, and the spans of its tokens and non-blank lines.
struct OddText {
  std::string text;
  std::vector<Span> tokens, lines;
};

std::vector<Span> lines_of(const std::string& text) {
  std::vector<Span> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const bool blank = text.find_first_not_of(" \t\r", begin) >= end;
    if (!blank) {
      lines.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    }
    begin = end + 1;
  }
  return lines;
}

/// Returns no tokens if the text does not parse.
OddText analysed(const Parser& parser, std::string text) {
  OddText result{std::move(text), {}, {}};
  const ParseResult parsed = parser.parse(result.text);
  const Tree* const tree = std::get_if<Tree>(&parsed);
  if (tree == nullptr) return result;
  for (const NodeId id : preorder(*tree, tree->root())) {
    if (tree->is_token(id) && (*tree)[id].text().size() > 0) {
      result.tokens.push_back((*tree)[id].text());
    }
  }
  result.lines = lines_of(result.text);
  return result;
}

enum OddKind : std::size_t { kOddToken, kOddLine, kOddIndentation, kOddKinds };

class OddPlace {
 public:
  OddPlace(const OddText& of, RandomNumbers& random) : of_(of), random_(random) {}

  std::string make(OddKind kind) {
    switch (kind) {
      case kOddToken: return with_odd_token();
      case kOddLine: return with_odd_line();
      default: return with_odd_indentation();
    }
  }

 private:
  Span any(const std::vector<Span>& spans) { return spans[random_.below(spans.size())]; }
  std::string text_of(Span span) const { return of_.text.substr(span.begin, span.size()); }

  std::string replaced(Span span, const std::string& by) const {
    return std::string(of_.text).replace(span.begin, span.size(), by);
  }

  /// With a token deleted, doubled, or a wrong one inserted before it.
  std::string with_odd_token() {
    constexpr std::string_view kBrackets = "()[]{}";
    const Span token = any(of_.tokens);
    const std::string text = text_of(token);
    switch (random_.below(4)) {
      case 0: return replaced(token, " ");
      case 1: return replaced(token, text + " " + text);
      case 2: return replaced(token, text_of(any(of_.tokens)) + " " + text);
      default: return replaced(token, kBrackets[random_.below(kBrackets.size())] + (" " + text));
    }
  }

  std::string with_odd_line() {
    const Span line = any(of_.lines);
    if (random_.below(2) == 0) return replaced(line, "");
    return replaced(line, text_of(any(of_.lines)) + "\n" + text_of(line));
  }

  /// With more indentation, less, or a tab in it.
  std::string with_odd_indentation() {
    const Span line = any(of_.lines);
    const std::string text = text_of(line);
    const std::size_t blanks = text.find_first_not_of(" \t");
    const std::size_t change = 1 + random_.below(8);
    if (random_.below(8) == 0) return replaced(line, "\t" + text);
    if (random_.below(2) == 0 && blanks > 0) {
      return replaced(line, text.substr(std::min(change, blanks)));
    }
    return replaced(line, std::string(change, ' ') + text);
  }

  const OddText& of_;
  RandomNumbers& random_;
};

/// The effect of faults of one kind.
struct OddCosts {
  std::size_t places = 0;   ///< the texts that do not parse
  std::size_t tokens = 0;   ///< in all of these texts
  std::size_t outside = 0;  ///< of these tokens, those outside the tree
  double shares = 0, worst = 0;

  void add(const PartialTree& partial) {
    const double share =
        static_cast<double>(partial.opaque_tokens) / static_cast<double>(partial.tokens);
    ++places;
    tokens += partial.tokens;
    outside += partial.opaque_tokens;
    shares += share;
    worst = std::max(worst, share);
  }
  void add(const OddCosts& other) {
    places += other.places;
    tokens += other.tokens;
    outside += other.outside;
    shares += other.shares;
    worst = std::max(worst, other.worst);
  }
  double percent() const { return places == 0 ? 0 : 100 * shares / static_cast<double>(places); }
};

using CostsByKind = std::vector<OddCosts>;

/// Makes `count` faults, of each kind in turn, each in one of the texts.
CostsByKind odd_costs(const Parser& parser, const std::vector<OddText>& texts, std::uint64_t count,
                      std::uint64_t seed = 0) {
  CostsByKind costs(kOddKinds);
  for (std::uint64_t n = 0; n < count && !texts.empty(); ++n) {
    RandomNumbers random(seed, n);
    const OddText& of = texts[random.below(texts.size())];
    const auto kind = static_cast<OddKind>(n % kOddKinds);
    const std::string text = OddPlace(of, random).make(kind);
    CAPTURE(text);
    if (parser.accepts(text)) continue;
    const PartialTree partial = parse_partially(parser, text);
    CHECK(print(partial.tree) == text);
    costs[kind].add(partial);
  }
  return costs;
}

OddCosts sum_of(const CostsByKind& costs) {
  OddCosts sum;
  for (const OddCosts& of_kind : costs) sum.add(of_kind);
  return sum;
}

/// The samples that can follow each other, repeated until there are this many tokens.
OddText joined_samples(const Parser& parser, const std::string& language, std::size_t tokens) {
  OddText joined;
  for (std::size_t before = ~std::size_t{0}; joined.text.size() != before;) {
    before = joined.text.size();
    for (const std::string& sample : support::samples_of(language, "valid.txt")) {
      if (joined.tokens.size() >= tokens) return joined;
      std::string text = joined.text.empty() ? sample : joined.text + "\n" + sample;
      OddText longer = analysed(parser, std::move(text));
      if (longer.tokens.size() > joined.tokens.size()) joined = std::move(longer);
    }
  }
  return joined;
}

std::vector<OddText> files_in(const Parser& parser, const std::filesystem::path& folder) {
  constexpr std::size_t kMinTokens = 300, kMaxBytes = 40'000;
  std::vector<std::filesystem::path> paths;
  if (std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.is_regular_file() && entry.file_size() <= kMaxBytes) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<OddText> texts;
  for (const auto& path : paths) {
    OddText text = analysed(parser, read_file(path));
    if (text.tokens.size() >= kMinTokens) texts.push_back(std::move(text));
  }
  return texts;
}

void print_costs(const std::string& language, const char* what, std::size_t texts,
                 const CostsByKind& costs) {
  const OddCosts all = sum_of(costs);
  if (all.places == 0) return;
  std::printf("| %s | %s | %zu | %zu | %.1f %% | %.0f %% | %.1f | %.1f | %.1f |\n",
              language.c_str(), what, texts, all.tokens / all.places, all.percent(),
              100 * all.worst, costs[kOddToken].percent(), costs[kOddLine].percent(),
              costs[kOddIndentation].percent());
  std::fflush(stdout);
}

/// Languages whose line ends or indentation are tokens, whose constructs end with words or tags, or
/// whose tokens depend on context; tests/odd-places.md has the results for the others.
TEST_CASE("an odd place costs about one place") {
  const std::uint64_t kPlaces = support::runs(24);
  constexpr double kMaxPercent = 2;
  const char* const asked = std::getenv("GRABR_LANGUAGE");
  for (const std::string language : {"cython", "go", "icalendar", "julia", "make", "mlir", "nim",
                                     "python", "r", "shell", "swift", "tsx", "vue"}) {
    if (asked != nullptr && language != asked) continue;
    CAPTURE(language);
    const Parser parser(support::shipped(language));
    std::vector<OddText> texts{joined_samples(parser, language, 2000)};
    REQUIRE(texts.front().tokens.size() > 0);
    const OddCosts costs = sum_of(odd_costs(parser, texts, kPlaces));
    // Small texts are held to the same limit as texts of 2,000 tokens.
    const double least = static_cast<double>(2000 * costs.places);
    const double tokens = std::max(least, static_cast<double>(costs.tokens));
    CHECK(100 * static_cast<double>(costs.outside) <= kMaxPercent * tokens);
  }
}

TEST_CASE("table of odd places" * doctest::skip()) {
  const char* const count = std::getenv("GRABR_ODD_PLACES");
  const char* const asked = std::getenv("GRABR_LANGUAGE");
  const char* const folder = std::getenv("GRABR_ODD_FILES");
  const char* const asked_seed = std::getenv("GRABR_ODD_SEED");
  const std::uint64_t seed = asked_seed == nullptr ? 0 : std::strtoull(asked_seed, nullptr, 10);
  const std::uint64_t places = count == nullptr ? 100 : std::strtoull(count, nullptr, 10);
  for (const std::string& language : support::sample_languages()) {
    if (asked != nullptr && language != asked) continue;
    const Parser parser(support::shipped(language));
    std::vector<OddText> texts;
    if (folder != nullptr) texts = files_in(parser, std::filesystem::path(folder) / language);
    const bool files = !texts.empty();
    if (!files) texts.push_back(joined_samples(parser, language, 2000));
    if (texts.front().tokens.empty()) continue;
    print_costs(language, files ? "files" : "samples", texts.size(),
                odd_costs(parser, texts, places, seed));
  }
}

}  // namespace
}  // namespace grabr
