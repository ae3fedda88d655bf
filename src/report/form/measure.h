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
  /// Those of its tree if it parses, else as split_units counts them.
  std::size_t tokens = 0;
  std::optional<std::size_t> nodes;  ///< of its tree, when it parses
  std::size_t lines = 0;             ///< a last line without a line end counts
  std::string sha256;
};

std::size_t count_lines(std::string_view text);

/// For a text that parses this is the number of its tree's tokens. The lexer alone tells it where
/// neither the rules nor indentation have a say in what is a token; else the text is parsed. What
/// does not parse is lexed all the same, or counted like split_units if there is no parser or no
/// terminal matches somewhere.
std::size_t count_text_tokens(std::string_view text, const Parser* parser);

/// `tree` may be null: the text does not parse, or there is no grammar.
Measure measure(std::string_view text, const Tree* tree, const Parser* parser);

/// Counts the tokens of one text after the other, each mostly like the one before it.
class TokenCounter {
 public:
  /// The parser may be null, and must outlive this.
  explicit TokenCounter(const Parser* parser);

  /// The same number as count_text_tokens.
  std::size_t operator()(const SharedText& text);

  /// Of all texts so far.
  std::size_t bytes_lexed() const { return bytes_lexed_; }

 private:
  /// A place where a token begins, or the end of the text.
  struct Mark {
    std::size_t offset = 0;
    std::size_t tokens = 0;  ///< before it
    std::size_t reach = 0;   ///< the tokens before it depend on bytes before this one
  };
  std::optional<std::size_t> count_again(const SharedText& text);
  std::optional<std::vector<Mark>> marks_of(std::string_view text);

  const Parser* parser_;
  const Grammar* grammar_;  ///< null: its lexer does not tell
  SharedText last_;
  std::size_t count_ = 0;    ///< of that
  std::vector<Mark> marks_;  ///< of the last text, in order, the end last; empty: none is known
  std::size_t bytes_lexed_ = 0;
};

}  // namespace grabr
