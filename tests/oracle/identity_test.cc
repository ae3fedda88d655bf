#include "oracle/answers/identity.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <type_traits>
#include <variant>
#include <vector>

#include "oracle/condition/condition_kinds.h"
#include "oracle/process/test_fields.h"
#include "temporary_folder.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// A folder with a test in it, used as the current folder.
class Place {
 public:
  Place() {
    folder.program("test.sh", "#!/bin/sh\ngrep -q x\n");
    folder.write("input.c", "int x;\n");
    folder.write("helper.txt", "help\n");
    fs::create_directories(folder.path() / "data/sub");
    folder.write("data/one", "1");
    folder.write("data/sub/two", "2");
    fs::current_path(folder.path());
    options.command = {(folder.path() / "test.sh").string(), "--with", "helper.txt"};
    options.original = folder.path() / "input.c";
    options.copies = {folder.path() / "data"};
  }
  ~Place() { fs::current_path(before_); }

  OracleIdentity identity() const { return identity_of(options); }

  TemporaryFolder folder;
  ProcessOracleOptions options;

 private:
  fs::path before_ = fs::current_path();
};

using Change = std::function<void(ProcessOracleOptions&)>;

TEST_CASE("both parts are SHA-256, and the same each time") {
  const Place place;
  const OracleIdentity identity = place.identity();
  CHECK(identity.question.size() == 64);
  CHECK(identity.contents.size() == 64);
  CHECK(identity == place.identity());
}

TEST_CASE("what changes the answers is part of the question") {
  const std::vector<Change> changes = {
      [](auto& o) { o.command.back() = "--without"; },
      [](auto& o) { o.command.push_back(""); },
      [](auto& o) { o.command[1] = "--wit", o.command[2] = "hhelper.txt"; },
      [](auto& o) { o.command[0] = "true"; },
      [](auto& o) { o.shell_text = "true"; },
      [](auto& o) { o.original = "other.c"; },
      [](auto& o) { o.via = InputVia::kStdin; },
      [](auto& o) { o.append_path = false; },
      [](auto& o) { o.copies.clear(); },
      [](auto& o) { o.copies.push_back("helper.txt"); },
      [](auto& o) { o.memory_bytes = 1; },
      [](auto& o) { o.randomize_addresses = false; },
      [](auto& o) { o.repeat = 2; },
      [](auto& o) { o.min_hits = 2; },
      [](auto& o) { o.flaky = true; },
      [](auto& o) { o.launcher = {"srun"}; },
      [](auto& o) { o.minimize = {"wc"}; },
      [](auto& o) {
        o.encode = {"gzip", "-c", "@@"};
      },
      [](auto& o) { o.conditions.exits = {1}; },
      [](auto& o) {
        o.conditions.exits = {1, 2};
      },
      [](auto& o) { o.conditions.signals = {"SEGV"}; },
      [](auto& o) {
        o.conditions.output = {"ab", "c"};
      },
      [](auto& o) {
        o.conditions.output = {"a", "bc"};
      },
      [](auto& o) {
        o.conditions.errors = {"ab", "c"};
      },
      [](auto& o) {
        o.conditions.not_output = {"ab", "c"};
      },
      [](auto& o) {
        o.conditions.not_errors = {"ab", "c"};
      },
      [](auto& o) { o.conditions.hang_s = 1.0; },
      [](auto& o) { o.conditions.hang_s = 1.5; },
      [](auto& o) { o.conditions.differs = {"cat"}; },
      [](auto& o) { o.conditions.same_as_original = true; },
      [](auto& o) { o.conditions.same_crash = {3}; },
      [](auto& o) { o.conditions.same_crash = {0}; },
      [](auto& o) { o.conditions.crash_parts = {"lines"}; },
  };
  const Place place;
  std::vector<std::string> questions = {place.identity().question};
  for (const Change& change : changes) {
    CAPTURE(questions.size());
    ProcessOracleOptions options = place.options;
    change(options);
    const std::string question = identity_of(options).question;
    for (const std::string& other : questions) CHECK(question != other);
    questions.push_back(question);
  }
}

