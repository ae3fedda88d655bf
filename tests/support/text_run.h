// Runs a reduction of a text with a predicate as its test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "oracle/function_oracle.h"
#include "reduce/core/session.h"

namespace grabr::support {

struct TextRun {
  std::string text;         ///< the result
  std::uint64_t tests = 0;  ///< without the test of the original
};

inline TextRun run_on_text(const std::string& text,
                           const std::function<bool(std::string_view)>& fails,
                           const std::function<void(Session&)>& reduction) {
  FunctionOracle oracle([&](std::string_view candidate) {
    return fails(candidate) ? Outcome::kFail : Outcome::kPass;
  });
  Session session(oracle, text);
  session.check_original("preflight");
  const std::uint64_t before = session.counts().committed;
  reduction(session);
  return {session.best(), session.counts().committed - before};
}

}  // namespace grabr::support
