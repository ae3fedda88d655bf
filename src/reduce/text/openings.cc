// Removes opening brackets, each with the token after it. If an error cuts a text short, its open
// brackets are never closed, so no part of a tree begins with such a bracket, and neither of the
// two tokens can go alone:
//
//   (func (block $   →   (func $
//
// It runs one test for each bracket, from the end to the front.
// Source: grabr. Tested by tests/reduce/openings_test.cc.
#include "reduce/text/openings.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/ascii.h"
#include "text/source.h"
#include "text/units.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxOpeningBytes = 1000;  // of a bracket and the two tokens after it

}  // namespace

void remove_openings(Session& session) {
  const std::vector<Span> tokens = split_units(session.best(), Unit::kTokens);
  // From the end, so that the places before stay valid.
  for (std::size_t i = tokens.size(); i-- > 0;) {
    const std::string& text = session.best();
    const std::uint32_t begin = tokens[i].begin;
    if (i + 1 == tokens.size() || !is_one_of(text[begin], "([{")) continue;
    // The tokens after the bracket may have been deleted with the next bracket.
    const std::vector<Span> behind =
        split_units(std::string_view(text).substr(begin, kMaxOpeningBytes), Unit::kTokens);
    if (behind.size() < 3) continue;
    // The white space after them stays, because it may keep two words apart.
    std::string gone = text.substr(begin, behind[1].end);
    gone.resize(gone.find_last_not_of(" \t\r\n") + 1);
    session.fails(text.substr(0, begin) + text.substr(begin + gone.size()), "remove " + gone);
  }
}

}  // namespace grabr
