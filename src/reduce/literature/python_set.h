// Sets of small numbers that list their elements in the same order as CPython's sets. Delta
// debugging in The Debugging Book cuts sets into parts in that order, so its traces depend on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace grabr {

/// The hash table of CPython 3.11, for int elements, which hash to themselves. The order depends on
/// how a set was made, so copies are also made as in CPython.
class PythonSet {
 public:
  using Element = std::uint32_t;  ///< the two largest are not elements

  PythonSet();
  /// set(range(count))
  static PythonSet range(Element count);
  /// set([...])
  static PythonSet of(std::span<const Element> elements);

  /// a - b
  PythonSet operator-(const PythonSet& other) const;
  /// a | b
  PythonSet operator|(const PythonSet& other) const;

  bool contains(Element element) const;
  std::size_t size() const { return used_; }
  /// list(a)
  std::vector<Element> in_order() const;

 private:
  void add(Element element);
  void discard(Element element);
  void merge(const PythonSet& other);
  void resize(std::size_t wanted);
  void grow();
  PythonSet copy() const;
  std::size_t place_of(Element element) const;
  std::size_t mask() const { return table_.size() - 1; }

  std::vector<Element> table_;  // a power of two
  std::size_t used_ = 0;        // elements
  std::size_t fill_ = 0;        // elements and places of discarded ones
};

}  // namespace grabr
