// The style "compact": as few bytes between tokens as the grammar's lexer allows.
//
// A gap becomes the shortest of "", " " and a line end that keeps the tokens beside it apart. Words
// and numbers always get one between them, because compilers are stricter there than grammars
// (0or). Line breaks stay where they have a meaning: if they are tokens, or imply a token without a
// text (an automatic semicolon), and around tokens that extend to the end of their line (a
// directive of C's preprocessor). In languages with significant indentation each level gets one
// space, and comment lines and blank lines are deleted.
//
//   int  f ( ) { return 1 ; } // c        →  int f(){return 1;}
//   if x:⏎    # why⏎    y = f( 1, 2 )⏎   →  if x:⏎ y=f(1,2)⏎
//
// The lexer sees only two neighbours at a time. So the result is parsed, and while its tokens
// differ, the changed gap nearest to the first difference is restored.
//
// All gaps are tried together, then group testing finds a large set of them
// (reduce/text/patches.h); all indentation changes together. If there are more than kMaxGapPatches
// gaps, neighbours are grouped, and the rest is tried again, up to kMaxRounds times: at most about
// 2 · kMaxGapPatches · kMaxRounds tests. Each step makes the text smaller, with the same tokens.
// Without a grammar, only blanks at line ends and runs of blank lines are deleted.
// Source: grabr. Tested by tests/reduce/style_test.cc.
#include "reduce/style/compact.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "grammar/lex/indentation.h"
#include "grammar/lex/lexer.h"
#include "grammar/model/line_ends.h"
#include "parse/repair/partial.h"
#include "tree/between.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxGapPatches = 64;
constexpr int kMaxRounds = 4;
constexpr int kMaxRepairs = 64;

bool needs_line_end(const Tree& tree, const Gap& gap) {
  const Grammar& grammar = tree.grammar();
  const std::string_view now = tree.slice(gap.span);
  if (gap.ends_statement && has_line_end(now)) {
    const auto& before = grammar.automatic->before;
    return ends_statement(tree, gap) &&
           std::find(before.begin(), before.end(), tree[gap.right].symbol) == before.end();
  }
  return now.find('\n') != std::string_view::npos && takes_rest_of_line(tree, gap.right) &&
         is_skipped(grammar, "\n");
}

std::string compact_gap(const Tree& tree, const Gap& gap) {
  if (gap.left == kNoNode || gap.right == kNoNode) return "";
  if (gap.begins_line) return std::string(gap.depth, ' ');
  if (needs_line_end(tree, gap)) return "\n";
  return std::string(shortest_between(tree, gap.left, gap.right, tree.slice(gap.span)));
}

/// If the context decides how a text is read, the lexer cannot judge two neighbours. So all gaps
/// except those between words are emptied, and the parser decides which must be restored.
std::vector<std::string> bold_gaps(const Tree& tree, const Gaps& gaps,
                                   std::vector<std::string> texts) {
  if (tree.grammar().lexing != Lexing::kContextual) return texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Gap& gap = gaps.gaps[i];
    if (gap.left == kNoNode || gap.right == kNoNode || gap.begins_line) continue;
    if (is_blank(texts[i]) && !needs_line_end(tree, gap) && !are_words(tree, gap.left, gap.right)) {
      texts[i].clear();
    }
  }
  return texts;
}

/// The current texts of the gaps.
std::vector<std::string> present_gaps(const Tree& tree, const Gaps& gaps) {
  std::vector<std::string> texts;
  for (const Gap& gap : gaps.gaps) texts.emplace_back(tree.slice(gap.span));
  return texts;
}

/// The number of the token at this offset of a text with such gaps.
std::size_t token_at(const Tree& tree, const Gaps& gaps, const std::vector<std::string>& texts,
                     std::size_t offset) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < gaps.tokens.size(); ++i) {
    end += texts[i].size() + tree.token_text(gaps.tokens[i]).size();
    if (end > offset) return i;
  }
  return gaps.tokens.size();
}

/// The first gap after which the tokens differ from those of `tree`; nothing if all are the same.
std::optional<std::size_t> wrong_gap(const Tree& tree, const Gaps& gaps, const Tree& other) {
  const Gaps others = gaps_of(other);
  for (std::size_t i = 0; i < gaps.tokens.size(); ++i) {
    if (i >= others.tokens.size()) return i;
    const NodeId ours = gaps.tokens[i];
    const NodeId theirs = others.tokens[i];
    if (tree.token_text(ours) != other.token_text(theirs)) return i + 1;
    if (tree[ours].symbol != other[theirs].symbol) return i;
    if (ends_statement(tree, gaps.gaps[i]) != ends_statement(other, others.gaps[i])) return i;
  }
  if (same_tokens(tree, other)) return std::nullopt;
  return gaps.tokens.size();
}

/// Restores gaps until the whole text has the same tokens as before: first to the shortest text
/// that the lexer accepts, then to the original text.
class Repair {
 public:
  Repair(const Parser& parser, bool partial, const Tree& tree, const Gaps& gaps)
      : parser_(parser),
        partial_(partial),
        tree_(tree),
        gaps_(gaps),
        cautious_(compact_gaps(tree, gaps)),
        present_(present_gaps(tree, gaps)) {}

  std::vector<std::string> run() const {
    std::vector<std::string> texts = bold_gaps(tree_, gaps_, cautious_);
    for (int i = 0; i < kMaxRepairs; ++i) {
      const std::optional<std::size_t> wrong = find_wrong(texts);
      if (!wrong) return texts;
      if (!restore(*wrong, texts)) break;
    }
    return present_;
  }

