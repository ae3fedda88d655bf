// How many tests of a reduction were of texts made without regard to its grammar, and how many of
// those the grammar rejects. All other candidates are sentences by the way they are made.
#pragma once

#include <cstdint>

#include "parse/parser.h"
#include "reduce/core/session.h"

namespace grabr {

/// Of committed tests.
struct OutsideTests {
  std::uint64_t tests = 0;     ///< of texts that passes outside the grammar made
  std::uint64_t read = 0;      ///< of those, with the grammar: all but those past the limit
  std::uint64_t rejected = 0;  ///< of those read

  OutsideTests& operator+=(const OutsideTests& other);
};

class OutsideTestCount : public Observer {
 public:
  /// Reads texts until they have had so many bytes together: a text that does not parse may be
  /// large, and its tests many.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20;

  /// `parser` must live as long.
  explicit OutsideTestCount(const Parser& parser, std::uint64_t most_bytes = kMostBytes)
      : parser_(parser), bytes_left_(most_bytes) {}

  void on_test(const TestRecord& record) override;
  const OutsideTests& found() const { return found_; }

 private:
  const Parser& parser_;
  std::uint64_t bytes_left_;
  OutsideTests found_;
};

}  // namespace grabr
