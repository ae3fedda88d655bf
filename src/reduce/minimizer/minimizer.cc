#include "reduce/minimizer/minimizer.h"

#include <algorithm>

namespace grabr {
namespace {

Kept stable_bisect(Session& session, const RemovableList& list) {
  return until_stable(session, list, bisect);
}

Kept certified_mgbs(Session& session, const RemovableList& list) {
  return drop_singles(session, list, mgbs(session, list));
}

constexpr auto kForward = Direction::kForward;
constexpr auto kBackward = Direction::kBackward;
constexpr auto kNegative = CachePolicy::kNegative;
constexpr std::string_view kNeverEmpty = "1-minimal (never empty)";

// Name, function, natural direction, 1-minimal, empties, cache, tests its input itself.
const Minimizer kMinimizers[] = {
    {"ddmin-2000", ddmin_2000, kForward, true, false, kNegative, false, kNeverEmpty,
     "delta debugging as published: each part alone, then each complement",
     "R. Hildebrandt, A. Zeller, \"Simplifying Failure-Inducing Input\" (ISSTA 2000)",
     "ddmin_2000.cc"},
    {"ddmin-fuzzingbook", ddmin_fuzzingbook, kForward, true, false, CachePolicy::kAll, true,
     kNeverEmpty, "delta debugging: drop ever smaller parts, from the front after each success",
     "The Fuzzing Book, \"Reducing Failure-Inducing Inputs\", DeltaDebuggingReducer",
     "ddmin_fuzzingbook.cc"},
    {"ddmin-debuggingbook", ddmin_debuggingbook, kForward, true, false, CachePolicy::kNone, true,
     kNeverEmpty, "delta debugging with parts of whole size; asks every question anew",
     "The Debugging Book, \"Reducing Failure-Inducing Inputs\", ddmin", "ddmin_debuggingbook.cc"},
    {"gopinath", gopinath, kForward, false, false, CachePolicy::kNone, false, "none",
     "delta debugging that keeps its place: one sweep for each part size",
     "R. Gopinath, \"Delta Debugging\", ddmin", "gopinath.cc"},
    {"ddrmin", ddrmin, kForward, false, false, CachePolicy::kNone, false, "none",
     "recursive halving: one half, or else each half beside the other",
     "R. Gopinath, \"Delta Debugging\", ddrmin; A. Zeller (1999)", "ddrmin.cc"},
    {"lithium", lithium, kBackward, true, true, kNegative, false, "1-minimal",
     "chunks of halving powers of two, last to first, singles until nothing goes",
     "J. Ruderman, Lithium (Mozilla)", "lithium.cc"},
    {"adaptive", adaptive, kBackward, true, true, kNegative, false, "1-minimal",
     "the longest run that can go at each place, by doubling and binary search",
     "D. R. MacIver, \"Improving Binary Search by Guessing\"; Shrink Ray", "adaptive.cc"},
    {"bisect", stable_bisect, kBackward, true, true, kNegative, false, "1-minimal",
     "depth-first bisection from the end, repeated until nothing goes",
     "Perses (ICSE 2018), default list minimiser", "bisect.cc"},
    {"probdd", probdd, kForward, false, true, kNegative, false, "none",
     "drops what is probably not needed; probabilities learnt by Bayes' rule",
     "G. Wang et al., \"Probabilistic Delta Debugging\" (FSE 2021)", "probdd.cc"},
    {"cdd", cdd, kForward, false, true, kNegative, false, "none",
     "one sweep for each size of a fixed schedule; what ProbDD comes to without probabilities",
     "M. Zhang et al., \"Toward a Better Understanding of Probabilistic Delta Debugging\"",
     "cdd.cc"},
    {"wddmin", wddmin, kForward, true, true, kNegative, false, "1-minimal",
     "delta debugging with parts of equal weight instead of equal length",
     "X. Zhou et al., \"WDD: Weighted Delta Debugging\" (ICSE 2025)", "wddmin.cc"},
    {"wprobdd", wprobdd, kForward, false, true, kNegative, false, "none",
     "ProbDD that drops the most weight to be expected",
     "X. Zhou et al., \"WDD: Weighted Delta Debugging\" (ICSE 2025)", "wprobdd.cc"},
    {"mgbs", certified_mgbs, kBackward, true, true, kNegative, false, "1-minimal",
     "group testing from the end with rates learnt on the way, then single units",
     "grabr, on Hwang's generalised binary splitting (1972)", "mgbs.cc"},
};

}  // namespace

std::span<const Minimizer> minimizers() { return kMinimizers; }

const Minimizer* find_minimizer(std::string_view name) {
  const auto found = std::ranges::find(kMinimizers, name, &Minimizer::name);
  return found == std::end(kMinimizers) ? nullptr : found;
}

Kept ListReducer::operator()(Session& session, const RemovableList& list) const {
  if (direction == minimizer->natural) return minimizer->run(session, list);
  return reverse_kept(list, minimizer->run(session, reversed(list)));
}

}  // namespace grabr
