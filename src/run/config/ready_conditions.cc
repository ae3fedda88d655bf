#include "run/config/ready_conditions.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "oracle/test/program.h"
#include "run/config/command_words.h"
#include "text/error.h"
#include "text/setting.h"

namespace grabr {
namespace {

using Words = std::vector<std::string>;

/// A program that checks a language; rows are in order of preference.
struct Checker {
  std::string_view grammar;
  std::string_view program;
  /// The arguments after the program; "@@" is the candidate.
  std::string_view arguments;
};

/// For checks that an option alone cannot do: the program is $0, the candidate $1.
constexpr std::string_view kPython =
    "-c 'import sys; compile(open(sys.argv[1], \"rb\").read(), sys.argv[1], \"exec\")' @@";
constexpr std::string_view kJson = "-c 'import json, sys; json.load(open(sys.argv[1], \"rb\"))' @@";
constexpr std::string_view kToml =
    "-c 'import sys, tomllib; tomllib.load(open(sys.argv[1], \"rb\"))' @@";
constexpr std::string_view kYaml =
    "-c 'import sys, yaml; list(yaml.parse(open(sys.argv[1], \"rb\")))' @@";
constexpr std::string_view kYamlOfRuby = "-ryaml -e 'YAML.parse_stream(File.binread(ARGV[0]))' @@";
constexpr std::string_view kElixir =
    "-e 'Code.string_to_quoted!(File.read!(hd(System.argv())))' @@";
constexpr std::string_view kXml = "-c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' @@";

constexpr Checker kCheckers[] = {
    {"c", "gcc", "-fsyntax-only -x c @@"},
    {"c", "clang", "-fsyntax-only -x c @@"},
    {"c", "clang-14", "-fsyntax-only -x c @@"},
    {"c", "gcc-12", "-fsyntax-only -x c @@"},
    {"c", "cc", "-fsyntax-only -x c @@"},
    {"cpp", "g++", "-fsyntax-only -w -x c++ @@"},
    {"cpp", "clang++", "-fsyntax-only -w -x c++ @@"},
    {"cpp", "clang++-14", "-fsyntax-only -w -x c++ @@"},
    {"cpp", "g++-12", "-fsyntax-only -w -x c++ @@"},
    {"cpp", "c++", "-fsyntax-only -w -x c++ @@"},
    {"d", "gdc", "-fsyntax-only @@"},
    {"d", "ldc2", "-o- @@"},
    {"dot", "dot", "-Tcanon -o valid.dot @@"},
    {"elixir", "elixir", kElixir},
    {"fortran", "gfortran", "-fsyntax-only -w @@"},
    {"go", "go", "vet @@"},
    {"go", "gofmt", "-e @@"},
    {"java", "javac", "-proc:none -nowarn -d . @@"},
    {"javascript", "node", "--check @@"},
    {"json", "python3", kJson},
    {"json", "jq", "empty @@"},
    {"llvm-ir", "opt", "-passes=verify -disable-output @@"},
    {"llvm-ir", "opt-14", "-passes=verify -disable-output @@"},
    {"llvm-ir", "llvm-as", "-o valid.bc @@"},
    {"lua", "luac", "-p @@"},
    {"nim", "nim", "check @@"},
    {"ocaml", "ocamlc", "-stop-after typing @@"},
    {"perl", "perl", "-c @@"},
    {"php", "php", "-l @@"},
    {"protobuf", "protoc", "--proto_path=. --descriptor_set_out=valid.pb @@"},
    {"python", "python3", kPython},
    {"ruby", "ruby", "-c @@"},
    {"rust", "rustc",
     "--edition=2021 -Awarnings --crate-type=lib --emit=metadata -o valid.rmeta @@"},
    {"shell", "bash", "-n @@"},
    {"solidity", "solc", "@@"},
    {"sql", "sqlite3", "-bail -init @@ :memory: .exit"},
    {"systemverilog", "iverilog", "-g2012 -t null @@"},
    {"systemverilog", "verilator", "--lint-only -Wno-fatal @@"},
    {"toml", "python3", kToml},
    {"typescript", "tsc", "--noEmit @@"},
    {"vhdl", "ghdl", "-s @@"},
    {"wasm-text", "wat2wasm", "-o valid.wasm @@"},
    {"xml", "xmllint", "--noout @@"},
    {"xml", "python3", kXml},
    {"yaml", "ruby", kYamlOfRuby},
    {"yaml", "python3", kYaml},
};

/// Warnings that compilers since gcc 14 and clang 16 take for errors in C.
constexpr std::string_view kInvalidC =
    "implicit-int implicit-function-declaration int-conversion incompatible-pointer-types";

/// Warnings about undefined behaviour, and about declarations that make a call undefined: none, or
/// one without parameters.
constexpr std::string_view kUndefined =
    "uninitialized maybe-uninitialized return-type div-by-zero array-bounds shift-count-overflow "
    "shift-count-negative sequence-point format return-local-addr strict-aliasing "
    "aggressive-loop-optimizations";
constexpr std::string_view kUndefinedInC = "main strict-prototypes";
constexpr std::string_view kGccUndefinedInC = "builtin-declaration-mismatch";
constexpr std::string_view kClangUndefinedInC = "incompatible-library-redeclaration";

/// The shell text of command_for_no_ub: $0 is the compiler, $1 the candidate, $2 its language, $3
/// the warnings that are errors.
///
/// Sanitizers do not find violations of strict aliasing, so the program must behave the same with
/// and without it. Nor do they find uninitialized values: the compiler warns about some, and
/// clang's memory sanitizer, if it is installed, finds the others.
constexpr std::string_view kNoUndefinedBehaviour = R"(# and-no-ub
compile() { "$@" 2>messages || { grep error: messages >&2 || cat messages >&2; exit 1; }; }
compile "$0" -x "$2" -O2 -fstrict-aliasing -Wall -Wextra $3 "$1" -o plain -lm
if grep 'integer overflow in ' messages >&2; then exit 1; fi
compile "$0" -x "$2" -g -O1 -w -fsanitize=address,undefined -fno-sanitize-recover=all "$1" -o checked -lm
compile "$0" -x "$2" -O2 -w -fno-strict-aliasing "$1" -o loose -lm
ASAN_OPTIONS=exitcode=99:detect_leaks=0:detect_stack_use_after_return=1
UBSAN_OPTIONS=exitcode=99
MSAN_OPTIONS=exitcode=99
export ASAN_OPTIONS UBSAN_OPTIONS MSAN_OPTIONS
clean() {
  timeout 10 "$@" </dev/null >output 2>messages
  case $? in
    99 | 124 | 13[2-9]) head -n 3 messages >&2; exit 1 ;;
  esac
}
clean ./checked
for clang in clang clang-19 clang-16 clang-14 clang-13; do
  command -v $clang >/dev/null || continue
  if $clang -x "$2" -g -O1 -w -fsanitize=memory "$1" -o set -lm 2>messages; then clean ./set; fi
  break
done
timeout 10 ./plain </dev/null >plain.out 2>&1; echo $? >>plain.out
timeout 10 ./loose </dev/null >loose.out 2>&1; echo $? >>loose.out
cmp -s plain.out loose.out || { echo 'it depends on strict aliasing' >&2; exit 1; }
)";

