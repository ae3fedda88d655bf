// --minimize: the number never grows.
#include <doctest/doctest.h>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// Fewer lines "b" make the number larger, fewer lines "a" smaller.
const Files kNumbered = {
    {"t.sh", "#!/bin/sh\ngrep -q needle \"$1\"\n"},
    {"number.sh", "#!/bin/sh\necho $(($(grep -c a \"$1\") - $(grep -c b \"$1\"))) of all\n"},
    {"in.txt", "a\nb\nneedle\na\nb\nc\na\n"}};

const std::string kEnd = " --unit lines ./t.sh in.txt";
const std::string kShown = kEnd + " && cat in.reduced.txt";

}  // namespace

TEST_CASE("what makes the number larger is not taken") {
  const std::string number = "--minimize './number.sh @@'";
  check_calls(Workshop(kNumbered),
              {{"--fresh" + kShown, 0, {}, "=needle\n"},
               {number + " -j 1 --report r.json" + kShown, 0, "the number: 1 → -1", "=b\nneedle\n"},
               {"$ cat r.json", 0, {}, "\"after\": -1.0"},
               {"verify r.json"},
               // Resuming, and more jobs: the same result.
               {number + " -j 1" + kShown, 0, {"resuming", "the number: 1 → -1"}, "=b\nneedle\n"},
               {number + " --fresh -j 3" + kShown, 0, {}, "=b\nneedle\n"}});
}

TEST_CASE("a command that prints no number") {
  check_calls(
      Workshop(kNumbered),
      {{"--minimize 'cat @@'" + kEnd, 3,
        "in.txt fails, but has no number to minimise: the command printed no number, but: a"},
       {"--minimize true" + kEnd, 3, "printed nothing instead of a number"},
       {"--minimize false" + kEnd, 3, "ended with exit status 1"},
       {"--minimize nosuchprogram" + kEnd, 2, "--minimize: cannot find"},
       {"--minimize 'wc -c @@' --flaky" + kEnd, 2, "exclude each other"},
       {"--minimize 'wc -c @@' --strategy dd-max" + kEnd, 2, "--minimize is for searches"},
       {"--minimize 'wc -c @@' ./t.sh in.txt number.sh", 2}});
}
