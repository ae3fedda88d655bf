// Strategies that are more than passes over a tree. What each does, guarantees and comes from
// stands at the head of its file.
#pragma once

#include "reduce/strategy.h"

namespace grabr {

void run_grabr_generative(Session& session, const Problem& problem);
void run_vulcan(Session& session, const Problem& problem);
void run_sfc(Session& session, const Problem& problem);
void run_ddset(Session& session, const Problem& problem);
void run_choices(Session& session, const Problem& problem);
void run_bytes(Session& session, const Problem& problem);
void run_dd_min(Session& session, const Problem& problem);
void run_dd_max(Session& session, const Problem& problem);
void run_dd_diff(Session& session, const Problem& problem);

}  // namespace grabr
