// Memory for large amounts of data. Tested by tests/text/memory_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace grabr {

/// Asks the system to back a large, still untouched range with large pages, which saves nine tenths
/// of the page faults. No effect if unsupported.
void prefer_large_pages(void* data, std::size_t size_bytes);

/// Like realloc: returns the block, maybe moved, with its contents up to the smaller size. Size 0
/// means no block (null). Blocks of a megabyte and more are mapped pages: resizing remaps them
/// instead of copying, and freed pages return to the system at once.
void* resize_block(void* block, std::size_t old_bytes, std::size_t new_bytes);

/// Returns a large block to the system while it is being read from beginning to end.
class PagesRead {
 public:
  /// Bytes before `bytes` will not be read again. From now on their pages take no memory and
  /// contain zeros.
  void up_to(void* block, std::size_t bytes);

 private:
  std::size_t given_back_ = 0;
};

/// An array that may become large: as it grows, pages are moved, not copied, and only pages that
/// were written to take memory. A growing std::vector holds old and new elements at once, up to
/// three times its contents; this holds them once. Elements are copied byte by byte.
template <class T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  LargeArray() = default;
  LargeArray(const LargeArray& other) { append(std::span(other.data_, other.size_)); }
  LargeArray(LargeArray&& other) noexcept { swap(other); }
  LargeArray& operator=(LargeArray other) noexcept {
    swap(other);
    return *this;
  }
  ~LargeArray() { resize_block(data_, capacity_ * sizeof(T), 0); }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T* data() const { return data_; }
  T* data() { return data_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T& back() const { return data_[size_ - 1]; }
  T& back() { return data_[size_ - 1]; }

  void push_back(const T& element) {
    if (size_ < capacity_) {
      data_[size_++] = element;
      return;
    }
    const T copy = element;  // `element` may be in this array, which moves
    make_room(1);
    data_[size_++] = copy;
  }
  void pop_back() { --size_; }
  void append(std::span<const T> elements) {
    if (elements.size() > capacity_ - size_) make_room(elements.size());
    std::copy(elements.begin(), elements.end(), data_ + size_);
    size_ += elements.size();
  }
  void append(std::size_t count, const T& element) {
    if (count > capacity_ - size_) make_room(count);
    std::fill_n(data_ + size_, count, element);
    size_ += count;
  }
  /// Removes an element; later ones move down by one.
  void erase(T* element) {
    std::copy(element + 1, end(), element);
    --size_;
  }
  void resize(std::size_t size) {
    if (size > size_) append(size - size_, T());
    else size_ = size;
  }
  /// The same, but new elements are uninitialised and their pages stay untouched.
  void resize_unset(std::size_t size) {
    if (size > capacity_) make_room(size - size_);
    size_ = size;
  }
  void clear() { size_ = 0; }
  void reserve(std::size_t capacity) {
    if (capacity > capacity_) set_capacity(capacity);
  }
  /// Frees unused capacity.
  void shrink() { set_capacity(size_); }

 private:
  void swap(LargeArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void make_room(std::size_t count) {
    set_capacity(std::max({size_ + count, 2 * capacity_, std::size_t{64} / sizeof(T)}));
  }
  void set_capacity(std::size_t capacity) {
    data_ = static_cast<T*>(resize_block(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace grabr
