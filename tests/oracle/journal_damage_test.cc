// Journals that a kill, a full disk or a power cut has damaged, byte by byte.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <random>
#include <vector>

#include "oracle/answers/journal.h"
#include "temporary_folder.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

const OracleIdentity kIdentity{"the question", "the contents"};
constexpr unsigned kAnswers = 8;

Hash128 candidate(unsigned number) { return hash128("candidate " + std::to_string(number)); }

Outcome outcome(unsigned number) { return number % 3 == 0 ? Outcome::kFail : Outcome::kPass; }

Journal open(const fs::path& folder) { return Journal::open(folder, kIdentity, false); }

/// A journal's bytes, and its length after each answer.
struct Written {
  fs::path path;
  std::string text;
  std::vector<std::size_t> ends;
};

Written write_journal(const fs::path& folder) {
  Journal journal = open(folder);
  Written written{journal.path(), "", {}};
  for (unsigned i = 0; i < kAnswers; ++i) {
    if (i == 3) journal.set_fact("timeout", "2.5");
    if (i == 5) journal.mark();
    journal.record(candidate(i), outcome(i));
    written.ends.push_back(fs::file_size(journal.path()));
  }
  written.text = read_file(journal.path());
  return written;
}

/// The number of answers that are complete within the first `size` bytes.
std::size_t answers_within(const Written& written, std::size_t size) {
  std::size_t count = 0;
  while (count < written.ends.size() && written.ends[count] <= size) ++count;
  return count;
}

/// Opens `text` as the journal: exactly the first `expected` answers must be there, and what is
/// recorded after that must be found by the next run.
void check_opens(const Written& written, const std::string& text, std::size_t expected) {
  std::ofstream(written.path, std::ios::binary) << text;
  {
    Journal journal = open(written.path.parent_path());
    CHECK_FALSE(journal.changed());
    CHECK(journal.found() == expected);
    for (unsigned i = 0; i < kAnswers; ++i) {
      const auto wanted = i < expected ? std::optional(outcome(i)) : std::nullopt;
      CHECK(journal.find(candidate(i)) == wanted);
    }
    journal.record(candidate(100), Outcome::kPass);
    CHECK(journal.problem() == "");
  }
  const Journal journal = open(written.path.parent_path());
  CHECK(journal.found() == expected + 1);
  CHECK(journal.find(candidate(100)) == Outcome::kPass);
}

TEST_CASE("a journal cut anywhere keeps what stands before the cut") {
  const TemporaryFolder folder;
  const Written written = write_journal(folder.path());
  for (std::size_t size = 0; size <= written.text.size(); ++size) {
    CAPTURE(size);
    check_opens(written, written.text.substr(0, size), answers_within(written, size));
  }
}

TEST_CASE("a journal that goes on with zeros or rubbish keeps what stands before them") {
  const TemporaryFolder folder;
  const Written written = write_journal(folder.path());
  const std::vector<std::string> tails = {
      std::string(1, '\0'),
      std::string(5000, '\0'),
      "\n",
      "\n\n",
      "pass",
      "pass 0123\n",
      "\xff\xfe\n",
      std::string(100000, 'x'),
      written.text,
      written.text.substr(written.ends[0], written.ends[1] - written.ends[0])};
  for (std::size_t size = 0; size <= written.text.size(); size += 13) {
    for (const std::string& tail : tails) {
      const std::string text = written.text.substr(0, size) + tail;
      // The tail may happen to complete the line.
      if (text.compare(0, size + 1, written.text, 0, size + 1) == 0) continue;
      CAPTURE(size);
      check_opens(written, text, answers_within(written, size));
    }
  }
}

TEST_CASE("a journal with any byte changed keeps what stands before it") {
  const TemporaryFolder folder;
  const Written written = write_journal(folder.path());
  for (std::size_t at = 0; at < written.text.size(); ++at) {
    CAPTURE(at);
    constexpr unsigned kChanges[] = {1, 0x20, 0x80, 0xff};
    std::string text = written.text;
    const unsigned changed = static_cast<unsigned char>(text[at]) ^ kChanges[at % 4];
    text[at] = at % 5 == 4 && text[at] != '\n' ? '\n' : static_cast<char>(changed);
    check_opens(written, text, answers_within(written, at));
  }
}

TEST_CASE("what is not a journal of ours is set aside, not overwritten") {
  const TemporaryFolder folder;
  const Written written = write_journal(folder.path());
  const std::string text = "my diary\nof this year\n";
  check_opens(written, text, 0);
  CHECK(read_file(written.path.string() + ".old") == text);
}

TEST_CASE("records of another journal do not count") {
  const TemporaryFolder folder;
  const Written written = write_journal(folder.path() / "one");
  std::string other;
  {
    Journal journal = Journal::open(folder.path() / "two", {"the question", "others"}, false);
    for (unsigned i = 0; i < kAnswers; ++i) journal.record(candidate(i), Outcome::kFail);
    other = read_file(journal.path());
  }
  const std::size_t header = written.text.find('\n') + 1;
  check_opens(written, written.text.substr(0, header) + other.substr(header), 0);
  check_opens(written, written.text + other.substr(header), kAnswers);
}

/// A file as a power cut may leave it: the synced part is intact; any block written later may be
/// missing.
std::string after_power_cut(const std::string& text, std::size_t synced, std::mt19937& random) {
  std::string left = text.substr(0, synced + random() % (text.size() - synced + 1));
  for (std::size_t at = synced; at < left.size();) {
    const std::size_t block = std::min<std::size_t>(1 + random() % 64, left.size() - at);
    if (random() % 3 == 0) left.replace(at, block, block, '\0');
    at += block;
  }
  return left;
}

TEST_CASE("after a power cut all answers up to the last sync are there, and no wrong ones") {
  const TemporaryFolder folder;
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const fs::path here = folder.path() / std::to_string(round);
    const unsigned synced_answers = static_cast<unsigned>(random() % 20);
    const unsigned all = synced_answers + static_cast<unsigned>(random() % 20);
    fs::path path;
    std::size_t synced = 0;
    {
      Journal journal = open(here);
      path = journal.path();
      for (unsigned i = 0; i < all; ++i) {
        journal.record(candidate(i), outcome(i));
        if (i + 1 == synced_answers) journal.mark();
        if (i < synced_answers) synced = fs::file_size(path);
      }
      if (synced == 0) synced = read_file(path).find('\n') + 1;
    }
    const std::string left = after_power_cut(read_file(path), synced, random);
    std::ofstream(path, std::ios::binary) << left;
    const Journal journal = open(here);
    CHECK(journal.found() >= synced_answers);
    for (unsigned i = 0; i < all; ++i) {
      const auto wanted = i < journal.found() ? std::optional(outcome(i)) : std::nullopt;
      CHECK(journal.find(candidate(i)) == wanted);
    }
    CHECK_FALSE(journal.changed());
  }
}

}  // namespace
}  // namespace grabr