/// Changes the value.
void alter(std::string& text) { text += "x"; }
void alter(fs::path& path) { path += "x"; }
void alter(bool& flag) { flag = !flag; }
void alter(InputVia& via) { via = InputVia::kBaseName; }
void alter(Encoding& encoding) { encoding = Encoding::kUtf16Be; }
template <class Number>
requires std::is_arithmetic_v<Number>
void alter(Number& number) { number += 1; }
void alter(std::optional<double>& number) { number = number.value_or(0) + 1; }
template <class Value>
void alter(std::vector<Value>& values) {
  alter(values.emplace_back());
}
void alter(ConditionOptions& conditions) { alter(conditions.exits); }

TEST_CASE(
    "each field of a test changes the question, or is named with the reason why it does not") {
  const Place place;
  const OracleIdentity before = place.identity();
  std::size_t fields = 0, apart = 0;
  for_each_test_field([&](const auto& field) {
    CAPTURE(field.name);
    ProcessOracleOptions changed = place.options;
    alter(changed.*field.member);
    REQUIRE(changed != place.options);
    const bool matters = field.no_matter == NoMatter{};
    CHECK((identity_of(changed).question != before.question) == matters);
    if (!matters) CHECK(identity_of(changed) == before);
    ++fields;
    apart += matters ? 0 : 1;
  });
  CHECK(fields == 24);
  CHECK(apart == 7);  // time limit, jobs, how the text is made, what is kept for the user
}

TEST_CASE("each condition changes the question") {
  const Place place;
  std::vector<std::string> questions = {place.identity().question};
  for (const ConditionKind& kind : condition_kinds()) {
    CAPTURE(kind.name);
    ProcessOracleOptions changed = place.options;
    std::visit([&](const auto member) { alter(changed.conditions.*member); }, kind.values);
    questions.push_back(identity_of(changed).question);
  }
  const std::set<std::string> different(questions.begin(), questions.end());
  // Except {and-timeout}: a run that times out has no answer.
  CHECK(different.size() == condition_kinds().size());
}

TEST_CASE("where the input and the copies lie does not matter") {
  Place place;
  const std::string before = place.identity().question;
  place.options.original = "/some/where/else/input.c";
  CHECK(place.identity().question == before);
  place.options.copies = {"/elsewhere/data/"};
  CHECK(place.identity().question == before);
}

TEST_CASE("the program is known by its path, however it was named") {
  Place place;
  place.options.command = {"./test.sh"};
  const std::string relative = place.identity().question;
  fs::create_directory("away");
  place.folder.program("away/test.sh", "#!/bin/sh\n");
  fs::current_path(place.folder.path() / "away");
  CHECK(place.identity().question != relative);
}

TEST_CASE("contents count: program, arguments that are files, copies, the second command") {
  Place place;
  place.folder.write("second.sh", "exit 0\n");
  place.folder.write("named.txt", "shell\n");
  place.options.shell_text = "grep -f 'named.txt'|cat";
  place.options.conditions.differs = {"sh", "second.sh"};
  OracleIdentity last = place.identity();
  for (const char* name : {"test.sh", "helper.txt", "data/one", "data/sub/two", "data/new",
                           "second.sh", "named.txt"}) {
    CAPTURE(name);
    std::ofstream(place.folder.path() / name, std::ios::app) << "more";
    const OracleIdentity now = place.identity();
    CHECK(now.question == last.question);
    CHECK(now.contents != last.contents);
    last = now;
  }
  place.folder.write("unrelated", "text");
  CHECK(place.identity() == last);
}

