// Leaves as few bytes between the remaining tokens as the test needs: deletes comments, blanks and
// line ends.
//
//   int a;   /* one */            int a;b;
//       b;                   →
//
// Each gap between tokens becomes as short as in the style "compact" (reduce/style/compact.h):
// nothing, a blank or a line end, as the lexer requires; a line end at the end of the text stays.
// All gaps are tried in one test; if that does not fail, they are minimised as a list. A longer gap
// that stays is then reduced alone: to a line end or a blank; its comments as a list; and the
// inside of each comment by lines, words and characters (reduce/pass/shorten.h). A candidate has
// the same tokens as before, so the results of other passes stay valid; it is shorter, so the pass
// ends. Rich grammars only.
//
// So the result of `auto` has the shortest layout, and --style keep leaves it so; --style pretty
// makes it readable. --style compact is for strategies that leave the blanks alone. It does not
// parse all candidates, so it can also delete layout that only the grammar needs.
// Source: grabr. Tested by tests/reduce/layout_test.cc.
#include "reduce/pass/layout.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/lex/lexer.h"
#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/names.h"
#include "reduce/pass/shorten.h"
#include "reduce/style/compact.h"
#include "reduce/style/gaps.h"

namespace grabr {
namespace {

/// Is it shorter than the best, with the same tokens?
bool is_shorter_layout(const TreeWork& work, const std::string& text) {
  if (text.size() >= work.session().best().size()) return false;
  if (work.partial()) return true;
  const ParseResult parsed = work.parser().parse(text);
  const Tree* tree = std::get_if<Tree>(&parsed);
  return tree != nullptr && same_tokens(work.tree(), *tree);
}

/// The candidate of this text, or the best itself, which is never tested, if the text is not a
/// shorter layout of it. A line end at the end of the text stays: it is a file of lines.
Candidate layout_candidate(const TreeWork& work, std::string text, std::string words) {
  if (work.session().best().ends_with('\n') && !text.ends_with('\n')) text += '\n';
  if (!is_shorter_layout(work, text)) text = work.session().best();
  return {std::move(text), std::move(words)};
}

bool compact_all_gaps(TreeWork& work) {
  const std::string base = work.session().best();
  const std::vector<Patch> patches = compact_patches(work.parser(), work.partial(), work.tree());
  RemovableList list;  // its things are the patches that are not applied
  list.count = static_cast<std::uint32_t>(patches.size());
  list.render = [&](const Kept& kept) {
    std::vector<const Patch*> applied;
    for (std::uint32_t i = 0, next = 0; i < patches.size(); ++i) {
      if (next < kept.size() && kept[next] == i) ++next;
      else applied.push_back(&patches[i]);
    }
    return layout_candidate(work, patched(base, applied), "white space and comments");
  };
  return list.count > 0 && mgbs(work.session(), list).size() < list.count;
}

/// Shortens gaps that are longer than the lexer requires.
class LongGaps {
 public:
  explicit LongGaps(TreeWork& work) : work_(work), gaps_(gaps_of(work.tree())) {
    for (const Gap& gap : gaps_.gaps) texts_.emplace_back(work.tree().slice(gap.span));
  }

  bool run() {
    const std::vector<std::string> needed = compact_gaps(work_.tree(), gaps_);
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (texts_[i].size() < 2 || texts_[i].size() <= needed[i].size()) continue;
      if (is_blank(texts_[i])) shorten_blanks(i);
      else shorten_comments(i);
    }
    return changed_;
  }

 private:
  Stretch stretch_of(std::size_t gap, std::size_t begin, std::size_t size) {
    const std::string before = texts_[gap].substr(0, begin);
    const std::string after = texts_[gap].substr(begin + size);
    Stretch stretch;
    stretch.text = texts_[gap].substr(begin, size);
    stretch.may_be = [](const std::string&) { return true; };
    stretch.candidate = [=, this](const std::string& by) {
      std::vector<std::string> texts = texts_;
      texts[gap] = before + by + after;
      return layout_candidate(work_, with_gaps(work_.tree(), gaps_, texts), "shorter gap");
    };
    return stretch;
  }

  void take(std::size_t gap, std::size_t begin, std::size_t& size, const std::string& by) {
    texts_[gap].replace(begin, size, by);
    size = by.size();
    changed_ = true;
  }

  void shorten_blanks(std::size_t gap) {
    std::size_t size = texts_[gap].size();
    Stretch stretch = stretch_of(gap, 0, size);
    stretch.accept = [&] { take(gap, 0, size, stretch.text); };
    const std::vector<std::string> texts = {"\n", " "};
    if (take_first(work_.session(), stretch, texts)) return;
    shorten(work_.session(), stretch, {}, Inside::kChars);
  }

  void shorten_comments(std::size_t gap) {
    leave_out_pieces(gap);
    const std::string text = texts_[gap];
    std::size_t end = text.size();  // from the end, so that the places before stay valid
    std::vector<std::string_view> pieces = skipped_pieces(work_.grammar(), text);
    for (std::size_t i = pieces.size(); i-- > 0;) {
      end -= pieces[i].size();
      if (!is_blank(pieces[i])) shorten_comment(gap, end, pieces[i].size());
    }
  }

  void leave_out_pieces(std::size_t gap) {
    const std::string text = texts_[gap];
    const std::vector<std::string_view> pieces = skipped_pieces(work_.grammar(), text);
    const auto joined = [&](const Kept& kept) {
      std::string by;
      for (const std::uint32_t i : kept) by += pieces[i];
      return by;
    };
    if (pieces.size() < 2) return;
    std::size_t size = text.size();
    const Stretch stretch = stretch_of(gap, 0, size);
    RemovableList list;
    list.count = static_cast<std::uint32_t>(pieces.size());
    list.render = [&](const Kept& kept) { return stretch.candidate(joined(kept)); };
    list.on_accept = [&](const Kept& kept) { take(gap, 0, size, joined(kept)); };
    drop_singles(work_.session(), list, mgbs(work_.session(), list));
  }

  void shorten_comment(std::size_t gap, std::size_t begin, std::size_t size) {
    const Grammar& grammar = work_.grammar();
    Stretch stretch = stretch_of(gap, begin, size);
    stretch.accept = [&] { take(gap, begin, size, stretch.text); };
    const Match match = grammar.lexer->match(stretch.text, 0);
    if (match.terminals.empty()) return;
    const SymbolId kind = match.terminals.front();
    stretch.may_be = [&](const std::string& text) { return lexes_as(grammar, kind, text); };
    const Delimiters delimiters = delimiters_of(stretch);
    const std::string empty = stretch.text.substr(0, delimiters.front) +
                              stretch.text.substr(stretch.text.size() - delimiters.back);
    if (take_first(work_.session(), stretch, {&empty, 1})) return;
    shorten(work_.session(), stretch, delimiters, Inside::kChars);
  }

  TreeWork& work_;
  Gaps gaps_;
  std::vector<std::string> texts_;  ///< of the gaps, now
  bool changed_ = false;
};

}  // namespace

bool tidy_layout(TreeWork& work) {
  if (work.grammar().notation == Notation::kClassic || work.tree().root() == kNoNode) return false;
  work.reparse();
  // If the text unexpectedly does not parse, the tree is still that of an older text.
  const Tree& tree = work.tree();
  const auto is_current = [&] { return tree.text() == work.session().best(); };
  if (!is_current()) return false;
  const bool compacted = compact_all_gaps(work);
  if (compacted) work.reparse();
  if (!is_current() || !LongGaps(work).run()) return compacted;
  work.reparse();
  return true;
}

}  // namespace grabr
