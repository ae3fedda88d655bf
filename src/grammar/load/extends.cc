// The two files are combined as JSON before any rule or token is read: key by key in the objects in
// kMerged; otherwise the extending file's value replaces the other. So the rest of the loader need
// not know about it.
//
// Tested by extends_test.cc.
#include "grammar/load/extends.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "grammar/load/spellings.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/suggest.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExtends = "extends";
constexpr std::size_t kMaxFilesExtended = 20;

/// Keys that say which language and files a grammar is for; each file has its own.
constexpr std::array<std::string_view, 14> kNotInherited = {
    "$schema", kExtends,    "name",         "version", "source", "license",      "extensions",
    "aliases", "filenames", "interpreters", "begins",  "marks",  "least_marked", "notes"};
constexpr std::string_view kGeneric = "generic";  // for no particular language; not inherited

/// The objects that are merged entry by entry.
constexpr std::array<std::string_view, 10> kMerged = {
    "rules", "tokens",         "skip",           "layout",        "automatic",
    "hints", "hints.simplest", "hints.rewrites", "hints.derives", "contents"};

bool is_inherited(std::string_view key) {
  return key != kGeneric && std::ranges::find(kNotInherited, key) == kNotInherited.end();
}

bool is_merged(std::string_view path) { return std::ranges::find(kMerged, path) != kMerged.end(); }

