// The grammar of a job's input, and the input's tree.
#pragma once

#include <string>

#include "parse/parser.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"
#include "text/source.h"

namespace grabr {

/// Leaves the job without a grammar if the reduction works without one. Throws Error if one is
/// needed and none fits.
void choose_grammar(const run::Config& config, ReductionJob& job, run::Listener& listener);

/// Does the search begin with a tree of the text?
bool must_parse(const run::Config& config, const ReductionJob& job);

/// Gives the job the tree of its text, or of the parts that parse; tells the listener why a text
/// does not parse. Throws Error(kNotParsed) if such a text must parse.
void parse_input(const run::Config& config, ReductionJob& job, run::Listener& listener);

/// One line: the place, the token found, the tokens expected.
std::string why_not_parsed(const ParseFailure& failure, const Parser& parser, const Source& source);

}  // namespace grabr
