#include "oracle/answers/journal.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>

#include "temporary_folder.h"
#include "text/error.h"
#include "text/file.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

const OracleIdentity kJournalIdentity{"the question", "the contents"};
const OracleIdentity kChanged{"the question", "other contents"};

Hash128 numbered_candidate(unsigned number) {
  return hash128("candidate " + std::to_string(number));
}

Journal open(const TemporaryFolder& folder, const OracleIdentity& identity = kJournalIdentity,
             bool fresh = false) {
  return Journal::open(folder.path() / "answers", identity, fresh);
}

/// Runs `body` in a copy of this process; returns whether it returned true.
bool in_copy(const std::function<bool()>& body) {
  const pid_t copy = ::fork();
  if (copy == 0) {
    bool good = false;
    try {
      good = body();
    } catch (const std::exception&) {
      good = false;
    }
    ::_exit(good ? 0 : 1);
  }
  int status = -1;
  while (::waitpid(copy, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool is_locked(const fs::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  CHECK(file.is_open());
  return ::flock(file.number(), LOCK_EX | LOCK_NB) != 0;
}

TEST_CASE("a journal in memory works as one on disk, and leaves nothing") {
  Journal journal = Journal::in_memory();
  journal.record(numbered_candidate(1), Outcome::kFail);
  journal.record(numbered_candidate(2), Outcome::kPass);
  journal.mark();
  journal.record(numbered_candidate(3), Outcome::kPass);
  CHECK(journal.find(numbered_candidate(3)) == Outcome::kPass);
  journal.forget_since_mark();
  journal.sync();
  CHECK(journal.find(numbered_candidate(1)) == Outcome::kFail);
  CHECK(journal.find(numbered_candidate(2)) == Outcome::kPass);
  CHECK(!journal.find(numbered_candidate(3)));
  journal.set_fact("a", "b");
  CHECK(journal.fact("a") == "b");
  CHECK(journal.problem().empty());
  CHECK(journal.path().empty());
}

TEST_CASE("answers are found again, now and later") {
  const TemporaryFolder folder;
  {
    Journal journal = open(folder);
    CHECK(journal.found() == 0);
    CHECK_FALSE(journal.changed());
    CHECK_FALSE(journal.find(numbered_candidate(1)));
    journal.record(numbered_candidate(1), Outcome::kFail);
    journal.record(numbered_candidate(2), Outcome::kPass);
    journal.record(numbered_candidate(3), Outcome::kUnresolved);
    CHECK(journal.find(numbered_candidate(1)) == Outcome::kFail);
    CHECK(journal.find(numbered_candidate(2)) == Outcome::kPass);
    CHECK_FALSE(journal.find(numbered_candidate(3)));
    CHECK(journal.found() == 0);
  }
  Journal journal = open(folder);
  CHECK(journal.found() == 2);
  CHECK(journal.find(numbered_candidate(1)) == Outcome::kFail);
  CHECK(journal.find(numbered_candidate(2)) == Outcome::kPass);
  CHECK_FALSE(journal.find(numbered_candidate(3)));
  CHECK_FALSE(journal.changed());
  CHECK(journal.problem() == "");
}

TEST_CASE("the file is named by the question, in a folder that no repository sees") {
  const TemporaryFolder folder;
  const Journal journal = open(folder);
  CHECK(journal.path() ==
        folder.path() / "answers" / (sha256_hex("the question").substr(0, 16) + ".journal"));
  CHECK(read_file(folder.path() / "answers/.gitignore") == "*\n");
  CHECK(read_file(journal.path()).starts_with("grabr-journal 1 "));
  // A folder that existed before belongs to the user.
  fs::create_directory(folder.path() / "mine");
  const Journal other = Journal::open(folder.path() / "mine", kJournalIdentity, false);
  CHECK_FALSE(fs::exists(folder.path() / "mine/.gitignore"));
}

TEST_CASE("another question has a journal of its own") {
  const TemporaryFolder folder;
  Journal one = open(folder);
  one.record(numbered_candidate(1), Outcome::kFail);
  Journal other = open(folder, {"another question", "the contents"});
  CHECK_FALSE(other.find(numbered_candidate(1)));
  CHECK_FALSE(other.changed());
  CHECK(other.path() != one.path());
}

TEST_CASE("of two answers for one candidate the later counts") {
  const TemporaryFolder folder;
  for (const bool again : {false, true}) {
    Journal journal = open(folder);
    if (!again) {
      journal.record(numbered_candidate(1), Outcome::kFail);
      journal.record(numbered_candidate(1), Outcome::kPass);
      journal.record(numbered_candidate(2), Outcome::kPass);
      journal.record(numbered_candidate(2), Outcome::kFail);
    }
    CHECK(journal.find(numbered_candidate(1)) == Outcome::kPass);
    CHECK(journal.find(numbered_candidate(2)) == Outcome::kFail);
  }
}

TEST_CASE("a changed test's answers are set aside") {
  const TemporaryFolder folder;
  open(folder).record(numbered_candidate(1), Outcome::kFail);
  const std::string before = read_file(open(folder).path());
  {
    Journal journal = open(folder, kChanged);
    CHECK(journal.changed());
    CHECK(journal.found() == 0);
    CHECK_FALSE(journal.find(numbered_candidate(1)));
    CHECK(read_file(journal.path().string() + ".old") == before);
    journal.record(numbered_candidate(2), Outcome::kFail);
  }
  CHECK_FALSE(open(folder, kChanged).changed());
  const Journal back = open(folder);
  CHECK(back.changed());
  CHECK_FALSE(back.find(numbered_candidate(1)));
  CHECK_FALSE(back.find(numbered_candidate(2)));
  CHECK(read_file(back.path().string() + ".old") != before);
}

TEST_CASE("fresh begins anew and is not a change") {
  const TemporaryFolder folder;
  CHECK_FALSE(open(folder, kJournalIdentity, true).changed());
  open(folder).record(numbered_candidate(1), Outcome::kFail);
  const std::string before = read_file(open(folder).path());
  for (const OracleIdentity& identity : {kJournalIdentity, kChanged}) {
    const Journal journal = open(folder, identity, true);
    CHECK_FALSE(journal.changed());
    CHECK(journal.found() == 0);
    if (identity == kJournalIdentity) CHECK(read_file(journal.path().string() + ".old") == before);
  }
}

TEST_CASE("passes since the last mark can be taken back, fails cannot") {
  const TemporaryFolder folder;
  {
    Journal journal = open(folder);
    journal.record(numbered_candidate(1), Outcome::kPass);
    journal.mark();
    journal.record(numbered_candidate(2), Outcome::kPass);
    journal.record(numbered_candidate(3), Outcome::kFail);
    journal.forget_since_mark();
    journal.record(numbered_candidate(4), Outcome::kPass);
  }
  Journal journal = open(folder);
  CHECK(journal.found() == 3);
  CHECK(journal.find(numbered_candidate(1)) == Outcome::kPass);
  CHECK_FALSE(journal.find(numbered_candidate(2)));
  CHECK(journal.find(numbered_candidate(3)) == Outcome::kFail);
  CHECK(journal.find(numbered_candidate(4)) == Outcome::kPass);
  // Answers that an earlier run left uncertain are still uncertain.
  journal.forget_since_mark();
  CHECK_FALSE(journal.find(numbered_candidate(4)));
  CHECK(journal.find(numbered_candidate(1)) == Outcome::kPass);
}

TEST_CASE("taking back a pass brings back what was known before") {
  const TemporaryFolder folder;
  for (const bool again : {false, true}) {
    Journal journal = open(folder);
    if (!again) {
      journal.record(numbered_candidate(1), Outcome::kFail);
      journal.record(numbered_candidate(2), Outcome::kPass);
      journal.mark();
      journal.record(numbered_candidate(1), Outcome::kPass);
      journal.record(numbered_candidate(2), Outcome::kFail);
      journal.record(numbered_candidate(2), Outcome::kPass);
      journal.record(numbered_candidate(3), Outcome::kPass);
      journal.record(numbered_candidate(3), Outcome::kFail);
      journal.forget_since_mark();
      journal.forget_since_mark();
    }
    CHECK(journal.find(numbered_candidate(1)) == Outcome::kFail);
    CHECK(journal.find(numbered_candidate(2)) == Outcome::kFail);
    CHECK(journal.find(numbered_candidate(3)) == Outcome::kFail);
  }
}

TEST_CASE("only what stands for many tests waits for the disk") {
  const TemporaryFolder folder;
  Journal journal = open(folder);
  CHECK(journal.is_on_disk());
  journal.record_number(hash128("a"), 5);
  journal.record(hash128("a"), Outcome::kFail);
  CHECK(!journal.is_on_disk());
  journal.mark();
  CHECK(journal.is_on_disk());
  journal.record_number(hash128("b"), 4);
  journal.set_fact("preflight", "done");
  CHECK(journal.is_on_disk());
}

TEST_CASE("facts are kept, and the last one counts") {
  const TemporaryFolder folder;
  const std::string odd("=\n\\\0 ", 5);
  {
    Journal journal = open(folder);
    CHECK_FALSE(journal.fact("timeout"));
    journal.set_fact("timeout", "3");
    journal.set_fact("timeout", "2.5");
    journal.set_fact(odd, odd);
    CHECK(journal.fact("timeout") == "2.5");
  }
  const Journal journal = open(folder);
  CHECK(journal.fact("timeout") == "2.5");
  CHECK(journal.fact(odd) == odd);
  CHECK(journal.found() == 0);
}

TEST_CASE("what is known already is not written again") {
  const TemporaryFolder folder;
  Journal journal = open(folder);
  journal.record(numbered_candidate(1), Outcome::kPass);
  journal.mark();
  journal.set_fact("a", "b");
  const auto size = fs::file_size(journal.path());
  journal.record(numbered_candidate(1), Outcome::kPass);
  journal.mark();
  journal.forget_since_mark();
  journal.set_fact("a", "b");
  CHECK(fs::file_size(journal.path()) == size);
}

TEST_CASE("every answer is in the file at once") {
  const TemporaryFolder folder;
  Journal journal = open(folder);
  for (unsigned i = 0; i < 3; ++i) {
    const auto size = fs::file_size(journal.path());
    journal.record(numbered_candidate(i), Outcome::kPass);
    CHECK(fs::file_size(journal.path()) == size + 47);
  }
}

TEST_CASE("one run at a time") {
  const TemporaryFolder folder;
  std::optional<Journal> journal = open(folder);
  std::string message;
  try {
    open(folder);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kSystem);
    message = error.what();
  }
  CHECK(message.find("another grabr is reducing this input with this test") == 0);
  CHECK(message.find("\nhint: wait") != std::string::npos);
  CHECK(message.find("--cache DIR") != std::string::npos);
  CHECK(message.find("--fresh") != std::string::npos);
  // The hint works; the run that holds the lock can also continue.
  {
    Journal fresh = open(folder, kJournalIdentity, true);
    fresh.record(numbered_candidate(2), Outcome::kFail);
    journal->record(numbered_candidate(1), Outcome::kFail);
    CHECK_FALSE(fresh.find(numbered_candidate(1)));
  }
  journal.reset();
  const Journal last = open(folder);
  CHECK(last.found() == 1);
  CHECK(last.find(numbered_candidate(2)) == Outcome::kFail);
}

TEST_CASE("the lock is another process's concern, too, and goes with it") {
  const TemporaryFolder folder;
  const fs::path path = open(folder).path();
  CHECK_FALSE(is_locked(path));
  CHECK(in_copy([&] {
    open(folder).record(numbered_candidate(1), Outcome::kFail);
    return true;
  }));
  // The process is killed while it holds the lock.
  in_copy([&] {
    Journal mine = open(folder);
    mine.record(numbered_candidate(2), Outcome::kFail);
    return ::kill(::getpid(), SIGKILL) == 0;
  });
  CHECK(open(folder).found() == 2);
}

TEST_CASE("a copy that dies a little later than the run keeps nobody out") {
  // open() waits two seconds: if the copy lived longer than that on this machine, it is called
  // again.
  using Clock = std::chrono::steady_clock;
  bool opened = false;
  for (int tries = 0; tries < 20 && !opened; ++tries) {
    const TemporaryFolder folder;
    const Clock::time_point begin = Clock::now();
    in_copy([&] {
      const Journal journal = open(folder);
      if (::fork() == 0) {
        ::usleep(100000);
        ::_exit(0);
      }
      return ::kill(::getpid(), SIGKILL) == 0;
    });
    try {
      open(folder);
      opened = true;
    } catch (const Error& error) {
      INFO(error.what());
      REQUIRE(Clock::now() - begin > std::chrono::seconds(2));
    }
  }
  CHECK(opened);
}

TEST_CASE("a copy of the process changes nothing") {
  const TemporaryFolder folder;
  Journal journal = open(folder);
  journal.record(numbered_candidate(1), Outcome::kPass);
  const std::string before = read_file(journal.path());
  CHECK(in_copy([&] {
    journal.record(numbered_candidate(2), Outcome::kFail);
    journal.mark();
    journal.forget_since_mark();
    journal.set_fact("a", "b");
    journal.sync();
    const Journal moved = std::move(journal);
    return moved.problem().empty() && moved.find(numbered_candidate(1)) == Outcome::kPass;
  }));
  CHECK(read_file(journal.path()) == before);
  // The end of the copy has not unlocked the file.
  CHECK(is_locked(journal.path()));
  journal.record(numbered_candidate(3), Outcome::kFail);
  CHECK(read_file(journal.path()).size() == before.size() + 47);
}

TEST_CASE("a program that the run starts does not inherit the file") {
  const TemporaryFolder folder;
  const Journal journal = open(folder);
  const std::string command =
      "for f in /proc/self/fd/*; do readlink $f; done | grep -q 'journal$' && exit 1; exit 0";
  CHECK(::system(command.c_str()) == 0);
}

/// While it exists, nothing can be written to any file.
class NoRoomForFiles {
 public:
  NoRoomForFiles() : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit none{0, limit_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  ~NoRoomForFiles() {
    ::setrlimit(RLIMIT_FSIZE, &limit_);
    ::signal(SIGXFSZ, handler_);
  }
  NoRoomForFiles(const NoRoomForFiles&) = delete;
  NoRoomForFiles& operator=(const NoRoomForFiles&) = delete;

 private:
  sighandler_t handler_;
  rlimit limit_{};
};

TEST_CASE("a full disk is remembered, and answers go on in memory") {
  const TemporaryFolder folder;
  const NoRoomForFiles no_room;
  Journal journal = open(folder);
  CHECK(journal.problem().find("File too large") != std::string::npos);
  journal.record(numbered_candidate(1), Outcome::kFail);
  journal.record(numbered_candidate(2), Outcome::kPass);
  journal.set_fact("a", "b");
  journal.mark();
  journal.record(numbered_candidate(3), Outcome::kPass);
  CHECK(journal.find(numbered_candidate(2)) == Outcome::kPass);
  CHECK(journal.fact("a") == "b");
  journal.forget_since_mark();
  journal.sync();
  CHECK(journal.find(numbered_candidate(1)) == Outcome::kFail);
  CHECK(journal.find(numbered_candidate(2)) == Outcome::kPass);
  CHECK_FALSE(journal.find(numbered_candidate(3)));
}

/// Limits the size of files to `bytes`. For copies of the process only.
void limit_growth(const fs::path& path, rlim_t bytes) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = fs::file_size(path) + bytes;
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

TEST_CASE("a record that fits in part is cut off by the next run") {
  const TemporaryFolder folder;
  CHECK(in_copy([&] {
    Journal journal = open(folder);
    limit_growth(journal.path(), 2 * 47 + 20);
    for (unsigned i = 0; i < 10; ++i) {
      journal.record(numbered_candidate(i), Outcome::kFail);
      if (journal.problem().empty() != (i < 2)) return false;
    }
    return journal.find(numbered_candidate(9)) == Outcome::kFail &&
           journal.problem().find("File too large") != std::string::npos;
  }));
  Journal journal = open(folder);
  CHECK(journal.found() == 2);
  CHECK(journal.find(numbered_candidate(1)) == Outcome::kFail);
  CHECK(read_file(journal.path()).ends_with('\n'));
  journal.record(numbered_candidate(2), Outcome::kPass);
  CHECK(read_file(journal.path()).ends_with('\n'));
}

TEST_CASE("passes are taken back even where nothing can be written") {
  const TemporaryFolder folder;
  {
    Journal journal = open(folder);
    journal.record(numbered_candidate(1), Outcome::kPass);
    journal.mark();
  }
  // The mark of an earlier run counts like a mark of this run.
  CHECK(in_copy([&] {
    Journal journal = open(folder);
    limit_growth(journal.path(), 47 + 20);
    journal.record(numbered_candidate(2), Outcome::kPass);
    journal.record(numbered_candidate(3), Outcome::kPass);
    journal.forget_since_mark();
    return journal.find(numbered_candidate(1)) == Outcome::kPass &&
           !journal.find(numbered_candidate(2)) && !journal.find(numbered_candidate(3)) &&
           !journal.problem().empty();
  }));
  const Journal journal = open(folder);
  CHECK(journal.found() == 1);
  CHECK(journal.find(numbered_candidate(1)) == Outcome::kPass);
}

TEST_CASE("a folder that cannot be made is an error with a hint") {
  const TemporaryFolder folder;
  folder.write("file", "");
  for (const char* name : {"file", "file/below", "/proc/none/such"}) {
    CAPTURE(name);
    try {
      Journal::open(folder.path() / name, kJournalIdentity, false);
      FAIL("not refused");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::kSystem);
      CHECK(std::string(error.what()).find("\nhint: ") != std::string::npos);
    }
  }
  const fs::path path = open(folder).path();
  fs::remove(path);
  fs::create_directory(path);
  CHECK_THROWS_WITH_AS(open(folder), doctest::Contains("where grabr keeps a file"), Error);
}

TEST_CASE("the smallest text known to fail is kept beside the answers") {
  const TemporaryFolder folder;
  {
    Journal journal = open(folder);
    CHECK_FALSE(journal.best());
    for (const char* text : {"long text", "text", "a text"}) {
      journal.record(hash128(text), Outcome::kFail);
      journal.keep_best(text);
    }
    CHECK(journal.best() == "text");
  }
  {
    Journal journal = open(folder);
    CHECK(journal.best() == "text");
    journal.keep_best("longer");  // nothing is known about it, but it is not smaller
    CHECK(journal.best() == "text");
    CHECK(in_copy([&] {
      journal.keep_best("x");
      return journal.best() == "text";
    }));
  }
  CHECK_FALSE(open(folder, kChanged).best());
}

TEST_CASE("a text that was not written to its end is not a best, nor is one of other answers") {
  const TemporaryFolder folder;
  fs::path path;
  {
    Journal journal = open(folder);
    path = fs::path(journal.path()).replace_extension(".best");
    journal.record(hash128("text"), Outcome::kFail);
    journal.keep_best("text");
  }
  for (const char* damaged : {"", "tex", "other"}) {
    write_atomically(path, damaged);
    Journal journal = open(folder);
    CHECK_FALSE(journal.best());
    CHECK(journal.find(hash128("text")) == Outcome::kFail);
    journal.keep_best("text");  // replaces it
    CHECK(journal.best() == "text");
  }
}

TEST_CASE("what is set aside is not found again") {
  const TemporaryFolder folder;
  {
    Journal journal = open(folder);
    journal.record(hash128("text"), Outcome::kFail);
    journal.keep_best("text");
    journal.set_aside();
    journal.record(hash128("more"), Outcome::kFail);
    CHECK(journal.problem().empty());
  }
  Journal journal = open(folder);
  CHECK(journal.found() == 0);
  CHECK_FALSE(journal.best());
  CHECK_FALSE(journal.changed());
}

TEST_CASE("what has changed since is told by name") {
  const TemporaryFolder folder;
  const OracleIdentity before{"q", "c1", "", {{"b/tool", "1"}, {"$A", "2"}, {"gone", "3"}}};
  const OracleIdentity after{"q", "c2", "", {{"b/tool", "4"}, {"$A", "2"}, {"new", "5"}}};
  CHECK(open(folder, before).changes().empty());
  CHECK(Journal::is_current(folder.path() / "answers", before));
  CHECK_FALSE(Journal::is_current(folder.path() / "answers", after));
  {
    const Journal journal = open(folder, after);
    CHECK(journal.changed());
    CHECK(journal.changes() == std::vector<std::string>{"b/tool"});
  }
  const OracleIdentity other{"q", "c3", "", {{"b/tool", "4"}, {"$A", "2"}, {"newer", "5"}}};
  CHECK(open(folder, other).changes() == std::vector<std::string>{"newer", "new"});
  CHECK(open(folder, other).changes().empty());
}

}  // namespace
}  // namespace grabr
