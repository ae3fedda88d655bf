// Tested by tests/oracle/failure_kinds_test.cc, and by tests/check_init.py on commands that fail.
#include "oracle/condition/failure_kinds.h"

#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <set>
#include <span>

#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::string_view kSanitized = "a build with -fsanitize=address";

constexpr std::string_view kUncaught = "an uncaught exception";
constexpr std::string_view kRuby = "an uncaught exception of Ruby";
constexpr std::string_view kNim = "an uncaught exception of Nim";
constexpr std::string_view kThrownInNode = "something thrown in JavaScript";
/// The most specific first.
constexpr FailureKind kFailures[] = {
    {.name = "a sanitizer's report",
     .pattern = "(ERROR|WARNING): [A-Za-z]+Sanitizer: [a-zA-Z-]+( [a-z-]+)*",
     .is_crash = true},
    {.name = "libFuzzer's report",
     .pattern = "ERROR: libFuzzer: [a-z-]+( [a-z]+)*",
     .is_crash = true},
    {.name = "undefined behaviour (UBSan)",
     .pattern = "(<unknown>|[^ ]+:[0-9]+)(:[0-9]+)?: runtime error: [a-z-]+( [a-z0-9-]+)*",
     .names_file = true,
     .is_crash = true,
     .advice = "UBSAN_OPTIONS=print_stacktrace=1"},
    {.name = "an internal compiler error",
     .pattern = "internal compiler error([[][A-Z0-9]+[]])?: .*",
     .names_file = true},
    {.name = "a panic of Rust",
     .pattern = "panicked at .*",
     .names_file = true,
     .message = MessageAt::kNextLine,
     .advice = "RUST_BACKTRACE=1"},
    {"an internal error of rustc", "the compiler unexpectedly panicked"},
    {"an internal error of GHC", "panic! \\(the 'impossible' happened\\)"},
    {"an error of LLVM", "LLVM ERROR: .*"},
    {"an error of LLVM", "error in backend: .*"},
    {.name = "an error of LLVM", .pattern = "UNREACHABLE executed at .*", .names_file = true},
    {.name = "a failed assertion",
     .pattern = "([^ :]+:[0-9]+: .*: )?Assertion .* failed",
     .names_file = true},
    {.name = "a failed assertion", .pattern = "Assertion failed: .*", .names_file = true},
    {.name = "a failed check",
     .pattern = "([^ ]+:[0-9]+[]] )?Check failed: [^(]*[^( ]",
     .names_file = true},
    {"an internal error of Swift", "Please submit a bug report \\(https://swift[^)]*\\)"},
    {"a crash of the compiler", "PLEASE submit a bug report to .*"},
    {.name = "a damaged heap or stack (glibc)",
     .pattern = "(free|malloc|realloc|munmap_chunk|calloc)\\(\\): [a-z]+([ ,]+[a-z]+)*",
     .advice = kSanitized},
    {.name = "a damaged heap or stack (glibc)",
     .pattern = "(double free or corruption|corrupted size vs[.] prev_size|corrupted double-linked "
                "list|stack smashing detected|buffer overflow detected)",
     .advice = kSanitized},
    {"a fatal error of Python", "^Fatal Python error: .*"},
    {.name = "an exception of C++",
     .pattern = "terminate called after throwing an instance of '[^']*'",
     .message = MessageAt::kWhat},
    {"an exception of C++", "terminate called .*"},
    {.name = "a panic of Go", .pattern = "^panic: .*", .message = MessageAt::kInside},
    {"a fatal error of Go", "^fatal error: (all goroutines|stack overflow|concurrent map).*"},
    {"a crash of the Java machine", "A fatal error has been detected by the Java Runtime"},
    {"a fatal error of V8", "(Fatal error in|FATAL ERROR:) .*"},
    {.name = "an uncaught exception of Java",
     .pattern = "^Caused by: [A-Za-z0-9_.$]+",
     .last = true,
     .message = MessageAt::kBehind},
    {.name = "an uncaught exception of Java",
     .pattern = "^Exception in thread \"[^\"]*\" [A-Za-z0-9_.$]+",
     .message = MessageAt::kBehind},
    {.name = "an uncaught exception of .NET",
     .pattern = "^Unhandled exception[.] [A-Za-z0-9_.]+",
     .message = MessageAt::kBehind},
    {"a crash of Ruby", "\\[BUG\\] .*"},
    {.name = kRuby,
     .pattern = "\\([A-Z][A-Za-z:]*(Error|Exception)\\)$",
     .message = MessageAt::kBefore},
    {.name = "an uncaught exception of PHP",
     .pattern = "(Fatal|Parse) error: +Uncaught [A-Za-z0-9_\\\\]+",
     .message = MessageAt::kBehind},
    {.name = "a fatal error",
     .pattern = "(PHP |^)(Fatal|Parse) error: .*",
     .message = MessageAt::kInside},
    {"an error that valgrind reports",
     "^==[0-9]+== (Invalid (read|write|free)|Mismatched free|Conditional jump|Use of uninit|"
     "Syscall param|Process terminating).*"},
    {.name = "an error of Lua",
     .pattern = "[(]error object is an? [a-z]+ value[)]",
     .message = MessageAt::kBehind},
    {.name = "an error of Lua", .pattern = "^lua[a-z0-9.]*: .*", .message = MessageAt::kInside},
    {.name = "an error of Tcl", .pattern = "^ +while executing$", .message = MessageAt::kAbove},
    {.name = "an error of R", .pattern = "^Error in .* : *$", .message = MessageAt::kNextLine},
    {.name = "a rejected promise of JavaScript",
     .pattern = "The promise rejected with the reason \"#<[A-Za-z0-9_$]+>\"[.].*",
     .message = MessageAt::kBehind},
    {.name = "a rejected promise of JavaScript",
     .pattern = "The promise rejected with the reason .*"},
    {.name = kThrownInNode,
     .pattern = "Use `node [^`]+` to show where the exception was thrown",
     .message = MessageAt::kAbove,
     .advice = "trace-uncaught in NODE_OPTIONS"},
    {.name = "an uncaught exception of Elixir",
     .pattern = "^[*][*] [(][A-Za-z0-9_.]+[)]",
     .message = MessageAt::kBehind},
    {.name = "an uncaught exception of Erlang",
     .pattern = "exception (error|exit|throw): .*",
     .message = MessageAt::kInside},
    {.name = kNim,
     .pattern = "[[][A-Za-z]+(Error|Defect|Exception)[]]$",
     .message = MessageAt::kBefore},
    {.name = "an exception in a group",
     .pattern = "^ +  [|] [A-Za-z_][A-Za-z0-9_.]*(: .*)?$",
     .last = true,
     .message = MessageAt::kInside},
    {.name = kUncaught,
     .pattern =
         "^(Uncaught )?[A-Za-z_][A-Za-z0-9_.]*(Error|Exception|Interrupt|Exit|Failure)(:|$| \\[)",
     .last = true,
     .message = MessageAt::kBehind},
    {.name = "an error of Perl",
     .pattern = "^.* at [^ ]+ line [0-9]+([.]|, <.*)$",
     .message = MessageAt::kInside},
    {.name = "an error of the shell",
     .pattern = "^[^ :]+: (line [0-9]+: .+|[0-9]+: .+: .+)",
     .names_file = true},
    {"an error of the linker",
     "(undefined reference to|undefined symbol:|multiple definition of) [^ ]+"},
};

