// The default strategy, and how all pipelines of passes over one tree are run: in rounds. The
// passes themselves are data: the pipeline `auto` of the table (reduce/passes.def,
// reduce/auto_schedule.cc), which `--explain auto` shows after this text, with what each of its
// passes does.
//
// A pass is repeated until it changes nothing. When tokens have gone, the pipeline starts again at
// its first pass. In `auto`, passes on names and replacements come several times: first only for
// what promises much (its chance, as learnt so far, times the tokens it would free), in the end for
// everything. The first passes skip what found nothing and has not changed
// (reduce/pass/negative_cache.h); the certificate skips nothing. So when it ends, no list element
// and no optional part can go alone.
// If nearly all of a tree is nested inside hundreds of other parts, unnest comes first.
// If a test has shown that a text fails which is shorter than the best and has no more tokens, the
// work continues from there.
// An input that does not parse has a partial tree (parse/repair/partial.h), on which all this works
// the same way: stretches that do not parse are lists of lines, brackets and tokens. After each
// phase that changed something the best text is parsed again, as a whole if that is possible by
// then. Last, and from the start if there is no tree, the units of the text are minimised: lines,
// then tokens, then characters; or only the requested unit. The same is done for a generic grammar,
// which does not know what is valid. If that changed something, the certificate is asked for again.
// Source: grabr; passes in rounds as in C-Reduce (J. Regehr et al., PLDI 2012).
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
#include "reduce/pass/tree_work.h"
#include "reduce/pass_table.h"
#include "reduce/schedule.h"
#include "reduce/searches.h"
#include "reduce/text/lexical.h"
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
  problem.tell("parts are nested up to " + std::to_string(nesting.deepest) +
               " deep: while that is so, whole layers and list elements are tried, and what asks"
               " node by node is left out");
}

/// Returns whether tokens have gone. A pass that a person leaves is not begun anew for what it has
/// found.
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

/// If nearly all is nested inside hundreds of other parts, removes whole layers first; else the
/// contents of each would be tested one by one.
void unnest_deep_tree(TreeWork& work, const Rounds& rounds) {
  const auto& lines = rounds.lines;
  const auto line =
      std::ranges::find(lines, "unnest", [](const RoundsLine& l) { return l.pass->name; });
  if (line != lines.end() && nesting_of(work.tree()).mostly_deep()) until_stable(work, *line);
}

/// What a content is searched by at a line `contents`: the lines down to it; or all of auto.
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

/// Minimises the requested unit alone; without one, ever smaller units.
void reduce_text(Session& session, std::optional<Unit> wanted) {
  const Session::OutsideGrammar outside(session);
  std::vector<Unit> units = {Unit::kLines, Unit::kTokens, Unit::kChars};
  if (wanted) units = {*wanted};
  for (const Unit unit : units) {
    session.begin_phase(unit_name(unit));
    session.until_left([&] {
      for (std::size_t before = session.best().size() + 1; session.best().size() < before;) {
        before = session.best().size();
        minimize_text(session, unit, mgbs);
      }
    });
  }
}

const RoundsLine* certificate_of(const Rounds& rounds) {
  const auto line = std::ranges::find(rounds.lines, "certificate",
                                      [](const RoundsLine& l) { return l.pass->name; });
  return line == rounds.lines.end() ? nullptr : &*line;
}

/// Minimises the text by units, for what the tree cannot express, then by the tree again.
void reduce_text_and_tree(TreeWork& work, const Rounds& rounds, std::optional<Unit> unit) {
  Session& session = work.session();
  const RoundsLine* const certificate = certificate_of(rounds);
  std::string before;
  do {
    before = session.best();
    reduce_text(session, unit);
    if (session.best() == before || certificate == nullptr) return;
    work.reparse();
    before = session.best();
    until_stable(work, *certificate);
  } while (session.best() != before);
}

/// Takes a text that failed earlier but was not used then, such as the original without its blanks.
/// Returns true if there is one that is shorter than the best text and has no more tokens.
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

/// Runs the passes over bytes, without regard to the grammar. The result is used with its tree if
/// it is a sentence, or if the nearest sentence still fails and is no larger than before.
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
    reduce_text(session, problem.unit);
    return;
  }
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(std::move(*problem.tree)),
                problem.partial);
  ContentSearch contents;
  tell_depth(work.tree(), problem);
  reduce_tree(work, rounds, contents);
  while (take_shortest_seen(work)) reduce_tree(work, rounds, contents);
  if (problem.partial || problem.parser->grammar().generic) {
    reduce_text_and_tree(work, rounds, problem.unit);
  }
  if (rounds.bytes) reduce_bytes(work, rounds, contents, problem);
}

}  // namespace grabr
