#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"
#include "text/encoding.h"

using namespace grabr;

namespace {

const std::string kMark = "\xEF\xBB\xBF";
const std::string kWideJson = R"({"a":[1,2,3],"k":"BUG","z":{"q":null}})";

/// A test for UTF-16, with or without a byte order mark.
constexpr const char* kWideBug = "#!/bin/sh\nLC_ALL=C grep -qaP 'B\\x00U\\x00G\\x00' \"$1\"\n";

std::string wide(const std::string& text) { return encode(text, Encoding::kUtf16Le); }

const Files kWide = {{"t.sh", kWideBug}, {"u.json", wide(kMark + kWideJson)}};

}  // namespace

TEST_CASE("UTF-16 is reduced by its grammar, and written back so" *
          doctest::test_suite("many runs")) {
  check_calls(Workshop(kWide),
              {{"--report r.json ./t.sh u.json",
                0,
                {"grabr: u.json is UTF-16LE: read as text; the result gets this encoding, too\n",
                 "grabr: grammar: json, by the extension .json\n", "u.json: 78 → 10 bytes"}},
               {"$ cat u.reduced.json", 0, {}, "=" + wide("\"BUG\"")},
               {"$ cat r.json", 0, {}, R"("encoding": "UTF-16LE")"},
               // The certificate is for the file on disk, and repeating the call resumes the
               // reduction.
               {"verify r.json", 0, "confirmed"},
               {"./t.sh u.json", 0, "grabr: resuming: "}});
}

TEST_CASE("a byte order mark stays where the test needs it, and costs JSON no grammar" *
          doctest::test_suite("many runs")) {
  const Workshop shop(kWide);
  shop.program(
      "mark.sh",
      "#!/bin/sh\nprintf '\\377\\376' | cmp -s -n 2 - \"$1\" && exec \"$GRABR_DIR/t.sh\" \"$1\"\n");
  CHECK(shop.grabr("-q ./mark.sh u.json").exit == 0);
  const DecodedText result = decode(shop.read("u.reduced.json"));
  CHECK(result.encoding == Encoding::kUtf16Le);
  CHECK(result.text.starts_with(kMark));
  CHECK(result.text.size() < kMark.size() + kWideJson.size());
  check_parts(result.text, "BUG");
  check_calls(Workshop({{"t.sh", kHasBug}, {"m.json", kMark + kWideJson}}),
              {{"./t.sh m.json", 0, {"!does not parse", "!outside the grammar"}},
               {"check m.json"},
               {"$ cat m.reduced.json", 0, {}, "=\"BUG\""}});
}

TEST_CASE("commands that read texts read UTF-16, and the encoding of an input can be said") {
  const Workshop shop(kWide);
  shop.write("other.json", encode(kMark + "[]", Encoding::kUtf16Be));
  shop.write("short", wide("xBUGx"));  // too short to be recognized
  shop.write("odd", "abc");
  check_calls(
      shop, {{"check u.json"},
             {"check -g json - < u.json"},
             {"parse u.json", 0, {}, "BUG"},
             {"check other.json"},
             {"diff -o - ./t.sh u.json other.json", 2,
              "other.json is not UTF-16LE, as the failing input is"},
             {"-o - --file-encoding utf-16le --strategy ddmin-2000 ./t.sh short",
              0,
              {},
              "=" + wide("BUG")},
             {"--file-encoding utf-7 ./t.sh short", 2, "invalid value 'utf-7' for --file-encoding"},
             {"--file-encoding utf-16le ./t.sh odd", 2, "odd is not text in UTF-16LE"}});
  CHECK(shop.grabr("--file-encoding bytes -q ./t.sh u.json").errors.find("UTF-16") ==
        std::string::npos);
}

TEST_CASE("several inputs keep their encodings" * doctest::test_suite("many runs")) {
  const Workshop shop(kWide);
  shop.write("p.json", R"({"x": 1, "y": "BUG"})");
  shop.program("both.sh", "#!/bin/sh\n\"$GRABR_DIR/t.sh\" u.json && grep -q BUG p.json\n");
  check_calls(shop, {{"-q ./both.sh u.json p.json"},
                     {"$ cat u.reduced.json", 0, {}, "=" + wide("\"BUG\"")},
                     {"$ cat p.reduced.json", 0, {}, "=\"BUG\""}});
}
