// The certificate of a result shows that none of its neighbours fails. A neighbour is a smaller
// text that one edit of the tree's list view makes:
//   - a deletion: a list element with its separator, the content of an optional part, a node whose
//     symbol derives the empty string;
//   - a cheapest text: a node is replaced by the cheapest text of the symbol expected there;
//   - a hoist: a node is replaced by one of its nearest descendants that fit
//   (reduce/literature/hoist.cc).
// They are tested from the end of the tree to its front, inner nodes before outer ones, each text
// once. A first walk tests the cheapest texts that have as many tokens as the node (`int` for
// `char`): most successes are among these, and each success makes earlier answers useless. A
// success is applied, and testing continues before its place; the certificate is complete after a
// whole round without a success. At the end of a schedule most neighbours were tested before, and
// the session's cache has the answers.
//
//   1 + (2 * 3)  with "(" needed, expressions
//   → 1 + (2)? yes → 1? 1 + 0? 1 + 2? no → (2)? yes → 0? 2? no; next round: all answers known
//
// Every success makes the text smaller, so this ends: there is at most one round more than
// successes. A text of n nodes has O(n) deletions and cheapest texts, and at worst O(n) hoists for
// each level of nesting; each takes O(n) to print. They are printed one by one, never all at once.
// Source: grabr; 1-tree-minimality is that of G. Misherghi, Z. Su, "HDD: Hierarchical Delta
// Debugging" (ICSE 2006). Tested by tests/reduce/certificate_test.cc.
#include "reduce/certify/certificate.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

/// Counting ends after this many neighbours, or this many bytes printed.
constexpr std::uint64_t kMaxNeighbours = 100'000;
constexpr std::uint64_t kMaxNeighbourBytes = std::uint64_t{32} << 20;

/// Runs one round of tests. Returns whether something has changed.
bool ask_neighbours(TreeWork& work) {
  TreeNeighbours neighbours(work, true);
  const auto ask = [&] {
    return work.session().first_failing([&](std::size_t, Candidate& candidate) {
      std::optional<Neighbour> next = neighbours.next();
      if (!next) return false;
      candidate = std::move(next->candidate);
      candidate.tokens.reset();  // the certificate needs an answer for each text
      return true;
    });
  };
  bool changed = false;
  while (const auto found = ask()) {
    neighbours.go_on(*found);
    changed = true;
  }
  return changed;
}

}  // namespace

bool certify(TreeWork& work) {
  bool changed = false;
  // The parsed text may have another tree than the edited one, and so other neighbours.
  while (ask_neighbours(work)) {
    work.reparse();
    changed = true;
  }
  return changed;
}

Certificate::Row Certificate::total() const {
  Row total;
  for (const Row& row : rows) {
    total.neighbours += row.neighbours;
    total.tested += row.tested;
    total.fail += row.fail;
    total.unresolved += row.unresolved;
    total.forbidden += row.forbidden;
  }
  return total;
}

bool Certificate::minimal() const {
  const Row all = total();
  return complete && all.tested + all.forbidden == all.neighbours && all.fail == 0;
}

void Certificate::forbid(std::uint64_t number, NeighbourKind kind) {
  ++row(kind).forbidden;
  const bool goes_on =
      !forbidden.empty() && forbidden.back().first + forbidden.back().count == number;
  if (goes_on) ++forbidden.back().count;
  else forbidden.push_back({number, 1});
}

bool Certificate::forbids(std::uint64_t number) const {
  const auto behind =
      std::upper_bound(forbidden.begin(), forbidden.end(), number,
                       [](std::uint64_t at, const NumberRun& run) { return at < run.first; });
  if (behind == forbidden.begin()) return false;
  const NumberRun& run = *std::prev(behind);
  return number < run.first + run.count;
}

Certificate count_neighbours(Neighbourhood& neighbours, Unit unit, const KnownOutcome& known,
                             const Protection* protection, const OnNeighbour& on) {
  Certificate certificate;
  certificate.of = neighbours.of();
  certificate.unit = unit;
  std::uint64_t bytes = 0;
  for (std::uint64_t count = 0;; ++count) {
    const std::optional<Neighbour> neighbour = neighbours.next();
    if (!neighbour) {
      certificate.complete = !neighbours.left_out();
      return certificate;
    }
    if (count == kMaxNeighbours || bytes > kMaxNeighbourBytes) break;
    bytes += neighbour->candidate.text.size();
    Certificate::Row& row = certificate.row(neighbour->kind);
    ++row.neighbours;
    if (protection != nullptr &&
        !protection->allows(neighbour->candidate.text, neighbours.text())) {
      certificate.forbid(count, neighbour->kind);
      if (on) on(*neighbour, std::nullopt);
      continue;
    }
    const std::optional<Outcome> outcome = known(neighbour->candidate.text);
    if (!outcome) continue;
    if (on) on(*neighbour, outcome);
    if (*outcome == Outcome::kUnresolved) ++row.unresolved;
    else ++row.tested;
    if (*outcome == Outcome::kFail) ++row.fail;
  }
  certificate.complete = false;
  return certificate;
}

}  // namespace grabr
