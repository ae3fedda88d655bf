#include "parse/repair/stop_failure.h"

#include <string>

#include "parse/diagnose/chart_failure.h"
#include "parse/earley/tokens.h"

namespace grabr {
namespace {

Span span_of(const RoughText& text, std::uint32_t at) {
  const auto size = static_cast<std::uint32_t>(text.text.size());
  return at < text.tokens.size() ? text.tokens[at].text : Span{size, size};
}

ParseFailure failure_of_tokens(const RoughText& text, SentenceReader& reader) {
  Tokens tokens;
  tokens.tokens.reserve(reader.count() + std::size_t{1});
  for (const SentenceReader::Read& read : reader.from(0)) {
    const Span span = span_of(text, read.token.at);
    const Span nothing{span.begin, span.begin};
    tokens.tokens.push_back({read.token.terminal, {}, read.token.added ? nothing : span});
  }
  if (!reader.at_end()) {
    const std::uint32_t next = reader.next();
    tokens.tokens.push_back({text.tokens[next].terminal, {}, span_of(text, next)});
  }
  const auto size = static_cast<std::uint32_t>(text.text.size());
  tokens.skipped_at_end = {size, size};
  return find_failure(text.parser.grammar(), reader.chart(), text.text, tokens);
}

/// Offsets in the chart count the bytes it has read.
ParseFailure failure_of_bytes(const RoughText& text, SentenceReader& reader) {
  std::string bytes;
  const LoweredId first = text.parser.lowered().first_byte;
  const auto append = [&](LoweredId byte) { bytes += static_cast<char>(byte - first); };
  for (const SentenceReader::Read& read : reader.from(0)) append(read.token.terminal);
  if (!reader.at_end()) append(text.tokens[reader.next()].terminal);
  ParseFailure failure = find_failure(text.parser.grammar(), reader.chart(), bytes, {});
  const auto place = [&](std::uint32_t& offset) {
    offset = span_of(text, offset < reader.count() ? reader[offset].token.at : reader.next()).begin;
  };
  for (ParseFailure::Open& open : failure.open) place(open.begin);
  for (std::uint32_t& bracket : failure.unclosed) place(bracket);
  return failure;
}

ParseFailure::Reason reason_of(const RoughText& text, SentenceReader& reader) {
  if (reader.chart().out_of_memory()) return ParseFailure::Reason::kMemory;
  if (reader.at_end()) return ParseFailure::Reason::kEnd;
  return text.tokens[reader.next()].terminal == kNoTerminal ? ParseFailure::Reason::kNoToken
                                                            : ParseFailure::Reason::kUnexpected;
}

}  // namespace

ParseFailure explain_stop(const RoughText& text, SentenceReader& reader) {
  const bool classic = text.parser.grammar().notation == Notation::kClassic;
  ParseFailure failure = classic ? failure_of_bytes(text, reader) : failure_of_tokens(text, reader);
  failure.span = span_of(text, reader.next());
  failure.reason = reason_of(text, reader);
  return failure;
}

}  // namespace grabr
