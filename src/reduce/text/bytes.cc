// Reduction without a grammar: passes over lines, brackets, words, numbers and bytes, roughly in
// Shrink Ray's order. A pass is a plain function from the best text to patches on it
// (byte_passes.h); the table below says when it runs:
//
//   initial   once: comments, insides of brackets, lines, indents, white space
//   great     repeated while one of them succeeds: list elements, bracket groups, lines, tokens
//   good      after those: spans, runs of tokens and bytes, numbers, names; then great again
//   last      edits that keep the length: lower bytes, simpler brackets
//
//   f(1, {"x": 22}) ; g   needs `2`        hollow: f() ; g passes, …       elements: {"x": 22}
//                                          bytes: 2
//
// Shrink Ray tests patches in parallel and merges those that work, in the order of the answers.
// Here all patches of a pass are tried together, then split (mgbs.h: the things to drop are the
// patches not applied). This finds a large set that works in few tests, and the same set for any
// number of workers. Integers are lowered to v - ceil(v / 2^k), k = 0, 1, …: a binary search whose
// steps are patches. Unlike in Shrink Ray, the good passes with few patches come first: a name or
// number costs one test, a run one for each place and size. Merging expressions needs a grammar and
// is left out.
//
// Works on any bytes. Accepts only texts that are shorter, or as long and earlier in byte order, so
// the rounds end. A pass with more than kMaxPatches patches is skipped until the text is smaller;
// so are passes over all bytes if the text has more than 256 KiB. Each pass costs at most about two
// tests a patch. No guarantee.
// Source: D. R. MacIver, Shrink Ray.
// Tested by tests/reduce/bytes_test.cc.
#include <vector>

#include "reduce/pass_table.h"
#include "reduce/searches.h"
#include "reduce/text/byte_passes.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxPatches = 10'000;
/// The limit for good and last passes, which have a patch for each byte and each size.
constexpr std::size_t kMaxGoodPatches = 2'000;
constexpr std::uint32_t kMaxDepth = 40;
constexpr std::uint32_t kFirstDepths = 4;

enum class Group : std::uint8_t {
  kInitial,  ///< run once, before all others: quick gains
  kGreat,    ///< repeated while one of them succeeds
  kGood,     ///< run when the great ones find nothing more
  kLast,     ///< edits that keep the number of bytes
};

struct Turn {
  Group group;
  std::string_view phase;
  std::string_view pass;
  std::uint32_t steps;
};

constexpr auto kInitial = Group::kInitial;
constexpr auto kGreat = Group::kGreat;
constexpr auto kGood = Group::kGood;
constexpr auto kLast = Group::kLast;

constexpr Turn kTurns[] = {
    {kInitial, "line comments", "line-comments", 4},
    {kInitial, "block comments", "block-comments", 1},
    {kInitial, "bracket groups", "bracket-groups", kFirstDepths},
    {kInitial, "insides of brackets", "bracket-insides", kFirstDepths},
    {kInitial, "duplicate lines", "duplicate-lines", 1},
    {kInitial, "lines", "single-lines", 1},
    {kInitial, "brackets", "brackets", kFirstDepths},
    {kInitial, "indents", "indents", 1},
    {kInitial, "white space", "white-space", 1},

    {kGreat, "lines", "single-lines", 1},
    {kGreat, "list elements", "list-elements", kMaxDepth},
    {kGreat, "bracket groups", "bracket-groups", kMaxDepth},
    {kGreat, "insides of brackets", "bracket-insides", kMaxDepth},
    {kGreat, "inner brackets", "inner-brackets", kMaxDepth},
    {kGreat, "brackets", "brackets", kMaxDepth},
    {kGreat, "strings", "string-contents", 1},
    {kGreat, "tokens", "token-runs", 1},

    {kGood, "names", "shorter-words", 2},
    {kGood, "white space", "white-space", 1},
    {kGood, "words to 0", "zero-words", 1},
    {kGood, "integers", "lower-integers", 20},
    {kGood, "frequent bytes", "frequent-bytes", 7},
    {kGood, "byte spans", "byte-spans", 1},
    {kGood, "token runs", "token-runs", 20},
    {kGood, "byte runs", "byte-runs", 10},
    {kGood, "sort lines", "sort-lines", 2},

    {kLast, "lower bytes", "lower-bytes", 4},
    {kLast, "simpler brackets", "simpler-brackets", 3},
};

/// Runs one round of a pass: its first `steps` steps, except those with more than `most` patches.
bool try_steps(Session& session, const Pass& pass, std::uint32_t steps, std::size_t most,
               std::string_view words, KeepEstimate& estimate) {
  const Session::InPass in(session, pass.name);
  bool changed = false;
  const bool whole = session.until_left([&] {
    for (std::uint32_t step = 0; step < steps; ++step) {
      const std::string text = session.best();
      const std::vector<Patch> patches = pass.patches(text, step);
      if (patches.size() > most) continue;
      changed |= try_patches(session, patches, estimate, words);
    }
  });
  return whole && changed;
}

class BytePasses {
 public:
  explicit BytePasses(Session& session) : session_(session), estimates_(std::size(kTurns)) {
    for (const Turn& turn : kTurns) passes_.push_back(find_pass(turn.pass));
  }

  void run() {
    once(kInitial);
    do {
      while (once(kGreat)) {
      }
    } while (once(kGood));
    once(kLast);
  }

 private:
  bool once(Group group) {
    bool changed = false;
    for (std::size_t i = 0; i < std::size(kTurns); ++i) {
      if (kTurns[i].group == group) changed |= take(i);
    }
    return changed;
  }

  bool take(std::size_t number) {
    const Turn& turn = kTurns[number];
    if (session_.leaves_out(turn.pass) || session_.leaves_out("bytes")) return false;
    const std::size_t most = turn.group >= kGood ? kMaxGoodPatches : kMaxPatches;
    session_.begin_phase(turn.phase);
    return try_steps(session_, *passes_[number], turn.steps, most, turn.phase, estimates_[number]);
  }

  Session& session_;
  std::vector<const Pass*> passes_;      // by turn
  std::vector<KeepEstimate> estimates_;  // by turn: how likely a patch must be left out
};

}  // namespace

void run_byte_pass(Session& session, const Pass& pass) {
  KeepEstimate estimate;
  while (try_steps(session, pass, pass.steps, kMaxPatches, pass.name, estimate)) {
  }
}

void run_bytes(Session& session, Problem& /*problem*/) { BytePasses(session).run(); }

}  // namespace grabr
