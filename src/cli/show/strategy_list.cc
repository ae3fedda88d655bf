#include "cli/show/strategy_list.h"

#include <algorithm>
#include <string>

#include "text/error.h"

namespace grabr {

std::vector<Schedule> parse_strategy_list(std::string_view text) {
  std::vector<Schedule> schedules;
  while (true) {
    const std::size_t end = text.find(',');
    Schedule schedule = parse_schedule(text.substr(0, end));
    const std::string name = schedule.text();
    const bool twice = std::any_of(schedules.begin(), schedules.end(),
                                   [&](const Schedule& one) { return one.text() == name; });
    if (twice) throw Error(ErrorKind::kInvalid, name + " is listed twice");
    schedules.push_back(std::move(schedule));
    if (end == std::string_view::npos) return schedules;
    text.remove_prefix(end + 1);
  }
}

}  // namespace grabr
