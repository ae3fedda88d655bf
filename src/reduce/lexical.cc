#include "reduce/lexical.h"

#include <utility>

namespace grabr {

RemovableList text_list(std::string_view text, Unit unit) {
  std::vector<Span> units = split_units(text, unit);
  RemovableList list;
  list.count = static_cast<std::uint32_t>(units.size());
  list.things = unit_name(unit);
  list.render = [text, units = std::move(units)](const Kept& kept) {
    Candidate candidate;
    for (const std::uint32_t i : kept) {
      candidate.text += text.substr(units[i].begin, units[i].size());
    }
    return candidate;
  };
  return list;
}

void minimize_text(Session& session, Unit unit, ListMinimizer minimizer) {
  const std::string text = session.best();
  minimizer(session, text_list(text, unit));
}

void minimize_text(Session& session, Unit unit, const ListReducer& lists) {
  const std::string text = session.best();
  lists(session, text_list(text, unit));
}

}  // namespace grabr
