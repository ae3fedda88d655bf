// Tested by tests/cli/archive_test.cc.
#include "cli/options/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "oracle/test/listing.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/system_call.h"
#include "text/utf8.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlockBytes = 65536;
constexpr la_int64_t kTime_s = 1;  // of each member: equal folders make equal archives

/// Runs the zstd program: its library would be 1/20 of the static program.
int compress_by_zstd(archive* writer) {
  return archive_write_add_filter_program(writer, "zstd -q");
}
int read_by_zstd(archive* reader) {
  constexpr std::string_view kBegin = "\x28\xB5\x2F\xFD";
  return archive_read_support_filter_program_signature(reader, "zstd -dqc", kBegin.data(),
                                                       kBegin.size());
}

/// The archive formats, by the ending of the file name.
struct ArchiveForm {
  std::string_view ending;
  int (*form)(archive*);
  int (*compression)(archive*);
};

constexpr ArchiveForm kArchiveForms[] = {
    {".tar", archive_write_set_format_gnutar, archive_write_add_filter_none},
    {".tar.gz", archive_write_set_format_gnutar, archive_write_add_filter_gzip},
    {".tgz", archive_write_set_format_gnutar, archive_write_add_filter_gzip},
    {".tar.xz", archive_write_set_format_gnutar, archive_write_add_filter_xz},
    {".txz", archive_write_set_format_gnutar, archive_write_add_filter_xz},
    {".tar.bz2", archive_write_set_format_gnutar, archive_write_add_filter_bzip2},
    {".tbz", archive_write_set_format_gnutar, archive_write_add_filter_bzip2},
    {".tbz2", archive_write_set_format_gnutar, archive_write_add_filter_bzip2},
    {".tar.zst", archive_write_set_format_gnutar, compress_by_zstd},
    {".tar.lzma", archive_write_set_format_gnutar, archive_write_add_filter_lzma},
    {".tar.lz", archive_write_set_format_gnutar, archive_write_add_filter_lzip},
    {".tar.Z", archive_write_set_format_gnutar, archive_write_add_filter_compress},
    {".zip", archive_write_set_format_zip, archive_write_add_filter_none},
    {".jar", archive_write_set_format_zip, archive_write_add_filter_none},
    {".docx", archive_write_set_format_zip, archive_write_add_filter_none},
    {".xlsx", archive_write_set_format_zip, archive_write_add_filter_none},
    {".pptx", archive_write_set_format_zip, archive_write_add_filter_none},
    {".odt", archive_write_set_format_zip, archive_write_add_filter_none},
    {".ods", archive_write_set_format_zip, archive_write_add_filter_none},
    {".odp", archive_write_set_format_zip, archive_write_add_filter_none},
    {".epub", archive_write_set_format_zip, archive_write_add_filter_none},
    {".apk", archive_write_set_format_zip, archive_write_add_filter_none},
};

const ArchiveForm* archive_form(std::string_view name) {
  const auto row = std::find_if(std::begin(kArchiveForms), std::end(kArchiveForms), [&](auto& one) {
    return name.size() > one.ending.size() && name.ends_with(one.ending);
  });
  return row == std::end(kArchiveForms) ? nullptr : row;
}

/// libarchive converts names by the thread's locale; in a UTF-8 locale their bytes stay as they
/// are.
class NamesAsBytes {
 public:
  NamesAsBytes() : utf8_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (utf8_ != nullptr) before_ = ::uselocale(utf8_);
  }
  ~NamesAsBytes() {
    if (utf8_ == nullptr) return;
    ::uselocale(before_);
    ::freelocale(utf8_);
  }
  NamesAsBytes(const NamesAsBytes&) = delete;
  NamesAsBytes& operator=(const NamesAsBytes&) = delete;

 private:
  locale_t utf8_;
  locale_t before_ = nullptr;
};

std::string words_of(archive* of) {
  const char* const words = archive_error_string(of);
  return words == nullptr ? "it cannot be read" : words;
}

[[noreturn]] void refuse_archive(const fs::path& path, const std::string& why) {
  throw Error(ErrorKind::kInvalid, "cannot unpack " + shown_name(path) + ": " + why);
}

