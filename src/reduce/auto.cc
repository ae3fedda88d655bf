// The default strategy. Like every pipeline of passes over one tree, it runs in rounds. `grabr
// strategies auto` lists its passes (reduce/auto_schedule.cc) after this text, with a line about
// each.
//
// A pass is repeated until it changes nothing. If tokens have gone, the pipeline starts again at
// its first pass. In `auto`, a sweep deletes parts that can go alone. Every other edit is a move
// (reduce/pass/move.h) of one of a dozen families. The search (reduce/pass/move_search.h) tries the
// most promising moves first; moves that promise little come after the insides of tokens. The sweep
// and the search skip edits that were rejected before and whose place has not changed since
// (reduce/pass/negative_cache.h); the certificate skips nothing. So in the end no list element and
// no optional part can be removed alone. If most of a tree is nested hundreds of levels deep,
// unnest runs first. If any test has shown a text to be interesting that is shorter than the best
// and has no more tokens, the search continues from that text. An input that does not parse has a
// partial tree (parse/repair/partial.h), on which all this works the same way: error nodes are
// lists of lines, brackets and tokens. After each phase that changed something the best text is
// parsed again; it gets a full tree if it is a sentence by then. Last (or first, if there is no
// tree), the text is minimised by units: lines, then tokens, then characters, or only the requested
// unit. If the grammar is that of a language, this includes passes for unclosed brackets and for
// letters (openings.h, letters.h of reduce/text). A generic grammar does not know which texts are
// valid, so its results are minimised by units, too. The certificate comes after that, and the two
// are repeated until nothing changes. Source: grabr; passes in rounds as in C-Reduce (J. Regehr et
// al., PLDI 2012).
// Tested by tests/reduce/auto_test.cc.
#include "reduce/auto.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "parse/repair/partial.h"
#include "reduce/contents.h"
#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/move_search.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass/tree_work.h"
#include "reduce/pass_table.h"
#include "reduce/schedule.h"
#include "reduce/searches.h"
#include "reduce/text/letters.h"
#include "reduce/text/lexical.h"
#include "reduce/text/openings.h"
#include "tree/list_view.h"
#include "tree/nesting.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Skips the passes for which the tree is too deep.
class DepthGate {
 public:
  bool lets_through(const TreeWork& work, const Pass& pass) {
    if (pass.any_depth) return true;
    if (version_ != work.version()) {
      version_ = work.version();
      too_deep_ = nesting_of(work.tree()).too_deep();
    }
    return !too_deep_;
  }

 private:
  std::optional<std::uint64_t> version_;  ///< of the tree that `too_deep_` describes
  bool too_deep_ = false;
};

void tell_depth(const Tree& tree, const Problem& problem) {
  const Nesting nesting = nesting_of(tree);
  if (!nesting.too_deep() || !problem.tell) return;
  problem.tell(
      "parts are nested up to " + std::to_string(nesting.deepest) +
      " deep: until that changes, only whole layers and list elements are tried, not single nodes");
}

/// Repeats one pass. Returns whether tokens have gone. Also returns false if the user has left the
/// pass, so that it does not start again.
bool until_stable(TreeWork& work, const RoundsLine& line) {
  if (work.session().leaves_out(line.pass->name)) return false;
  work.session().begin_phase(line.phase);
  const Session::InPass in(work.session(), line.pass->name);
  work.use_lists(line.lists);
  const std::size_t before = count_tokens(work.tree(), work.tree().root());
  const std::size_t bytes = work.text().size();
  bool changed = false;
  const bool whole = work.session().until_left([&] {
    while (line.pass->tree(work, line.least)) changed = true;
  });
  if (changed || !whole) work.reparse();
  if (!whole || !changed) return false;
  if (line.pass->in_contents && work.text().size() < bytes) return true;
  return count_tokens(work.tree(), work.tree().root()) < before;
}

/// If most of the tree is nested hundreds of levels deep, removes whole layers first. Otherwise the
/// contents of each layer would be tested one by one.
void unnest_deep_tree(TreeWork& work, const Rounds& rounds) {
  const auto& lines = rounds.lines;
  const auto line =
      std::ranges::find(lines, "unnest", [](const RoundsLine& l) { return l.pass->name; });
  if (line != lines.end() && nesting_of(work.tree()).mostly_deep()) until_stable(work, *line);
}

/// The passes for a content at a line `contents`: all lines down to that one, or all of auto.
Rounds rounds_inside(const Rounds& rounds, std::size_t line) {
  Rounds inside;
  inside.lines.assign(rounds.lines.begin(),
                      rounds.lines.begin() + static_cast<std::ptrdiff_t>(line) + 1);
  if (line == 0) inside.lines = rounds_of(*find_pass("auto")).lines;
  for (RoundsLine& own : inside.lines) own.phase = rounds.lines[line].phase;
  return inside;
}

