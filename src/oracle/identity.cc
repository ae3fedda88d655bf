#include "oracle/identity.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <vector>

#include "oracle/process_oracle.h"
#include "oracle/program.h"
#include "text/error.h"
#include "text/file_descriptor.h"
#include "text/hash.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestArgument = std::uintmax_t{64} << 20;  // bytes

/// A hash of fields, each with its length before it, so that no two lists of fields are alike.
class Fields {
 public:
  void add(std::string_view bytes) {
    hash_.add(std::to_string(bytes.size()) + ':');
    hash_.add(bytes);
  }
  void add_number(std::uint64_t number) { add(std::to_string(number)); }
  void add_list(std::span<const std::string> list) {
    add_number(list.size());
    for (const std::string& entry : list) add(entry);
  }
  void add_list(std::span<const int> list) {
    add_number(list.size());
    for (const int entry : list) add(std::to_string(entry));
  }
  std::string hex() { return hash_.hex(); }

 private:
  Sha256 hash_;
};

/// The SHA-256 of a file of any size, or the number of the error that came in the way.
std::string hash_of_file(const fs::path& path) {
  // A pipe of that name must not keep us waiting.
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return "error " + std::to_string(errno);
  Sha256 hash;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count =
        retry_interrupted([&] { return ::read(file.number(), buffer.data(), buffer.size()); });
    if (count < 0) return "error " + std::to_string(errno);
    if (count == 0) return hash.hex();
    hash.add(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
  }
}

bool is_executable(const fs::path& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && (status.st_mode & 0111) != 0;
}

/// The name of a copy beside the candidate: "data" for "../data/", too.
std::string name_of_copy(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  return (plain.has_filename() ? plain.filename() : plain.parent_path().filename()).string();
}

/// Files and folders that are no part of the test: the input, and what grabr writes.
class Excluded {
 public:
  Excluded(const fs::path& original, std::span<const fs::path> own)
      : paths_(own.begin(), own.end()) {
    paths_.push_back(original);
  }
  bool contains(const fs::path& path) const {
    return std::any_of(paths_.begin(), paths_.end(), [&](const fs::path& own) {
      std::error_code ignored;
      return fs::equivalent(path, own, ignored);
    });
  }

 private:
  std::vector<fs::path> paths_;
};

/// Files of one kind, each told in one string.
using Entries = std::vector<std::string>;

std::string tell_file(const std::string& name, const fs::path& path) {
  Fields fields;
  fields.add(name);
  fields.add(is_executable(path) ? "x" : "-");
  fields.add(hash_of_file(path));
  return fields.hex();
}

std::string tell_error(const std::string& name, const std::error_code& error) {
  return name + ": error " + std::to_string(error.value());
}

/// A file, a link, or the entry of a folder or device.
std::string tell_entry(const std::string& name, const fs::path& path) {
  std::error_code ignored;
  const fs::file_type type = fs::symlink_status(path, ignored).type();
  Fields fields;
  fields.add(name);
  fields.add(std::to_string(static_cast<int>(type)));
  fields.add(type == fs::file_type::symlink ? fs::read_symlink(path, ignored).string() : "");
  fields.add(fs::is_regular_file(path, ignored) ? tell_file(name, path) : "");
  return fields.hex();
}

/// What a folder holds, by names relative to it, in their order.
Entries entries_below(const fs::path& folder, const Excluded& excluded) {
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  std::vector<fs::path> names;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, kOptions, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (excluded.contains(at->path())) {
      at.disable_recursion_pending();
    } else {
      names.push_back(at->path().lexically_relative(folder));
    }
  }
  std::sort(names.begin(), names.end());
  Entries entries;
  for (const fs::path& name : names) entries.push_back(tell_entry(name.string(), folder / name));
  if (error) entries.push_back(tell_error("", error));
  return entries;
}

std::string tell_copy(const fs::path& path, const Excluded& excluded) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return tell_error(name_of_copy(path), error);
  if (excluded.contains(path)) return "";
  if (!fs::is_directory(status)) return tell_entry(name_of_copy(path), path);
  Fields fields;
  fields.add_list(entries_below(path, excluded));
  return fields.hex();
}

/// Words of a command line that name files. Large ones (a disk image) count with size and time.
Entries tell_words(std::span<const std::string> words, const Excluded& excluded) {
  Entries entries;
  for (const std::string& word : words) {
    struct stat status {};
    if (word.empty() || ::stat(word.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (excluded.contains(word)) continue;
    if (static_cast<std::uintmax_t>(status.st_size) <= kLargestArgument) {
      entries.push_back(tell_file(word, word));
    } else {
      entries.push_back(word + ": " + std::to_string(status.st_size) + " bytes of " +
                        std::to_string(status.st_mtime));
    }
  }
  return entries;
}

/// Where the program of a command lies; its name when it cannot be found or run.
std::string program_of(const std::vector<std::string>& command) {
  if (command.empty()) return "";
  try {
    return find_program(command[0]).path.string();
  } catch (const Error&) {
    return command[0];
  }
}

/// The program and the files that its arguments name.
Entries tell_command(const std::vector<std::string>& command, const Excluded& excluded) {
  if (command.empty()) return {};
  const std::string program = program_of(command);
  Entries entries = tell_words(std::span(command).subspan(1), excluded);
  entries.push_back(tell_file(program, program));
  return entries;
}

/// Words as far as that can be said without being a shell: quotes and operators end one.
std::vector<std::string> shell_words(std::string_view text) {
  constexpr std::string_view kEnds = " \t\n'\"`;|&()<>{}=$";
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(kEnds), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

void add_conditions(Fields& fields, const ConditionOptions& conditions) {
  fields.add_list(conditions.exits);
  fields.add_list(conditions.signals);
  fields.add_list(conditions.output);
  fields.add_list(conditions.errors);
  fields.add_list(conditions.not_output);
  fields.add_list(conditions.not_errors);
  fields.add(conditions.hang_s ? std::to_string(std::bit_cast<std::uint64_t>(*conditions.hang_s))
                               : "none");
  fields.add_list(conditions.differs);
  fields.add(program_of(conditions.differs));
  fields.add_number(conditions.same_as_original);
}

std::string question_of(const ProcessOracleOptions& options) {
  Fields fields;
  fields.add_list(options.command);
  fields.add(program_of(options.command));
  fields.add(options.shell_text);
  add_conditions(fields, options.conditions);
  fields.add(options.original.filename().string());
  fields.add_number(static_cast<std::uint64_t>(options.via));
  fields.add_number(options.append_path);
  fields.add_number(options.copies.size());
  for (const fs::path& copy : options.copies) fields.add(name_of_copy(copy));
  fields.add_number(options.memory_bytes);
  fields.add_number(options.randomize_addresses);
  fields.add_number(options.repeat);
  fields.add_number(options.min_hits);
  fields.add_list(options.launcher);
  return fields.hex();
}

}  // namespace

OracleIdentity identity_of(const ProcessOracleOptions& options, std::span<const fs::path> own) {
  const Excluded excluded(options.original, own);
  Entries copies;
  for (const fs::path& copy : options.copies) copies.push_back(tell_copy(copy, excluded));
  Fields fields;
  fields.add_list(tell_command(options.command, excluded));
  fields.add_list(tell_words(shell_words(options.shell_text), excluded));
  fields.add_list(copies);
  fields.add_list(tell_command(options.conditions.differs, excluded));
  return {question_of(options), fields.hex()};
}

}  // namespace grabr