TEST_CASE("names, kinds and executable bits of copied files count") {
  Place place;
  std::vector<std::string> seen = {place.identity().contents};
  const fs::path data = place.folder.path() / "data";
  const std::vector<std::function<void()>> changes = {
      [&] { fs::rename(data / "one", data / "uno"); },
      [&] { fs::permissions(data / "uno", fs::perms(0755)); },
      [&] { fs::create_directory(data / "empty"); },
      [&] { fs::create_symlink("uno", data / "link"); },
      [&] { fs::remove(data / "link"), fs::create_symlink("sub/two", data / "link"); },
      [&] { fs::remove(data / "link"), fs::create_symlink("nowhere", data / "link"); },
      [&] { CHECK(::mkfifo((data / "pipe").c_str(), 0600) == 0); },
      [&] { fs::remove_all(data); },
  };
  for (const auto& change : changes) {
    CAPTURE(seen.size());
    change();
    const std::string contents = place.identity().contents;
    for (const std::string& other : seen) CHECK(contents != other);
    seen.push_back(contents);
  }
}

TEST_CASE("bytes cannot wander from one file into the next") {
  Place place;
  place.folder.write("data/one", "ab");
  place.folder.write("data/sub/two", "c");
  const std::string before = place.identity().contents;
  place.folder.write("data/one", "a");
  place.folder.write("data/sub/two", "bc");
  CHECK(place.identity().contents != before);
}

TEST_CASE("the input and grabr's own files are no part of the test") {
  Place place;
  place.options.shell_text = "cc input.c";
  place.options.command.push_back("input.c");
  place.options.copies = {"."};
  fs::create_directory(".grabr");
  place.folder.write("input.reduced.c", "int");
  const std::vector<fs::path> own = {place.folder.path() / ".grabr", "input.reduced.c", "no-file"};
  const OracleIdentity before = identity_of(place.options, own);
  place.folder.write("input.c", "in place");
  place.folder.write("input.reduced.c", "in");
  place.folder.write(".grabr/journal", "text");
  CHECK(identity_of(place.options, own) == before);
  place.folder.write("helper.txt", "other");
  CHECK(identity_of(place.options, own) != before);
}

TEST_CASE("files that cannot be read are no obstacle") {
  Place place;
  place.options.command = {"/no/such/program", std::string(10000, 'x'), "", "data"};
  place.options.copies = {"no-such-copy", "", "/dev/null"};
  place.options.conditions.differs = {""};
  place.options.original = "";
  const OracleIdentity before = place.identity();
  CHECK(place.identity() == before);
  place.folder.write("no-such-copy", "now");
  CHECK(place.identity().question == before.question);
  CHECK(place.identity().contents != before.contents);
}

TEST_CASE("a program larger than any buffer counts to its end") {
  Place place;
  std::string text = "#!/bin/sh\n" + std::string(200000, '#');
  place.folder.program("test.sh", text);
  const std::string before = place.identity().contents;
  text.back() = '\n';
  place.folder.program("test.sh", text);
  CHECK(place.identity().contents != before);
}

TEST_CASE("a huge argument counts with its size") {
  Place place;
  const fs::path path = place.folder.write("helper.txt", "");
  fs::resize_file(path, (std::uintmax_t{64} << 20) + 1);
  const std::string before = place.identity().contents;
  fs::resize_file(path, (std::uintmax_t{64} << 20) + 2);
  CHECK(place.identity().contents != before);
}

/// The names of the parts that change when the test is changed this way.
std::vector<std::string> changes_by(const Place& place, const std::function<void()>& change) {
  const OracleIdentity before = place.identity();
  change();
  const OracleIdentity now = place.identity();
  CHECK((before.contents != now.contents) == (before.parts != now.parts));
  return changed_parts(before.parts, now.parts);
}

using Names = std::vector<std::string>;

