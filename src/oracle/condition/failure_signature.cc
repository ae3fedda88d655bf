// `==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010` becomes
// `==N==ERROR: AddressSanitizer: heap-use-after-free on address 0xN`,
// `/tmp/grabr-1/input.c:3:14: internal compiler error` becomes `PATH:N:N: internal compiler error`.
// Quoted words stay: the condition of an assertion is one.
// Tested by tests/cli/fuzz_command_test.cc.
#include "oracle/condition/failure_signature.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "oracle/condition/execution.h"
#include "oracle/condition/failure_kinds.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kLongestLine = 200;

constexpr std::array<std::string_view, 14> kErrorWords = {
    "error", "assert",   "abort", "panic",  "exception", "sanitizer", "fatal",
    "fault", "overflow", "crash", "failed", "terminate", "corrupt",   "bug"};

constexpr std::string_view kPatternSigns = "\\.+*?()|[]{}^$";

bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool is_strange(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte >= 0x7F;
}
bool is_path(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80 || std::string_view("/._-+~@%").find(c) < 9;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view line_of(std::string_view part, std::string_view text) {
  const auto at = static_cast<std::size_t>(part.data() - text.data());
  const std::size_t before = text.substr(0, at).rfind('\n');
  text.remove_prefix(before == std::string_view::npos ? 0 : before + 1);
  return text.substr(0, text.find('\n'));
}

std::string_view error_line(std::string_view text) {
  if (const auto failure = recognise_failure(text)) return line_of(failure->part, text);
  const auto lines = lines_of(text);
  for (const std::string_view line : lines) {
    const std::string lower = lower_case(line);
    const auto has = [&](std::string_view word) { return lower.find(word) != lower.npos; };
    if (std::any_of(kErrorWords.begin(), kErrorWords.end(), has)) return line;
  }
  return {};
}

std::string escaped_literally(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (is_strange(c)) {
      if (!pattern.ends_with(".+")) pattern += ".+";
      continue;
    }
    if (kPatternSigns.find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

/// A part of a line that stays, or that differs between runs.
struct Piece {
  enum class Kind { kText, kPath, kFolder, kAddress, kNumber };
  Kind kind;
  std::string_view text = {};

  std::string normalised() const {
    switch (kind) {
      case Kind::kText: break;
      case Kind::kPath: return "PATH";
      case Kind::kFolder: return "PATH/";
      case Kind::kAddress: return "0xN";
      case Kind::kNumber: return "N";
    }
    return std::string(text);
  }

  std::string pattern() const {
    switch (kind) {
      case Kind::kText: break;
      case Kind::kPath: return "[^ ]*/[^ ]*";
      case Kind::kFolder: return "[^ ]*/";
      case Kind::kAddress: return "0x[0-9a-fA-F]+";
      case Kind::kNumber: return "[0-9]+";
    }
    return escaped_literally(text);
  }
};

template <class Belongs>
std::size_t run_end(std::string_view text, std::size_t at, Belongs belongs) {
  while (at < text.size() && belongs(text[at])) ++at;
  return at;
}

/// `keeps_names`: of a path only the folder differs. `keeps_numbers`: nor do numbers.
std::vector<Piece> pieces_of(std::string_view line, bool keeps_names, bool keeps_numbers = false) {
  using Of = Piece::Kind;
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t word = run_end(line, at, is_path);
    const std::size_t slash = line.substr(at, word - at).rfind('/');
    const std::size_t begin = at;
    if (slash != std::string_view::npos && keeps_names) {
      pieces.push_back({Of::kFolder});
      at += slash + 1;
    } else if (slash != std::string_view::npos) {
      pieces.push_back({Of::kPath});
      at = word;
    } else if (line.substr(at, 2) == "0x" && at + 2 < line.size() && is_hex(line[at + 2])) {
      pieces.push_back({Of::kAddress});
      at = run_end(line, at + 2, is_hex);
    } else if (is_digit(line[at])) {
      at = run_end(line, at, is_digit);
      pieces.push_back({keeps_numbers ? Of::kText : Of::kNumber, line.substr(begin, at - begin)});
    } else {
      // Nothing of a word is looked at again as the beginning of a path.
      ++at;
      while (at < word && !is_digit(line[at])) ++at;
      pieces.push_back({Of::kText, line.substr(begin, at - begin)});
    }
  }
  return pieces;
}

/// How the run ended, as a shell sees it too: 0 for an end without a signal.
int signal_at_end(const TestResult& result) {
  if (result.signal != 0 || result.exit_code <= 128) return result.signal;
  const int signal = result.exit_code - 128;
  return signal_name(signal).starts_with("SIG") ? signal : 0;
}

std::string frames_text(const std::vector<std::string>& frames) {
  std::string text;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    text += (i == 0 ? " in `" : " < `") + frames[i] + "`";
  }
  return text;
}

FailureSignature end_of(const TestResult& result) {
  if (result.timed_out) return {.end = "timeout"};
  if (const int signal = signal_at_end(result); signal != 0) {
    const std::string name = signal_name(signal);
    const std::string asked = name.starts_with("SIG") ? name : std::to_string(signal);
    return {.end = name, .conditions = {.signals = {asked}}};
  }
  return {.end = "exit-" + std::to_string(result.exit_code),
          .conditions = {.exits = {result.exit_code}}};
}

}  // namespace

