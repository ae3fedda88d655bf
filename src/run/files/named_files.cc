#include "run/files/named_files.h"

#include <algorithm>
#include <system_error>

#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEndsOfWords = " \t\r\n;|&()<>=`{}\"',";
constexpr std::size_t kMaxFilesFound = 8;
constexpr std::size_t kMaxBytesRead = std::size_t{1} << 20;  // bytes
constexpr std::size_t kMaxLookups = 5000;
constexpr std::size_t kMaxNameBytes = 255;

/// Collects the words that name files.
class Search {
 public:
  explicit Search(const fs::path& folder) : folder_(folder) {}

  bool full() const { return found_.size() == kMaxFilesFound || lookups_ == kMaxLookups; }

  void look_up(std::string_view word) {
    for (const std::string_view option : {"-I", "-L", "@"}) {
      if (word.starts_with(option)) word.remove_prefix(option.size());
    }
    while (word.starts_with("./")) word.remove_prefix(2);
    if (word.empty() || word.size() > kMaxNameBytes || full()) return;
    const char first = word.front();
    if (first == '/' || first == '-' || first == '$' || word == "." || word == "..") return;
    const std::string name(word);
    if (std::find(found_.begin(), found_.end(), name) != found_.end()) return;
    ++lookups_;
    std::error_code ignored;
    if (fs::exists(folder_ / name, ignored)) found_.push_back(name);
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  const fs::path& folder_;
  std::vector<std::string> found_;
  std::size_t lookups_ = 0;
};

}  // namespace

std::vector<std::string> files_named_by_script(std::string_view script, const fs::path& folder) {
  script = script.substr(0, kMaxBytesRead);
  Search search(folder);
  for (std::size_t at = 0; at < script.size() && !search.full();) {
    if (script[at] == '#' &&
        (at == 0 || kEndsOfWords.find(script[at - 1]) != std::string_view::npos)) {
      at = std::min(script.find('\n', at), script.size());
      continue;
    }
    const std::size_t end = std::min(script.find_first_of(kEndsOfWords, at), script.size());
    search.look_up(script.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return search.take();
}

std::string file_named_by_command(const std::vector<std::string>& command,
                                  const std::vector<fs::path>& copies, const fs::path& original) {
  for (std::size_t i = 1; i < command.size(); ++i) {
    const fs::path path = fs::path(command[i]).lexically_normal();
    if (path.empty() || path.is_absolute() || !is_file(path)) continue;
    const bool copied = std::ranges::any_of(
        copies, [&](const fs::path& copy) { return copy.filename() == *path.begin(); });
    if (!copied && path != original.filename()) return command[i];
  }
  return {};
}

std::string words_on_file_elsewhere(const std::string& name) {
  std::error_code ignored;
  const fs::path first = *fs::path(name).lexically_normal().begin();
  const bool copyable = first != "..";
  return shown_name(name) + " is in this folder, but the test runs in another one: " +
         (copyable ? spelled("{copy} ") + shown_name(shell_word(first.string())) +
                         " puts a copy there; or write "
                   : std::string("write ")) +
         shown_name(shell_word(fs::absolute(name, ignored).lexically_normal().string()));
}

}  // namespace grabr
