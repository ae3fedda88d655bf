// FIRST sets: the terminals that what a symbol derives may begin with.
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <vector>

#include "parse/lr/lowered.h"

namespace grabr {

class FirstTerminals {
 public:
  /// By column of a terminal: is it in the set?
  using Set = boost::dynamic_bitset<>;

  explicit FirstTerminals(const Lowered& grammar);
  const Set& of(LoweredId symbol) const { return sets_[symbol]; }
  /// Terminals are numbered from 0 in the order of their ids.
  std::size_t column(LoweredId terminal) const { return columns_[terminal]; }
  Set none() const { return Set(column_count_); }

 private:
  std::vector<std::size_t> columns_;
  std::size_t column_count_ = 0;
  std::vector<Set> sets_;
};

}  // namespace grabr
