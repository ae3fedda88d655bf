#include "cli/command/generate_deletions.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "cli/options/read_source.h"
#include "generate/deletion.h"
#include "generate/random_numbers.h"
#include "parse/parser.h"
#include "text/error.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::size_t kMostShown = 200;  // bytes of a deleted text

struct DeletableFile {
  std::string name;
  Deletions deletions;
};

/// Those that parse and can lose something; the others are shown.
class DeletableFiles {
 public:
  DeletableFiles(std::shared_ptr<const Grammar> grammar, SymbolId start)
      : parser_(std::move(grammar)), how_(parser_.defaults()) {
    how_.start = start;
  }

  void add(const std::string& file) {
    try {
      add_source(read_source(file));
    } catch (const Error& error) {
      std::cerr << "grabr: " << error.what() << '\n';
      exit_ = status_of(error.kind());
    }
  }

  const std::vector<DeletableFile>& files() const { return files_; }
  int exit() const { return exit_; }

 private:
  void add_source(const Source& source) {
    const ParseResult result = parser_.parse(source.bytes(), how_);
    if (const auto* failure = std::get_if<ParseFailure>(&result)) {
      std::cerr << render(parser_.describe(*failure, source), source) << "grabr: " << source.name()
                << " does not parse and is left out\n";
      exit_ = std::max(exit_, 1);
      return;
    }
    Deletions deletions(std::get<Tree>(result));
    if (deletions.size() > 0) {
      files_.push_back({source.name(), std::move(deletions)});
    } else {
      std::cerr << "grabr: " << source.name()
                << " has nothing that may be deleted and is left out\n";
    }
  }

  Parser parser_;
  ParseOptions how_;
  std::vector<DeletableFile> files_;
  int exit_ = 0;
};

std::string symbol_name(const Grammar& grammar, SymbolId symbol) {
  return symbol == kNoSymbol ? "" : grammar.symbols[symbol].name;
}

std::string as_json(const Grammar& grammar, const std::string& file, const std::string& from,
                    const Deletion& deletion) {
  nlohmann::ordered_json json;
  json["file"] = file;
  json["from"] = from;
  json["rule"] = symbol_name(grammar, deletion.rule);
  json["kind"] = deletion.element ? "element" : "optional";
  json["symbol"] = symbol_name(grammar, deletion.symbol);
  json["offset"] = deletion.offset;
  json["deleted"] = beginning(deletion.deleted, kMostShown);
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

int generate_deletions(const std::shared_ptr<const Grammar>& grammar,
                       const DeletionOptions& options, const NumberedOutput& output) {
  DeletableFiles sources(grammar, options.start);
  for (const std::string& file : options.files) sources.add(file);
  const std::vector<DeletableFile>& files = sources.files();
  std::string list;
  for (std::uint64_t n = 0; n < options.count && !files.empty() && std::cout; ++n) {
    const DeletableFile& from = files[n % files.size()];
    RandomNumbers random(options.seed, n);
    const Deletion deletion = from.deletions.any(random);
    const std::string extension = std::filesystem::path(from.name).extension().string();
    output.write(n, deletion.text, extension);
    if (options.list.empty()) continue;
    list += as_json(*grammar, output.file(n, extension).string(), from.name, deletion);
  }
  finish_output();
  if (!options.list.empty()) write_atomically(options.list, list);
  return sources.exit();
}

}  // namespace grabr
