// The passes of the byte strategy: each a plain function from a text to patches on it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "reduce/text/patches.h"

namespace grabr {

enum class BytePassGroup : std::uint8_t {
  kInitial,  ///< once, before all others: quick gains
  kGreat,    ///< again and again, while one of them finds something
  kGood,     ///< when those find nothing more
  kLast,     ///< no gain in bytes
};

struct BytePass {
  std::string_view name;
  BytePassGroup group;
  /// Steps 0, 1, … of the pass: sizes, depths or targets. Each sees what the one before it left.
  std::uint32_t steps;
  std::vector<Patch> (*patches)(std::string_view text, std::uint32_t step);
};

/// In the order in which they run.
std::span<const BytePass> byte_passes();

// Deletions (byte_cuts.cc).

std::vector<Patch> line_comments(std::string_view text, std::uint32_t kind);
std::vector<Patch> block_comments(std::string_view text, std::uint32_t);
std::vector<Patch> hollow_brackets(std::string_view text, std::uint32_t depth);
std::vector<Patch> bracket_groups(std::string_view text, std::uint32_t depth);
std::vector<Patch> lifted_brackets(std::string_view text, std::uint32_t depth);
std::vector<Patch> hoisted_groups(std::string_view text, std::uint32_t depth);
std::vector<Patch> list_elements(std::string_view text, std::uint32_t depth);
std::vector<Patch> duplicate_lines(std::string_view text, std::uint32_t);
std::vector<Patch> single_lines(std::string_view text, std::uint32_t);
std::vector<Patch> indents(std::string_view text, std::uint32_t);
std::vector<Patch> token_runs(std::string_view text, std::uint32_t size_less_one);
std::vector<Patch> byte_spans(std::string_view text, std::uint32_t);
std::vector<Patch> frequent_ngrams(std::string_view text, std::uint32_t kind);
std::vector<Patch> byte_runs(std::string_view text, std::uint32_t ten_less_size);

// What writes something else (byte_rewrites.cc).

std::vector<Patch> white_space(std::string_view text, std::uint32_t);
std::vector<Patch> string_contents(std::string_view text, std::uint32_t);
std::vector<Patch> lowered_integers(std::string_view text, std::uint32_t halvings);
std::vector<Patch> falsey_tokens(std::string_view text, std::uint32_t);
std::vector<Patch> shorter_identifiers(std::string_view text, std::uint32_t kind);
std::vector<Patch> sorted_lines(std::string_view text, std::uint32_t kind);
std::vector<Patch> lowered_bytes(std::string_view text, std::uint32_t target);
std::vector<Patch> simpler_brackets(std::string_view text, std::uint32_t kind);

/// A bracket and what closes it, offsets.
struct BracketPair {
  std::size_t open = 0;
  std::size_t close = 0;
  std::uint32_t depth = 0;  ///< pairs around it
};

/// Pairs of ( ) [ ] { } in the order of their openers. Brackets without a partner are passed over.
std::vector<BracketPair> bracket_pairs(std::string_view text);

}  // namespace grabr
