// What the fast engine has completed, in terms of the lowered grammar.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/earley/completions.h"
#include "parse/fast/engine.h"

namespace grabr {

/// `terminals` are the tokens read, in lowered terms. All rules that derive the empty string are
/// completed at every position; optional parts where what is inside them is.
Completions completions_of(const Plain& grammar, LoweredId start,
                           std::span<const LoweredId> terminals,
                           std::span<const Engine::Completion> log);

}  // namespace grabr
