// `==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010` becomes
// `==N==ERROR: AddressSanitizer: heap-use-after-free on address 0xN`, `/tmp/grabr-1/input.c:3:14:
// internal compiler error` becomes `PATH:N:N: internal compiler error`. Quoted words stay, because
// the condition of an assertion is quoted. Tested by tests/cli/fuzz_command_test.cc.
#include "oracle/condition/failure_signature.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include "oracle/condition/execution.h"
#include "oracle/condition/failure_kinds.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxLineChars = 200;
constexpr std::size_t kMaxMessageLines = 4;

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

std::string_view line_of(std::string_view part, std::string_view text) {
  const auto at = static_cast<std::size_t>(part.data() - text.data());
  const std::size_t before = text.substr(0, at).rfind('\n');
  text.remove_prefix(before == std::string_view::npos ? 0 : before + 1);
  return text.substr(0, text.find('\n'));
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

/// A part of a line: text that stays, or something that differs between runs.
struct Piece {
  enum class Kind { kText, kPath, kFolder, kAddress, kNumber, kQuoted };
  Kind kind;
  std::string_view text = {};

  std::string normalised() const {
    switch (kind) {
      case Kind::kText:
      case Kind::kQuoted: break;
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
      case Kind::kQuoted: return "['\"`].*['\"]";
    }
    return escaped_literally(text);
  }
};

template <class Belongs>
std::size_t run_end(std::string_view text, std::size_t at, Belongs belongs) {
  while (at < text.size() && belongs(text[at])) ++at;
  return at;
}

/// The end of the quoted text that begins here ('x', "x", `x'); `at` if there is none.
std::size_t quoted_end(std::string_view text, std::size_t at) {
  const char opener = text[at];
  const bool inside_word = at > 0 && is_word(text[at - 1]);
  if ((opener != '\'' && opener != '"' && opener != '`') || inside_word) return at;
  const char closer = opener == '"' ? '"' : '\'';
  for (std::size_t end = at + 1; end < text.size(); ++end) {
    const bool ends_word = end + 1 == text.size() || !is_word(text[end + 1]);
    if (text[end] == closer && ends_word) return end + 1;
  }
  return at;
}

/// The parts that may differ from one run, or input, to another.
struct Differs {
  bool names = true;  ///< file names; false: only the folder of a path
  bool numbers = true;
  /// Quoted text, if it also occurs in this text.
  std::optional<std::string_view> quoted_from = {};
};

std::vector<Piece> pieces_of(std::string_view line, const Differs& differs) {
  using Of = Piece::Kind;
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t word = run_end(line, at, is_path);
    const std::size_t slash = line.substr(at, word - at).rfind('/');
    const std::size_t begin = at;
    const std::size_t quoted = differs.quoted_from ? quoted_end(line, at) : at;
    const auto is_in_input = [&](std::string_view text) {
      return differs.quoted_from->find(text) != std::string_view::npos;
    };
    if (quoted > at && is_in_input(line.substr(at + 1, quoted - at - 2))) {
      pieces.push_back({Of::kQuoted});
      at = quoted;
    } else if (slash != std::string_view::npos && !differs.names) {
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
      pieces.push_back({differs.numbers ? Of::kNumber : Of::kText, line.substr(begin, at - begin)});
    } else {
      // The rest of a word cannot be the beginning of a path.
      ++at;
      while (at < word && !is_digit(line[at])) ++at;
      pieces.push_back({Of::kText, line.substr(begin, at - begin)});
    }
  }
  return pieces;
}

