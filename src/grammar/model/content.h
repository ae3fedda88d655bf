// What a token or a rule holds in another language: a script in a page, a style in an attribute.
// Like hints it never changes which texts a grammar accepts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// How a language writes what cannot stand as it is in its strings.
enum class Escapes : std::uint8_t {
  kNone,
  kJson,        ///< \n \" \u00e9
  kJavascript,  ///< and \x41 \u{1F600} \', a line end after a backslash
  kC,           ///< \n \x41 \101 \u00e9
  kPython,      ///< as C; an unknown escape stands for itself
  kHtml,        ///< &lt; &#65; &#x41;
  kDoubled,     ///< the closing quotation mark twice: SQL, YAML
};

/// A grammar by its file, and from which of its rules on.
struct ContentGrammar {
  std::string file;
  std::string start;  ///< empty: the grammar's own
  bool operator==(const ContentGrammar&) const = default;
};

struct Content {
  /// What is around the content: a regular expression at the beginning, a text at the end (what
  /// follows its last occurrence does not belong to the content either). Both may be empty.
  struct Frame {
    std::string open;
    std::string close;
  };
  /// A word before it that says in which language it is: "ts" in <script lang="ts">. With * at the
  /// end: any word that begins so.
  struct Word {
    std::string word;
    ContentGrammar grammar;
  };

  std::uint32_t symbol = ~std::uint32_t{0};  ///< a token or a nonterminal
  std::vector<Word> words;
  std::optional<ContentGrammar> otherwise;  ///< where no such word stands before it
  std::vector<Frame> between;               ///< the first that fits counts; none: all is content
  Escapes escapes = Escapes::kNone;
  bool indented = false;  ///< its lines are indented; that does not belong to it
};

}  // namespace grabr
