// `grabr verify`: a certificate of a saved report, checked again with the real test.
#pragma once

#include "cli/verify_options.h"

namespace grabr {

/// The exit status; kNotConfirmed: a neighbour still fails, or there are others than the report
/// says. Goes to the folder of the reduction. Throws Error: kUsage for what cannot be
/// read, kEnvironment where result, grammar or test are others than the report's or the test cannot
/// be run, kDoesNotFail where the result does not fail.
int verify_report(const VerifyOptions& options);

}  // namespace grabr
