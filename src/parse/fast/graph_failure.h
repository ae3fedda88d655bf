// Finds what would have been accepted at the place where the fast parser stopped.
#pragma once

#include <functional>

#include "parse/diagnose/failure.h"
#include "parse/fast/engine.h"

namespace grabr {

/// Fills `terminals` or `bytes`, `end`, `next` and `open` from an engine that has read the tokens
/// before the failure. `offset_of` returns the offset where a token, given by number, begins.
void inquire(Engine& engine, const Grammar& grammar,
             const std::function<std::uint32_t(std::uint32_t)>& offset_of, FailureFacts& facts);

}  // namespace grabr
