// Hopcroft's minimisation ("An n log n algorithm for minimizing states in a finite automaton",
// 1971) for a partial transition function (Valmari and Lehtinen, STACS 2008): moves to the dead
// state are left out; therefore every block must be used as a splitter once.
//
// Initial blocks have equal `accepts`. A splitter is a block B; for each class c of input symbols,
// the states that c leads into B are separated from the rest of their block. When a block is split,
// the smaller part becomes a splitter too; the larger need not, unless the whole still was one. A
// block in use as a splitter keeps the members it had when its turn began.
//
// Most states of a lexer differ in what is accepted one or two symbols later. So the initial blocks
// are those after a few rounds of Moore's algorithm, using a hash of each row in place of the row:
// a collision merely makes a block coarser than necessary. Moves out of states that are alone in
// their block are then left out.
//
// O(n·k·log n) for n states and k classes. Tested by dfa_test.cc against pairwise comparison.
#include <algorithm>
#include <map>
#include <utility>

#include "grammar/lex/dfa.h"

namespace grabr {
namespace {

constexpr int kMooreRounds = 3;

/// Numbers keys in order of appearance.
template <class Key>
class Numbering {
 public:
  std::uint32_t operator()(const Key& key) {
    return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  std::size_t size() const { return numbers_.size(); }

 private:
  std::map<Key, std::uint32_t> numbers_;
};

std::uint64_t row_hash(const Dfa& dfa, const std::vector<std::uint32_t>& blocks,
                       std::uint32_t state) {
  const std::uint32_t* const row = dfa.next.data() + std::size_t{state} * dfa.class_count;
  std::uint64_t hash = 0;
  for (std::uint32_t c = 0; c < dfa.class_count; ++c) {
    hash = (hash << 5 | hash >> 59) ^ (blocks[row[c]] * 0x9E3779B97F4A7C15u);
  }
  return hash;
}

/// By state: its initial block, from 1. States that will end up in the same block share it.
std::vector<std::uint32_t> first_blocks(const Dfa& dfa) {
  std::vector<std::uint32_t> blocks(dfa.state_count(), 0);
  Numbering<std::vector<Rank>> by_accepts;
  for (std::uint32_t s = 1; s < dfa.state_count(); ++s) blocks[s] = by_accepts(dfa.accepts[s]) + 1;
  std::size_t count = by_accepts.size();
  for (int round = 0; round < kMooreRounds; ++round) {
    std::vector<std::uint32_t> sizes(count + 1, 0);
    for (const std::uint32_t block : blocks) ++sizes[block];
    std::vector<std::uint32_t> finer(dfa.state_count(), 0);
    Numbering<std::pair<std::uint32_t, std::uint64_t>> by_row;
    for (std::uint32_t s = 1; s < dfa.state_count(); ++s) {
      const std::uint64_t hash = sizes[blocks[s]] == 1 ? 0 : row_hash(dfa, blocks, s);
      finer[s] = by_row({blocks[s], hash}) + 1;
    }
    blocks = std::move(finer);
    if (std::exchange(count, by_row.size()) == by_row.size()) break;
  }
  return blocks;
}

/// Blocks of states 1..n-1; the members of a block are contiguous in `order_`, marked ones first.
class Partition {
 public:
  struct Block {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t marked = 0;  ///< how many members are marked

    std::uint32_t size() const { return end - begin; }
  };

  explicit Partition(const Dfa& dfa) : place_(dfa.state_count()), block_of_(dfa.state_count()) {
    const std::vector<std::uint32_t> first = first_blocks(dfa);
    for (std::uint32_t s = 1; s < dfa.state_count(); ++s) {
      if (first[s] > blocks_.size()) blocks_.resize(first[s]);
      ++blocks_[first[s] - 1].end;
    }
    std::uint32_t sum = 0;
    for (Block& block : blocks_) {
      block.begin = sum;
      sum += std::exchange(block.end, sum);
    }
    order_.resize(sum);
    for (std::uint32_t s = 1; s < dfa.state_count(); ++s) {
      block_of_[s] = first[s] - 1;
      place_[s] = blocks_[block_of_[s]].end++;
      order_[place_[s]] = s;
    }
  }

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(blocks_.size()); }
  std::uint32_t block_of(std::uint32_t state) const { return block_of_[state]; }
  const Block& block(std::uint32_t id) const { return blocks_[id]; }
  std::uint32_t member(std::uint32_t place) const { return order_[place]; }

  /// Marks the state; true if it is the first marked in its block.
  bool mark(std::uint32_t state) {
    Block& block = blocks_[block_of_[state]];
    const std::uint32_t to = block.begin + block.marked;
    if (place_[state] < to) return false;
    const std::uint32_t other = order_[to];
    std::swap(order_[to], order_[place_[state]]);
    place_[other] = place_[state];
    place_[state] = to;
    return block.marked++ == 0;
  }

