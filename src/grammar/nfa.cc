// Thompson's construction (Communications of the ACM 11(6), 1968), slimmed: `append(regex, from)`
// adds what reads `regex` from state `from` and returns the state where it ends, so that a sequence
// is just one call after the other. A loop gets a fresh state that all its rounds come back to; no
// other state is entered again, least of all state 0. Where -> reads nothing:
//
//   a(b|c)*   0 -> 1 -a-> 2 -> 3, 3 -> 5 -b-> 6 -> 4, 3 -> 7 -c-> 8 -> 4, 4 -> 3; it ends in 3
//
// A class is a trie of byte ranges that begins in a state of its own. Its sequences come sorted and
// their leading ranges are equal or disjoint, so it is enough to compare with the edge added last.
// Counted repetition copies its body.
// Tested by lexer_test.cc, together with what is built from it.
#include "grammar/nfa.h"

#include <algorithm>

namespace grabr {

bool Nfa::add(const Regex& regex, Rank rank) {
  const std::size_t old_size = states_.size();
  const State old_start = states_[0];
  const std::uint32_t end = append(regex, 0);
  if (full()) {
    states_.resize(old_size);
    states_[0] = old_start;
    return false;
  }
  states_[end].accepts.push_back(rank);
  return true;
}

std::uint32_t Nfa::new_state() {
  states_.emplace_back();
  return static_cast<std::uint32_t>(states_.size() - 1);
}

std::uint32_t Nfa::append(const Regex& regex, std::uint32_t from) {
  if (full()) return from;
  switch (regex.kind) {
    case Regex::Kind::kClass:
      return append_class(regex.chars, from);
    case Regex::Kind::kSequence:
      for (const Regex& part : regex.parts) from = append(part, from);
      return from;
    case Regex::Kind::kChoice: {
      const std::uint32_t join = new_state();
      for (const Regex& part : regex.parts) {
        const std::uint32_t end = append(part, from);
        states_[end].empty.push_back(join);
      }
      return join;
    }
    case Regex::Kind::kRepeat:
      return append_repeat(regex, from);
  }
  return from;
}

std::uint32_t Nfa::append_repeat(const Regex& regex, std::uint32_t from) {
  const Regex& body = regex.parts[0];
  for (std::uint32_t i = 0; i < regex.min && !full(); ++i) from = append(body, from);
  const std::uint32_t end = new_state();
  if (regex.max == Regex::kUnlimited) {
    states_[from].empty.push_back(end);
    const std::uint32_t round = append(body, end);
    states_[round].empty.push_back(end);
    return end;
  }
  for (std::uint32_t i = regex.min; i < regex.max && !full(); ++i) {
    states_[from].empty.push_back(end);
    from = append(body, from);
  }
  states_[from].empty.push_back(end);
  return end;
}

std::uint32_t Nfa::append_class(const CharClass& chars, std::uint32_t from) {
  const std::uint32_t fork = new_state();
  const std::uint32_t to = new_state();
  states_[from].empty.push_back(fork);
  for (const CodeRange range : chars.ranges()) {
    const CodeRange codes{range.first, std::min(range.last, kLastCodePoint)};
    if (codes.first <= codes.last) {
      for (const Utf8Sequence& sequence : utf8_sequences(codes)) {
        append_sequence(sequence, fork, to);
      }
    }
    if (range.last >= kFirstStray) {
      const std::uint32_t first = std::max(range.first, kFirstStray);
      const auto symbol = [](std::uint32_t unit) {
        return static_cast<std::uint16_t>(unit - kFirstStray + kFirstStraySymbol);
      };
      states_[fork].edges.push_back({symbol(first), symbol(range.last), to});
    }
  }
  return to;
}

void Nfa::append_sequence(const Utf8Sequence& sequence, std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t i = 0; i + 1 < sequence.length; ++i) {
    const auto [first, last] = sequence.bytes[i];
    const auto& edges = states_[from].edges;
    if (!edges.empty() && edges.back().first == first && edges.back().last == last) {
      from = edges.back().target;
      continue;
    }
    const std::uint32_t next = new_state();
    states_[from].edges.push_back({first, last, next});
    from = next;
  }
  const auto [first, last] = sequence.bytes[sequence.length - 1];
  states_[from].edges.push_back({first, last, to});
}

}  // namespace grabr
