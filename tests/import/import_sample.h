// Imports grammars that are written in tests, and checks which texts the result accepts.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grammar/load/load.h"
#include "import/import.h"
#include "parse/parser.h"

namespace grabr::import_test {

using Files = std::map<std::string, std::string>;

/// The first path is the one that the user names; the others are found next to it.
inline ImportedFile import_files(const std::string& first, const Files& files,
                                 const ImportOptions& options = {}) {
  const ReadImported read = [&](const std::string& path) -> std::optional<std::string> {
    const auto found = files.find(path);
    if (found == files.end()) return std::nullopt;
    return found->second;
  };
  std::vector<Source> sources;
  sources.emplace_back(first, files.at(first));
  return import_grammar(std::move(sources), options, read);
}

inline ImportedFile import_text(const std::string& path, const std::string& text) {
  return import_files(path, {{path, text}});
}

inline Parser parser_of(const ImportedFile& imported) {
  INFO(imported.text);
  REQUIRE(!imported.text.empty());
  GrammarFile file = load_grammar(Source("imported.json", imported.text));
  REQUIRE(file.grammar.has_value());
  return Parser(std::make_shared<const Grammar>(*std::move(file.grammar)));
}

inline void check_language(const ImportedFile& imported, const std::vector<std::string>& good,
                           const std::vector<std::string>& bad) {
  const Parser parser = parser_of(imported);
  INFO(imported.text);
  for (const std::string& text : good) {
    INFO(text);
    CHECK(parser.accepts(text));
  }
  for (const std::string& text : bad) {
    INFO(text);
    CHECK(!parser.accepts(text));
  }
}

/// Checks that the JSON contains the text; any white space counts as one blank.
inline void check_written(const ImportedFile& imported, const std::string& wanted) {
  std::string plain;
  for (const char c : imported.text) {
    const bool space = c == ' ' || c == '\n';
    if (!space || (!plain.empty() && plain.back() != ' ')) plain += space ? ' ' : c;
  }
  INFO(plain);
  CHECK(plain.find(wanted) != std::string::npos);
}

inline bool remarks_on(const ImportedFile& imported, const std::string& what) {
  for (const ImportRemark& remark : imported.remarks) {
    if ((remark.what + ": " + remark.meaning).find(what) != std::string::npos) return true;
  }
  return false;
}

}  // namespace grabr::import_test