struct FrameKind {
  std::string_view pattern;  ///< matches a whole line that names a function
  std::string_view front;    ///< the part before the function's name
  std::string_view back;     ///< the part after it; may be empty
  bool innermost_last = false;
};

/// All lines of a trace must fit the same row, that of its first line. A trace ends at an empty
/// line. If a line announces a trace (kTraceBegins), the last trace counts.
constexpr FrameKind kFrames[] = {
    {"^ *#[0-9]+ +0x[0-9a-f]+ (in )?[^ (].*", "^ *#[0-9]+ +0x[0-9a-f]+ (in )?",
     "( [(/<].*|[(].*)$"},
    {"^#[0-9]+ [^ ]+[(][0-9]+[)]: .+", "^#[0-9]+ [^ ]+[(][0-9]+[)]: ", "[(].*$"},
    {"^#[0-9]+ [[][a-z_]+[]].*", "^#[0-9]+ [[]", "[]].*$"},
    {"^ +#[0-9]+ [^ (].*", "^ +#[0-9]+ ", "( [(/<].*|[(].*)$"},
    {"^[ |]+File \".*\", line [0-9]+, in .+", "^[ |]+File \".*\", line [0-9]+, in ", "", true},
    {"^  File \".*\", line [0-9]+ in .+", "^  File \".*\", line [0-9]+ in ", ""},
    {"^[ \t]+at [^ (][^(]*[(].*", "^[ \t]+at (async |new )?", " ?[(].*$"},
    {"^[a-zA-Z_][a-zA-Z0-9_/.-]*[.][a-zA-Z(*].*[)]$", "", "[(][^()]*[)]$"},
    {"^ +[0-9]+: [^ ]+$", "^ +[0-9]+: ", "::h[0-9a-f]+$"},
    {"^0x[0-9a-f]+ [^ ].*", "^0x[0-9a-f]+ ", "[(].*$"},
    {"^[ \t]*(from )?[^ ]+:[0-9]+:in .+", "^[ \t]*(from )?[^ ]+:[0-9]+:in .", "'.*$"},
    {"^[ \t][^ (\t]+[(].*[)] called at .*", "^[ \t]", "[(].*$"},
    {"^==[0-9]+== +(at|by) 0x[0-9A-F]+: .*", "^==[0-9]+== +(at|by) 0x[0-9A-F]+: ", " ?[(].*$"},
    {"^\t[^ ]+:[0-9]+: in function .+", "^\t[^ ]+:[0-9]+: in function .", "['>].*$"},
    {"^[^ ]+[.]nim[(][0-9]+[)] +[^ ]+$", "^[^ ]+[.]nim[(][0-9]+[)] +", "", true},
    {"^    ([(][^)]*[)] )?[^ ]+:[0-9]+: .+", "^    ([(][^)]*[)] )?[^ ]+:[0-9]+: ", "/[0-9]+$"},
    {"^ +[(]procedure \"[^\"]+\" line [0-9]+[)]", "^ +[(]procedure \"", "\".*$"},
};

