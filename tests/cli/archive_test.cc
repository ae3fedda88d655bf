// Archives from untrusted sources.
#include "cli/options/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cli/run_grabr.h"
#include "oracle/test/listing.h"
#include "temporary_folder.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

struct Member {
  std::string name;
  std::string text;  ///< or the target of a link
  enum class Kind { kFile, kFolder, kLink, kOtherName, kDevice } kind = Kind::kFile;
  mode_t mode = 0644;
};
using Kind = Member::Kind;

void write_tar(const fs::path& path, const std::vector<Member>& members) {
  const std::unique_ptr<archive, decltype(&archive_write_free)> to(archive_write_new(),
                                                                   archive_write_free);
  archive_write_set_format_gnutar(to.get());
  REQUIRE(archive_write_open_filename(to.get(), path.c_str()) == ARCHIVE_OK);
  for (const Member& member : members) {
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                              archive_entry_free);
    archive_entry_copy_pathname(entry.get(), member.name.c_str());
    archive_entry_set_perm(entry.get(), member.mode);
    const bool has_text = member.kind == Kind::kFile;
    archive_entry_set_size(entry.get(), has_text ? static_cast<long>(member.text.size()) : 0);
    archive_entry_set_filetype(entry.get(), member.kind == Kind::kFolder   ? AE_IFDIR
                                            : member.kind == Kind::kLink   ? AE_IFLNK
                                            : member.kind == Kind::kDevice ? AE_IFCHR
                                                                           : AE_IFREG);
    if (member.kind == Kind::kLink) archive_entry_copy_symlink(entry.get(), member.text.c_str());
    if (member.kind == Kind::kOtherName) {
      archive_entry_copy_hardlink(entry.get(), member.text.c_str());
    }
    if (archive_write_header(to.get(), entry.get()) != ARCHIVE_OK) continue;
    if (has_text) archive_write_data(to.get(), member.text.data(), member.text.size());
  }
}

/// "NAME: WHY" for each rejected member, and "NAME=TEXT" for each file that was unpacked.
std::vector<std::string> unpacked(const std::vector<Member>& members,
                                  const ArchiveLimits& limits = {}) {
  const TemporaryFolder place;
  write_tar(place.path() / "a.tar", members);
  std::vector<std::string> lines;
  for (const auto& [name, why] : unpack(place.path() / "a.tar", place.path() / "in/to", limits)) {
    lines.push_back(escaped(name) + ": " + why);
  }
  for (const std::string& name : names_below(place.path() / "in/to")) {
    const fs::path path = place.path() / "in/to" / name;
    const fs::file_status status = fs::symlink_status(path);
    std::string is = "=";
    if (fs::is_symlink(status)) is = "->" + fs::read_symlink(path).string();
    else if (fs::is_directory(status)) is = "/";
    else is += read_file(path);
    lines.push_back(escaped(name) + is);
  }
  return lines;
}

using Lines = std::vector<std::string>;

const char* const kOut = ": left out: its name leads out of the folder";
const char* const kLinkOut = ": left out: it is a link that leads out of the folder";

}  // namespace

TEST_CASE("members of an archive whose names or kinds lead elsewhere") {
  const auto check = [](const std::vector<Member>& members, const Lines& lines) {
    CAPTURE(members.front().name);
    CHECK(unpacked(members) == lines);
  };
  check({{"a", "1"}, {"./b/c", "2"}, {"d", "", Kind::kFolder}}, {"a=1", "b/c=2", "d/"});
  check({{"--add-file=/etc/passwd", "1"}, {"-rf", "2"}}, {"--add-file=/etc/passwd=1", "-rf=2"});
  check({{"n\nl", "1"}, {"\x1b]0;X\a", "2"}, {"\xff", "3"}, {"ü", "4"}, {"'\"$(id)", "5"}},
        {"\\x1b]0;X\\x07=2", "'\"$(id)=5", "n\\nl=1", "ü=4", "\\xff=3"});
  check({{"../a", "1"}}, {std::string("../a") + kOut});
  check({{"/a", "1"}}, {std::string("/a") + kOut});
  check({{"a/../../b", "1"}}, {std::string("a/../../b") + kOut});
  check({{"a", "/etc", Kind::kLink}}, {std::string("a") + kLinkOut});
  check({{"a", "..", Kind::kLink}}, {std::string("a") + kLinkOut});
  check({{"d/a", "../b", Kind::kLink}, {"b", "1"}}, {"b=1", "d/a->../b"});
  // As written, each path stays inside the folder; but the first link makes the second lead
  // outside.
  check({{"d/up", "..", Kind::kLink}, {"l", "d/up/..", Kind::kLink}},
        {std::string("l") + kLinkOut, "d/up->.."});
  check({{"d/up", "..", Kind::kLink}, {"d/up/x", "1"}},
        {"d/up/x: left out: one of its folders is a link or a file", "d/up->.."});
  check({{"a", "1"}, {"b", "a", Kind::kOtherName}, {"c", "/etc/passwd", Kind::kOtherName}},
        {std::string("c") + kLinkOut, "a=1", "b=1"});
  check({{"l", "a", Kind::kLink}, {"b", "l", Kind::kOtherName}, {"c", "no", Kind::kOtherName}},
        {"b: left out: it is a link to a missing file",
         "c: left out: it is a link to a missing file", "l->a"});
  check({{"null", "", Kind::kDevice}}, {"null: left out: it is not a file"});
  check({{"s", "1", Kind::kFile, 04755}}, {"s: without its set-id and sticky bits", "s=1"});
  check({{"a", "1"}, {"a", "2"}}, {"a: it occurs twice: the later one is used", "a=2"});
  check({{"l", "a", Kind::kLink}, {"l", "2"}},
        {"l: it occurs twice: the later one is used", "l=2"});
  check({{"d/a", "1"}, {"d", "2"}},
        {"d: left out: a folder has its name, or the name is not allowed", "d/a=1"});
}

