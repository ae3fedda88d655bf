#include "parse/repair/sentence_reader.h"

#include <utility>

namespace grabr {

SentenceReader::SentenceReader(const Punctuation& punctuation, std::span<const RoughToken> tokens,
                               Span range, ChartBuilder builder)
    : punctuation_(punctuation),
      tokens_(tokens),
      range_(range),
      builder_(std::move(builder)),
      opened_(range.size()),
      next_(range.begin) {}

bool SentenceReader::read_next() {
  if (!read({tokens_[next_].terminal, next_, false})) return false;
  ++next_;
  return true;
}

bool SentenceReader::read(SentenceToken token) {
  if (token.terminal == kNoTerminal) return false;
  ++pushes_;
  if (!builder_.push(token.terminal)) return false;
  Read read{token, open_, kNone};
  if (punctuation_.closer_of(token.terminal) != kNoTerminal) {
    open_ = count();
    note_opener(token, true);
  } else if (open_ != kNone && closer() == token.terminal) {
    read.opener = open_;
    open_ = read_[open_].outer;
  }
  read_.push_back(read);
  return true;
}

void SentenceReader::back_to(std::uint32_t keep) {
  if (keep == count()) return;
  open_ = read_[keep].outer;
  for (std::uint32_t i = keep; i < count(); ++i) note_opener(read_[i].token, false);
  read_.resize(keep);
  builder_.pop_to(keep);
}

void SentenceReader::note_opener(const SentenceToken& token, bool read) {
  if (!token.added) opened_[token.at - range_.begin] = read;
}

bool SentenceReader::closes_level(std::uint32_t at) const {
  const std::uint32_t partner = tokens_[at].partner;
  return partner != kNoPartner && partner < at && partner >= range_.begin &&
         opened_[partner - range_.begin];
}

}  // namespace grabr
