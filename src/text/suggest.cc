#include "text/suggest.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "text/ascii.h"
#include "text/error.h"

namespace grabr {
namespace {

/// Edit distance with swaps of neighbours ("optimal string alignment"): the classic table, of which
/// only three rows are kept.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(previous);
    previous.swap(row);
  }
  return previous[b.size()];
}

std::size_t length_difference(std::string_view a, std::string_view b) {
  return a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
}

/// Its index among the candidates; their number if there is none.
std::size_t place_of_nearest(std::string_view word, std::span<const std::string> candidates) {
  std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
  std::size_t nearest = candidates.size();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (length_difference(word, candidates[i]) > limit) continue;
    const std::size_t distance = edit_distance(word, candidates[i]);
    if (distance > limit) continue;
    nearest = i;
    if (distance == 0) break;
    limit = distance - 1;
  }
  return nearest;
}

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() < 2) return {};
  std::size_t nearest = place_of_nearest(word, candidates);
  if (nearest == candidates.size()) {
    std::vector<std::string> lower;
    for (const std::string& candidate : candidates) lower.push_back(lower_case(candidate));
    nearest = place_of_nearest(lower_case(word), lower);
  }
  return nearest == candidates.size() ? std::string() : candidates[nearest];
}

std::string word_hint(std::string_view word, std::span<const std::string> known,
                      std::string_view otherwise) {
  const std::string near = nearest_word(word, known);
  return near.empty() ? std::string(otherwise) : "did you mean " + near + "?";
}

std::string word_hint(std::string_view word, std::span<const std::string> known) {
  std::string all = "there are:";
  for (const std::string& one : known) all += " " + one;
  return word_hint(word, known, all);
}

void refuse_value(std::string_view option, std::string_view value,
                  std::span<const std::string> known) {
  std::string message =
      "invalid value '" + std::string(value) + "' for " + std::string(option) + " (";
  for (const std::string& one : known) message += (&one == &known.front() ? "" : ", ") + one;
  message += ")";
  const std::string hint = word_hint(value, known, "");
  throw Error(ErrorKind::kInvalid, message + (hint.empty() ? "" : "\nhint: " + hint));
}

}  // namespace grabr
