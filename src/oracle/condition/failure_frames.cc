// Finds the functions in stack traces. Tested by tests/oracle/failure_kinds_test.cc.
#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oracle/condition/failure_kinds.h"
#include "oracle/condition/line_expression.h"

namespace grabr {
namespace {

struct FrameKind {
  std::string_view pattern;  ///< the whole of a line that names a function
  std::string_view front;    ///< the part before the function's name
  std::string_view back;     ///< the part after it; empty: nothing
  bool innermost_last = false;
};

/// In a trace only lines of one row count, that of its first line. A trace ends at an empty line.
/// If a line announces a trace (kTraceBegins), the last trace counts.
constexpr FrameKind kFrames[] = {
    {"^ *#[0-9]+ +0x[0-9a-f]+ (in )?[^ (].*", "^ *#[0-9]+ +0x[0-9a-f]+ (in )?",
     "( [(/<].*|[(].*)$"},
    {"^#[0-9]+ [^ ]+[(][0-9]+[)]: .+", "^#[0-9]+ [^ ]+[(][0-9]+[)]: ", "[(].*$"},
    {"^#[0-9]+ [[][a-z_]+[]].*", "^#[0-9]+ [[]", "[]].*$"},
    {"^ +#[0-9]+ [^ (].*", "^ +#[0-9]+ ", "( [(/<].*|[(].*)$"},
    {"^[ |]+File \".*\", line [0-9]+, in .+", "^[ |]+File \".*\", line [0-9]+, in ", "", true},
    {"^  File \".*\", line [0-9]+ in .+", "^  File \".*\", line [0-9]+ in ", ""},
    {"^ +at [0-9]+ .*kfun:[^(]+[(].*", "^.*kfun:#?", "[(].*$"},
    {"^#[0-9]+ {2,}[^(]+ [(].*", "^#[0-9]+ +", " [(].*$"},
    {"^(Raised at|Called from|Re-raised at) [^ ]+ in file .*",
     "^(Raised at|Called from|Re-raised at) ", " in file .*$"},
    {"^ +[[][0-9]+[]] [^ (]+[(].*", "^ +[[][0-9]+[]] ", "[(].*$"},
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

/// Messages of a stack overflow. It may happen in any function of the recursion.
constexpr std::string_view kStackUsedUp =
    "stack-overflow|stack overflow|StackOverflow|RecursionError|Maximum call stack size|"
    "stack level too deep|has overflowed its stack";

/// Functions of runtime libraries, which are on top of every trace and say nothing of the failure.
constexpr std::string_view kRuntime =
    "^(__asan|__tsan|__msan|__ubsan|__interceptor|__sanitizer|__GI_|__assert|__libc|__pthread|"
    "__restore_rt|_start|raise$|abort$|gsignal$|std::panicking|core::panicking|rust_begin_unwind|"
    "__rust|fancy_abort|internal_error|crash_signal|std::terminate|llvm::sys::|"
    "llvm::report_fatal_error|fuzzer::|runtime[.]|internal/runtime|panic$|node:|"
    "java[.]base/|Module[.]_|executeUserEntryPoint$|throwUnhandledRejectionsMode$|"
    "processPromiseRejections$|process[.]processTicksAndRejections$|[(]file[)]$)";

struct FrameExpressions {
  explicit FrameExpressions(const FrameKind& kind)
      : whole(kind.pattern), front(kind.front), back(kind.back), last(kind.innermost_last) {}
  Expression whole, front, back;
  bool last;
};

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

/// The wanted parts of a place, such as " a.cc:3"; empty if the line names no place.
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

/// Gathers the functions of a trace, line by line.
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

  /// The innermost first.
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

  /// The line below a function may tell where it is.
  void add_place(std::string_view line) {
    if (placeless_) names_.back() += place_in(line, parts_);
    placeless_ = false;
  }

  const FrameParts parts_;
  std::vector<std::string> names_;
  bool placeless_ = false;  ///< the last function has no place yet
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
