// The engine's headers for the files of this folder. They must be included before the public
// headers, because both declare some of the same names. The engine's are available as engine::NAME.
#pragma once

#ifdef GRABR_API
#error "include api/engine.h before grabr.hpp"
#endif

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "generate/generator.h"
#include "grammar/load/load.h"
#include "grammar/model/grammar.h"
#include "oracle/answers/judge.h"
#include "oracle/answers/ordered_tests.h"
#include "oracle/function_oracle.h"
#include "oracle/oracle.h"
#include "oracle/process/process_oracle.h"
#include "parse/parser.h"
#include "parse/repair/partial.h"
#include "reduce/core/session.h"
#include "reduce/explain/explainer.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"
#include "reduce/strategy.h"
#include "report/tables/explanation_text.h"
#include "run/config/find_protection.h"
#include "text/build.h"
#include "text/diagnostic.h"
#include "text/error.h"
#include "text/file.h"
#include "text/source.h"
#include "text/suggest.h"
#include "tree/deletable.h"
#include "tree/print.h"
#include "tree/tree.h"

namespace grabr::engine {

using grabr::Edit;
using grabr::Error;
using grabr::ErrorKind;
using grabr::Generator;
using grabr::Grammar;
using grabr::NodeKind;
using grabr::Outcome;
using grabr::Pass;
using grabr::Problem;
using grabr::Severity;
using grabr::Tree;

}  // namespace grabr::engine

#include "api/grabr.hpp"

namespace grabr::inline v1 {

struct Grammar::State {
  std::shared_ptr<const engine::Grammar> grammar;
  Source source;  ///< the text that the tree was made of
  Parser parser;
  mutable std::mutex mutex;  ///< guards the parser

  State(std::shared_ptr<const engine::Grammar> given, Source from)
      : grammar(std::move(given)), source(std::move(from)), parser(grammar) {}
};

struct Tree::State {
  engine::Tree tree;
};

/// Converts a diagnostic to the public type.
Problem public_problem(const Diagnostic& diagnostic, const Source& source);
/// Converts an engine error to the public one: the hint is separate, and there is no exit status.
Error public_error(const engine::Error& error);

/// The oracle that answers for the test; it refers to the test. Throws Error for a command without
/// words.
std::unique_ptr<Oracle> make_oracle(const Test& test, unsigned threads);

/// Asks whether the options' limits or stop token end the reduction.
StopQuestion stop_question(const Options& options);
Budget budget_of(const Options& options);

/// The rule with that name; kNoSymbol for an empty name. Throws Error(kInvalid) if there is none.
SymbolId rule_to_start_with(const engine::Grammar& grammar, const std::string& name);

}  // namespace grabr::v1
