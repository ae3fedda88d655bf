// Strategies that are more than passes over a tree. What each does, guarantees and comes from
// stands at the head of its file.
#pragma once

#include "reduce/problem.h"

namespace grabr {

void run_grabr_generative(Session& session, Problem& problem);
void run_vulcan(Session& session, Problem& problem);
void run_sfc(Session& session, Problem& problem);
void run_ddset(Session& session, Problem& problem);
void run_choices(Session& session, Problem& problem);
void run_bytes(Session& session, Problem& problem);
void run_dd_min(Session& session, Problem& problem);
void run_dd_max(Session& session, Problem& problem);
void run_dd_diff(Session& session, Problem& problem);

}  // namespace grabr
