// Tested by tests/oracle/listing_test.cc.
#include "oracle/test/listing.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "oracle/test/write_file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

bool is_written_so(char c) { return c > ' ' && c <= '~' && c != '%'; }

std::optional<std::string> name_of_line(std::string_view line) {
  std::string name;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '%') {
      name += line[i];
      continue;
    }
    if (line.size() - i < 3) return std::nullopt;
    const std::size_t high = kHexDigits.find(line[i + 1]), low = kHexDigits.find(line[i + 2]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    name += static_cast<char>(high * 16 + low);
    i += 2;
  }
  // A listing that a search has edited must not name anything outside the folder.
  const fs::path path(name);
  const bool inside =
      !name.empty() && path.is_relative() &&
      std::none_of(path.begin(), path.end(), [](const auto& p) { return p == ".."; });
  return inside ? std::optional(name) : std::nullopt;
}

}  // namespace

std::vector<std::string> names_below(const fs::path& folder) {
  std::vector<std::string> names;
  for (fs::recursive_directory_iterator at(folder), end; at != end; ++at) {
    const bool is_link = at->is_symlink();
    const bool empty_folder = !is_link && at->is_directory() && fs::is_empty(at->path());
    if (!is_link && !empty_folder && !at->is_regular_file()) continue;
    names.push_back(at->path().lexically_relative(folder).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string listed(std::string_view name) {
  std::string line;
  for (const char c : name) {
    if (is_written_so(c)) {
      line += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    line += '%';
    line += kHexDigits[byte >> 4U];
    line += kHexDigits[byte & 15U];
  }
  return line;
}

std::string text_of_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += listed(name) + '\n';
  return text;
}

std::vector<std::string> names_listed(std::string_view listing) {
  std::vector<std::string> names;
  while (!listing.empty()) {
    const std::size_t end = std::min(listing.find('\n'), listing.size());
    if (auto name = name_of_line(listing.substr(0, end))) names.push_back(*std::move(name));
    listing.remove_prefix(std::min(end + 1, listing.size()));
  }
  return names;
}

void copy_listed(const fs::path& from, std::string_view listing, const fs::path& to) {
  fs::create_directory(to);
  for (const std::string& name : names_listed(listing)) {
    const fs::file_type type = fs::symlink_status(from / name).type();
    if (type == fs::file_type::not_found) continue;
    fs::create_directories((to / name).parent_path());
    if (type == fs::file_type::directory) {
      fs::create_directories(to / name);
    } else {
      copy_tree(from / name, to / name);
    }
  }
}

}  // namespace grabr