using Parts = std::vector<std::string>;

/// The folders and the file on the path of a name from `start`; nothing if it leaves the folder, or
/// goes up after it has gone down, where a link may be.
std::optional<Parts> parts_inside(std::string_view name, Parts start = {}) {
  if (name.starts_with('/')) return std::nullopt;
  bool down = false;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    const std::string_view part = name.substr(0, end);
    name.remove_prefix(std::min(end + 1, name.size()));
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      start.emplace_back(part);
      down = true;
      continue;
    }
    if (down || start.empty()) return std::nullopt;
    start.pop_back();
  }
  return start;
}

class Unpacking {
 public:
  Unpacking(const fs::path& path, const fs::path& folder, const ArchiveLimits& limits)
      : path_(path),
        limits_(limits),
        reader_(archive_read_new(), archive_read_free),
        root_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (reader_ == nullptr || !root_.is_open()) fail(folder.string());
    archive_read_support_format_tar(reader_.get());
    archive_read_support_format_zip(reader_.get());
    for (const auto support :
         {archive_read_support_filter_gzip, archive_read_support_filter_bzip2,
          archive_read_support_filter_xz, read_by_zstd, archive_read_support_filter_lzma,
          archive_read_support_filter_lzip, archive_read_support_filter_compress}) {
      support(reader_.get());
    }
  }

  std::vector<run::OddMember> run() {
    if (archive_read_open_filename(reader_.get(), path_.c_str(), kBlockBytes) != ARCHIVE_OK) {
      refuse_archive(path_, words_of(reader_.get()));
    }
    archive_entry* entry = nullptr;
    while (true) {
      const int end = archive_read_next_header(reader_.get(), &entry);
      if (end == ARCHIVE_EOF) return std::move(odd_);
      if (end != ARCHIVE_OK && end != ARCHIVE_WARN) refuse_archive(path_, words_of(reader_.get()));
      take(entry);
    }
  }

 private:
  void take(archive_entry* entry) {
    if (++members_ > limits_.members) {
      refuse_archive(path_, "it has more than " + std::to_string(limits_.members) + " members");
    }
    require_room(archive_entry_size(entry));
    const char* const given = archive_entry_pathname(entry);
    name_ = given == nullptr ? "" : given;
    if (given == nullptr) return leave_out("its name cannot be read");
    const std::optional<Parts> parts = parts_inside(name_);
    if (!parts) return leave_out("its name leads out of the folder");
    if (parts->empty()) return;  // the name is "./"
    if (parts->size() > limits_.depth) return leave_out("it is nested too deeply");
    const bool is_folder = archive_entry_filetype(entry) == AE_IFDIR;
    const FileDescriptor folder = enter(*parts, is_folder ? parts->size() : parts->size() - 1);
    if (!folder.is_open()) return leave_out("one of its folders is a link or a file");
    if (is_folder) return;
    if (const char* other = archive_entry_hardlink(entry)) return copy(other, folder, *parts);
    if (archive_entry_filetype(entry) == AE_IFLNK) return link(entry, folder, *parts);
    if (archive_entry_filetype(entry) != AE_IFREG) return leave_out("it is not a file");
    const mode_t mode = archive_entry_perm(entry);
    if ((mode & 07000) != 0) odd_.push_back({name_, "without its set-id and sticky bits"});
    const FileDescriptor file = make(folder, parts->back(), mode);
    if (file.is_open()) write(file);
  }

  void leave_out(const std::string& why) { odd_.push_back({name_, "left out: " + why}); }

  [[noreturn]] void fail(const std::string& where) const {
    throw Error(ErrorKind::kSystem, "cannot unpack " + shown_name(path_) + ": '" + where +
                                        "': " + std::generic_category().message(errno));
  }

  std::uint64_t require_room(la_int64_t more) const {
    const auto bytes = static_cast<std::uint64_t>(std::max<la_int64_t>(more, 0));
    if (bytes <= limits_.bytes - bytes_) return bytes;
    refuse_archive(
        path_, "more than " + std::to_string(limits_.bytes) + " bytes, the limit for unpacking");
  }

  void add_bytes(la_int64_t more) { bytes_ += require_room(more); }

  /// Opens the folder of the first `count` parts, creating missing ones.
  FileDescriptor enter(const Parts& parts, std::size_t count) const {
    FileDescriptor at(::fcntl(root_.number(), F_DUPFD_CLOEXEC, 0));
    for (std::size_t i = 0; i < count && at.is_open(); ++i) {
      if (::mkdirat(at.number(), parts[i].c_str(), 0777) != 0 && errno != EEXIST) return {};
      at = FileDescriptor(
          ::openat(at.number(), parts[i].c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    }
    return at;
  }

  /// As with tar, the later of two members with the same name counts.
  bool make_room(const FileDescriptor& folder, const std::string& name) {
    if (::unlinkat(folder.number(), name.c_str(), 0) == 0) {
      odd_.push_back({name_, "it occurs twice: the later one is used"});
      return true;
    }
    if (errno == ENOENT) return true;
    leave_out("a folder has its name, or the name is not allowed");
    return false;
  }

  FileDescriptor make(const FileDescriptor& folder, const std::string& name, mode_t mode) {
    if (!make_room(folder, name)) return {};
    FileDescriptor file(::openat(folder.number(), name.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                 (mode & 0777) | 0600));
    if (!file.is_open()) fail(name_);
    return file;
  }

  void write(const FileDescriptor& file) {
    const void* block = nullptr;
    std::size_t size = 0;
    la_int64_t at = 0;
    la_int64_t written = 0;  // including holes, which may be large
    while (true) {
      const int end = archive_read_data_block(reader_.get(), &block, &size, &at);
      if (end == ARCHIVE_EOF) return;
      if (end != ARCHIVE_OK && end != ARCHIVE_WARN) refuse_archive(path_, words_of(reader_.get()));
      const la_int64_t reached = at + static_cast<la_int64_t>(size);
      add_bytes(reached - written);
      written = std::max(written, reached);
      if (::lseek(file.number(), at, SEEK_SET) < 0) fail(name_);
      errno = write_all(file.number(), {static_cast<const char*>(block), size});
      if (errno != 0) fail(name_);
    }
  }

  /// A hard link to an earlier member becomes a file of its own.
  void copy(const char* other, const FileDescriptor& folder, const Parts& parts) {
    const std::optional<Parts> from = parts_inside(other);
    if (!from || from->empty()) return leave_out("it is a link that leads out of the folder");
    const FileDescriptor source_folder = enter(*from, from->size() - 1);
    const FileDescriptor source(source_folder.is_open()
                                    ? ::openat(source_folder.number(), from->back().c_str(),
                                               O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
                                    : -1);
    struct stat status {};
    if (!source.is_open() || ::fstat(source.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
      return leave_out("it is a link to a missing file");
    }
    if (*from == parts) return;
    const FileDescriptor file = make(folder, parts.back(), status.st_mode);
    std::array<char, kBlockBytes> buffer;
    while (file.is_open()) {
      const ssize_t count =
          retry_interrupted([&] { return ::read(source.number(), buffer.data(), buffer.size()); });
      if (count < 0) fail(name_);
      if (count == 0) return;
      add_bytes(count);
      errno = write_all(file.number(), {buffer.data(), static_cast<std::size_t>(count)});
      if (errno != 0) fail(name_);
    }
  }

  void link(archive_entry* entry, const FileDescriptor& folder, const Parts& parts) {
    const char* const to = archive_entry_symlink(entry);
    if (to == nullptr || *to == '\0' || !parts_inside(to, {parts.begin(), parts.end() - 1})) {
      return leave_out("it is a link that leads out of the folder");
    }
    if (make_room(folder, parts.back()) &&
        ::symlinkat(to, folder.number(), parts.back().c_str()) != 0) {
      fail(name_);
    }
  }

  const fs::path& path_;
  const ArchiveLimits& limits_;
  const NamesAsBytes names_;
  std::unique_ptr<archive, decltype(&archive_read_free)> reader_;
  const FileDescriptor root_;
  std::vector<run::OddMember> odd_;
  std::string name_;  // of the current member
  std::uint64_t bytes_ = 0;
  std::size_t members_ = 0;
};

class Packing {
 public:
  Packing(const fs::path& folder, const fs::path& path)
      : folder_(folder), path_(path), writer_(archive_write_new(), archive_write_free) {}

  void run(const ArchiveForm& form, const fs::path& made) {
    if (writer_ == nullptr) throw std::bad_alloc();
    check(form.compression(writer_.get()));
    check(form.form(writer_.get()));
    // Only gzip has this option: it would store the time of the call.
    static_cast<void>(archive_write_set_filter_option(writer_.get(), "gzip", "timestamp", nullptr));
    check(archive_write_open_filename(writer_.get(), made.c_str()));
    const std::vector<std::string> names = names_below(folder_);
    // Names that are not UTF-8 are stored as they are, which a zip archive cannot do in this
    // locale.
    std::optional<NamesAsBytes> as_bytes;
    if (std::all_of(names.begin(), names.end(), is_utf8)) as_bytes.emplace();
    for (const std::string& name : names) add(name);
    check(archive_write_close(writer_.get()));
  }

 private:
  void check(int end) const {
    if (end == ARCHIVE_OK || end == ARCHIVE_WARN) return;
    throw Error(ErrorKind::kSystem,
                "cannot pack " + shown_name(path_) + ": " + words_of(writer_.get()));
  }

  void add(const std::string& name) {
    const fs::path file = folder_ / name;
    const fs::file_status status = fs::symlink_status(file);
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                              archive_entry_free);
    if (entry == nullptr) throw std::bad_alloc();
    archive_entry_copy_pathname(entry.get(), name.c_str());
    archive_entry_set_perm(entry.get(), static_cast<mode_t>(status.permissions()) & 0777);
    archive_entry_set_mtime(entry.get(), kTime_s, 0);
    archive_entry_set_size(entry.get(), 0);
    std::string content;
    if (fs::is_symlink(status)) {
      archive_entry_set_filetype(entry.get(), AE_IFLNK);
      archive_entry_copy_symlink(entry.get(), fs::read_symlink(file).c_str());
    } else if (fs::is_directory(status)) {
      archive_entry_set_filetype(entry.get(), AE_IFDIR);
    } else {
      content = read_file(file);
      archive_entry_set_filetype(entry.get(), AE_IFREG);
      archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
    }
    check(archive_write_header(writer_.get(), entry.get()));
    if (archive_write_data(writer_.get(), content.data(), content.size()) < 0) check(ARCHIVE_FATAL);
  }

  const fs::path& folder_;
  const fs::path& path_;
  const std::unique_ptr<archive, decltype(&archive_write_free)> writer_;
};

}  // namespace

std::string archive_ending(const std::string& name) {
  const ArchiveForm* const form = archive_form(name);
  return form == nullptr ? "" : std::string(form->ending);
}

std::vector<run::OddMember> unpack(const fs::path& path, const fs::path& folder,
                                   const ArchiveLimits& limits) {
  make_folder(folder);
  return Unpacking(path, folder, limits).run();
}

void pack(const fs::path& folder, const fs::path& path) {
  const fs::path made = path.parent_path() / (".new-" + path.filename().string());
  std::error_code ignored;
  fs::remove(made, ignored);
  try {
    Packing(folder, path).run(*archive_form(path.string()), made);
    fs::rename(made, path);
  } catch (...) {
    fs::remove(made, ignored);
    throw;
  }
}

const run::ArchiveTool& archive_tool() {
  static const run::ArchiveTool tool{
      archive_ending,
      [](const fs::path& path, const fs::path& folder) { return unpack(path, folder); }, pack};
  return tool;
}

}  // namespace grabr

/// This format is in the library's table, but it alone needs libxml2, so it is not linked in.
extern "C" int archive_write_set_format_xar(archive* /*of*/) { return ARCHIVE_FATAL; }
