// The hash table behind CPython's sets: open addressing, which tries the element's place and its
// nine neighbours, then another place given by further bits of the hash.
//
//   {8, 1}: 8 slots, 8 goes to place 0 and 1 to place 1: listed as [8, 1]
//   {1, 9}: both want place 1; the nine neighbours do not fit in 8 slots, so 9 goes to place 6
//
// A table that is 3/5 full grows to the smallest power of two above four times its elements (twice
// from 50,000 elements on). A discarded element leaves a mark in its place. `a - b` builds a new
// set, unless `b` has less than a quarter of the elements of `a`: then it copies `a` and discards
// those of `b`. A copy of a table without marks copies its places; with marks, its elements are
// inserted again.
//
// Source: CPython, Objects/setobject.c, as of 3.11. Tested by
// tests/reduce/python_set_test.cc with lists that CPython printed.
#include "reduce/literature/python_set.h"

#include <utility>

namespace grabr {
namespace {

constexpr std::size_t kMinSlots = 8;
constexpr std::size_t kNeighbours = 9;
constexpr std::size_t kMaxElementsGrownFourfold = 50000;
constexpr PythonSet::Element kFree = 0xFFFFFFFF;
constexpr PythonSet::Element kDiscarded = 0xFFFFFFFE;

bool is_element(PythonSet::Element slot) { return slot != kFree && slot != kDiscarded; }

/// The first place in the element's probe sequence that holds it or is free.
std::size_t find_place(const std::vector<PythonSet::Element>& table, PythonSet::Element element) {
  const std::size_t mask = table.size() - 1;
  std::size_t perturbation = element;
  std::size_t start = element & mask;
  while (true) {
    const std::size_t last = start + kNeighbours <= mask ? start + kNeighbours : start;
    for (std::size_t place = start; place <= last; ++place) {
      if (table[place] == element || table[place] == kFree) return place;
    }
    perturbation >>= 5;
    start = (start * 5 + 1 + perturbation) & mask;
  }
}

}  // namespace

PythonSet::PythonSet() : table_(kMinSlots, kFree) {}

PythonSet PythonSet::range(Element count) {
  PythonSet set;
  for (Element element = 0; element < count; ++element) set.add(element);
  return set;
}

PythonSet PythonSet::of(std::span<const Element> elements) {
  PythonSet set;
  for (const Element element : elements) set.add(element);
  return set;
}

PythonSet PythonSet::operator-(const PythonSet& other) const {
  if (size() / 4 <= other.size()) {
    PythonSet rest;
    for (const Element element : in_order()) {
      if (!other.contains(element)) rest.add(element);
    }
    return rest;
  }
  PythonSet rest = copy();
  for (const Element element : other.in_order()) rest.discard(element);
  const std::size_t marks = rest.fill_ - rest.used_;
  if (marks > rest.mask() / 4) rest.grow();
  return rest;
}

PythonSet PythonSet::operator|(const PythonSet& other) const {
  PythonSet all = copy();
  if (this != &other) all.merge(other);
  return all;
}

bool PythonSet::contains(Element element) const { return table_[place_of(element)] == element; }

std::vector<PythonSet::Element> PythonSet::in_order() const {
  std::vector<Element> elements;
  elements.reserve(used_);
  for (const Element slot : table_) {
    if (is_element(slot)) elements.push_back(slot);
  }
  return elements;
}

std::size_t PythonSet::place_of(Element element) const { return find_place(table_, element); }

void PythonSet::add(Element element) {
  Element& slot = table_[place_of(element)];
  if (slot == element) return;
  slot = element;
  ++used_;
  ++fill_;
  if (fill_ * 5 >= mask() * 3) grow();
}

void PythonSet::discard(Element element) {
  Element& slot = table_[place_of(element)];
  if (slot != element) return;
  slot = kDiscarded;
  --used_;
}

void PythonSet::grow() { resize(used_ > kMaxElementsGrownFourfold ? used_ * 2 : used_ * 4); }

void PythonSet::resize(std::size_t wanted) {
  std::size_t slots = kMinSlots;
  while (slots <= wanted) slots *= 2;
  const std::vector<Element> elements = in_order();
  table_.assign(slots, kFree);
  for (const Element element : elements) table_[place_of(element)] = element;
  fill_ = used_;
}

PythonSet PythonSet::copy() const {
  PythonSet same;
  same.merge(*this);
  return same;
}

void PythonSet::merge(const PythonSet& other) {
  if (other.used_ == 0) return;
  if ((fill_ + other.used_) * 5 >= mask() * 3) resize((used_ + other.used_) * 2);
  const bool as_it_is = fill_ == 0 && mask() == other.mask() && other.fill_ == other.used_;
  if (as_it_is) {
    *this = other;
    return;
  }
  if (fill_ > 0) {
    for (const Element element : other.in_order()) add(element);
    return;
  }
  for (const Element element : other.in_order()) table_[place_of(element)] = element;
  used_ = fill_ = other.used_;
}

}  // namespace grabr
