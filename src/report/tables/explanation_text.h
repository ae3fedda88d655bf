// Writes the explanation of a result as text, as comments in the result, and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "parse/parser.h"
#include "reduce/explain/explainer.h"

namespace grabr {

inline constexpr const char* kExplanationSchema = "grabr-explanation-1";

/// Which places of an explanation are shown.
enum class ShownPlaces : std::uint8_t {
  kParts,  ///< parts of the result
  kAll,    ///< also places where something may be inserted
};

/// The result with its replaceable parts written as symbols: `f(<expression>, 0)`.
std::string abstraction_text(const std::string& text, const Explanation& explanation,
                             ShownPlaces places = ShownPlaces::kAll);

/// "any IDENTIFIER (20 of 20 fail)".
std::string part_words(const ExplainedPart& part);

/// The abstraction; the parts that matter, each with a replacement that does not fail; the other
/// parts with their counts; and the meaning of the marks in the abstraction.
std::string explanation_text(const std::string& text, const Explanation& explanation,
                             ShownPlaces places);

/// The result with a comment for each part. Nothing if the grammar has no known form of comments,
/// or if no comment can be written at those places.
std::optional<std::string> commented_text(const std::string& text, const Explanation& explanation,
                                          const Parser& parser);

/// One object:
///
///   schema, text, abstraction      "grabr-explanation-1"; the result; abstraction_text()
///   parts     begin, end           bytes of the text; equal: a place for an insertion
///             also                 further places of a part that changes in all of them: [[b, e]]
///             symbol, was          whose sentences may replace it; its text in the result
///             verdict              any, more, linked, one of, range, matters, unknown
///             tried, failed        different texts in its place; those that fail
///             unresolved           further texts that the test could not decide
///             all                  no others were found
///             description          in words
///             counterexample       a text in its place that does not fail
///             values, low, high    those that do
///             own_names            true: names that occur nowhere else
///   together  tried, failed, unresolved    of all parts at once
///             at_most              the share that does not fail: upper bound at 95 %, or null
///   spacing_matters, seed, tests   tests: answers, known ones included
///   ended                          why it is incomplete; null: it is complete
///   grammar                        a grammar file that generates such texts
std::string explanation_json(const std::string& text, const Explanation& explanation,
                             std::uint64_t seed, std::uint64_t tests);

/// Is this an explanation of that text? Throws Error(kInvalid), with the file's name, if it is not
/// an explanation at all.
bool explains(const std::string& path, const std::string& json, const std::string& text);

}  // namespace grabr
