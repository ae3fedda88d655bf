// Where the inputs of `grabr fuzz` come from, as its options say.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/options/fuzz_options.h"
#include "generate/input_source.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// The files of --corpus, of a folder in order. Throws Error(kInvalid) for a folder without any.
std::vector<std::filesystem::path> fuzz_corpus(const std::vector<std::string>& given);

/// The extension of input names: that of the grammar's files, else of the first file of the corpus.
std::string fuzz_extension(const Grammar* grammar,
                           const std::vector<std::filesystem::path>& corpus);

/// All that the inputs depend on, as text: two calls with equal texts try the same inputs.
std::string fuzz_sources_text(const FuzzOptions& options, const Grammar* grammar,
                              const std::vector<std::filesystem::path>& corpus);

/// Reads the corpus. Throws Error(kInvalid) for invalid options.
InputSourceOptions fuzz_source(const FuzzOptions& options, std::shared_ptr<const Grammar> grammar,
                               const std::vector<std::filesystem::path>& corpus);

}  // namespace grabr
