// A value for each symbol of a grammar; kNoSymbol has the default value, because nodes of a tree
// may have no symbol, such as parts that did not parse. Tested by tests/grammar/analysis_test.cc.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace grabr {

template <class T>
class BySymbol {
 public:
  using Values = std::vector<T>;

  BySymbol() = default;
  explicit BySymbol(std::size_t symbols) : values_(symbols) {}
  BySymbol(Values values) : values_(std::move(values)) {}
  operator const Values&() const { return values_; }

  typename Values::const_reference operator[](std::size_t symbol) const {
    return symbol < values_.size() ? *(values_.begin() + static_cast<std::ptrdiff_t>(symbol))
                                   : of_none();
  }
  /// Access for changes; the symbol must exist.
  typename Values::reference of(std::size_t symbol) { return values_[symbol]; }
  void push_back(T value) { values_.push_back(std::move(value)); }

  std::size_t size() const { return values_.size(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  [[gnu::noinline]] static typename Values::const_reference of_none() {
    static const Values none(1);
    return none[0];
  }

  Values values_;
};

}  // namespace grabr
