#include "oracle/identity.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <functional>
#include <vector>

#include "oracle/process_oracle.h"
#include "temporary_folder.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// A folder with a test in it, which is the current folder meanwhile.
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
      [](auto& o) { o.launcher = {"srun"}; },
      [](auto& o) { o.conditions.exits = {1}; },
      [](auto& o) { o.conditions.exits = {1, 2}; },
      [](auto& o) { o.conditions.signals = {"SEGV"}; },
      [](auto& o) { o.conditions.output = {"ab", "c"}; },
      [](auto& o) { o.conditions.output = {"a", "bc"}; },
      [](auto& o) { o.conditions.errors = {"ab", "c"}; },
      [](auto& o) { o.conditions.not_output = {"ab", "c"}; },
      [](auto& o) { o.conditions.not_errors = {"ab", "c"}; },
      [](auto& o) { o.conditions.hang_s = 1.0; },
      [](auto& o) { o.conditions.hang_s = 1.5; },
      [](auto& o) { o.conditions.differs = {"cat"}; },
      [](auto& o) { o.conditions.same_as_original = true; },
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

TEST_CASE("what only changes how long it takes is not") {
  Place place;
  const OracleIdentity before = place.identity();
  place.options.timeout_s = 1;
  place.options.jobs = 8;
  place.options.also_interesting = {3};
  place.options.also_interesting_folder = "elsewhere";
  place.options.log_folder = "logs";
  CHECK(place.identity() == before);
  place.options.original = "/some/where/else/input.c";
  CHECK(place.identity() == before);
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

}  // namespace
}  // namespace grabr
