// A named text and its lines: converts byte offsets to lines and columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Half-open range of byte offsets, [begin, end).
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::uint32_t size() const { return end - begin; }
  bool operator==(const Span&) const = default;
};

/// A place in a text as editors count it: both start at 1, columns count code points.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  bool operator==(const Position&) const = default;
};

/// A file's bytes, under the name that messages use. The bytes are never changed.
class Source {
 public:
  Source(std::string name, std::string bytes);

  const std::string& name() const { return name_; }
  std::string_view bytes() const { return bytes_; }

  /// Line and column of a byte offset; offsets past the end give the place after the last byte.
  Position position(std::uint32_t offset) const;
  /// Number of lines; a last line without a newline also counts.
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }
  /// Text of line `line` (from 1), without its line end; empty if there is no such line.
  std::string_view line(std::uint32_t line) const;
  /// The bytes of a span.
  std::string_view slice(Span span) const;

 private:
  std::string name_;
  std::string bytes_;
  std::vector<std::uint32_t> line_starts_;
};

}  // namespace grabr
