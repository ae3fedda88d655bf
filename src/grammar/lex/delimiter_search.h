// Finds the end of tokens that repeat a delimiter from their beginning: raw strings,
// here-documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/lex/scan_memory.h"
#include "grammar/lex/scan_table.h"
#include "grammar/model/matcher.h"

namespace grabr {

class DelimiterSearch {
 public:
  explicit DelimiterSearch(const Matcher& matcher);

  /// The end of the token whose opener is text[begin…opened), or npos if it has none.
  std::size_t end(std::string_view text, std::size_t begin, std::size_t opened,
                  DelimiterMemory* memory) const;
  /// The shortest text that may follow an opener.
  std::string shortest_end(std::string_view opener) const;

 private:
  struct Opener {
    ScanTable before;
    ScanTable after;
    bool indented = false;
  };
  struct Opening {
    std::string_view delimiter;
    bool indented = false;
  };

  std::optional<Opening> opening(std::string_view text, std::size_t begin,
                                 std::size_t opened) const;
  std::size_t find(std::string_view text, std::size_t from, const Opening& opening) const;
  std::size_t find_line(std::string_view text, std::size_t from, const Opening& opening) const;
  bool ends_line(std::string_view text, std::size_t at) const;
  std::size_t indented_from(std::string_view text, std::size_t line) const;
  void index(std::string_view text, DelimiterMemory& memory) const;
  void index_ends(std::string_view text, std::size_t place, std::size_t begin, bool indented,
                  DelimiterMemory& memory) const;

  Matcher matcher_;
  ScanTable delimiter_;
  std::vector<Opener> openers_;
};

}  // namespace grabr
