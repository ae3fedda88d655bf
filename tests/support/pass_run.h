// Repeats one pass over a tree until it changes nothing, and checks that every new best is smaller
// than the one before.
#pragma once

#include <functional>
#include <vector>

#include "reduce/pass/tree_work.h"
#include "reduce/pass_table.h"
#include "support/build.h"
#include "support/checked_run.h"
#include "support/golden.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr::support {

/// Without spaces and line ends.
inline std::string squeezed(std::string_view text) {
  std::string bare(text);
  std::erase_if(bare, [](char c) { return c == ' ' || c == '\n'; });
  return bare;
}

struct PassRun {
  std::string result;
  bool changed = false;
  std::uint64_t tests = 0;
  std::uint64_t tests_of_another = 0;  ///< of one more run of the pass, after the last one that
                                       ///< changed something
};

inline PassRun pass_run(const std::function<bool(TreeWork& work, double least)>& pass, double least,
                        const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                        const FunctionOracle::Function& judge) {
  const Parser parser(grammar);
  const Analysis analysis = analyse(*grammar);
  const bool partial = !parser.accepts(text);
  FunctionOracle oracle(judge);
  Session session(oracle, text);
  session.stop = StopToken().within({.tests = 20000});  // throws if reached: the pass must end
                                                        // before
  SmallerAndSmaller watch(*grammar, text);
  session.add_observer(&watch);
  TreeWork work(session, parser, analysis,
                list_view(partial ? parse_partially(parser, text).tree : tree_of(grammar, text)),
                partial);
  PassRun run;
  while (pass(work, least)) run.changed = true;
  run.tests = session.counts().committed;
  CHECK_FALSE(pass(work, least));
  run.tests_of_another = session.counts().committed - run.tests;
  run.result = session.best();
  CHECK(print(work.tree()) == run.result);
  CHECK(run.changed == (run.result != text));
  return run;
}

/// The same for a pass function with a parameter `least`.
inline PassRun pass_run(bool (*pass)(TreeWork& work, double least), double least,
                        const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                        const FunctionOracle::Function& judge) {
  return pass_run(std::function<bool(TreeWork & work, double least)>(pass), least, grammar, text,
                  judge);
}

/// The same for the pass of this name.
inline PassRun run_pass_called(std::string_view name, const std::shared_ptr<const Grammar>& grammar,
                               const std::string& text, const FunctionOracle::Function& judge) {
  return pass_run(find_tree_pass(name)->tree, 0, grammar, text, judge);
}

/// A text and the only smaller text that fails.
struct PassExample {
  const char* language;
  const char* text;
  const char* result;
};

}  // namespace grabr::support