void reduce_tree(TreeWork& work, const Rounds& rounds, ContentSearch& contents) {
  unnest_deep_tree(work, rounds);
  DepthGate gate;
  for (std::size_t next = 0; next < rounds.lines.size();) {
    const RoundsLine& line = rounds.lines[next];
    if (line.pass->in_contents && !work.grammar().contents.empty()) {
      work.search_contents = [&work, &rounds, &contents, next] {
        const bool last = next + 1 == rounds.lines.size();
        return contents.run(work, next, last, [&](TreeWork& inner) {
          reduce_tree(inner, rounds_inside(rounds, next), contents);
        });
      };
    }
    const bool gained = gate.lets_through(work, *line.pass) && until_stable(work, line);
    next = gained && next > 0 ? 0 : next + 1;
  }
}

/// Minimises the requested unit alone; without one, ever smaller units. `language` is true if the
/// words of the text are tokens of a language.
void reduce_text(Session& session, std::optional<Unit> wanted, bool language) {
  const Session::OutsideGrammar outside(session);
  std::vector<Unit> units = {Unit::kLines, Unit::kTokens, Unit::kChars};
  if (wanted) units = {*wanted};
  for (const Unit unit : units) {
    session.begin_phase(unit_name(unit));
    session.until_left([&] {
      if (unit == Unit::kChars && language && !wanted) return minimize_letters(session);
      for (std::size_t before = session.best().size() + 1; session.best().size() < before;) {
        before = session.best().size();
        minimize_text(session, unit, mgbs);
        if (unit == Unit::kTokens && language && !wanted) remove_openings(session);
      }
    });
  }
}

const RoundsLine* certificate_of(const Rounds& rounds) {
  const auto line = std::ranges::find(rounds.lines, "certificate",
                                      [](const RoundsLine& l) { return l.pass->name; });
  return line == rounds.lines.end() ? nullptr : &*line;
}

/// Minimises the text by units, to try edits that the tree cannot express, then by the tree again.
void reduce_text_and_tree(TreeWork& work, const Rounds& rounds, std::optional<Unit> unit) {
  Session& session = work.session();
  const RoundsLine* const certificate = certificate_of(rounds);
  std::string before;
  do {
    reduce_text(session, unit, !work.grammar().generic);
    if (certificate == nullptr) return;
    work.reparse();
    before = session.best();
    until_stable(work, *certificate);
  } while (session.best() != before);
}

/// The certificate comes last: tests of a text that is still being reduced would be wasted.
Rounds without_certificate(Rounds rounds) {
  std::erase_if(rounds.lines,
                [](const RoundsLine& line) { return line.pass->name == "certificate"; });
  return rounds;
}

/// Accepts an interesting text that was tested but is not the best, such as the original without
/// blanks, if it is shorter and has no more tokens. Returns whether there is one.
bool take_shortest_seen(TreeWork& work) {
  Session& session = work.session();
  const std::optional<std::string> seen = session.shortest_not_taken();
  if (!seen) return false;
  const ParseResult parsed = work.parser().parse(*seen);
  const Tree* tree = std::get_if<Tree>(&parsed);
  const Tree& best = work.tree();
  if (tree == nullptr || count_tokens(*tree, tree->root()) > count_tokens(best, best.root())) {
    return false;
  }
  session.begin_phase("seen");
  if (!session.fails(*seen, "the shortest text that was seen to fail")) return false;
  work.reparse();
  return true;
}

/// Runs the passes over bytes, outside the grammar. If the result is a sentence, or the nearest
/// sentence is interesting and no larger than the text before, goes on with its tree.
void reduce_bytes(TreeWork& work, const Rounds& rounds, ContentSearch& contents, Problem& problem) {
  Session& session = work.session();
  if (session.leaves_out("bytes")) return;
  const std::string before = session.best();
  session.begin_phase("bytes");
  {
    const Session::OutsideGrammar outside(session);
    const Session::InPass in(session, "bytes");
    run_bytes(session, problem);
  }
  if (session.best() == before) return;
  if (!problem.parser->accepts(session.best())) {
    const std::string repaired = print(parse_partially(*problem.parser, session.best()).tree);
    if (repaired.size() > before.size() || !problem.parser->accepts(repaired)) return;
    session.begin_phase("repair");
    if (!session.fails(repaired, "the nearest sentence")) return;
  }
  work.reparse();
  reduce_tree(work, rounds, contents);
}

}  // namespace

void run_rounds(Session& session, Problem& problem, const Rounds& rounds) {
  if (!problem.tree) {
    reduce_text(session, problem.unit, false);
    return;
  }
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(std::move(*problem.tree)),
                problem.partial);
  work.compare_tokens();
  ContentSearch contents;
  tell_depth(work.tree(), problem);
  const bool as_text = problem.partial || problem.parser->grammar().generic;
  const Rounds on_tree = as_text ? without_certificate(rounds) : rounds;
  reduce_tree(work, on_tree, contents);
  while (take_shortest_seen(work)) reduce_tree(work, on_tree, contents);
  if (as_text) reduce_text_and_tree(work, rounds, problem.unit);
  if (rounds.bytes) reduce_bytes(work, rounds, contents, problem);
}

bool moves(TreeWork& work, double least) {
  return search_moves(work, families(), {.least = least, .sweeps = true});
}

}  // namespace grabr
