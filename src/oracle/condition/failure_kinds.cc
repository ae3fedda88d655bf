// Tested by tests/oracle/failure_kinds_test.cc, and by tests/check_init.py on commands that fail.
#include "oracle/condition/failure_kinds.h"

#include <algorithm>
#include <span>

#include "oracle/condition/line_expression.h"
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
    {.name = "an uncaught exception of Kotlin",
     .pattern = "^Uncaught Kotlin exception: [A-Za-z0-9_.$]+",
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
    {.name = "a fatal error of Swift",
     .pattern = "[^ /]+[.]swift:[0-9]+: (Fatal error|Precondition failed)(: .*)?",
     .names_file = true,
     .message = MessageAt::kInside},
    {.name = "an uncaught exception of Haskell",
     .pattern = "Uncaught exception [^ ]+:$",
     .message = MessageAt::kNextLine},
    {.name = "an error of Haskell",
     .pattern = "^CallStack [(]from HasCallStack[)]:$",
     .message = MessageAt::kAbove},
    {.name = "an error of Julia",
     .pattern = "^ERROR: LoadError: .*",
     .message = MessageAt::kInside},
    {.name = "an uncaught exception of Dart",
     .pattern = "^Unhandled exception:$",
     .message = MessageAt::kNextLine},
    {.name = "an uncaught exception of Crystal",
     .pattern = "^Unhandled exception: .*",
     .message = MessageAt::kInside},
    {.name = "an error of Clojure",
     .pattern = "^Execution error( [(][^)]*[)])?",
     .message = MessageAt::kNextLine},
    {.name = "an uncaught exception of D",
     .pattern = "^[A-Za-z_][A-Za-z0-9_.]*@[^ ]+[(][0-9]+[)]",
     .message = MessageAt::kBehind},
    {.name = "an uncaught exception of Ada",
     .pattern = "^raised [A-Z][A-Z0-9_.]+ : .*",
     .message = MessageAt::kInside},
    {.name = "a panic of Zig",
     .pattern = "^thread [0-9]+ panic: .*",
     .message = MessageAt::kInside},
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

}  // namespace grabr
