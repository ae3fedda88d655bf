// --decode and --encode: the search works on text, the test gets bytes.
#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

struct PackedInput : Workshop {
  PackedInput()
      : Workshop({{"t.sh", "#!/bin/sh\ngzip -dc \"$1\" | grep -q needle\n"},
                  {"in.json",
                   "{\"a\": [1, 2, {\"needle\": true}], \"b\": {\"c\": [null, \"text\"]}}\n"}}) {
    shell("gzip -n in.json");
  }
};

const std::string kGzip = "--fresh --decode 'gzip -dc' --encode 'gzip -nc' ";
const std::string kCall = " ./t.sh in.json.gz";
/// The result contains the needle and little else.
const CallRow kSmallPacked = {
    "$ gzip -dc in.json.reduced.gz && [ $(gzip -dc in.json.reduced.gz | wc -c) -lt 20 ]",
    0,
    {},
    "needle"};

}  // namespace

TEST_CASE("a packed file is reduced as text, and packed again") {
  check_calls(PackedInput(),
              {{kGzip + "--report r.json" + kCall, 0, "grammar: json, by the extension .json"},
               kSmallPacked,
               {"$ gzip -dc in.json.reduced.gz | cmp - .grabr/in.json.reduced.gz.txt"},
               {"verify r.json"},
               {"$ echo '[\"needle\"]' >.grabr/in.json.reduced.gz.txt; ! \"$GRABR\" verify r.json"},
               // In place, with an output name, and with a budget of the text's bytes.
               {"$ cp in.json.gz before.gz"},
               {kGzip + "-q -o out.gz" + kCall + " && gzip -dc out.gz", 0, {}, "needle"},
               {kGzip + "-I" + kCall + " && cmp in.json.gz.orig before.gz"},
               {"$ [ $(gzip -dc in.json.gz | wc -c) -lt 20 ]"}});
}

TEST_CASE("of a packed file a percentage is one of its text" * doctest::test_suite("many runs")) {
  const PackedInput bench;
  bench.shell(
      "{ echo '['; yes '1, ' | head -n 300 | tr -d '\\n'; echo '2]'; } >in.json; gzip -nf in.json");
  bench.program("t.sh", "#!/bin/sh\ngzip -dc \"$1\" | grep -Eq '(1, ){140}'\n");
  check_calls(bench, {{kGzip + "--stop-at 90%" + kCall, 0, "(--stop-at)"}});
}

TEST_CASE("what is made may be a new file, or where {out} stands; what cannot be made passes" *
          doctest::test_suite("many runs")) {
  const PackedInput bench;
  bench.program("pack.sh", "#!/bin/sh\necho chatter\ngzip -nc \"$2\" >\"$1\"\n");
  bench.program("some.sh", "#!/bin/sh\ngrep -q text \"$1\" && gzip -nc \"$1\"\n");
  const std::string some = "--decode 'gzip -dc' --encode './some.sh @@'" + kCall;
  check_calls(bench, {{"--fresh --decode 'gunzip @@' --encode 'gzip -n @@'" + kCall},
                      kSmallPacked,
                      {"--fresh --decode 'gunzip @@' --encode './pack.sh {out} @@'" + kCall},
                      kSmallPacked,
                      {some + " && gzip -dc in.json.reduced.gz", 0, {}, "text"},
                      // With another encoder the tests run again.
                      {"$ printf '#!/bin/sh\\ngzip -nc \"$1\"\\n' >some.sh"},
                      {some + " && gzip -dc in.json.reduced.gz", 0, {}, "!text"}});
}

TEST_CASE("commands for bytes that cannot be used") {
  check_calls(PackedInput(),
              {{"--decode 'gzip -dc'" + kCall, 2, "--decode and --encode belong together"},
               {"--decode 'gzip -dc' --encode nosuchprogram" + kCall, 2, "--encode: cannot find"},
               {"--decode false --encode 'gzip -nc'" + kCall, 2,
                "--decode false: it ended with exit status 1"},
               {"--decode 'gzip -dc' --encode true" + kCall,
                2,
                {"--encode true: it ended with exit status 1", "it has made nothing"}},
               {kGzip + "--file-encoding bytes" + kCall, 2, "exclude --file-encoding"},
               {kGzip + "./t.sh in.json.gz t.sh", 2, "are for one input"}});
}
