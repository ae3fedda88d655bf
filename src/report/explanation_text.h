// An explanation of a result, as text, as comments in the result, and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "parse/parser.h"
#include "reduce/explain/explainer.h"

namespace grabr {

inline constexpr const char* kExplanationSchema = "grabr-explanation-1";

/// The result with what may stand there in place of its parts: `f(<expression>, 0)`.
std::string abstraction_text(const std::string& text, const Explanation& explanation);

/// "any IDENTIFIER (20 of 20 fail)".
std::string part_words(const ExplainedPart& part);

/// The abstraction, its parts with their counts, and those that matter with what does not fail in
/// their place.
std::string explanation_text(const std::string& text, const Explanation& explanation);

/// The result with a comment for each part; nothing if the grammar has no comments of a known form,
/// or none may stand there.
std::optional<std::string> commented_text(const std::string& text, const Explanation& explanation,
                                          const Parser& parser);

/// One object:
///
///   schema, text, abstraction      "grabr-explanation-1"; the result; what it is made of
///   parts     begin, end           bytes of the text; equal: nothing stands there
///             also                 further places of a part that changes in all of them: [[b, e]]
///             symbol, was          what may stand there, what does
///             verdict              any, more, linked, one of, range, matters, unknown
///             tried, failed        different texts in its place; those that fail
///             unresolved           further ones: the test could not tell
///             all                  no others were found
///             description          in words
///             counterexample       what in its place does not fail; values, low, high: those that
///             do own_names            true: names that occur nowhere else
///   together  tried, failed, unresolved, at_most     of all parts at once; at_most: a bound at 95
///   %
///                                  for the share that does not fail, null if nothing was tried
///   spacing_matters, seed, tests   tests: answers, known ones included
///   ended                          why not all was found out; null: all was
///   grammar                        a grammar file of such texts
std::string explanation_json(const std::string& text, const Explanation& explanation,
                             std::uint64_t seed, std::uint64_t tests);

/// Whether this is one, and of that text. Throws Error(kInvalid), with the file's name, if it is
/// none.
bool explains(const std::string& path, const std::string& json, const std::string& text);

}  // namespace grabr