/// A place in a file ("a.cc:3"), and the part of it after the file's name.
constexpr std::string_view kPlace =
    "[^ /\"'(:]+[.][A-Za-z][A-Za-z0-9]*(:[0-9]+|\", line [0-9]+| line [0-9]+|[(][0-9]+[)])";
constexpr std::string_view kBehindFile = "[:\"( ].*$";

constexpr std::string_view kTraceBegins =
    "^[ |]*Traceback [(]most recent call last[)]|^Caused by: ";

/// A stack overflow: it is chance in which function of the cycle it happened.
constexpr std::string_view kStackUsedUp =
    "stack-overflow|stack overflow|StackOverflow|RecursionError|Maximum call stack size|"
    "stack level too deep|has overflowed its stack";

/// Runtime functions that are on top of every trace, whatever failed.
constexpr std::string_view kRuntime =
    "^(__asan|__tsan|__msan|__ubsan|__interceptor|__sanitizer|__GI_|__assert|__libc|__pthread|"
    "__restore_rt|_start|raise$|abort$|gsignal$|std::panicking|core::panicking|rust_begin_unwind|"
    "__rust|fancy_abort|internal_error|crash_signal|std::terminate|llvm::sys::|"
    "llvm::report_fatal_error|fuzzer::|runtime[.]|internal/runtime|panic$|node:|"
    "java[.]base/|Module[.]_|executeUserEntryPoint$|throwUnhandledRejectionsMode$|"
    "processPromiseRejections$|process[.]processTicksAndRejections$|[(]file[)]$)";

/// Finds the leftmost match, and of those the longest; works byte by byte.
class Expression {
 public:
  explicit Expression(std::string_view pattern) : expression_(std::string(pattern), options()) {}

  bool find(std::string_view line, re2::StringPiece& part) const {
    return expression_.Match(re2::StringPiece(line.data(), line.size()), 0, line.size(),
                             re2::RE2::UNANCHORED, &part, 1);
  }
  bool is_in(std::string_view line) const {
    re2::StringPiece part;
    return find(line, part);
  }
  void remove_from(std::string& text) const { re2::RE2::Replace(&text, expression_, ""); }
  bool is_empty() const { return expression_.pattern().empty(); }

 private:
  static re2::RE2::Options options() {
    re2::RE2::Options options;
    options.set_longest_match(true);
    options.set_encoding(re2::RE2::Options::EncodingLatin1);
    options.set_log_errors(false);
    return options;
  }

  re2::RE2 expression_;
};

struct FrameExpressions {
  explicit FrameExpressions(const FrameKind& kind)
      : whole(kind.pattern), front(kind.front), back(kind.back), last(kind.innermost_last) {}
  Expression whole, front, back;
  bool last;
};

