// Reduction without a grammar: passes that know of lines, brackets, words, numbers and bytes, much
// in the order of Shrink Ray. A pass is a plain function from the best text to patches on it
// (byte_passes.h); the table below is the schedule:
//
//   initial   once: comments, insides of brackets, lines, indents, white space
//   great     while one of them finds something: list elements, bracket groups, lines, tokens
//   good      when those do not: spans, runs of tokens and bytes, numbers, names; then great again
//   last      no gain in length: lower bytes, simpler brackets
//
//   f(1, {"x": 22}) ; g   needs `2`        hollow: f() ; g passes, …       elements: {"x": 22}
//                                          bytes: 2
//
// Shrink Ray tests patches in parallel and merges what works, in the order in which answers come.
// Here all patches of a pass are tried together, then split (mgbs.h: the things to be dropped are
// the patches not applied), so that a large set that works is found in few tests, and the same one
// for any number of workers.
// Integers come down by v - ceil(v / 2^k), k = 0, 1, …, which is a binary search whose steps are
// patches. Of the good passes those with few patches come first, whatever Shrink Ray does: names
// and numbers cost a test each, runs one for each place and size. Merging of expressions needs a
// grammar and is left out.
//
// Works on any bytes. Accepts only texts that are shorter, or as long and earlier in byte order, so
// the rounds end. A pass with more than kMaxPatches patches waits until the text is smaller, and so
// do passes over all bytes of a text of more than 256 KiB; each costs at most about two tests a
// patch.
// No guarantee.
// Source: D. R. MacIver, Shrink Ray.
// Tested by tests/reduce/bytes_test.cc.
#include <vector>

#include "reduce/text/byte_passes.h"
#include "reduce/searches.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxPatches = 10'000;
/// Passes that have a patch for each byte and each size: only when little is left.
constexpr std::size_t kMaxGoodPatches = 2'000;
constexpr std::uint32_t kMaxDepth = 40;
constexpr std::uint32_t kFirstDepths = 4;

constexpr auto kInitial = BytePassGroup::kInitial;
constexpr auto kGreat = BytePassGroup::kGreat;
constexpr auto kGood = BytePassGroup::kGood;
constexpr auto kLast = BytePassGroup::kLast;

constexpr BytePass kPasses[] = {
    {"line comments", kInitial, 4, line_comments},
    {"block comments", kInitial, 1, block_comments},
    {"bracket groups", kInitial, kFirstDepths, bracket_groups},
    {"insides of brackets", kInitial, kFirstDepths, hollow_brackets},
    {"duplicate lines", kInitial, 1, duplicate_lines},
    {"lines", kInitial, 1, single_lines},
    {"brackets", kInitial, kFirstDepths, lifted_brackets},
    {"indents", kInitial, 1, indents},
    {"white space", kInitial, 1, white_space},

    {"lines", kGreat, 1, single_lines},
    {"list elements", kGreat, kMaxDepth, list_elements},
    {"bracket groups", kGreat, kMaxDepth, bracket_groups},
    {"insides of brackets", kGreat, kMaxDepth, hollow_brackets},
    {"inner brackets", kGreat, kMaxDepth, hoisted_groups},
    {"brackets", kGreat, kMaxDepth, lifted_brackets},
    {"strings", kGreat, 1, string_contents},
    {"tokens", kGreat, 1, token_runs},

    {"names", kGood, 2, shorter_identifiers},
    {"white space", kGood, 1, white_space},
    {"words to 0", kGood, 1, falsey_tokens},
    {"integers", kGood, 20, lowered_integers},
    {"frequent bytes", kGood, 7, frequent_ngrams},
    {"byte spans", kGood, 1, byte_spans},
    {"token runs", kGood, 20, token_runs},
    {"byte runs", kGood, 10, byte_runs},
    {"sort lines", kGood, 2, sorted_lines},

    {"lower bytes", kLast, 4, lowered_bytes},
    {"simpler brackets", kLast, 3, simpler_brackets},
};

class BytePasses {
 public:
  explicit BytePasses(Session& session)
      : session_(session), estimates_(byte_passes().size()) {}

  void run() {
    once(kInitial);
    do {
      while (once(kGreat)) {
      }
    } while (once(kGood));
    once(kLast);
  }

 private:
  bool once(BytePassGroup group) {
    bool changed = false;
    for (std::size_t i = 0; i < byte_passes().size(); ++i) {
      if (byte_passes()[i].group == group) changed |= run_pass(i);
    }
    return changed;
  }

  bool run_pass(std::size_t number) {
    const BytePass& pass = byte_passes()[number];
    const std::size_t most = pass.group >= kGood ? kMaxGoodPatches : kMaxPatches;
    session_.begin_phase(pass.name);
    bool changed = false;
    for (std::uint32_t step = 0; step < pass.steps; ++step) {
      const std::string text = session_.best();
      const std::vector<Patch> patches = pass.patches(text, step);
      if (patches.size() > most) continue;
      changed |= try_patches(session_, patches, estimates_[number], pass.name);
    }
    return changed;
  }

  Session& session_;
  std::vector<KeepEstimate> estimates_;  // by pass: how likely a patch does not work
};

}  // namespace

std::span<const BytePass> byte_passes() { return kPasses; }

void run_bytes(Session& session, Problem&) { BytePasses(session).run(); }

}  // namespace grabr
