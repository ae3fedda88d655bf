// Synthetic lists for tests of list minimizers: numbered elements, some of which are needed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/pass_table.h"
#include "support/golden.h"

namespace grabr::support {

/// The candidate of `numbered_list` with these elements: "0,1,2,".
inline std::string text_of(const Kept& kept) {
  std::string text;
  for (const std::uint32_t i : kept) text += std::to_string(i) + ",";
  return text;
}

inline Kept kept_of(std::string_view text) {
  Kept kept;
  for (std::size_t at = 0; at < text.size(); at = text.find(',', at) + 1) {
    kept.push_back(static_cast<std::uint32_t>(std::stoul(std::string(text.substr(at)))));
  }
  return kept;
}

inline RemovableList numbered_list(std::uint32_t count) {
  RemovableList list;
  list.count = count;
  list.render = [](const Kept& kept) { return Candidate{text_of(kept), {}}; };
  return list;
}

/// Whether the failure occurs with these elements.
using Condition = std::function<bool(const Kept& kept)>;

inline Condition needs(const Kept& needed) {
  return [needed](const Kept& kept) {
    return std::includes(kept.begin(), kept.end(), needed.begin(), needed.end());
  };
}

struct ListRun {
  Kept kept;
  Trace tests;
  TestCounts counts;
};

inline ListRun reduce_list(const RemovableList& list, const Condition& condition,
                           const std::function<Kept(Session&, const RemovableList&)>& minimizer) {
  FunctionOracle oracle(fails_if([&](std::string_view text) { return condition(kept_of(text)); }));
  Session session(oracle, text_of(keep_all(list)));
  TraceRecorder recorder;
  session.add_observer(&recorder);
  ListRun run;
  run.kept = minimizer(session, list);
  run.tests = recorder.trace;
  run.counts = session.counts();
  return run;
}

/// One reducer for each direction.
inline std::vector<ListReducer> both_directions(const Pass& minimizer) {
  ListReducer forward(minimizer);
  ListReducer backward(minimizer);
  forward.direction = Direction::kForward;
  backward.direction = Direction::kBackward;
  return {forward, backward};
}

}  // namespace grabr::support
