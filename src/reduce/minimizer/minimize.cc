#include "reduce/minimizer/minimize.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace grabr {
namespace {

std::string describe(const RemovableList& list, std::size_t length, Cut cut) {
  const std::string first = std::to_string(cut.begin + 1);
  const std::string place =
      cut.end == cut.begin + 1 ? first : first + "-" + std::to_string(cut.end);
  return "remove " + list.things + " " + place + " of " + std::to_string(length);
}

Candidate candidate_without(const RemovableList& list, const Kept& kept, Cut cut) {
  Candidate candidate = list.render(without(kept, cut));
  if (candidate.edit.empty()) candidate.edit = describe(list, kept.size(), cut);
  return candidate;
}

Session::Sequence cuts_afterwards(const RemovableList& list, const Kept& kept,
                                  const CutsAhead& ahead) {
  if (!ahead) return {};
  return [&list, &kept, &ahead](std::size_t, Candidate& candidate) {
    while (const std::optional<Cut> cut = ahead()) {
      if (kept.size() - (cut->end - cut->begin) < list.min) continue;
      candidate = candidate_without(list, kept, *cut);
      return true;
    }
    return false;
  };
}

}  // namespace

std::string words_on_kept(std::size_t kept, std::size_t count, const std::string& things) {
  return "keep " + std::to_string(kept) + " of " + std::to_string(count) + " " + things;
}

Kept select(const Kept& kept, const Kept& chosen) {
  Kept selected;
  selected.reserve(chosen.size());
  for (const std::uint32_t i : chosen) selected.push_back(kept[i]);
  return selected;
}

Kept keep_all(const RemovableList& list) {
  Kept kept(list.count);
  std::iota(kept.begin(), kept.end(), std::uint32_t{0});
  return kept;
}

Kept without(const Kept& kept, Cut cut) {
  Kept rest;
  rest.reserve(kept.size() - (cut.end - cut.begin));
  const auto at = [&](std::size_t place) {
    return kept.begin() + static_cast<std::ptrdiff_t>(place);
  };
  rest.insert(rest.end(), kept.begin(), at(cut.begin));
  rest.insert(rest.end(), at(cut.end), kept.end());
  return rest;
}

std::optional<std::size_t> first_failing_cut(Session& session, const RemovableList& list,
                                             const Kept& kept, std::span<const Cut> cuts,
                                             const CutsAhead& ahead) {
  std::vector<std::size_t> allowed;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (kept.size() - (cuts[i].end - cuts[i].begin) >= list.min) allowed.push_back(i);
  }
  const auto found = session.first_failing(
      [&](std::size_t index, Candidate& candidate) {
        if (index == allowed.size()) return false;
        candidate = candidate_without(list, kept, cuts[allowed[index]]);
        return true;
      },
      cuts_afterwards(list, kept, ahead));
  if (!found) return std::nullopt;
  return allowed[*found];
}

void drop(const RemovableList& list, Kept& kept, Cut cut) {
  kept = without(kept, cut);
  if (list.on_accept) list.on_accept(kept);
}

bool try_cut(Session& session, const RemovableList& list, Kept& kept, Cut cut,
             const CutsAhead& ahead) {
  if (!first_failing_cut(session, list, kept, {&cut, 1}, ahead)) return false;
  drop(list, kept, cut);
  return true;
}

std::optional<std::size_t> first_failing_selection(Session& session, const RemovableList& list,
                                                   const Kept& kept,
                                                   std::span<const Kept> selections) {
  std::vector<std::size_t> allowed;
  for (std::size_t i = 0; i < selections.size(); ++i) {
    if (selections[i].size() >= list.min) allowed.push_back(i);
  }
  const auto found = session.first_failing([&](std::size_t index, Candidate& candidate) {
    if (index == allowed.size()) return false;
    const Kept& selection = selections[allowed[index]];
    candidate = list.render(selection);
    if (candidate.edit.empty()) {
      candidate.edit = words_on_kept(selection.size(), kept.size(), list.things);
    }
    return true;
  });
  if (!found) return std::nullopt;
  return allowed[*found];
}

bool try_selection(Session& session, const RemovableList& list, Kept& kept, Kept selection) {
  if (!first_failing_selection(session, list, kept, {&selection, 1})) return false;
  kept = std::move(selection);
  if (list.on_accept) list.on_accept(kept);
  return true;
}

bool keep_failing_part(Session& session, const RemovableList& list, Kept& kept,
                       std::span<const Cut> parts) {
  std::vector<Kept> alone;
  for (const Cut part : parts) {
    const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(part.begin);
    alone.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(part.end - part.begin));
  }
  const auto found = first_failing_selection(session, list, kept, alone);
  if (!found) return false;
  kept = std::move(alone[*found]);
  if (list.on_accept) list.on_accept(kept);
  return true;
}

RemovableList sublist(const RemovableList& list, const Kept& kept, const Kept& others) {
  const auto whole = [kept, others](const Kept& chosen) {
    Kept all;
    std::ranges::merge(others, select(kept, chosen), std::back_inserter(all));
    return all;
  };
  RemovableList part = list;
  part.count = static_cast<std::uint32_t>(kept.size());
  part.min = list.min - std::min(list.min, static_cast<std::uint32_t>(others.size()));
  part.render = [&list, whole](const Kept& chosen) { return list.render(whole(chosen)); };
  if (!list.weights.empty()) part.weights = select(list.weights, kept);
  if (list.on_accept) {
    part.on_accept = [&list, whole](const Kept& chosen) { list.on_accept(whole(chosen)); };
  }
  if (list.retry) {
    part.retry = [&list, whole](const Kept& chosen) { return list.retry(whole(chosen)); };
  }
  return part;
}

Kept reverse_kept(const RemovableList& list, const Kept& kept) {
  Kept back;
  back.reserve(kept.size());
  for (auto it = kept.rbegin(); it != kept.rend(); ++it) back.push_back(list.count - 1 - *it);
  return back;
}

RemovableList reversed(const RemovableList& list) {
  RemovableList back = list;
  back.render = [&list](const Kept& kept) { return list.render(reverse_kept(list, kept)); };
  std::reverse(back.weights.begin(), back.weights.end());
  if (list.on_accept) {
    back.on_accept = [&list](const Kept& kept) { list.on_accept(reverse_kept(list, kept)); };
  }
  return back;
}

Kept until_stable(Session& session, const RemovableList& list, ListMinimizer minimizer) {
  Kept kept = keep_all(list);
  while (true) {
    const Kept chosen = minimizer(session, sublist(list, kept));
    if (chosen.size() == kept.size()) return kept;
    kept = select(kept, chosen);
  }
}

Kept drop_singles(Session& session, const RemovableList& list, Kept kept) {
  bool dropped = true;
  while (dropped) {
    dropped = false;
    for (std::size_t i = kept.size(); i-- > 0;) {
      const auto those_before = [next = i]() mutable -> std::optional<Cut> {
        if (next == 0) return std::nullopt;
        --next;
        return Cut{next, next + 1};
      };
      if (try_cut(session, list, kept, {i, i + 1}, those_before)) dropped = true;
    }
  }
  return kept;
}

}  // namespace grabr