void erase_key(JsonValue& object, std::string_view key) {
  for (std::size_t i = object.keys.size(); i-- > 0;) {
    if (object.keys[i].text != key) continue;
    object.keys.erase(object.keys.begin() + static_cast<std::ptrdiff_t>(i));
    object.items.erase(object.items.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// Keys with their values, in order, found by name.
class Entries {
 public:
  explicit Entries(JsonValue object) : object_(std::move(object)), gone_(object_.keys.size()) {
    for (const JsonKey& key : object_.keys) names_.push_back(key.text);
    for (std::size_t i = 0; i < names_.size(); ++i) places_.emplace(names_[i], i);
  }

  JsonValue* find(const std::string& key) {
    const auto place = places_.find(key);
    return place == places_.end() ? nullptr : &object_.items[place->second];
  }
  const std::vector<std::string>& names() const { return names_; }
  void leave_out(const std::string& key) { gone_[places_.at(key)] = true; }

  void set(const JsonKey& key, JsonValue value) {
    const auto place = places_.find(key.text);
    if (place == places_.end()) {
      object_.keys.push_back(key);
      object_.items.push_back(std::move(value));
    } else {
      object_.keys[place->second] = key;
      object_.items[place->second] = std::move(value);
    }
  }

  JsonValue take(Span span) {
    JsonValue result;
    result.kind = JsonValue::Kind::kObject;
    result.span = span;
    gone_.resize(object_.keys.size());
    for (std::size_t i = 0; i < object_.keys.size(); ++i) {
      if (gone_[i]) continue;
      result.keys.push_back(std::move(object_.keys[i]));
      result.items.push_back(std::move(object_.items[i]));
    }
    return result;
  }

 private:
  JsonValue object_;
  std::vector<bool> gone_;
  std::vector<std::string> names_;  ///< names of the base's rules
  std::unordered_map<std::string, std::size_t> places_;
};

void report_nothing_to_leave_out(const JsonKey& key, const Entries& entries, Problems& problems) {
  const std::string near = did_you_mean(nearest_word(key.text, entries.names()));
  problems.error(
      key.span, "there is no " + ticked(key.text) + " to leave out",
      near.empty() ? "null leaves out what the extended grammar has under this key" : near);
}

/// `path` is at most as deep as the paths in kMerged, which bounds the recursion.
JsonValue merged(JsonValue base, const JsonValue& own, const std::string& path,
                 Problems& problems) {
  Entries entries(std::move(base));
  for (std::size_t i = 0; i < own.keys.size(); ++i) {
    const JsonKey& key = own.keys[i];
    const JsonValue& value = own.items[i];
    JsonValue* const inherited = entries.find(key.text);
    const std::string below = path.empty() ? key.text : path + "." + key.text;
    if (value.is(JsonValue::Kind::kNull) && (!path.empty() || is_inherited(key.text))) {
      if (inherited == nullptr) {
        report_nothing_to_leave_out(key, entries, problems);
      } else {
        entries.leave_out(key.text);
      }
    } else if (value.is(JsonValue::Kind::kObject) && is_merged(below)) {
      const bool both = inherited != nullptr && inherited->is(JsonValue::Kind::kObject);
      entries.set(key, merged(both ? std::move(*inherited) : JsonValue(), value, below, problems));
    } else {
      entries.set(key, value);
    }
  }
  return entries.take(own.span);
}

JsonValue combined(JsonValue base, JsonValue own, Problems& problems) {
  for (const std::string_view key : kNotInherited) erase_key(base, key);
  erase_key(base, kGeneric);
  erase_key(own, kExtends);
  return merged(std::move(base), own, "", problems);
}

void move_by(std::uint32_t distance, Span& span) {
  span.begin += distance;
  span.end += distance;
}

/// Recursion is safe: read_json limits the depth.
void move_by(std::uint32_t distance, JsonValue& value) {
  move_by(distance, value.span);
  for (JsonKey& key : value.keys) move_by(distance, key.span);
  for (JsonValue& item : value.items) move_by(distance, item);
}

class CombinedReader {
 public:
  CombinedReader(const ReadSource& read, Problems& problems) : read_(read), problems_(problems) {}

  CombinedGrammar run(const Source& file) {
    CombinedGrammar result;
    result.root = read(file);
    if (result.root) result.root = with_bases(*std::move(result.root), file.name());
    result.bases = std::move(bases_);
    return result;
  }

 private:
  /// Reads the JSON of the next file, with its offsets after those of the others.
  std::optional<JsonValue> read(const Source& file) {
    const std::uint32_t begin = end_;
    if (file.bytes().size() >= std::numeric_limits<std::uint32_t>::max() - begin) {
      throw Error(ErrorKind::kInvalid,
                  shown_name(file.name()) + ": too large: 4 GiB and more cannot be read");
    }
    end_ += static_cast<std::uint32_t>(file.bytes().size()) + 1;
    Problems own;
    std::optional<JsonValue> root = read_json(file, own);
    problems_.incomplete |= own.incomplete;
    for (Diagnostic& problem : own.list) {
      move_by(begin, problem.span);
      problems_.list.push_back(std::move(problem));
    }
    if (root && begin > 0) move_by(begin, *root);
    return root;
  }

  std::optional<JsonValue> with_bases(JsonValue own, const std::string& name) {
    const JsonValue* const extends = own.find(kExtends);
    if (extends == nullptr || !is_rich(own)) return own;
    paths_.push_back(fs::path(name).lexically_normal().string());
    const std::optional<std::string> path = path_of_base(*extends, name);
    if (!path || !read_base(*path, extends->span)) return std::nullopt;
    std::optional<JsonValue> base = read(bases_.back());
    if (!base || !can_be_extended(*base, *path, extends->span)) return std::nullopt;
    base = with_bases(*std::move(base), *path);
    if (!base) return std::nullopt;
    return combined(*std::move(base), std::move(own), problems_);
  }

  std::optional<std::string> path_of_base(const JsonValue& extends, const std::string& name) {
    if (!extends.is(JsonValue::Kind::kString) || extends.text.empty()) {
      report_wrong_kind(extends, kExtends, "the name of a grammar file (a string)", problems_);
      return std::nullopt;
    }
    const std::string path = (fs::path(name).parent_path() / extends.text).lexically_normal();
    if (std::ranges::find(paths_, path) != paths_.end()) {
      std::string circle;
      for (const std::string& file : paths_) circle += shown_name(file) + " → ";
      problems_.unreadable(
          extends.span, "the grammars extend each other in a circle: " + circle + shown_name(path),
          "one of them must not extend another");
    } else if (paths_.size() == kMaxFilesExtended) {
      problems_.unreadable(extends.span, "more than " + std::to_string(kMaxFilesExtended) +
                                             " grammars extend one another");
    } else {
      return path;
    }
    return std::nullopt;
  }

  bool read_base(const std::string& path, Span extends) {
    try {
      bases_.push_back(read_(path));
      return true;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInvalid) throw;  // other errors are not the name's fault
      const std::string words = error.what();
      problems_.unreadable(extends, words.substr(0, words.find('\n')),
                           "it is looked for from the folder of the file that extends it");
      return false;
    }
  }

  bool can_be_extended(const JsonValue& base, const std::string& path, Span extends) {
    if (is_rich(base)) return true;
    problems_.unreadable(
        extends,
        ticked(path) + (is_classic(base) ? " is a classic grammar, and only a rich "
                                           "one can be extended"
                                         : " is not a grammar"),
        "a rich one has the keys \"start\", \"rules\" and \"tokens\"");
    return false;
  }

  const ReadSource& read_;
  Problems& problems_;
  std::uint32_t end_ = 0;           ///< the offset where the next file begins
  std::vector<std::string> paths_;  ///< paths of the files so far
  std::vector<Source> bases_;
};

const Source& file_number(std::size_t number, const Source& file, std::span<const Source> bases) {
  return number == 0 ? file : bases[number - 1];
}

/// By file: its first offset.
std::vector<std::uint32_t> beginnings(const Source& file, std::span<const Source> bases) {
  std::vector<std::uint32_t> begins = {0};
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const std::size_t size = file_number(i, file, bases).bytes().size();
    begins.push_back(begins.back() + static_cast<std::uint32_t>(size) + 1);
  }
  return begins;
}

std::size_t number_at(std::uint32_t place, const std::vector<std::uint32_t>& begins) {
  return static_cast<std::size_t>(std::ranges::upper_bound(begins, place) - begins.begin()) - 1;
}

}  // namespace

