// Describes tokens and rules that contain text in another language: a script in a page, a style in
// an attribute. Like hints, this never changes which texts a grammar accepts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// The escapes of a language's strings, for characters that cannot stand there as they are.
enum class Escapes : std::uint8_t {
  kNone,
  kJson,        ///< \n \" \u00e9
  kJavascript,  ///< also \x41 \u{1F600} \' and a line end after a backslash
  kC,           ///< \n \x41 \101 \u00e9
  kPython,      ///< as in C; an unknown escape stands for itself
  kHtml,        ///< &lt; &#65; &#x41;
  kDoubled,     ///< the closing quotation mark twice: SQL, YAML
};

/// A grammar by its file, and the start rule.
struct ContentGrammar {
  std::string file;
  std::string start;  ///< empty: the grammar's own start rule
  bool operator==(const ContentGrammar&) const = default;
};

struct Content {
  /// The text around the content: a regular expression at the beginning, and a text at the end,
  /// whose last occurrence ends the content. Both may be empty.
  struct Frame {
    std::string open;
    std::string close;
  };
  /// A word before the content that tells its language: "ts" in <script lang="ts">. With * at the
  /// end: any word with this beginning.
  struct Word {
    std::string word;
    ContentGrammar grammar;
  };

  std::uint32_t symbol = ~std::uint32_t{0};  ///< a token or a nonterminal
  std::vector<Word> words;
  std::optional<ContentGrammar> otherwise;  ///< if none of these words precedes the content
  std::vector<Frame> between;               ///< the first that fits is used; none: all is content
  Escapes escapes = Escapes::kNone;
  bool indented = false;  ///< its lines have an indentation that does not belong to it
};

}  // namespace grabr
