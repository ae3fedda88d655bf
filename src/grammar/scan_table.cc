#include "grammar/scan_table.h"

namespace grabr {

ScanTable::ScanTable(const Dfa& dfa)
    : class_of(dfa.class_of), next(dfa.next), class_count(dfa.class_count) {
  for (std::uint32_t& target : next) target *= class_count;
  start = dfa.start * class_count;
  std::uint32_t plain = 0;
  while (plain < dfa.state_count() && dfa.accepts[plain].empty()) ++plain;
  first_accepting = plain * class_count;
}

}  // namespace grabr