/// One compiled object for each row, made once.
template <class Made, class Row, class Of>
const std::vector<std::unique_ptr<Made>>& made_of(std::span<const Row> rows, Of of) {
  static const std::vector<std::unique_ptr<Made>> all = [&] {
    std::vector<std::unique_ptr<Made>> made;
    for (const Row& row : rows) made.push_back(std::make_unique<Made>(of(row)));
    return made;
  }();
  return all;
}

std::string_view first_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view find_part(const Expression& expression, std::string_view text, bool last) {
  std::string_view found;
  while (!text.empty()) {
    re2::StringPiece part;
    if (!expression.find(first_line(text), part)) continue;
    found = {part.data(), part.size()};
    if (!last) break;
  }
  return found;
}

void drop_template_arguments(std::string& name) {
  static const Expression kInnermost("<[^<>]*>");
  for (std::size_t before = 0; before != name.size();) {
    before = name.size();
    kInnermost.remove_from(name);
  }
}

std::string name_in(const FrameExpressions& kind, std::string_view line, bool templates) {
  std::string name(line);
  if (!kind.front.is_empty()) kind.front.remove_from(name);
  if (!kind.back.is_empty()) kind.back.remove_from(name);
  if (!templates) drop_template_arguments(name);
  return name;
}

/// " a.cc:3", or only the requested parts of it; empty if the line names no place.
std::string place_in(std::string_view line, const FrameParts& parts) {
  static const Expression place(kPlace), behind(kBehindFile);
  re2::StringPiece found;
  if ((!parts.files && !parts.lines) || !place.find(line, found)) return {};
  std::string file(found.data(), found.size());
  std::string number = file.substr(0, file.find_last_of("0123456789") + 1);
  number.erase(0, number.find_last_not_of("0123456789") + 1);
  behind.remove_from(file);
  return (parts.files ? " " + file : "") + (parts.lines ? ":" + number : "");
}

}  // namespace

std::string_view advice_for_signals() { return kSanitized; }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

namespace {

/// The line that names the thrown object: the first one after Python's last traceback, or the one
/// above a JavaScript trace. Empty if there is none.
std::string_view line_of_thrown(std::string_view text) {
  const std::size_t traceback = text.rfind("Traceback (most recent call last)");
  if (traceback != text.npos) {
    const auto lines = lines_of(text.substr(traceback));
    const auto line = std::find_if(lines.begin() + 1, lines.end(),
                                   [](std::string_view one) { return !is_space(one.front()); });
    if (line != lines.end()) return *line;
  }
  const std::size_t trace = text.find("\n    at ");
  if (trace == text.npos) return {};
  const auto above = lines_of(text.substr(0, trace));
  return above.empty() ? std::string_view() : above.back();
}

/// A thrown object whose class may have any name: the form of its line, and the class in it.
struct ThrownKind {
  std::string_view name, line, thrown;
};
constexpr ThrownKind kThrown[] = {
    {kRuby, "^[^ ]+:[0-9]+:in ['`][^']*': .* \\([A-Z][A-Za-z0-9_:]*\\)$",
     "\\([A-Z][A-Za-z0-9_:]*\\)$"},
    {kNim, "^Error: unhandled exception: .* [[][A-Z][A-Za-z0-9_]*[]]$", "[[][A-Za-z0-9_]+[]]$"},
};

struct ThrownExpressions {
  explicit ThrownExpressions(const ThrownKind& kind)
      : name(kind.name), line(kind.line), thrown(kind.thrown) {}
  std::string_view name;
  Expression line, thrown;
};

RecognisedFailure of_kind(std::string_view name, std::string_view part) {
  return {&*std::ranges::find(kFailures, name, &FailureKind::name), part};
}

/// A thrown object whose class has any name.
std::optional<RecognisedFailure> recognise_thrown(std::string_view text) {
  const auto& kinds = made_of<ThrownExpressions>(std::span<const ThrownKind>(kThrown),
                                                 [](const ThrownKind& kind) { return kind; });
  for (const auto& kind : kinds) {
    const std::string_view line = find_part(kind->line, text, false);
    if (!line.empty()) return of_kind(kind->name, find_part(kind->thrown, line, false));
  }
  static const Expression name("^(Uncaught )?[A-Za-z_$][A-Za-z0-9_.$]*( [[][A-Za-z]+[]])?(:|$)");
  const std::string_view part = find_part(name, line_of_thrown(text), false);
  if (!part.empty()) return of_kind(kUncaught, part);
  static const Expression end_of_node("^Node[.]js v[0-9.]+$");
  const std::string_view end = find_part(end_of_node, text, true);
  if (end.empty()) return std::nullopt;
  return of_kind(kThrownInNode, end);
}

}  // namespace

