// Tested by tests/cli/odd_inputs_test.cc.
#include "cli/odd_inputs.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <system_error>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "text/error.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStdinName = "stdin";

struct Magic {
  std::size_t place;
  std::string_view bytes;
  std::string_view kind;
};

constexpr Magic kArchives[] = {
    {0, "\x1f\x8b", "gzip archive"},
    {0, std::string_view("PK\x03\x04", 4), "zip archive"},
    {0, "BZh", "bzip2 archive"},
    {0, std::string_view("\xfd" "7zXZ\0", 6), "xz archive"},
    {0, "\x28\xb5\x2f\xfd", "zstd archive"},
    {0, std::string_view("7z\xbc\xaf\x27\x1c", 6), "7-zip archive"},
    {0, "Rar!", "rar archive"},
    {257, "ustar", "tar archive"},
};

std::string extension_of(const ReduceOptions& options, std::string_view text) {
  std::optional<fs::path> grammar;
  if (!options.grammar.empty()) {
    grammar = find_grammar(options.grammar);
  } else if (const auto choice = GrammarChooser().choose(kStdinName, text)) {
    grammar = choice->path;
  }
  if (!grammar) return {};
  const auto card = read_grammar_card(*grammar, CardDetail::kHead);
  return card && !card->extensions.empty() ? card->extensions.front() : std::string();
}

/// The files right in a folder, as words of a command line; some of them.
std::string some_files_in(const std::string& folder) {
  constexpr std::size_t kMost = 3;
  Words files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored)) files.push_back(at->path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) return shell_word((fs::path(folder) / "FILE").string()) + "...";
  const bool more = files.size() > kMost;
  files.resize(std::min(files.size(), kMost));
  return shell_words(files) + (more ? " ..." : "");
}

}  // namespace

StandardInput read_standard_input(const ReduceOptions& options) {
  StandardInput input;
  input.text.assign(std::istreambuf_iterator<char>(std::cin), {});
  if (input.text.empty()) {
    throw Error(Exit::kUsage, "standard input is empty: there is nothing to reduce\n"
                              "hint: - reads it; ./- is a file of that name");
  }
  input.name = kStdinName + extension_of(options, input.text);
  return input;
}

void prepare_for_standard_input(ReduceOptions& options, const Call& call) {
  const bool among_others = std::find(call.further_inputs.begin(), call.further_inputs.end(),
                                      kStandardInput) != call.further_inputs.end();
  if (among_others || (call.input == kStandardInput && !call.further_inputs.empty())) {
    throw Error(Exit::kUsage, "standard input (-) cannot be one of several inputs\n"
                              "hint: write it to a file first");
  }
  if (call.input != kStandardInput) return;
  if (options.in_place) {
    throw Error(Exit::kUsage, "--in-place: standard input cannot be replaced\n"
                              "hint: -o FILE says where the result goes");
  }
  if (options.output.empty()) options.output = "-";
}

void give_standard_output(ReduceOptions& options, bool result_there) {
  const bool report = options.report == "-";
  const bool trace = options.trace == "-";
  if (!report && !trace) return;
  const std::string both = report && trace ? "--report - and --trace -" : "";
  const std::string one = report ? "--report -" : "--trace -";
  if (!both.empty() || result_there) {
    throw Error(Exit::kUsage,
                (both.empty() ? one + ": the result goes to standard output, too"
                              : both + ": both cannot go to standard output") +
                    "\nhint: name a file for one of them; ./- is a file called -");
  }
  (report ? options.report : options.trace) = "/dev/stdout";
}

void refuse_folder(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return;
  throw Error(Exit::kUsage,
              path + " is a folder, and grabr reduces files\n"
                     "hint: several files that fail together: grabr TEST " +
                  some_files_in(path) +
                  "\nhint: one of them, with the folder beside it: grabr --copy " +
                  shell_word(path) + " TEST FILE");
}

std::string_view archive_kind(std::string_view text) {
  for (const Magic& magic : kArchives) {
    if (text.size() < magic.place) continue;
    if (text.substr(magic.place).starts_with(magic.bytes)) return magic.kind;
  }
  return {};
}

void note_archive(const ReduceOptions& options, const std::string& path, std::string_view text) {
  const std::string_view kind = archive_kind(text);
  if (kind.empty() || options.quiet) return;
  std::cerr << "grabr: " << path << " is a " << kind << ": its own bytes are reduced, not what is "
            << "in it\n"
            << "hint: to reduce what is in it, unpack it, and name the files: grabr TEST "
               "FILE FILE...\n";
}

}  // namespace grabr
