// A compile-time check that a table has a row for each member of an aggregate.
#pragma once

namespace grabr {

/// True if the members of `Aggregate` have exactly these types, in this order.
template <class Aggregate, class... Members>
concept HasJustMembers = requires(Members... members) {
  Aggregate{members...};
}
&&!requires(Members... members) { Aggregate{members..., {}}; };

}  // namespace grabr