std::string pattern_of(std::string_view text, const Differs& differs) {
  std::string pattern;
  for (const Piece& piece : pieces_of(text, differs)) pattern += piece.pattern();
  return pattern;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// The next line that is not empty after `line`, which is a part of the text.
std::string_view next_line(std::string_view line, std::string_view text) {
  const auto end = static_cast<std::size_t>(line.data() - text.data()) + line.size();
  std::string_view after = text.substr(end);
  after.remove_prefix(std::min(after.find_first_not_of('\n'), after.size()));
  return after.substr(0, after.find('\n'));
}

bool has_word(std::string_view line) { return std::ranges::any_of(line, is_word); }

/// A line of carets below a source line.
bool points_above(std::string_view line) {
  return line.find('^') != line.npos && line.find_first_not_of(" ~^") == line.npos;
}

/// The lines above the one that begins at `line`: those below carets that point at a place in the
/// source; without carets the last one.
std::vector<std::string_view> lines_above(std::string_view line, std::string_view text) {
  const auto lines = lines_of(text.substr(0, static_cast<std::size_t>(line.data() - text.data())));
  auto first = std::find_if(lines.rbegin(), lines.rend(), points_above).base();
  if (first == lines.begin() && !lines.empty()) first = lines.end() - 1;
  std::vector<std::string_view> found;
  std::copy_if(first, lines.end(), std::back_inserter(found), has_word);
  if (found.size() > kMaxMessageLines) found.resize(kMaxMessageLines);
  return found;
}

/// Ruby and Nim put the message before the type: "a.rb:3:in `f': message (KeyError)".
std::string_view message_before(std::string_view front) {
  for (const std::string_view sign : {"': ", "exception: ", ": "}) {
    const std::size_t at = front.find(sign);
    if (at != front.npos) return front.substr(at + sign.size());
  }
  return {};
}

ToldFailure told_by(const RecognisedFailure& failure, std::string_view text, bool on_errors,
                    std::string_view input) {
  const std::string_view line = line_of(failure.part, text);
  const auto at = static_cast<std::size_t>(failure.part.data() - line.data());
  const std::string_view front = line.substr(0, at);
  const std::string_view rest = line.substr(at + failure.part.size());
  ToldFailure told{failure.kind, on_errors, std::string(failure.part), part_pattern(failure), {}};
  const Differs differs{.quoted_from = input};
  const auto loosened = [&](std::string_view message) {
    return pattern_of(without_blanks(message).substr(0, kMaxLineChars), differs);
  };
  const auto beside = [&](std::string_view other, const char* words = " ") {
    if (without_blanks(other).empty()) return;
    if (told.with_message.empty()) told.with_message = {told.pattern};
    told.with_message.push_back(loosened(other));
    told.line += words + std::string(without_blanks(other));
  };
  switch (failure.kind->message) {
    case MessageAt::kNowhere: break;
    case MessageAt::kInside: told.with_message = {loosened(failure.part)}; break;
    case MessageAt::kBehind:
      if (without_blanks(rest).empty()) break;
      told.with_message = {told.pattern + pattern_of(rest.substr(0, kMaxLineChars), differs)};
      told.line += rest;
      break;
    case MessageAt::kBefore: {
      const std::string_view message = message_before(front);
      if (without_blanks(message).empty()) break;
      told.with_message = {pattern_of(message, differs) + told.pattern};
      told.line = std::string(message) + told.line;
      break;
    }
    case MessageAt::kNextLine: beside(next_line(line, text)); break;
    case MessageAt::kWhat:
      if (without_blanks(next_line(line, text)).starts_with("what()"))
        beside(next_line(line, text));
      break;
    case MessageAt::kAbove:
      for (const std::string_view above : lines_above(line, text)) beside(above);
      if (!told.with_message.empty()) told.line.erase(0, failure.part.size() + 1);
      break;
  }
  for (const std::string_view cause : causes_in(text)) beside(cause, ", caused by ");
  return told;
}

/// The signal that ended the run, as a shell sees it too; 0 if there was none.
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
  for (const Piece& piece : pieces_of(line, {})) result += piece.normalised();
  return result;
}

std::string normalised_part(const RecognisedFailure& failure, bool lines_count) {
  std::string result;
  const bool names_file = failure.kind->names_file;
  const Differs differs{.names = !names_file, .numbers = !names_file || !lines_count};
  for (const Piece& piece : pieces_of(failure.part, differs)) result += piece.normalised();
  return result;
}

std::string part_pattern(const RecognisedFailure& failure) {
  return pattern_of(failure.part, {.names = !failure.kind->names_file});
}

std::optional<ToldFailure> told_failure(std::string_view output, std::string_view errors,
                                        std::string_view input) {
  for (const bool on_errors : {true, false}) {
    const std::string_view text = on_errors ? errors : output;
    if (const auto failure = recognise_failure(text))
      return told_by(*failure, text, on_errors, input);
  }
  return std::nullopt;
}

std::string failure_line(const TestResult& result, std::string_view output,
                         std::string_view errors) {
  if (const auto told = told_failure(output, errors, {})) return told->line;
  for (const std::string_view text : {errors, output}) {
    if (const std::string_view line = error_line(text); !line.empty()) return std::string(line);
  }
  const auto lines = lines_of(errors);
  const bool has_words = signal_at_end(result) == 0 && !lines.empty();
  return has_words ? std::string(lines.back()) : end_of(result).end;
}

bool fails_in(const std::string& input_name, const Execution& run) {
  const CrashSignature seen = crash_signature(run, kFramesToCompare, {.files = true});
  return std::ranges::any_of(
      seen.frames, [&](const std::string& frame) { return frame.ends_with(" " + input_name); });
}

std::string error_pattern(std::string_view line, std::string_view input) {
  const std::string lower = lower_case(line);
  std::size_t first = lower.npos;
  for (const std::string_view word : kErrorWords) first = std::min(first, lower.find(word));
  if (first == lower.npos) first = 0;
  while (first > 0 && is_word(line[first - 1])) --first;
  return pattern_of(line.substr(first, kMaxLineChars), {.quoted_from = input});
}

std::string_view error_line(std::string_view text) {
  if (const auto failure = recognise_failure(text)) return line_of(failure->part, text);
  const auto lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i + 1 < lines.size() && points_above(lines[i + 1])) continue;
    const std::string lower = lower_case(lines[i]);
    const auto has = [&](std::string_view word) { return lower.find(word) != lower.npos; };
    if (std::any_of(kErrorWords.begin(), kErrorWords.end(), has)) return lines[i];
  }
  return {};
}

FailureSignature signature_of(const TestResult& result, std::string_view output,
                              std::string_view errors) {
  FailureSignature signature = end_of(result);
  std::string_view line = error_line(errors);
  if (line.empty()) {
    line = error_line(output);
    signature.on_errors = line.empty();
  }
  line = line.substr(0, kMaxLineChars);
  signature.line = normalised_line(line);
  signature.pattern = pattern_of(line, {});
  for (const std::string_view text : {errors, output}) {
    if (signature.frames.empty()) signature.frames = failure_frames(text, kFramesToCompare);
  }
  return signature;
}

}  // namespace grabr
