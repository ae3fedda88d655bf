// File names in messages: whatever characters they contain, a message keeps its form.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_grabr.h"
#include "support/build.h"
#include "text/escape.h"
#include "text/shell_word.h"

using namespace grabr;

namespace {

/// Every way to begin another line, or to appear to, and bytes that are not UTF-8.
constexpr const char* kHostile =
    "a\nEVIL\rEVIL\x1b[2K\x1b[1GEVIL\nhint: EVIL\ngrabr: EVIL\tb\xff\xe2\x80\xae.c";

/// $N is the name. Each call is made with a missing file, a folder, a binary file and an empty
/// file.
const std::vector<std::string> kCalls = {
    "./t.sh \"$N\"",
    "--in-place ./t.sh \"$N\"",
    "-c 'grep -q BUG \"$1\"' \"$N\"",
    "-g json --no-partial ./t.sh \"$N\"",
    "--encoding utf-16 ./t.sh \"$N\"",
    "--stop-at 1 --report r.json --trace t.jsonl ./t.sh \"$N\"",
    "-v ./t.sh \"$N\"",
    "./t.sh \"$N\" in.c",
    "./t.sh in.c \"$N\"",
    "--unpack ./t.sh \"$N\"",
    "-o \"$N\" ./t.sh in.c",
    "-o \"$N/\" ./t.sh in.c",
    "-o \"$N\" ./t.sh in.c good.c",
    "--report \"$N\" ./t.sh in.c",
    "--trace \"$N\" ./t.sh in.c",
    "--events \"$N\" ./t.sh in.c",
    "--cache \"$N\" ./t.sh in.c",
    "--copy \"$N\" ./t.sh in.c",
    "--schedule \"$N\" ./t.sh in.c",
    "-g \"$N\" ./t.sh in.c",
    "\"./$N\" in.c",
    "in.c -- \"./$N\" @@",
    "-o diff.c diff ./t.sh in.c \"$N\"",
    "diff ./t.sh \"$N\" good.c",
    "parse \"$N\"",
    "parse -g c \"$N\"",
    "parse -g \"$N\" in.c",
    "grammar \"$N\"",
    "grammar import \"$N\"",
    "grammar automaton \"$N\"",
    "generate \"$N\"",
    "generate json -n 1 -o \"$N\"",
    "fuzz -g \"$N\" --max-tests 2 -- ./t.sh @@",
    "fuzz -g json --max-tests 2 -o \"$N\" -- ./t.sh @@",
    "explain \"$N\"",
    "explain -c 'grep -q BUG \"$1\"' \"$N\"",
    "verify \"$N\"",
    "report \"$N\"",
    "report --html p.html \"$N\"",
    "report --html \"$N\" in.c",
    "bench --table \"$N\"",
    "bench \"$N\"",
    "compare ./t.sh \"$N\"",
    "check \"$N\"",
    "status \"$N\"",
    "show \"$N\"",
    "history \"$N\"",
    "wait \"$N\"",
    "stop \"$N\"",
    "init -o i.sh \"$N\" -- ./t.sh @@",
    "init --force -o \"$N\" in.c -- ./t.sh @@",
    "propose \"$N\"",
};

const std::vector<std::pair<const char*, const char*>> kStates = {
    {"missing", ":"},
    {"a folder", "mkdir \"$N\""},
    {"binary", "printf 'BUG \\377\\000\\n' >\"$N\"; chmod +x \"$N\""},
    {"empty", ": >\"$N\""},
};

/// If starting the program takes long, only some pairs of call and state are tried, in turn.
const std::size_t kOneIn = support::is_sanitized() ? 4 : 1;

/// Whether the line begins like a message of grabr. `shown`: the name as messages show it.
bool has_own_form(const std::string& line, const std::string& shown) {
  if (line.find_first_of("\r\x1b") != line.npos) return false;
  if (line.empty() || line.starts_with(shown)) return true;
  for (const char* begin : {"grabr: ", "hint: ", "--- ", "+++ ", " "}) {
    if (line.starts_with(begin))
      return line.find("EVIL") == line.npos || line.find(shown) != line.npos;
  }
  return line.find("EVIL") == line.npos;
}

}  // namespace

TEST_CASE("no name of a file makes one message look like two, or like another") {
  const std::string whole = shown_name(kHostile);
  const std::string shown = whole.substr(0, whole.size() - 2);  // the result has another ending
  std::size_t place = 0;
  for (const auto& one : kStates) {
    ++place;
    const auto& state = one.first;
    const auto& make = one.second;
    for (const std::string& call : kCalls) {
      if (++place % kOneIn != 0) continue;
      const Workshop bench;
      bench.program("t.sh", kHasBug);
      bench.write("in.c", "int BUG;\nint a;\n");
      bench.write("good.c", "int a;\n");
      const ShellRun run = bench.shell("N=" + shell_quoted(kHostile) + "; " + make +
                                       "; timeout 60 \"$GRABR\" " + call + " </dev/null");
      INFO(state << ": " << call << "\n" << run.errors << "\n" << run.output);
      CHECK(run.exit < 124);
      for (const std::string* text : {&run.errors, &run.output}) {
        std::istringstream lines(*text);
        for (std::string line; std::getline(lines, line);) {
          INFO(line);
          CHECK(has_own_form(line, shown));
        }
      }
    }
  }
}