bool is_installed(const std::string& program) {
  try {
    find_program(program);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Is the checker the program under test? Then it would reject the input because of the failure.
bool is_tested(std::string_view program, const ProcessOracleOptions& test) {
  const std::string name(program);
  const auto names = [&](const std::string& word) {
    return std::filesystem::path(word).filename() == name;
  };
  if (std::any_of(test.command.begin(), test.command.end(), names)) return true;
  return (" " + test.shell_text + " ").find(" " + name + " ") != std::string::npos;
}

std::string names_of(const std::vector<Checker>& checkers) {
  std::string names;
  for (const Checker& checker : checkers) {
    names += (names.empty() ? "" : ", ") + std::string(checker.program);
  }
  return names;
}

/// The first checker that is installed and not tested; otherwise the first that is installed.
const Checker* find_checker(const std::vector<Checker>& checkers,
                            const ProcessOracleOptions& test) {
  const Checker* tested = nullptr;
  for (const Checker& checker : checkers) {
    if (!is_installed(std::string(checker.program))) continue;
    if (!is_tested(checker.program, test)) return &checker;
    if (tested == nullptr) tested = &checker;
  }
  return tested;
}

Checker require_checker(const char* option, std::string_view grammar,
                        const ProcessOracleOptions& test) {
  std::vector<Checker> checkers;
  std::copy_if(std::begin(kCheckers), std::end(kCheckers), std::back_inserter(checkers),
               [&](const Checker& checker) { return checker.grammar == grammar; });
  if (checkers.empty()) {
    throw Error(ErrorKind::kInvalid,
                spelled(option) + ": grabr knows no checker for " +
                    (grammar.empty() ? "an input without a grammar" : std::string(grammar)) +
                    spelled("\nhint: {and} 'COMMAND @@' names one"));
  }
  if (const Checker* found = find_checker(checkers, test)) return *found;
  throw Error(ErrorKind::kInvalid,
              spelled(option) + ": to check " + std::string(grammar) +
                  " one of these is needed, and none is installed: " + names_of(checkers) +
                  spelled("\nhint: install one, or name another checker with {and} 'COMMAND @@'"));
}

/// The language for the compiler: a compiler goes by the extension, but the C++ grammar may have
/// been chosen for a C file.
std::string_view compiled_as(std::string_view grammar, const std::string& input) {
  if (grammar != "c" && grammar != "cpp") return grammar;
  const std::string extension = std::filesystem::path(input).extension();
  return extension == ".c" || extension == ".i" ? "c" : grammar;
}

/// "-Werror=main -Werror=format": those that the compiler does not report for the original.
/// Warnings about the original cannot be mistakes of the reduction.
std::string errors_for(const std::string& compiler, std::string_view language,
                       const Words& warnings, const SaidOfOriginal& said_of_original) {
  std::string wanted;
  for (const std::string& warning : warnings) wanted += " -W" + warning;
  const std::string said =
      said_of_original({"sh", "-c",
                        "\"$0\" -x " + std::string(language) + " -O2 -Wall -Wextra" + wanted +
                            " -S -o - \"$1\" 2>&1 >/dev/null; echo",
                        compiler});
  std::string errors;
  for (const std::string& warning : warnings) {
    const bool there = said.find("[-W" + warning + "]") != std::string::npos ||
                       said.find("[-W" + warning + "=") != std::string::npos;
    if (!there) errors += (errors.empty() ? "-Werror=" : " -Werror=") + warning;
  }
  return errors;
}

}  // namespace

Words command_for_valid(const ReadyConditionsFor& of) {
  const std::string_view language = compiled_as(of.grammar, of.input);
  const Checker checker = require_checker("{and-valid}", language, of.test);
  Words command = split_words(checker.arguments);
  if (language == "c") {
    const Words errors = split_words(
        errors_for(std::string(checker.program), "c", split_words(kInvalidC), of.said_of_original));
    command.insert(command.begin(), errors.begin(), errors.end());
  }
  command.insert(command.begin(), std::string(checker.program));
  return command;
}

Words command_for_no_ub(const ReadyConditionsFor& of) {
  if (of.grammar != "c" && of.grammar != "cpp") {
    throw Error(ErrorKind::kInvalid,
                spelled("{and-no-ub} works only for C and C++") +
                    (of.grammar.empty() ? "" : ", but the input is " + std::string(of.grammar)) +
                    spelled("\nhint: {grammar} names the language of an input"));
  }
  const bool is_c = compiled_as(of.grammar, of.input) == "c";
  const std::string compiler(require_checker("{and-no-ub}", is_c ? "c" : "cpp", of.test).program);
  const bool clang = compiler.find("clang") != std::string::npos;
  Words warnings = split_words(kUndefined);
  if (is_c) {
    for (const std::string_view more :
         {kInvalidC, kUndefinedInC, clang ? kClangUndefinedInC : kGccUndefinedInC}) {
      const Words words = split_words(more);
      warnings.insert(warnings.end(), words.begin(), words.end());
    }
  }
  const std::string language = is_c ? "c" : "c++";
  return {"sh",
          "-c",
          std::string(kNoUndefinedBehaviour),
          compiler,
          "@@",
          language,
          errors_for(compiler, language, warnings, of.said_of_original)};
}

}  // namespace grabr
