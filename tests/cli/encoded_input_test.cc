#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"
#include "text/encoding.h"

using namespace grabr;

namespace {

const std::string kMark = "\xEF\xBB\xBF";
const std::string kJson = R"({"a":[1,2,3],"k":"BUG","z":{"q":null}})";

/// A test for UTF-16, with a byte order mark or without.
constexpr const char* kWideBug = "#!/bin/sh\nLC_ALL=C grep -qaP 'B\\x00U\\x00G\\x00' \"$1\"\n";

struct Wide : Workshop {
  Wide() {
    program("t.sh", kWideBug);
    write("u.json", encode(kMark + kJson, Encoding::kUtf16Le));
  }
};

}  // namespace

TEST_CASE("UTF-16 is reduced by its grammar, and written back so" *
          doctest::test_suite("many runs")) {
  const Wide shop;
  const ShellRun run = shop.grabr("--report r.json ./t.sh u.json");
  CHECK(run.exit == 0);
  check_contains(run.errors, "grabr: u.json is UTF-16LE: read as text, written back so\n");
  check_contains(run.errors, "grabr: grammar: json, by the extension .json\n");
  check_contains(run.errors, "u.json: 78 → 10 bytes");
  CHECK(shop.read("u.reduced.json") == encode("\"BUG\"", Encoding::kUtf16Le));
  check_contains(shop.read("r.json"), R"("encoding": "UTF-16LE")");
  // The certificate holds for what is on disk.
  const ShellRun verified = shop.grabr("verify r.json");
  CHECK(verified.exit == 0);
  check_contains(verified.errors + verified.output, "confirmed");
  // The same call goes on from its answers.
  check_contains(shop.grabr("./t.sh u.json").errors, "grabr: resuming: ");
}

TEST_CASE("a byte order mark stays where the test needs it" * doctest::test_suite("many runs")) {
  const Wide shop;
  shop.program(
      "mark.sh",
      "#!/bin/sh\nprintf '\\377\\376' | cmp -s -n 2 - \"$1\" && exec \"$GRABR_DIR/t.sh\" \"$1\"\n");
  CHECK(shop.grabr("-q ./mark.sh u.json").exit == 0);
  const DecodedText result = decode(shop.read("u.reduced.json"));
  CHECK(result.encoding == Encoding::kUtf16Le);
  CHECK(result.text.starts_with(kMark));
  CHECK(result.text.size() < kMark.size() + kJson.size());
  CHECK(result.text.find("BUG") != std::string::npos);
}

TEST_CASE("a byte order mark before JSON costs no grammar" * doctest::test_suite("many runs")) {
  Workshop shop;
  shop.program("t.sh", kHasBug);
  shop.write("m.json", kMark + kJson);
  const ShellRun run = shop.grabr("./t.sh m.json");
  CHECK(run.errors.find("does not parse") == std::string::npos);
  CHECK(run.errors.find("outside the grammar") == std::string::npos);
  CHECK(shop.read("m.reduced.json") == "\"BUG\"");
  CHECK(shop.grabr("check m.json").exit == 0);
}

TEST_CASE("commands that read texts read UTF-16") {
  const Wide shop;
  CHECK(shop.grabr("check u.json").exit == 0);
  CHECK(shop.shell("\"$GRABR\" check -g json - < u.json").exit == 0);
  check_contains(shop.grabr("parse u.json").output, "BUG");
  shop.write("other.json", encode(kMark + "[]", Encoding::kUtf16Be));
  CHECK(shop.grabr("check other.json").exit == 0);
  const ShellRun diff = shop.grabr("diff -o - ./t.sh u.json other.json");
  CHECK(diff.exit == 2);
  check_contains(diff.errors, "other.json is not UTF-16LE, as the failing input is");
}

TEST_CASE("the encoding of an input can be said") {
  const Wide shop;
  shop.write("short", encode("xBUGx", Encoding::kUtf16Le));  // too short to be recognised
  const ShellRun run =
      shop.grabr("-o - --file-encoding utf-16le --strategy ddmin-2000 ./t.sh short");
  CHECK(run.exit == 0);
  CHECK(run.output == encode("BUG", Encoding::kUtf16Le));
  CHECK(shop.grabr("--file-encoding bytes -q ./t.sh u.json").errors.find("UTF-16") ==
        std::string::npos);
  check_contains(shop.grabr("--file-encoding utf-7 ./t.sh short").errors,
                 "invalid value 'utf-7' for --file-encoding");
  shop.write("odd", "abc");
  check_contains(shop.grabr("--file-encoding utf-16le ./t.sh odd").errors,
                 "odd is not text in UTF-16LE");
}

TEST_CASE("several inputs keep their encodings" * doctest::test_suite("many runs")) {
  Wide shop;
  shop.write("p.json", R"({"x": 1, "y": "BUG"})");
  shop.program("both.sh", "#!/bin/sh\n\"$GRABR_DIR/t.sh\" u.json && grep -q BUG p.json\n");
  CHECK(shop.grabr("-q ./both.sh u.json p.json").exit == 0);
  CHECK(shop.read("u.reduced.json") == encode("\"BUG\"", Encoding::kUtf16Le));
  CHECK(shop.read("p.reduced.json") == "\"BUG\"");
}