std::optional<RecognisedFailure> recognise_failure(std::string_view text) {
  const auto& expressions =
      made_of<Expression>(std::span<const FailureKind>(kFailures),
                          [](const FailureKind& kind) { return kind.pattern; });
  for (std::size_t row = 0; row < expressions.size(); ++row) {
    const std::string_view part = find_part(*expressions[row], text, kFailures[row].last);
    if (!part.empty()) return RecognisedFailure{&kFailures[row], part};
  }
  return recognise_thrown(text);
}

std::vector<std::string_view> causes_in(std::string_view text) {
  constexpr std::string_view kOfPython = "\nThe above exception was the direct cause of ";
  constexpr std::string_view kOfNode = "[cause]: ";
  std::vector<std::string_view> causes;
  const auto note = [&](std::string_view cause) {
    if (!cause.empty()) causes.push_back(cause);
  };
  for (std::size_t at = 0; (at = text.find(kOfPython, at)) != text.npos; ++at) {
    note(line_of_thrown(text.substr(0, at)));
  }
  for (const std::string_view line : lines_of(text)) {
    const std::size_t at = line.find_first_not_of(' ');
    if (at != line.npos && line.substr(at).starts_with(kOfNode))
      note(line.substr(at + kOfNode.size()));
  }
  return causes;
}

namespace {

/// Collects the functions of a trace, line by line.
class TraceReader {
 public:
  explicit TraceReader(const FrameParts& parts) : parts_(parts) {}

  void read(std::string_view line) {
    static const Expression begins(kTraceBegins);
    if (line.empty()) ended_ = !names_.empty();
    if (begins.is_in(line)) {
      names_.clear();
      placeless_ = ended_ = false;
    }
    if (!ended_) add(line);
  }

  /// Returns them with the innermost first.
  std::vector<std::string> take() {
    if (chosen_ != nullptr && chosen_->last) std::reverse(names_.begin(), names_.end());
    return std::move(names_);
  }

 private:
  void add(std::string_view line) {
    static const auto& kinds =
        made_of<FrameExpressions>(std::span<const FrameKind>(kFrames),
                                  [](const FrameKind& kind) -> const FrameKind& { return kind; });
    static const Expression runtime(kRuntime);
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const auto& one) { return one->whole.is_in(line); });
    if (kind == kinds.end()) return add_place(line);
    placeless_ = false;
    if (chosen_ == nullptr) chosen_ = kind->get();
    if (chosen_ != kind->get()) return;
    const std::string name = name_in(*chosen_, line, parts_.templates);
    if (name.empty() || runtime.is_in(name)) return;
    const std::string place = place_in(line, parts_);
    names_.push_back(name + place);
    placeless_ = place.empty();
  }

  /// The line below a function may tell its place.
  void add_place(std::string_view line) {
    if (placeless_) names_.back() += place_in(line, parts_);
    placeless_ = false;
  }

  const FrameParts parts_;
  std::vector<std::string> names_;
  bool placeless_ = false;  ///< the last name has no place yet
  const FrameExpressions* chosen_ = nullptr;
  bool ended_ = false;
};

/// The names that occur more than once, sorted.
std::vector<std::string> recurring(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  std::vector<std::string> twice;
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (names[i] == names[i - 1] && (twice.empty() || twice.back() != names[i])) {
      twice.push_back(names[i]);
    }
  }
  return twice;
}

std::vector<std::string> each_once(const std::vector<std::string>& names) {
  std::vector<std::string> once;
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second) once.push_back(name);
  }
  return once;
}

}  // namespace

std::vector<std::string> failure_frames(std::string_view text, std::size_t most,
                                        const FrameParts& parts) {
  static const Expression used_up(kStackUsedUp);
  TraceReader reader(parts);
  bool deep = false;
  while (!text.empty()) {
    const std::string_view line = first_line(text);
    deep = deep || used_up.is_in(line);
    reader.read(line);
  }
  std::vector<std::string> names = reader.take();
  names = deep ? recurring(std::move(names)) : each_once(names);
  if (names.size() > most) names.resize(most);
  return names;
}

}  // namespace grabr
