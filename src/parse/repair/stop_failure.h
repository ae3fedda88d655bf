// Explains why a reader of rough tokens had to stop.
#pragma once

#include "parse/repair/rough_text.h"
#include "parse/repair/sentence_reader.h"

namespace grabr {

/// For a reader whose last read_next failed, or that is at the end without a complete sentence. All
/// offsets are those of the text, regardless of what was left out of the sentence or added to it.
ParseFailure explain_stop(const RoughText& text, SentenceReader& reader);

}  // namespace grabr