  /// Splits the marked members off into a new block, unless all are marked. Returns the new block,
  /// or `id` if there is none.
  std::uint32_t split(std::uint32_t id) {
    const std::uint32_t marked = std::exchange(blocks_[id].marked, 0);
    if (marked == blocks_[id].size()) return id;
    const std::uint32_t begin = blocks_[id].begin;
    const std::uint32_t added = block_count();
    blocks_[id].begin = begin + marked;
    blocks_.push_back({begin, begin + marked, 0});
    for (std::uint32_t i = begin; i < begin + marked; ++i) block_of_[order_[i]] = added;
    return added;
  }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> place_;     // by state: its index in order_
  std::vector<std::uint32_t> block_of_;  // by state
  std::vector<Block> blocks_;
};

/// The moves into each state, except from states that are alone in their block.
struct Sources {
  struct Move {
    std::uint32_t symbol_class = 0;
    std::uint32_t from = 0;
  };
  std::vector<std::uint32_t> begins;
  std::vector<Move> moves;

  Sources(const Dfa& dfa, const Partition& partition) : begins(dfa.state_count() + 1, 0) {
    std::vector<std::uint32_t> origins;
    for (std::uint32_t s = 1; s < dfa.state_count(); ++s) {
      if (partition.block(partition.block_of(s)).size() > 1) origins.push_back(s);
    }
    for_each_move(dfa, origins, [&](Move, std::uint32_t target) { ++begins[target]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& begin : begins) begin = std::exchange(sum, sum + begin);
    moves.resize(sum);
    std::vector<std::uint32_t> at = begins;
    for_each_move(dfa, origins,
                  [&](Move move, std::uint32_t target) { moves[at[target]++] = move; });
  }

 private:
  template <class Visit>
  static void for_each_move(const Dfa& dfa, const std::vector<std::uint32_t>& origins,
                            Visit visit) {
    for (const std::uint32_t s : origins) {
      const std::uint32_t* const row = dfa.next.data() + std::size_t{s} * dfa.class_count;
      for (std::uint32_t c = 0; c < dfa.class_count; ++c) {
        if (row[c] != Dfa::kDead) visit(Move{c, s}, row[c]);
      }
    }
  }
};

void refine(Partition& partition, const Dfa& dfa) {
  const Sources sources(dfa, partition);
  std::vector<std::uint32_t> splitters;
  std::vector<bool> waits(dfa.state_count(), false);  // by block
  const auto push = [&](std::uint32_t block) {
    splitters.push_back(block);
    waits[block] = true;
  };
  for (std::uint32_t b = 0; b < partition.block_count(); ++b) push(b);

  std::vector<std::vector<std::uint32_t>> by_class(dfa.class_count);
  std::vector<std::uint32_t> touched;
  while (!splitters.empty()) {
    const std::uint32_t splitter = splitters.back();
    splitters.pop_back();
    waits[splitter] = false;
    const Partition::Block members = partition.block(splitter);
    for (std::uint32_t i = members.begin; i < members.end; ++i) {
      const std::uint32_t target = partition.member(i);
      for (std::uint32_t m = sources.begins[target]; m < sources.begins[target + 1]; ++m) {
        const auto [symbol_class, from] = sources.moves[m];
        if (partition.block(partition.block_of(from)).size() == 1) continue;
        by_class[symbol_class].push_back(from);
      }
    }
    for (auto& states : by_class) {
      for (const std::uint32_t s : states) {
        if (partition.mark(s)) touched.push_back(partition.block_of(s));
      }
      states.clear();
      for (const std::uint32_t block : touched) {
        const std::uint32_t added = partition.split(block);
        if (added == block) continue;
        const bool smaller = partition.block(added).size() <= partition.block(block).size();
        push(waits[block] || smaller ? added : block);
      }
      touched.clear();
    }
  }
}

/// New block numbers: 0 stays dead, accepting ones come last, and among those the ones accepting
/// late ranks; otherwise in the old order.
std::vector<std::uint32_t> number_blocks(const Partition& partition, const Dfa& dfa, Rank late) {
  const auto tier = [&](std::uint32_t state) {
    const std::vector<Rank>& accepts = dfa.accepts[state];
    return accepts.empty() ? 0 : accepts.back() < late ? 1 : 2;
  };
  std::vector<std::uint32_t> numbers(partition.block_count(), Dfa::kDead);
  std::uint32_t count = 0;
  for (const int wanted : {0, 1, 2}) {
    for (std::uint32_t s = 1; s < dfa.state_count(); ++s) {
      std::uint32_t& number = numbers[partition.block_of(s)];
      if (number == Dfa::kDead && tier(s) == wanted) number = ++count;
    }
  }
  return numbers;
}

}  // namespace

Dfa minimise(const Dfa& dfa, Rank late) {
  Partition partition(dfa);
  refine(partition, dfa);
  const std::vector<std::uint32_t> numbers = number_blocks(partition, dfa, late);
  const auto number = [&](std::uint32_t state) {
    return state == Dfa::kDead ? Dfa::kDead : numbers[partition.block_of(state)];
  };
  Dfa result;
  result.class_of = dfa.class_of;
  result.class_count = dfa.class_count;
  result.start = number(dfa.start);
  result.accepts.resize(partition.block_count() + 1);
  result.next.resize(result.accepts.size() * dfa.class_count, Dfa::kDead);
  for (std::uint32_t b = 0; b < partition.block_count(); ++b) {
    const std::uint32_t s = partition.member(partition.block(b).begin);
    result.accepts[numbers[b]] = dfa.accepts[s];
    for (std::uint32_t c = 0; c < dfa.class_count; ++c) {
      result.next[numbers[b] * dfa.class_count + c] = number(dfa.next[s * dfa.class_count + c]);
    }
  }
  merge_classes(result);
  return result;
}

}  // namespace grabr
