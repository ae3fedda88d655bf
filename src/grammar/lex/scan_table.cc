#include "grammar/lex/scan_table.h"

#include <cstddef>

namespace grabr {

ScanTable::ScanTable(const Dfa& dfa, std::uint32_t notes)
    : class_of(dfa.class_of), class_count(dfa.class_count), row_size(dfa.class_count + notes) {
  next.resize(std::size_t{dfa.state_count()} * row_size, 0);
  for (std::uint32_t s = 0; s < dfa.state_count(); ++s) {
    for (std::uint32_t c = 0; c < class_count; ++c) {
      next[row(s) + c] = row(dfa.next[s * class_count + c]);
    }
  }
  start = row(dfa.start);
  std::uint32_t plain = 0;
  while (plain < dfa.state_count() && dfa.accepts[plain].empty()) ++plain;
  first_accepting = row(plain);
}

}  // namespace grabr
