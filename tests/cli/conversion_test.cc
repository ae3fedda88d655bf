// --decode and --encode: the search on a text, the test on bytes.
#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

constexpr const char* kGzip = "--decode 'gzip -dc' --encode 'gzip -nc' ";

struct PackedInput : Workshop {
  PackedInput() {
    program("t.sh", "#!/bin/sh\ngzip -dc \"$1\" | grep -q needle\n");
    write("in.json", "{\"a\": [1, 2, {\"needle\": true}], \"b\": {\"c\": [null, \"text\"]}}\n");
    shell("gzip -n in.json");
  }

  ShellRun reduced(const std::string& options) const {
    return grabr("--fresh " + options + " ./t.sh in.json.gz");
  }
  std::string unpacked(const std::string& file) const { return shell("gzip -dc " + file).output; }
};

}  // namespace

TEST_CASE("a packed file is reduced as text, and packed again") {
  const PackedInput bench;
  const ShellRun run = bench.reduced(std::string(kGzip) + "--report r.json");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  check_contains(run.errors, "grammar: json, by the extension .json");
  const std::string text = bench.unpacked("in.json.reduced.gz");
  check_contains(text, "needle");
  CHECK(text.size() < 20);
  CHECK(bench.read(".grabr/in.json.reduced.gz.txt") == text);
  const ShellRun verified = bench.grabr("verify r.json");
  CAPTURE(verified.errors);
  CHECK(verified.exit == 0);
  bench.write(".grabr/in.json.reduced.gz.txt", "[\"needle\"]");
  CHECK(bench.grabr("verify r.json").exit != 0);
}

TEST_CASE("the result of a packed file in place and by name" * doctest::test_suite("many runs")) {
  const PackedInput bench;
  bench.shell("cp in.json.gz before.gz");
  const ShellRun printed = bench.reduced(std::string(kGzip) + "-q -o out.gz");
  CAPTURE(printed.errors);
  check_contains(bench.unpacked("out.gz"), "needle");
  CHECK(bench.reduced(std::string(kGzip) + "-I").exit == 0);
  CHECK(bench.read("in.json.gz.orig") == bench.read("before.gz"));
  CHECK(bench.unpacked("in.json.gz").size() < 20);
}

TEST_CASE("of a packed file a percentage is one of its text" * doctest::test_suite("many runs")) {
  const PackedInput bench;
  std::string text;
  for (int i = 0; i < 300; ++i) text += "1, ";
  bench.write("in.json", "[" + text + "2]\n");
  bench.shell("gzip -nf in.json");
  bench.program("t.sh", "#!/bin/sh\ngzip -dc \"$1\" | grep -Eq '(1, ){140}'\n");
  const ShellRun run = bench.reduced(std::string(kGzip) + "--stop-at 90%");
  CHECK(run.exit == 0);
  check_contains(run.errors, "(--stop-at)");
}

TEST_CASE("what is made may be a new file, or where {out} stands" *
          doctest::test_suite("many runs")) {
  const PackedInput bench;
  for (const char* encode : {"gzip -n @@", "./pack.sh {out} @@"}) {
    CAPTURE(encode);
    bench.program("pack.sh", "#!/bin/sh\necho chatter\ngzip -nc \"$2\" >\"$1\"\n");
    const ShellRun run =
        bench.reduced("--decode 'gunzip @@' --encode '" + std::string(encode) + "'");
    CAPTURE(run.errors);
    CHECK(run.exit == 0);
    check_contains(bench.unpacked("in.json.reduced.gz"), "needle");
  }
}

TEST_CASE("what cannot be encoded does not fail, and another encoder asks again" *
          doctest::test_suite("many runs")) {
  const PackedInput bench;
  bench.program("pack.sh", "#!/bin/sh\ngrep -q text \"$1\" && gzip -nc \"$1\"\n");
  const std::string options = "--decode 'gzip -dc' --encode './pack.sh @@' ./t.sh in.json.gz";
  CHECK(bench.grabr(options).exit == 0);
  check_contains(bench.unpacked("in.json.reduced.gz"), "text");
  bench.program("pack.sh", "#!/bin/sh\ngzip -nc \"$1\"\n");
  const ShellRun again = bench.grabr(options);
  CAPTURE(again.errors);
  CHECK(again.exit == 0);
  CHECK(bench.unpacked("in.json.reduced.gz").find("text") == std::string::npos);
}

TEST_CASE("commands for bytes that cannot be used") {
  const PackedInput bench;
  const auto check_refused = [&](const std::string& options, const char* words) {
    const ShellRun run = bench.reduced(options);
    CAPTURE(options);
    CHECK(run.exit == 2);
    check_contains(run.errors, words);
  };
  check_refused("--decode 'gzip -dc'", "--decode and --encode belong together");
  check_refused("--decode 'gzip -dc' --encode nosuchprogram", "--encode: cannot find");
  check_refused("--decode false --encode 'gzip -nc'",
                "--decode false: it ended with exit status 1");
  check_refused("--decode 'gzip -dc' --encode true", "--encode true: it ended with exit status 1");
  check_refused("--decode 'gzip -dc' --encode true", "it has made nothing");
  check_refused(std::string(kGzip) + "--file-encoding bytes", "leave nothing to --file-encoding");
  const ShellRun several = bench.grabr(kGzip + std::string("./t.sh in.json.gz t.sh"));
  CHECK(several.exit == 2);
  check_contains(several.errors, "are for one input");
}
