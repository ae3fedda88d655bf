// The size of a text in all measures that a report shows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/parser.h"
#include "text/shared_text.h"

namespace grabr {

struct Measure {
  std::size_t bytes = 0;
  /// Tokens of its tree if it parses, otherwise as split_units counts them.
  std::size_t tokens = 0;
  std::optional<std::size_t> nodes;  ///< nodes of its tree, if it parses
  std::size_t lines = 0;             ///< including a last line without a line end
  std::string sha256;
};

std::size_t count_lines(std::string_view text);

/// If the text parses, this is the number of its tree's tokens. The lexer alone finds the number if
/// neither the rules nor indentation affect tokens; otherwise the text is parsed. A text that does
/// not parse is lexed anyway, or counted like split_units if there is no parser or a byte matches
/// no terminal.
std::size_t count_text_tokens(std::string_view text, const Parser* parser);

/// `tree` may be null: the text does not parse, or there is no grammar.
Measure measure(std::string_view text, const Tree* tree, const Parser* parser);

/// Counts the tokens of a sequence of texts, each similar to the previous one.
class TokenCounter {
 public:
  /// The parser may be null, and must outlive this.
  explicit TokenCounter(const Parser* parser);

  /// The same number as count_text_tokens.
  std::size_t operator()(const SharedText& text);

  /// Bytes lexed for all texts so far.
  std::size_t bytes_lexed() const { return bytes_lexed_; }

 private:
  /// A place where a token begins, or the end of the text.
  struct Mark {
    std::size_t offset = 0;
    std::size_t tokens = 0;  ///< number of tokens before it
    std::size_t reach = 0;   ///< those tokens depend only on bytes before this one
  };
  std::optional<std::size_t> count_again(const SharedText& text);
  std::optional<std::vector<Mark>> marks_of(std::string_view text);

  const Parser* parser_;
  const Grammar* grammar_;  ///< null: the lexer alone cannot count
  SharedText last_;
  std::size_t count_ = 0;    ///< tokens of the last text
  std::vector<Mark> marks_;  ///< of the last text, in order, then its end; may be empty
  std::size_t bytes_lexed_ = 0;
};

}  // namespace grabr