CrashSignature crash_signature(const Execution& run, std::size_t frames, const FrameParts& parts) {
  CrashSignature signature{.status = exit_status(run)};
  for (const std::string* text : {&run.errors, &run.output}) {
    const auto failure = recognise_failure(*text);
    if (failure && signature.kind.empty()) {
      signature.kind = normalised_part(*failure, parts.lines);
    }
    if (signature.frames.empty()) signature.frames = failure_frames(*text, frames, parts);
  }
  return signature;
}

std::string FailureSignature::text() const {
  return (line.empty() ? end : end + ": " + line) + frames_text(frames);
}

std::string CrashSignature::text() const {
  return (kind.empty() ? "exit status " + std::to_string(status) : kind) + frames_text(frames);
}

std::string normalised_line(std::string_view line) {
  std::string result;
  for (const Piece& piece : pieces_of(line, false)) result += piece.normalised();
  return result;
}

std::string normalised_part(const RecognisedFailure& failure, bool lines_count) {
  std::string result;
  const bool names_file = failure.kind->names_file;
  for (const Piece& piece : pieces_of(failure.part, names_file, names_file && lines_count)) {
    result += piece.normalised();
  }
  return result;
}

std::string part_pattern(const RecognisedFailure& failure) {
  std::string result;
  for (const Piece& piece : pieces_of(failure.part, failure.kind->names_file)) {
    result += piece.pattern();
  }
  return result;
}

std::string line_pattern(std::string_view normalised) {
  std::string pattern;
  for (std::size_t at = 0; at < normalised.size();) {
    const std::string_view rest = normalised.substr(at);
    if (rest.starts_with("PATH")) {
      pattern += "([^ ]*/[^ ]*|PATH)";
      at += 4;
    } else if (rest.starts_with("0xN")) {
      pattern += "0x[0-9a-fA-F]+";
      at += 3;
    } else if (rest[0] == 'N') {
      pattern += "([0-9]+|N)";
      ++at;
    } else if (const std::size_t end = run_end(normalised, at, is_strange); end > at) {
      pattern += ".+";
      at = end;
    } else {
      if (kPatternSigns.find(rest[0]) != std::string_view::npos) pattern += '\\';
      pattern += rest[0];
      ++at;
    }
  }
  return pattern;
}

FailureSignature signature_of(const TestResult& result, std::string_view output,
                              std::string_view errors) {
  FailureSignature signature = end_of(result);
  std::string_view line = error_line(errors);
  if (line.empty()) {
    line = error_line(output);
    signature.on_errors = line.empty();
  }
  signature.line = normalised_line(line.substr(0, kLongestLine));
  for (const std::string_view text : {errors, output}) {
    if (signature.frames.empty()) signature.frames = failure_frames(text, kFramesToCompare);
  }
  return signature;
}

}  // namespace grabr
