#include "catalogue/read_grammar.h"

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/find_grammar.h"
#include "grammar/load/load.h"
#include "import/import.h"
#include "text/ascii.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {

std::shared_ptr<const Grammar> read_grammar(const std::filesystem::path& path) {
  const Source source = grammar_text(path);
  GrammarFile file = load_grammar(source);
  if (!file.grammar) {
    throw Error(ErrorKind::kInvalid,
                "the grammar " + shown_name(path) + " has errors\n" + render(file, source));
  }
  return std::make_shared<const Grammar>(*std::move(file.grammar));
}

namespace {

namespace fs = std::filesystem;

std::optional<std::string> read_beside(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  try {
    return read_file(path);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string rendered_problems(const ImportedFile& imported) {
  std::string text;
  for (std::size_t i = 0; i < imported.problems.size() && i < imported.sources.size(); ++i) {
    text += render(imported.problems[i], imported.sources[i]);
  }
  return text;
}

// Detects grammars in other tools' notations, which cannot be read.

/// File extensions of grammars, and the tools that use them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kNotations = {{
    {".g", "ANTLR's"},
    {".y", "Yacc's"},
    {".yy", "Bison's"},
    {".ypp", "Bison's"},
    {".ne", "nearley's"},
    {".gram", "pegen's"},
    {".sdf3", "SDF3"},
}};

/// The tool whose notation it is; empty if it may be grabr's.
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

/// Throws Error(kInvalid) if the file, by its extension or contents, is a grammar for another tool:
/// says which, and which grabr grammar there is for its language, judging by its name.
void refuse_other_notation(const fs::path& path, std::string_view text) {
  const std::string_view notation = notation_of(path, text);
  if (notation.empty()) return;
  throw Error(ErrorKind::kInvalid,
              shown_name(path) + " is a grammar in another notation, " + std::string(notation) +
                  "; grabr reads its own, JSON, and imports those of ANTLR 4 " +
                  "(.g4), tree-sitter (src/grammar.json), bison, Lark, PEG, ABNF and EBNF" +
                  "\nhint: " + what_there_is(path, text) + "; how to write one is explained in " +
                  where_the_guide_is());
}

}  // namespace

ImportedFile import_files(const std::vector<std::string>& paths, const ImportOptions& options) {
  std::vector<Source> sources;
  for (const std::string& path : paths) sources.emplace_back(path, read_file(path));
  ImportedFile imported = import_grammar(std::move(sources), options, read_beside);
  if (!imported.text.empty()) return imported;
  throw Error(ErrorKind::kInvalid, "nothing can be imported from " + shown_name(paths.front()) +
                                       "\n" + render_remarks(imported));
}

std::string render_remarks(const ImportedFile& imported) {
  std::string text = rendered_problems(imported);
  std::set<std::string> told;
  for (const ImportRemark& remark : imported.remarks) {
    if (!told.insert(remark.what).second) continue;
    const std::size_t file = remark.place.file < imported.sources.size() ? remark.place.file : 0;
    Diagnostic note;
    note.severity = Severity::kNote;
    note.span = remark.place.span;
    note.message = remark.what + ": " + remark.meaning;
    text += render(note, imported.sources[file]);
  }
  return text;
}

Source grammar_text(const fs::path& path) {
  Source source = grammar_source(path.string());
  if (import_notation(path.string(), source.bytes()) != ImportNotation::kNone) {
    return Source(path.string(), import_files({path.string()}, {}).text);
  }
  refuse_other_notation(path, source.bytes());
  return source;
}

}  // namespace grabr
