// Tested by tests/cli/phase_words_test.cc: every phase of auto has its words.
#include "cli/show/phase_words.h"

#include <algorithm>
#include <array>

namespace grabr {
namespace {

struct PhaseWords {
  std::string_view name;
  std::string_view words;
};

constexpr auto kPhaseWords = std::to_array<PhaseWords>({
    // auto, in its order
    {"names", "deleting and renaming names"},
    {"delete", "deleting parts"},
    {"branches", "deleting #if … #endif"},
    {"layers", "unwrapping nested parts"},
    {"inline", "replacing names by what they stand for"},
    {"replace", "trying smaller replacements"},
    {"pairs", "deleting parameters with their arguments"},
    {"tokens", "deleting and simplifying single tokens"},
    {"contents", "shortening strings and other long tokens"},
    {"merge", "using one name for several things"},
    {"windows", "deleting several neighbours at once"},
    {"equal", "changing equal parts together"},
    {"copies", "trying copies of smaller parts"},
    {"forms", "trying other forms of the same"},
    {"trees", "reading it another way"},
    {"shorter", "shortening names and numbers"},
    {"layout", "deleting white space and comments"},
    {"certificate", "checking that nothing more can go"},
    {"bytes", "deleting bytes, whatever the grammar says"},
    // before, after and between
    {"without", "trying without all of it"},
    {"repair", "mending what does not parse"},
    {"main", "deleting parts"},
    {"style", "writing the result in its style"},
    {"formatter", "formatting the result"},
    {"neighbours", "deleting names with what is beside them"},
    // units
    {"chars", "deleting characters"},
    {"lines", "deleting lines"},
    {"args", "deleting arguments"},
    {"list", "deleting list elements"},
});

}  // namespace

std::string phase_words(std::string_view phase) {
  const auto row = std::find_if(kPhaseWords.begin(), kPhaseWords.end(),
                                [&](const PhaseWords& one) { return one.name == phase; });
  return std::string(row != kPhaseWords.end() ? row->words : phase);
}

}  // namespace grabr
