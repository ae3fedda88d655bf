// Reads which tokens and rules contain text in other languages: "contents" of a rich grammar, and
// "content" of a token.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grammar/load/json_reader.h"
#include "grammar/model/content.h"
#include "grammar/model/symbol_table.h"

namespace grabr {

class ContentReader {
 public:
  /// `file` is the grammar's file; others are searched in its folder, then among the built-in ones.
  ContentReader(std::string file, SymbolTable& symbols, Problems& problems)
      : file_(std::move(file)), symbols_(symbols), problems_(problems) {}

  /// Reads the object "contents": symbol → content.
  void read_all(const JsonValue& contents);
  /// Reads one content: the name of a grammar, or an object.
  void read(const std::string& path, SymbolId symbol, const JsonValue& value);

  std::vector<Content> take() { return std::move(contents_); }

 private:
  std::optional<ContentGrammar> grammar(const JsonValue& value, const std::string& path);
  std::optional<std::string> file_of(const JsonValue& name);
  void read_words(const JsonValue& value, const std::string& path, Content& content);
  void read_between(const JsonValue& value, const std::string& path, Content& content);
  void read_escapes(const JsonValue& value, const std::string& path, Content& content);
  std::vector<std::string> names_of_grammars() const;

  std::string file_;
  SymbolTable& symbols_;
  Problems& problems_;
  std::vector<Content> contents_;
};

}  // namespace grabr