TEST_CASE("what a script names is part of it: by path, variable, PATH, and what those name") {
  Place place;
  const std::string here = fs::current_path().string();
  fs::create_directories("b/sub");
  const char* const script =
      "#!/usr/bin/env sh\n\"$GRABR_DIR\"/b/one \"$1\" &&\n"
      "HERE=@/b/sub; $HERE/two && named-in-path > log\n";
  std::string text = script;
  text.replace(text.find('@'), 1, here);
  place.folder.program("test.sh", text);
  place.folder.program("b/one", "#!/bin/sh\n" + here + "/b/three\n");
  place.folder.program("b/three", "#!/bin/sh\n" + here + "/b/four\n");
  const std::string old_path = std::getenv("PATH");
  ::setenv("PATH", (here + "/b:" + old_path).c_str(), 1);
  for (const char* name : {"b/four", "b/sub/two", "b/named-in-path", "log"}) {
    place.folder.program(name, "#!/bin/sh\nexit 0\n");
  }
  for (const char* name : {"b/one", "b/three", "b/sub/two", "b/named-in-path"}) {
    CAPTURE(name);
    const auto edit = [&] { std::ofstream(name, std::ios::app) << "# more\n"; };
    CHECK(changes_by(place, edit) == Names{here + "/" + name});
  }
  CHECK(changes_by(place, [] { std::ofstream("b/four", std::ios::app) << "#\n"; }).empty());
  CHECK(changes_by(place, [] { std::ofstream("log", std::ios::app) << "#\n"; }).empty());
  CHECK(changes_by(place, [] { fs::remove("b/named-in-path"); }) ==
        Names{here + "/b/named-in-path"});
  ::setenv("PATH", old_path.c_str(), 1);
}

TEST_CASE(
    "a program in PATH that is not a script counts with its size, its time, and where it leads") {
  Place place;
  const std::string here = fs::current_path().string();
  fs::create_directories("bin");
  const std::string old_path = std::getenv("PATH");
  ::setenv("PATH", (here + "/bin:" + old_path).c_str(), 1);
  place.options.command = {"grep", "-q", "x"};
  place.folder.program("bin/tool", std::string("\x7f"
                                               "ELF\0",
                                               5));
  place.options.shell_text = "tool";
  const std::string name = here + "/bin/tool";
  CHECK(changes_by(place, [&] {
          const auto time = fs::last_write_time(name);
          fs::last_write_time(name, time + std::chrono::nanoseconds(1));
        }) == Names{name});
  CHECK(changes_by(place, [&] {
          const auto time = fs::last_write_time(name);
          fs::rename(name, here + "/bin/real");
          fs::create_symlink("real", name);
          fs::last_write_time(name, time);
        }) == Names{name});
  ::setenv("PATH", old_path.c_str(), 1);
}

TEST_CASE("variables count, but for those that say where a terminal or a session is") {
  const Place place;
  for (const char* name : {"HOME", "LANG", "CC", "PATH", "ASAN_OPTIONS", "TERMITE2", "LINESX"}) {
    CAPTURE(name);
    CHECK(counts_for_tests(name) == (std::string(name) != "TERMITE2"));  // it begins with TERM
  }
  for (const char* name : {"PWD", "_", "SHLVL", "TERM", "TERM_PROGRAM", "COLUMNS", "SSH_TTY",
                           "TMPDIR", "GRABR_DIR", "XDG_SESSION_ID", "SLURM_JOB_ID", "LESSOPEN"}) {
    CAPTURE(name);
    CHECK_FALSE(counts_for_tests(name));
  }
  const std::string files = place.identity().files;
  CHECK(changes_by(place, [] { ::setenv("A_NEW_VARIABLE", "1", 1); }) == Names{"$A_NEW_VARIABLE"});
  CHECK(changes_by(place, [] { ::setenv("A_NEW_VARIABLE", "2", 1); }) == Names{"$A_NEW_VARIABLE"});
  CHECK(changes_by(place, [] { ::unsetenv("A_NEW_VARIABLE"); }) == Names{"$A_NEW_VARIABLE"});
  CHECK(changes_by(place, [] { ::setenv("SSH_TTY", "3", 1); }).empty());
  ::unsetenv("SSH_TTY");
  CHECK(place.identity().files == files);  // the files that a report stores
}

}  // namespace
}  // namespace grabr
