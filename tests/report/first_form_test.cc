#include "report/saved/first_form.h"

#include <doctest/doctest.h>

#include "text/error.h"

namespace grabr {
namespace {

TEST_CASE("each option that reports of the first form had is read") {
  const std::vector<std::string> options = {"--input=sub/in=1.c",
                                            "--copy=/a/lib.h",
                                            "--copy=/a/b",
                                            "--input-via=stdin",
                                            "--no-arg",
                                            "--exit=1",
                                            "--exit=134",
                                            "--signal=SEGV",
                                            "--stdout=a b",
                                            "--stderr=it's",
                                            "--not-stdout==",
                                            "--not-stderr=",
                                            "--hang=2.5",
                                            "--differs=sh -c 'exit 1' ''\\''' @@",
                                            "--same-as-original",
                                            "--memory=3",
                                            "--file-encoding=UTF-16LE",
                                            "--no-aslr",
                                            "--repeat=5",
                                            "--min-hits=2",
                                            "--launcher=env 'A=b c'"};
  const ProcessOracleOptions wanted{.command = {"./t.sh", "@@"},
                                    .original = "sub/in=1.c",
                                    .via = InputVia::kStdin,
                                    .append_path = false,
                                    .copies = {"/a/lib.h", "/a/b"},
                                    .memory_bytes = 3 * 1024 * 1024,
                                    .randomize_addresses = false,
                                    .repeat = 5,
                                    .min_hits = 2,
                                    .conditions = {.exits = {1, 134},
                                                   .signals = {"SEGV"},
                                                   .output = {"a b"},
                                                   .errors = {"it's"},
                                                   .not_output = {"="},
                                                   .not_errors = {""},
                                                   .hang_s = 2.5,
                                                   .differs = {"sh", "-c", "exit 1", "'", "@@"},
                                                   .same_as_original = true},
                                    .launcher = {"env", "A=b c"},
                                    .encoding = Encoding::kUtf16Le};
  CHECK(test_from_words({"./t.sh", "@@"}, options) == wanted);
}

TEST_CASE("of a shell text the words are those of a shell that runs it") {
  const ProcessOracleOptions test = test_from_words({"/bin/sh", "-c", "cc \"$1\"", "sh"},
                                                    std::vector<std::string>{"--command=cc @@"});
  CHECK(test == ProcessOracleOptions{.shell_text = "cc \"$1\""});
}

TEST_CASE("other words are refused") {
  for (const char* word : {"--colour=red", "--exit=one", "--exit=1x", "--memory=", "--command=a",
                           "--hang=long", "--file-encoding=no", "--input-via=pipe", ""}) {
    CAPTURE(word);
    CHECK_THROWS_AS(test_from_words({"true"}, std::vector<std::string>{word}), Error);
  }
}

}  // namespace
}  // namespace grabr
