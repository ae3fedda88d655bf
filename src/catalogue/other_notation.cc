#include "catalogue/other_notation.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/find_grammar.h"
#include "import/import.h"
#include "text/error.h"
#include "text/file.h"
#include "text/lower_case.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// Extensions, and the tools whose notation they mean.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kNotations = {{
    {".g", "ANTLR's"},
    {".y", "Yacc's"},
    {".yy", "Bison's"},
    {".ypp", "Bison's"},
    {".ne", "nearley's"},
    {".gram", "pegen's"},
    {".sdf3", "SDF3"},
}};

/// The tool whose notation it is; empty: it may be grabr's.
std::string_view notation_of(const fs::path& path, std::string_view text) {
  const std::string extension = lower_case(path.extension().string());
  const bool script = extension == ".js" && text.find("grammar(") != std::string_view::npos;
  if (script || import_notation(path.string(), text) == ImportNotation::kTreeSitter) {
    return "tree-sitter's";
  }
  for (const auto& [known, notation] : kNotations) {
    if (extension == known) return notation;
  }
  return {};
}

/// The word after `name:` in a tree-sitter grammar.
std::string name_inside(std::string_view text) {
  const std::size_t key = text.find("name");
  if (key == std::string_view::npos) return {};
  const std::size_t begin = text.find_first_of("'\"", text.find(':', key));
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find(text[begin], begin + 1);
  if (end == std::string_view::npos) return {};
  return std::string(text.substr(begin + 1, end - begin - 1));
}

/// `JavaScriptParser` → `javascript`, `Python3` → `python`, `c_sharp` stays.
std::string language_in(std::string name) {
  name = lower_case(name);
  for (const std::string_view word : {"parser", "lexer", "grammar"}) {
    if (name.size() > word.size() && name.ends_with(word)) name.resize(name.size() - word.size());
  }
  const std::size_t end = name.find_last_not_of("0123456789._-");
  return end == std::string::npos ? name : name.substr(0, end + 1);
}

std::string what_there_is(const fs::path& path, std::string_view text) {
  const std::vector<GrammarCard> cards = list_grammars(CardDetail::kHead);
  for (const std::string& name : {path.stem().string(), name_inside(text)}) {
    const std::string language = language_in(name);
    if (language.empty()) continue;
    const GrammarCard* card = grammar_named(cards, language);
    if (card == nullptr && language.size() > 1) card = grammar_of_word(cards, language);
    if (card != nullptr) return "-g " + card->key + " is grabr's own grammar for " + card->name;
  }
  return "`grabr grammar list` shows grabr's own grammars";
}

std::string where_the_guide_is() {
  for (const fs::path& folder : grammar_folders()) {
    const fs::path guide = folder / "README.md";
    if (is_file(guide)) return guide.lexically_normal().string();
  }
  return "grammars/README.md of its sources";
}

}  // namespace

void refuse_other_notation(const fs::path& path, std::string_view text) {
  const std::string_view notation = notation_of(path, text);
  if (notation.empty()) return;
  throw Error(ErrorKind::kInvalid,
              path.string() + " is a grammar in another notation, " + std::string(notation) +
                  "; grabr reads its own, JSON, and imports those of ANTLR 4 " +
                  "(.g4), tree-sitter (src/grammar.json), bison, Lark, PEG, ABNF and EBNF" +
                  "\nhint: " + what_there_is(path, text) + "; how to write one is explained in " +
                  where_the_guide_is());
}

}  // namespace grabr