 private:
  std::optional<std::size_t> find_wrong(const std::vector<std::string>& texts) const {
    const std::string text = with_gaps(tree_, gaps_, texts);
    const ParseResult result = parser_.parse(text);
    if (const auto* tree = std::get_if<Tree>(&result)) return wrong_gap(tree_, gaps_, *tree);
    if (partial_) return wrong_gap(tree_, gaps_, parse_partially(parser_, text).tree);
    return token_at(tree_, gaps_, texts, std::get<ParseFailure>(result).span.begin);
  }

  /// Restores the nearest changed gap: from `from` to the front, then from there to the end.
  bool restore(std::size_t from, std::vector<std::string>& texts) const {
    from = std::min(from, texts.size() - 1);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::size_t at = i <= from ? from - i : i;
      if (texts[at] == present_[at]) continue;
      texts[at] = texts[at] == cautious_[at] ? present_[at] : cautious_[at];
      return true;
    }
    return false;
  }

  const Parser& parser_;
  bool partial_;
  const Tree& tree_;
  const Gaps& gaps_;
  std::vector<std::string> cautious_, present_;
};

/// Adds a patch that deletes the lines of a gap, and its indentation to the patch for all lines.
void add_line_patches(const Tree& tree, const Gap& gap, const std::string& text,
                      std::vector<Patch>& patches, Patch& indentation) {
  const std::string_view whole = tree.text();
  const Span white = find_indentation(*tree.grammar().lexer, whole, gap.span);
  if (white.begin > gap.span.begin) {
    patches.push_back({Splice{gap.span.begin, white.begin}});
  }
  if (tree.slice({white.begin, gap.span.end}) != text) {
    indentation.push_back({white.begin, gap.span.end, text});
  }
}

std::vector<Patch> patches_of(const Tree& tree, const Gaps& gaps,
                              const std::vector<std::string>& texts) {
  std::vector<Patch> patches;
  Patch indentation;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Gap& gap = gaps.gaps[i];
    if (tree.slice(gap.span) == texts[i]) continue;
    if (gap.begins_line && gap.right != kNoNode) {
      add_line_patches(tree, gap, texts[i], patches, indentation);
    } else {
      patches.push_back({Splice{gap.span.begin, gap.span.end, texts[i]}});
    }
  }
  if (!indentation.empty()) patches.push_back(std::move(indentation));
  return patches;
}

std::optional<Tree> read(const Problem& problem, std::string_view text) {
  if (problem.parser == nullptr) return std::nullopt;
  if (problem.parser->grammar().notation == Notation::kClassic) return std::nullopt;
  ParseResult result = problem.parser->parse(text);
  if (auto* tree = std::get_if<Tree>(&result)) return std::move(*tree);
  if (!problem.partial) return std::nullopt;
  return parse_partially(*problem.parser, text).tree;
}

std::vector<Patch> find_patches(const Problem& problem, std::string_view text) {
  const std::optional<Tree> tree = read(problem, text);
  if (tree) return compact_patches(*problem.parser, problem.partial, *tree);
  const bool plain =
      problem.parser == nullptr || problem.parser->grammar().notation != Notation::kClassic;
  return plain ? blank_patches(text) : std::vector<Patch>();
}

/// Joins neighbours so that at most `most` patches are left.
std::vector<Patch> joined(const std::vector<Patch>& patches, std::size_t most) {
  const std::size_t count = std::min(patches.size(), most);
  std::vector<Patch> result(count);
  for (std::size_t i = 0; i < patches.size(); ++i) {
    Patch& whole = result[i * count / patches.size()];
    whole.insert(whole.end(), patches[i].begin(), patches[i].end());
  }
  return result;
}

}  // namespace

std::vector<std::string> compact_gaps(const Tree& tree, const Gaps& gaps) {
  std::vector<std::string> texts;
  for (const Gap& gap : gaps.gaps) {
    std::string text = compact_gap(tree, gap);
    const std::string_view now = tree.slice(gap.span);
    const bool indents = gap.begins_line && gap.right != kNoNode;
    texts.push_back(indents || text.size() < now.size() ? std::move(text) : std::string(now));
  }
  return texts;
}

std::vector<Patch> compact_patches(const Parser& parser, bool partial, const Tree& tree) {
  const Gaps gaps = gaps_of(tree);
  return patches_of(tree, gaps, Repair(parser, partial, tree, gaps).run());
}

std::vector<Patch> blank_patches(std::string_view text) {
  std::vector<Patch> patches;
  std::size_t blank_lines = 0;  // the offset where their run began
  bool in_run = false;
  const auto end_run = [&](std::size_t at) {
    if (std::exchange(in_run, false)) patches.push_back({Splice{blank_lines, at}});
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t found = text.find('\n', begin);
    const std::size_t end = std::min(found, text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t length = line.find_last_not_of(" \t\f\v") + 1;
    if (is_blank(line)) {
      if (!std::exchange(in_run, true)) blank_lines = begin;
    } else {
      end_run(begin);
      if (length < line.size()) patches.push_back({Splice{begin + length, end}});
    }
    begin = std::min(end + 1, text.size());
  }
  end_run(text.size());
  return patches;
}

void compact(Session& session, const Problem& problem) {
  KeepEstimate estimate;
  for (int round = 0; round < kMaxRounds; ++round) {
    const std::vector<Patch> patches = find_patches(problem, session.best());
    const bool changed =
        try_patches(session, joined(patches, kMaxGapPatches), estimate, "white space and comments");
    if (!changed || patches.size() <= kMaxGapPatches) return;
  }
}

}  // namespace grabr
