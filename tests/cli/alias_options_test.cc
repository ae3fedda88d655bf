#include "cli/line/alias_options.h"

#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <map>
#include <set>

#include "cli/options/reduce_options.h"
#include "text/error.h"
#include "text/file.h"
#include "text/shell_word.h"

using namespace grabr;

namespace {

/// The native options of `grabr reduce`.
struct Own {
  ReduceOptions options;
  CLI::App app;
  Own() { declare_reduce_options(app, options); }
};

struct Translated {
  Words words;
  Words notes;
};

Translated translate(const Words& words) {
  const Own own;
  Translated result;
  result.words = translate_aliases(words, own.app, result.notes);
  return result;
}

void check_translates(const std::string& given, const std::string& wanted) {
  CAPTURE(given);
  CHECK(shell_words(translate(split_words(given)).words) == wanted);
}

std::string alias_refusal(const Words& words) {
  try {
    translate(words);
    return {};
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    return error.what();
  }
}

/// A value that is valid for the option that an alias stands for.
std::string value_for(const Alias& alias) {
  return alias.text == "--input-via=%" ? "arg" : alias.rewrite != nullptr ? "1" : "7";
}

bool has_name(const Alias& alias, const std::string& name) {
  const Words names = names_of(alias);
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TEST_CASE("every row of the table maps, is accepted with a note, or says what to use" *
          doctest::test_suite("many runs")) {
  REQUIRE(aliases().size() > 40);
  for (const Alias& alias : aliases()) {
    REQUIRE(!names_of(alias).empty());
    CHECK(!alias.tools.empty());
    CHECK(alias.text.find('\n') == std::string_view::npos);
    CHECK(alias.note.find('\n') == std::string_view::npos);
    for (const std::string& name : names_of(alias)) {
      CAPTURE(name);
      if (alias.kind == AliasKind::kRefused || alias.kind == AliasKind::kElsewhere) {
        const std::string line = alias_refusal({name, "value"});
        CHECK(line.starts_with(name + " (" + std::string(alias.tools) + "): "));
        CHECK(line.size() > name.size() + alias.tools.size() + 15);
        continue;
      }
      Words given = {"before", name};
      if (alias.takes_value) given.push_back(value_for(alias));
      given.push_back("after");
      const Translated result = translate(given);
      REQUIRE(result.words.size() >= 2);
      CHECK(result.words.front() == "before");
      CHECK(result.words.back() == "after");
      CHECK(std::find(result.words.begin(), result.words.end(), name) == result.words.end());
      const bool says_something = alias.kind == AliasKind::kHarmless || !alias.note.empty();
      CHECK(result.notes.size() == (says_something ? 1 : 0));
      if (alias.kind == AliasKind::kHarmless) CHECK(result.words.size() == 2);
    }
  }
}

TEST_CASE("what a row maps to is an option of ours" * doctest::test_suite("many runs")) {
  for (const Alias& alias : aliases()) {
    if (alias.kind != AliasKind::kMeans) continue;
    CAPTURE(alias.names);
    Words words = {names_of(alias).front()};
    if (alias.takes_value) words.push_back(value_for(alias));
    words = translate(words).words;
    if (alias.rewrite == nullptr) CHECK(words.empty() == alias.text.empty());
    Own own;
    own.app.add_flag("--list-strategies");
    own.app.set_help_flag();
    own.app.add_flag("--help");
    CHECK_NOTHROW(own.app.parse(Words(words.rbegin(), words.rend())));
  }
}

// If this fails, grabr now has an option of the same name as another tool's: remove the row of that
// alias.
TEST_CASE("no row shadows an option of ours, and no name stands in two rows") {
  const Own own;
  std::set<std::string> seen;
  for (const Alias& alias : aliases()) {
    for (const std::string& name : names_of(alias)) {
      CAPTURE(name);
      CHECK(seen.insert(name).second);
      CHECK(own.app.get_option_no_throw(name) == nullptr);
    }
  }
}

TEST_CASE("the table has the options of the other reducers") {
  const std::map<std::string, std::string> options = {
      {"creduce",
       "--n --tidy --shaddap --die-on-pass-bug --sllooww --also-interesting --debug --no-kill "
       "--no-give-up --print-diff --save-temps --not-c --skip-initial-passes --timing "
       "--abs-timing --no-cache --timeout --no-default-passes --add-pass --remove-pass "
       "--skip-key-off --max-improvement"},
      {"cvise",
       "-n --n --timeout -c --commands --shell -s --skip-interestingness-test-check "
       "--also-interesting --tidy --save-temps --no-cache --to-utf8 --pass-group "
       "--pass-group-file --remove-pass --start-with-pass --skip-initial-passes --not-c "
       "--renaming --list-passes --sllooww --no-give-up --max-improvement "
       "--skip-after-n-transforms --stopping-threshold --clang-delta-std "
       "--clang-delta-preserve-routine --log-level --log-file --debug --print-diff "
       "--no-timing --timestamp --skip-key-off --shaddap --die-on-pass-bug --action "
       "--hints-file --hint-begin-index --hint-end-index"},
      {"shrinkray",
       "--backup --timeout --seed --volume --in-place --not-in-place --input-type "
       "--parallelism --ui --theme --formatter --trivial-is-error "
       "--trivial-is-not-error --exit-on-completion --no-exit-on-completion "
       "--no-clang-delta --clang-delta --history --no-history --also-interesting "
       "--reduce-with --python-reducer --no-python-reducer --memory-limit "
       "--assume-deterministic --restart --no-restart --llm --no-llm --llm-model --llm-only"},
  };
  const Own own;
  for (const auto& row : options) {
    const std::string tool = row.first;
    for (const std::string& name : split_words(row.second)) {
      CAPTURE(tool);
      CAPTURE(name);
      const bool listed = std::any_of(aliases().begin(), aliases().end(),
                                      [&](const Alias& alias) { return has_name(alias, name); });
      CHECK((listed || own.app.get_option_no_throw(name) != nullptr));
    }
  }
}

TEST_CASE("aliases mean what they mean elsewhere") {
  check_translates("--n 4 ./t f", "--jobs=4 ./t f");
  check_translates("-n4 -n 4 -n=4", "--jobs=4 --jobs=4 --jobs=4");
  check_translates("--memory-limit 4G --memory-limit 1048576 --memory-limit 0",
                   "--memory=4096 --memory=1");
  check_translates("--memory-limit 5T --memory-limit 3145728 --memory-limit=1.5k",
                   "--memory=5242880 --memory=3 --memory=1");
  check_translates("--n auto --n=3", "--jobs=0 --jobs=3");
  check_translates("--stopping-threshold 0.9 --stopping-threshold=1", "--stop-at=10% --stop-at=0%");
  check_translates("--volume quiet --volume normal --volume debug", "--quiet --verbose");
  check_translates("--log-level ERROR --log-level INFO", "--quiet");
  check_translates("--trivial-is-error --not-c ./t f", "./t f");
  check_translates("--commands=--odd --input-type -x", "--command=--odd --input-via=-x");
  CHECK(alias_refusal({"--stopping-threshold", "2"})
            .starts_with("--stopping-threshold takes a number"));
}

TEST_CASE("values, positionals and the command after -- are left alone") {
  check_translates("--stdout --n 4 f", "--stdout --n 4 f");
  check_translates("--stdout=--n --n 4", "--stdout=--n --jobs=4");
  check_translates("-o --n --n 4", "-o --n --jobs=4");
  check_translates("-o--n --n 4", "-o--n --jobs=4");
  check_translates("-qo --n --n 4", "-qo --n --jobs=4");
  check_translates("-qI --n 4", "-qI --jobs=4");
  check_translates("./n n -- cc --n 4 --alg", "./n n -- cc --n 4 --alg");
  check_translates("- -j 2 --unknown --also", "- -j 2 --unknown --also");
  check_translates("", "");
}

TEST_CASE("a value that is missing or too much is said") {
  CHECK(alias_refusal({"--n"}) == "--n needs a value");
  CHECK(alias_refusal({"--n", "--", "cc"}) == "--n needs a value");
  CHECK(alias_refusal({"--not-c=1"}) == "--not-c takes no value");
  CHECK(alias_refusal({"--n="}).empty());
}

TEST_CASE("a number that is none, or that nothing can have, is refused with its words") {
  const std::string digits(400, '9');
  for (const std::string& limit :
       {digits, digits + "T", std::string("inf"), std::string("nan"), std::string("1e300T"),
        std::string("0x10"), std::string("-1"), std::string("4GB"), std::string("20000000T")}) {
    CAPTURE(limit);
    CHECK(alias_refusal({"--memory-limit=" + limit}).starts_with(limit + " is not a memory limit"));
  }
  for (const char* part : {"nan", "inf", "1.5", "-0.1", "0.5x", "0x1p-1"}) {
    CAPTURE(part);
    CHECK(alias_refusal({std::string("--stopping-threshold=") + part})
              .starts_with("--stopping-threshold takes a number from 0 to 1"));
  }
}

TEST_CASE("notes name the option and its tool") {
  const Translated result = translate({"--commands", "x", "--save-temps", "--n", "2"});
  REQUIRE(result.notes.size() == 2);
  CHECK(result.notes[0].starts_with("--commands (cvise): run by /bin/sh"));
  CHECK(result.notes[1].starts_with("--save-temps (creduce, cvise): --log-tests DIR"));
}

TEST_CASE("options of a tool whose calls are not rewritten lead to its page of the manual") {
  for (const Alias& alias : aliases()) {
    if (alias.kind != AliasKind::kElsewhere) continue;
    const std::string page = "from-" + std::string(alias.tools);
    CAPTURE(page);
    CHECK(is_file(GRABR_SOURCE_DIR "/examples/manual/" + page + ".md"));
    CHECK(alias_refusal({names_of(alias)[0] + "=1"})
              .ends_with("page " + page + " says what to write"));
  }
}
