// Counts the tokens of one text after the other, each mostly like the one before it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/model/grammar.h"
#include "text/shared_text.h"

namespace grabr {

class TokenCounter {
 public:
  /// The grammar may be null, and must outlive this.
  explicit TokenCounter(const Grammar* grammar) : grammar_(grammar) {}

  /// The same number as count_text_tokens (report/measure.h).
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
  std::optional<std::size_t> count_lexed(const SharedText& text);
  std::optional<std::vector<Mark>> marks_of(std::string_view text);

  const Grammar* grammar_;
  SharedText last_;
  std::vector<Mark> marks_;  ///< of the last text, in order, the end last; empty: none is known
  std::size_t bytes_lexed_ = 0;
};

}  // namespace grabr
