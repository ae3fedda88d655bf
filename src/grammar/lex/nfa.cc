// Thompson's construction (Communications of the ACM 11(6), 1968), simplified: `append(regex,
// from)` adds the states and edges that read `regex` from state `from` and returns the state where
// it ends, so a sequence is just successive calls. A loop gets a fresh state to which all its
// rounds return; no other state is re-entered, in particular not state 0. With -> reading nothing:
//
//   a(b|c)*   0 -a-> 1 -> 2, 2 -b-> 4 -> 3, 2 -c-> 5 -> 3, 3 -> 2; it ends in 2
//
// A range of code points is a trie of byte ranges. Its sequences come sorted, and their leading
// ranges are equal or disjoint, so comparing each with its predecessor suffices. Counted repetition
// copies its body. Tested by lexer_test.cc, together with everything built from it.
#include "grammar/lex/nfa.h"

#include <algorithm>
#include <array>

namespace grabr {

bool Nfa::add(const Regex& regex, Rank rank) {
  const std::uint32_t states = state_count_;
  const std::size_t edges = edges_.size();
  const std::size_t jumps = jumps_.size();
  const std::uint32_t end = append(regex, 0);
  if (full()) {
    state_count_ = states;
    edges_.resize(edges);
    jumps_.resize(jumps);
    return false;
  }
  accepts_.push_back({end, rank});
  return true;
}

std::uint32_t Nfa::append(const Regex& regex, std::uint32_t from) {
  if (full()) return from;
  switch (regex.kind) {
    case Regex::Kind::kClass: return append_class(regex.chars, from);
    case Regex::Kind::kSequence:
      for (auto part = regex.parts.begin(); part != regex.parts.end(); ++part) {
        if (!ordered_ && std::next(part) != regex.parts.end() && has_lazy(*part)) {
          Regex rest;
          rest.parts.assign(part, regex.parts.end());
          return append_lazy(rest, from);
        }
        from = append(*part, from);
      }
      return from;
    case Regex::Kind::kChoice: {
      const std::uint32_t join = new_state();
      for (const Regex& part : regex.parts) {
        std::uint32_t begin = from;
        if (ordered_) jumps_.push_back({from, begin = new_state()});
        const std::uint32_t end = append(part, begin);
        jumps_.push_back({end, join});
      }
      return join;
    }
    case Regex::Kind::kRepeat: return append_repeat(regex, from);
  }
  return from;
}

std::uint32_t Nfa::append_repeat(const Regex& regex, std::uint32_t from) {
  if (ordered_) return append_ordered_repeat(regex, from);
  if (has_lazy(regex)) return append_lazy(regex, from);
  const Regex& body = regex.parts[0];
  for (std::uint32_t i = 0; i < regex.min && !full(); ++i) from = append(body, from);
  const std::uint32_t end = new_state();
  if (regex.max == Regex::kUnlimited) {
    jumps_.push_back({from, end});
    jumps_.push_back({append(body, end), end});
    return end;
  }
  for (std::uint32_t i = regex.min; i < regex.max && !full(); ++i) {
    jumps_.push_back({from, end});
    from = append(body, from);
  }
  jumps_.push_back({from, end});
  return end;
}

std::uint32_t Nfa::append_class(const CharClass& chars, std::uint32_t from) {
  const std::uint32_t to = new_state();
  for (const CodeRange range : chars.ranges()) {
    const CodeRange codes{range.first, std::min(range.last, kLastCodePoint)};
    if (codes.first <= codes.last) append_sequences(codes, from, to);
    if (range.last >= kFirstStray) {
      const std::uint32_t first = std::max(range.first, kFirstStray);
      const auto symbol = [](std::uint32_t unit) {
        return static_cast<std::uint16_t>(unit - kFirstStray + kFirstStraySymbol);
      };
      edges_.push_back({from, to, symbol(first), symbol(range.last)});
    }
  }
  return to;
}

void Nfa::append_sequences(CodeRange codes, std::uint32_t from, std::uint32_t to) {
  if (codes.last < 0x80) {
    edges_.push_back({from, to, static_cast<std::uint16_t>(codes.first),
                      static_cast<std::uint16_t>(codes.last)});
    return;
  }
  std::array<std::uint32_t, 4> path{from};  // states along the previous sequence
  Utf8Sequence before;
  for (const Utf8Sequence& sequence : utf8_sequences(codes)) {
    std::uint32_t depth = 0;
    while (depth + 1 < std::min(before.length, sequence.length) &&
           before.bytes[depth] == sequence.bytes[depth]) {
      ++depth;
    }
    for (; depth < sequence.length; ++depth) {
      const auto [first, last] = sequence.bytes[depth];
      const bool ends = depth + 1 == sequence.length;
      const std::uint32_t target = ends ? to : new_state();
      edges_.push_back({path[depth], target, first, last});
      if (!ends) path[depth + 1] = target;
    }
    before = sequence;
  }
}

}  // namespace grabr
