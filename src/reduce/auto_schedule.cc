// The schedules of `auto`. Each line has a phase, a pass, and the least expected gain of a
// candidate in tokens. Cheap and likely gains come first; a pass with a high `least` runs again
// further down.
// Tested by tests/reduce/auto_schedule_test.cc.
#include "reduce/auto_schedule.h"

#include <initializer_list>
#include <string>

namespace grabr {
namespace {

constexpr std::string_view kFast = R"(
names        letter-names
delete       sweep-changed
branches     conditionals
layers       unnest
names        dependencies
moves        moves            least 0.5
contents     contents
inside       inside-tokens
layout       layout
)";

constexpr std::string_view kGains = R"(
names        letter-names
delete       sweep-changed
branches     conditionals
layers       unnest
contents     contents
inline       expand-macros
names        dependencies
moves        moves            least 0.5
inside       inside-tokens    least 2
moves        moves            least 0.02
)";

constexpr std::string_view kSeldom = R"(
moves        moves
merge        merge-frequent
windows      linked-windows
windows      exhaustive-windows
merge        merge-names
copies       smaller-copies
forms        other-forms
forms        rewrite
shorter      trec
)";

constexpr std::string_view kEnd = R"(
shorter      canonical
inside       inside-tokens
order        order
layout       layout
certificate  certificate
contents     contents
)";

/// Joins the pieces, each without its leading line end.
std::string schedule_of(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece.substr(1);
  return text;
}

}  // namespace

std::string_view schedule_text(Effort effort) {
  static const std::string fast = schedule_of({kFast});
  static const std::string normal = schedule_of({kGains, kEnd});
  static const std::string thorough = schedule_of({kGains, kSeldom, kEnd}) + "bytes\n";
  switch (effort) {
    case Effort::kFast: return fast;
    case Effort::kNormal: return normal;
    case Effort::kThorough: break;
  }
  return thorough;
}

}  // namespace grabr
