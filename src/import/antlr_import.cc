// An ANTLR grammar often consists of several files: a parser names its lexer (tokenVocab), and both
// may import others. They are searched in the folder of the file that names them. Each is read
// once, so files may import each other. Tested by antlr_import_test.cc.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "import/finish.h"
#include "import/importers.h"
#include "import/read/antlr_code.h"
#include "import/read/readers.h"
#include "import/rewrite/steps.h"
#include "import/rewrite/tokens.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxImportedFiles = 50;

class AntlrImporter {
 public:
  AntlrImporter(ImportedFile& result, const ReadImported& read) : result_(result), read_(read) {}

  AntlrFile join() {
    for (std::size_t i = 0; i < result_.sources.size(); ++i) parse(i);
    add_parser_of_lexer();
    AntlrFile all = take_main();
    for (auto& [name, file] : files_) {
      if (file.kind != AntlrFile::Kind::kLexer) merge_antlr(all, take(name));
    }
    for (auto& [name, file] : files_) merge_antlr(all, take(name));
    return all;
  }

 private:
  void parse(std::size_t index) {
    AntlrFile file = read_source(result_, index, read_antlr);
    const std::string path = result_.sources[index].name();
    const std::string name = stem_of(path);
    const std::vector<std::string> imports = file.imports;
    const std::string vocabulary = file.vocabulary;
    const ImportPlace place{static_cast<std::uint32_t>(index), {}};
    const bool fresh = files_.emplace(name, std::move(file)).second;
    order_.push_back(name);
    if (!fresh) return;
    for (const std::string& import : imports) find(folder_of(path), import, name, place);
    if (!vocabulary.empty()) find(folder_of(path), vocabulary, name, place);
  }

  void find(const std::string& folder, const std::string& wanted, const std::string& from,
            ImportPlace place) {
    const std::string name = stem_of(wanted + ".");
    if (files_.contains(name) || !asked_.insert(name).second || asked_.size() > kMaxImportedFiles)
      return;
    for (const Source& source : result_.sources) {
      if (stem_of(source.name()) == name) return;
    }
    if (add(folder + name + ".g4")) return;
    files_.at(from).grammar.remark(
        place, "the grammar " + wanted + ", which is named here",
        "not found as " + folder + name + ".g4; give all files, lexer and parser");
  }

  bool add(const std::string& path) {
    if (!add_source(result_, read_, path)) return false;
    parse(result_.sources.size() - 1);
    return true;
  }

  /// If only FooLexer.g4 was named, reads FooParser.g4 from the same folder as well.
  void add_parser_of_lexer() {
    for (const auto& [name, file] : files_) {
      if (file.kind != AntlrFile::Kind::kLexer) return;
    }
    const std::string path = result_.sources.front().name();
    const std::string name = stem_of(path);
    const std::size_t word = name.rfind("Lexer");
    if (word == name.npos) return;
    add(folder_of(path) + name.substr(0, word) + "Parser.g4");
  }

  AntlrFile take(const std::string& name) {
    AntlrFile taken;
    if (done_.insert(name).second) std::swap(taken, files_.at(name));
    return taken;
  }

  AntlrFile take_main() {
    for (const std::string& name : order_) {
      if (files_.at(name).kind != AntlrFile::Kind::kLexer) return take(name);
    }
    return take(order_.front());
  }

  ImportedFile& result_;
  const ReadImported& read_;
  std::map<std::string, AntlrFile> files_;
  std::vector<std::string> order_;
  std::set<std::string> asked_;
  std::set<std::string> done_;
};

/// Layout code in the lexers' base classes, which are in a folder beside the grammar.
LayoutCode code_of_bases(const AntlrFile& all, const std::string& folder,
                         const ReadImported& read) {
  for (const std::string& base : all.bases) {
    const std::optional<std::string> code = read(folder + "Java/" + base + ".java");
    if (!code) continue;
    LayoutCode found = layout_code(*code);
    if (!found.empty()) return found;
  }
  return {};
}

/// Lexers of languages with indentation make layout tokens in code: replaces this by "layout".
void map_layout(ImportedGrammar& grammar, const LayoutCode& code) {
  const auto declared = [&](const char* name) {
    return std::find(grammar.declared.begin(), grammar.declared.end(), name) !=
           grammar.declared.end();
  };
  if (!declared("INDENT") || !declared("DEDENT")) return;
  if (grammar.contextual) return;
  const auto newline =
      std::find_if(grammar.tokens.begin(), grammar.tokens.end(),
                   [](const ImportedToken& token) { return token.name == "NEWLINE"; });
  if (newline == grammar.tokens.end() && !declared("NEWLINE")) return;
  if (newline != grammar.tokens.end()) grammar.tokens.erase(newline);
  for (const char* name : {"NEWLINE", "INDENT", "DEDENT"}) grammar.made.insert(name);
  leave_line_ends_to_layout(grammar);
  grammar.layout = code.empty() ? kPythonLayout : kOffsideLayout;
  if (code.empty()) return;
  const auto put = [&](const char* key, const std::set<std::string>& names) {
    for (const std::string& name : names) {
      const ImportedToken* token = grammar.token(name);
      std::string text;
      const bool fixed =
          token != nullptr && token->matcher.empty() && is_fixed_text(token->body, text);
      grammar.neighbours[key].insert(fixed ? text : name);
    }
  };
  put("indent_after", code.indent_after);
  put("newline_after", code.newline_after);
  put("newline_before", code.newline_before);
  if (code.paren_opens) grammar.neighbours["indent_after_outside"] = {")"};
}

}  // namespace

void import_antlr(ImportedFile& result, const ImportOptions& options, const ReadImported& read) {
  AntlrFile all = AntlrImporter(result, read).join();
  ImportedGrammar& grammar = all.grammar;
  const LayoutCode bases = code_of_bases(all, folder_of(result.sources.front().name()), read);
  apply_known_code(all);
  find_line_end_modes(grammar);
  fold_modes(grammar);
  for (const ImportedToken& token : grammar.tokens) {
    if (token.predicated && token.use == ImportedToken::Use::kToken) grammar.contextual = true;
  }
  finish_tokens(grammar);
  map_layout(grammar, bases);
  grammar.start = options.start.empty() ? guessed_start(grammar) : options.start;
  if (options.start.empty()) result.guesses.push_back("the start rule is " + grammar.start);
  rewrite_rules(grammar);
  for (const char* word : {"Parser", "Lexer"}) {
    const std::size_t at = grammar.name.rfind(word);
    if (at != grammar.name.npos && at > 0) grammar.name.resize(at);
  }
  finish_import(grammar, result);
}

}  // namespace grabr
