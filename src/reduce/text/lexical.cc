#include "reduce/text/lexical.h"

#include <cstdint>
#include <string>
#include <utility>

namespace grabr {

namespace {

std::string text_of_pieces(std::string_view text, const CutText& cut, const Kept& kept) {
  const auto slice = [&](Span span) { return text.substr(span.begin, span.size()); };
  std::string kept_text(slice(cut.before));
  for (const std::uint32_t i : kept) {
    if (i != kept.front()) kept_text += slice(cut.pieces[i].glue);
    kept_text += slice(cut.pieces[i].core);
  }
  return kept_text += slice(cut.after);
}

std::string_view things_of(Unit unit) {
  if (unit == Unit::kArgs) return "arguments";
  if (unit == Unit::kList) return "elements";
  return unit_name(unit);
}

}  // namespace

RemovableList text_list(std::string_view text, Unit unit) {
  CutText cut = cut_text(text, unit);
  RemovableList list;
  list.count = static_cast<std::uint32_t>(cut.pieces.size());
  list.things = things_of(unit);
  list.render = [text, cut = std::move(cut)](const Kept& kept) {
    return Candidate{text_of_pieces(text, cut, kept), {}};
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
