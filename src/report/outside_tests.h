// Counts the tests of candidates made outside the grammar, and how many of these do not parse. All
// other candidates are sentences by construction.
#pragma once

#include <cstdint>

#include "parse/parser.h"
#include "reduce/core/session.h"

namespace grabr {

/// Counts of committed tests.
struct OutsideTests {
  std::uint64_t tests = 0;     ///< of texts made by passes outside the grammar
  std::uint64_t read = 0;      ///< how many of these were given to the parser, before the limit
  std::uint64_t rejected = 0;  ///< how many of those did not parse

  OutsideTests& operator+=(const OutsideTests& other);
};

class OutsideTestCount : public Observer {
 public:
  /// Texts are parsed up to this many bytes in total: a text that does not parse may be large, and
  /// there may be many tests.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20;

  /// `parser` must outlive this.
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
