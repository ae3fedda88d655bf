// Tested by tests/reduce/needed_test.cc.
#include "reduce/pass/needed.h"

#include <cstdint>

#include "reduce/pass/names.h"
#include "reduce/pass/unit_of_token.h"

namespace grabr {

std::vector<std::size_t> not_needed(const Tree& tree, std::span<const NodeId> units) {
  constexpr std::uint32_t kNoUnit = UnitOfToken::kNoUnit;
  const UnitOfToken unit_of(tree, units);
  const std::vector<Name> names = linked_names_in(tree);
  std::vector<std::vector<std::uint32_t>> names_of(units.size());
  std::vector<bool> is_needed(units.size());
  std::vector<std::uint32_t> todo;  // units
  const auto need = [&](std::uint32_t name) {
    const std::uint32_t definer = unit_of[names[name].tokens[0]];
    if (definer == kNoUnit || is_needed[definer]) return;
    is_needed[definer] = true;
    todo.push_back(definer);
  };
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    bool outside = false;
    for (const NodeId token : names[i].tokens) {
      const std::uint32_t unit = unit_of[token];
      outside |= unit == kNoUnit;
      if (unit != kNoUnit && (names_of[unit].empty() || names_of[unit].back() != i)) {
        names_of[unit].push_back(i);
      }
    }
    if (outside) need(i);
  }
  while (!todo.empty()) {
    const std::uint32_t unit = todo.back();
    todo.pop_back();
    for (const std::uint32_t name : names_of[unit]) need(name);
  }
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!is_needed[i]) rest.push_back(i);
  }
  return rest;
}

}  // namespace grabr