CombinedGrammar read_combined(const Source& file, const ReadSource& read, Problems& problems) {
  return CombinedReader(read, problems).run(file);
}

Source joined(const Source& file, std::span<const Source> bases) {
  std::string bytes(file.bytes());
  for (const Source& base : bases) (bytes += '\n') += base.bytes();
  return Source(file.name(), std::move(bytes));
}

void note_extending_files(const Source& file, std::span<const Source> bases, std::size_t first,
                          const std::string& more, Problems& problems) {
  const std::vector<std::uint32_t> begins = beginnings(file, bases);
  for (std::size_t i = first; i < problems.list.size(); ++i) {
    Diagnostic& problem = problems.list[i];
    const std::size_t number = number_at(problem.span.begin, begins);
    if (number == 0) continue;
    std::string note = shown_name(file.name()) + " extends this file";
    for (std::size_t between = number - 1; between > 0; --between) {
      note +=
          (between == number - 1 ? " by way of " : ", ") + shown_name(bases[between - 1].name());
    }
    problem.notes.push_back(note + more);
  }
}

std::vector<std::vector<Diagnostic>> by_file(std::span<const Diagnostic> problems,
                                             const Source& file, std::span<const Source> bases) {
  const std::vector<std::uint32_t> begins = beginnings(file, bases);
  std::vector<std::vector<Diagnostic>> of_file(begins.size());
  for (Diagnostic problem : problems) {
    const std::size_t number = number_at(problem.span.begin, begins);
    problem.span.begin -= begins[number];
    problem.span.end -= begins[number];
    of_file[number].push_back(std::move(problem));
  }
  return of_file;
}

std::string render(std::span<const Diagnostic> problems, const Source& file,
                   std::span<const Source> bases) {
  const std::vector<std::vector<Diagnostic>> of_file = by_file(problems, file, bases);
  std::string text;
  for (std::size_t i = 0; i < of_file.size(); ++i) {
    text += render(of_file[i], file_number(i, file, bases));
  }
  return text;
}

}  // namespace grabr
