// A table with a row for each member of an aggregate is complete, or does not compile.
#pragma once

namespace grabr {

/// The members of `Aggregate` are of these types, in this order, and there are no others.
template <class Aggregate, class... Members>
concept HasJustMembers = requires(Members... members) { Aggregate{members...}; } &&
                         !requires(Members... members) { Aggregate{members..., {}}; };

}  // namespace grabr
