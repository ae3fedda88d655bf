// --preprocess, with the real preprocessor if requested.
#include <doctest/doctest.h>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// Text from both files must end up in one.
const Files kStandalone = {{"t.sh",
                            "#!/bin/sh\ngcc -E -P \"$1\" 2>/dev/null | tr -d '\\n' | "
                            "grep -q 'ONE.*TWO.*THREE'\n"},
                           {"in.c", "#include \"one.h\"\nint TWO;\n#include \"three.h\"\n"},
                           {"one.h", "#include \"sub/deep.h\"\nint other;\n"},
                           {"sub/deep.h", "int ONE;\n"},
                           {"three.h", "int THREE;\n"}};

const std::string kCopies = " --fresh --copy one.h --copy sub --copy three.h ./t.sh in.c";
const CallRow kAlone = {"$ cat in.reduced.c", 0, {}, {"ONE", "!include"}};

}  // namespace

TEST_CASE("what the preprocessor makes of the input is where the search begins" *
          doctest::test_suite("many runs")) {
  check_calls(
      Workshop(kStandalone),
      {{"--trace t.jsonl --preprocess 'gcc -E -P @@'" + kCopies, 0, "that stand alone"},
       kAlone,
       {"$ cat t.jsonl", 0, {}, "\"phase\":\"preprocess\""},
       // If the preprocessed text does not fail, includes are expanded instead.
       {"--preprocess 'echo nothing'" + kCopies, 0, "its version of the input does not fail"},
       kAlone,
       // With -I, the backup is the original file.
       {"-I --preprocess 'echo nothing'" + kCopies + " && cat in.c.orig",
        0,
        {},
        "#include \"one.h\""}});
}

TEST_CASE("an include that must stay stays, and what cannot preprocess is refused") {
  const Workshop bench(kStandalone);
  bench.program("t.sh",
                "#!/bin/sh\ngrep -q 'include.*one.h' \"$1\" && grep -q THREE \"$1\" || "
                "grep -q 'include.*three.h.*' \"$1\"\n");
  check_calls(bench, {{"--preprocess 'false'" + kCopies + " && cat in.reduced.c", 0, {}, "include"},
                      {"--preprocess nosuchprogram" + kCopies, 2, "--preprocess: cannot find"},
                      {"--preprocess cat ./t.sh in.c one.h", 2, "--preprocess is for one input"}});
}