TEST_CASE("an archive that holds too much is refused") {
  const ArchiveLimits few{.bytes = 100, .members = 3, .depth = 2};
  const auto refuses = [&](const std::vector<Member>& members, const std::string& words) {
    CHECK_THROWS_WITH_AS(unpacked(members, few), doctest::Contains(words.c_str()), Error);
  };
  refuses({{"a", std::string(101, 'x')}}, "more than 100 bytes");
  refuses({{"a", std::string(60, 'x')}, {"b", std::string(60, 'x')}}, "more than 100 bytes");
  refuses({{"a", std::string(60, 'x')}, {"b", "a", Kind::kOtherName}}, "more than 100 bytes");
  refuses({{"../a", std::string(101, 'x')}}, "more than 100 bytes");
  refuses({{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}}, "more than 3 members");
  CHECK(unpacked({{"a/b/c", "1"}}, few) == Lines{"a/b/c: left out: it is nested too deeply"});
}

TEST_CASE("archives of random names, links and folders stay in their folder") {
  // Number of random archives; GRABR_ARCHIVES sets it.
  const char* const given = std::getenv("GRABR_ARCHIVES");
  const int count = given == nullptr ? 100 : std::atoi(given);
  const std::string parts[] = {"..",
                               ".",
                               "",
                               "a",
                               "b",
                               "l",
                               "-x",
                               "é",
                               "\xff",
                               "\n",
                               "\x1b[m",
                               "'$(id)",
                               "--add-file=/etc/passwd"};
  std::mt19937 random(1);
  const auto any = [&](std::size_t size) { return static_cast<unsigned>(random() % size); };
  const auto name = [&] {
    std::string text = any(12) == 0 ? "/" : "";
    for (auto left = 1 + any(4); left > 0; --left) {
      text += parts[any(std::size(parts))] + (left > 1 ? "/" : "");
    }
    return text.empty() ? "a" : text;
  };
  std::size_t kept = 0, odd = 0, refused = 0;
  for (int i = 0; i < count; ++i) {
    const TemporaryFolder place;
    place.write("secret", "secret");
    std::vector<Member> members;
    for (auto left = 1 + any(12); left > 0; --left) {
      const unsigned kind = any(8);
      members.push_back({name(), kind < 3 ? name() : "text",
                         kind < 2    ? Kind::kLink
                         : kind == 2 ? Kind::kOtherName
                         : kind == 3 ? Kind::kFolder
                                     : Kind::kFile});
    }
    write_tar(place.path() / "a.tar", members);
    const fs::path folder = place.path() / "in" / "to";
    CAPTURE(i);
    try {
      odd += unpack(place.path() / "a.tar", folder).size();
    } catch (const Error&) {
      ++refused;
    }
    CHECK(std::distance(fs::directory_iterator(place.path()), {}) == 3);
    CHECK(std::distance(fs::directory_iterator(place.path() / "in"), {}) == 1);
    CHECK(read_file(place.path() / "secret") == "secret");
    const std::vector<std::string> names = names_below(folder);
    kept += names.size();
    for (const std::string& one : names) {
      const fs::path path = folder / one;
      if (!fs::is_symlink(path)) {
        CHECK((fs::is_directory(path) || read_file(path) == "text"));
        continue;
      }
      std::error_code loops;
      const fs::path end = fs::weakly_canonical(path, loops);
      const std::string from = end.lexically_relative(fs::canonical(folder)).string();
      CHECK((loops || !from.starts_with("..")));
    }
    for (const char* ending : {".tar.gz", ".zip"}) {
      const fs::path packed = place.path() / (std::string("b") + ending);
      const fs::path again = place.path() / (std::string("again") + ending);
      pack(folder, packed);
      CHECK(unpack(packed, again).empty());
      CHECK(names_below(again) == names);
    }
  }
  MESSAGE(count << " archives, " << kept << " members unpacked, " << odd << " left out or changed, "
                << refused << " archives refused");
}

TEST_CASE("nothing of an archive is a word of a command line") {
  const Workshop shop;
  shop.write("secret", "top secret");
  shop.program("t.sh", "#!/bin/sh\ncd \"$1\" && grep -rqs BUG .\n");
  write_tar(shop.path() / "evil.tar", {{"./--add-file=" + (shop.path() / "secret").string(), "BUG"},
                                       {"./-rf", "1"},
                                       {"../out", "1"}});
  const ShellRun run = shop.grabr("--unpack ./t.sh evil.tar");
  CHECK(run.exit == 0);
  check_contains(run.errors, "'../out' in the archive: left out");
  const std::string listed = shop.shell("tar tf evil.reduced.tar").output;
  CHECK(listed == "--add-file=" + (shop.path() / "secret").string() + "\n");
  CHECK(shop.shell("tar xOf evil.reduced.tar").output == "BUG");
}

}  // namespace grabr
