#include "cli/command/fuzz_inputs.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>
#include <utility>

#include "text/error.h"
#include "text/file.h"
#include "text/hash.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// "1-1000", or a largest number alone.
void read_chars(const std::string& given, InputSourceOptions& options) {
  if (given.empty()) return;
  const std::size_t dash = std::min(given.find('-'), given.size());
  const auto number = [&](std::string_view word) {
    std::size_t value = 0;
    const char* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, value);
    if (read.ec == std::errc() && read.ptr == end && value <= 100'000'000) return value;
    throw Error(ErrorKind::kInvalid, "--chars " + given + ": lengths are wanted, such as 1-1000");
  };
  const std::string_view all = given;
  options.min_chars = dash == all.size() ? 0 : number(all.substr(0, dash));
  options.max_chars = number(dash == all.size() ? all : all.substr(dash + 1));
  if (options.min_chars > options.max_chars) {
    throw Error(ErrorKind::kInvalid, "--chars " + given + ": the first length is the smaller one");
  }
}

std::vector<fs::path> files_in(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->is_regular_file()) files.push_back(at->path());
  }
  if (error) throw Error(ErrorKind::kInvalid, "cannot read '" + folder + "': " + error.message());
  if (files.empty()) throw Error(ErrorKind::kInvalid, "--corpus: there is no file in " + folder);
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<fs::path> fuzz_corpus(const std::vector<std::string>& given) {
  std::vector<fs::path> files;
  for (const std::string& name : given) {
    if (!fs::is_directory(name)) {
      files.emplace_back(name);
      continue;
    }
    const std::vector<fs::path> inside = files_in(name);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

std::string fuzz_extension(const Grammar* grammar, const std::vector<fs::path>& corpus) {
  if (grammar != nullptr && !grammar->extensions.empty()) return grammar->extensions.front();
  const std::string of_corpus = corpus.empty() ? "" : corpus.front().extension().string();
  return of_corpus.empty() ? ".txt" : of_corpus;
}

std::string fuzz_sources_text(const FuzzOptions& options, const Grammar* grammar,
                              const std::vector<fs::path>& corpus) {
  std::string text = "seed " + std::to_string(options.seed) + "\nchars " + options.chars +
                     "\nvalid " + (options.only_sentences ? "yes" : "no") +
                     (options.grow ? "\ngrow" : "") + "\ngrammar " +
                     (grammar != nullptr ? grammar->file_sha256 : "none") + '\n';
  for (const fs::path& file : corpus) text += sha256_hex(read_file(file)) + '\n';
  return text;
}

InputSourceOptions fuzz_source(const FuzzOptions& options, std::shared_ptr<const Grammar> grammar,
                               const std::vector<fs::path>& corpus) {
  InputSourceOptions source;
  source.seed = options.seed;
  source.grammar = std::move(grammar);
  source.only_sentences = options.only_sentences;
  if (options.only_sentences && !source.grammar) {
    throw Error(ErrorKind::kInvalid, "--valid needs a grammar\nhint: -g NAME|FILE");
  }
  read_chars(options.chars, source);
  for (const fs::path& file : corpus) source.corpus.push_back(read_file(file));
  return source;
}

}  // namespace grabr
