// A grammar that a Lark file imports is a file in the same folder (%import .names.WORD: names.lark)
// or Lark's own `common`. All rules and tokens that an imported one needs come with it, under the
// name of its file if the name is taken. Tested by lark_test.cc.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "import/finish.h"
#include "import/importers.h"
#include "import/read/readers.h"
#include "import/rewrite/steps.h"
#include "import/rewrite/tokens.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxLarkFiles = 30;

class LarkImporter {
 public:
  LarkImporter(ImportedFile& result, const ReadImported& read) : result_(result), read_(read) {}

  ImportedGrammar join() {
    ImportedGrammar all = parse(0);
    all.name = stem_of(result_.sources.front().name());
    return all;
  }

 private:
  /// The grammar of a source, with everything that it imports.
  ImportedGrammar parse(std::size_t index) {
    LarkFile file = read_source(result_, index, read_lark);
    open_.push_back(index);
    std::map<std::string, std::vector<LarkImport>> by_path;
    for (LarkImport& one : file.imports) by_path[one.path].push_back(std::move(one));
    for (const auto& [path, imports] : by_path) take(file.grammar, path, imports, index);
    open_.pop_back();
    return std::move(file.grammar);
  }

  void take(ImportedGrammar& into, const std::string& path, const std::vector<LarkImport>& imports,
            std::size_t from) {
    const std::optional<std::size_t> index = source_of(path, from);
    if (!index) {
      into.remark(imports.front().place, "the grammar " + path + ", which is imported here",
                  "not found beside it: what it defines is left out");
      return;
    }
    ImportedGrammar other = parse(*index);
    const std::string prefix = path.substr(path.find_last_of('.') + 1) + "__";
    std::map<std::string, std::string> names;
    for (const ImportedRule& rule : other.rules) names[rule.name] = prefix + rule.name;
    for (const ImportedToken& token : other.tokens) names[token.name] = prefix + token.name;
    for (const LarkImport& one : imports) names[one.name] = one.alias;
    const auto rename = [&](Phrase& part) {
      if (!part.is(Phrase::Kind::kName)) return;
      const auto found = names.find(part.text);
      if (found != names.end()) part.text = found->second;
    };
    for (ImportedRule& rule : other.rules) {
      rule.name = names[rule.name];
      for_each_part(rule, rename);
    }
    std::erase_if(other.tokens, [](const ImportedToken& token) {
      return token.use == ImportedToken::Use::kSkip;
    });
    for (ImportedToken& token : other.tokens) {
      token.name = names[token.name];
      // Most tokens of `common` are not used.
      if (path == "common" && token.name.starts_with(prefix)) {
        token.use = ImportedToken::Use::kFragment;
      }
      for_each_part(token.body, rename);
    }
    append_new(into, std::move(other));
  }

  std::optional<std::size_t> source_of(const std::string& path, std::size_t from) {
    std::string relative = path;
    std::replace(relative.begin(), relative.end(), '.', '/');
    if (relative.starts_with("/")) relative = relative.substr(1);
    const std::string wanted = folder_of(result_.sources[from].name()) + relative + ".lark";
    const std::string& name = path == "common" ? path : wanted;
    for (std::size_t i = 0; i < result_.sources.size(); ++i) {
      if (result_.sources[i].name() != name) continue;
      // If files import each other, the one that is being read already has what is needed.
      if (std::find(open_.begin(), open_.end(), i) != open_.end()) return std::nullopt;
      return i;
    }
    if (result_.sources.size() > kMaxLarkFiles) return std::nullopt;
    std::optional<std::string> text = path == "common" ? lark_common() : read_(wanted);
    if (!text) return std::nullopt;
    result_.sources.emplace_back(name, *std::move(text));
    return result_.sources.size() - 1;
  }

  ImportedFile& result_;
  const ReadImported& read_;
  std::vector<std::size_t> open_;  // sources that are being read
};

/// A token that is only skipped keeps its name.
void name_skipped(ImportedGrammar& grammar) {
  const std::set<std::string> used = names_used(grammar);
  for (ImportedToken& skip : grammar.tokens) {
    if (skip.use != ImportedToken::Use::kSkip || !skip.body.is(Phrase::Kind::kName)) continue;
    const std::string name = skip.body.text;
    if (used.contains(name)) continue;
    for (ImportedToken& token : grammar.tokens) {
      if (token.name != name || token.use != ImportedToken::Use::kToken) continue;
      token.name = name + " (a part)";
      token.use = ImportedToken::Use::kFragment;
      skip.body.text = token.name;
      skip.name = name;
      for (ImportedToken& other : grammar.tokens) {
        for_each_part(other.body, [&](Phrase& part) {
          if (is_name_of(part, name)) part.text = token.name;
        });
      }
    }
  }
}

/// %declare _INDENT _DEDENT: the original makes these tokens in code, we make them by our layout.
void find_layout(ImportedGrammar& grammar) {
  std::map<std::string, Phrase> made;
  for (const std::string& name : grammar.declared) {
    for (const char* ours : {"INDENT", "DEDENT"}) {
      if (name.ends_with(ours)) made[name] = named_part(ours);
    }
  }
  if (made.size() != 2) return;
  for (const char* name : {"_NEWLINE", "NEWLINE", "_NL"}) {
    if (grammar.token(name) != nullptr) made.emplace(name, named_part("NEWLINE"));
  }
  std::erase_if(grammar.tokens,
                [&](const ImportedToken& token) { return made.contains(token.name); });
  replace_names(grammar, made);
  for (const auto& [name, ours] : made) grammar.made.insert(ours.text);
  leave_line_ends_to_layout(grammar);
  grammar.layout = kPythonLayout;
  grammar.contextual = false;  // with a layout, all tokens are possible everywhere
  grammar.reserved.reset();
}

}  // namespace

void import_lark(ImportedFile& result, const ImportOptions& options, const ReadImported& read) {
  ImportedGrammar grammar = LarkImporter(result, read).join();
  if (grammar.rules.empty()) return;
  std::erase_if(result.sources, [](const Source& source) { return source.name() == "common"; });
  result.problems.resize(result.sources.size());
  for (ImportRemark& remark : grammar.remarks) {
    if (remark.place.file >= result.sources.size()) remark.place = {};
  }
  expand_templates(grammar);
  name_skipped(grammar);
  // Lark's lexer asks the parser, too, and a text of the rules wins over a pattern.
  grammar.contextual = true;
  grammar.reserved.emplace();
  std::ranges::stable_sort(grammar.tokens, {}, &ImportedToken::order);
  finish_tokens(grammar);
  find_layout(grammar);
  grammar.start = !options.start.empty()             ? options.start
                  : grammar.rule("start") != nullptr ? "start"
                                                     : guessed_start(grammar);
  if (options.start.empty() && grammar.start != "start") {
    result.guesses.push_back("the start rule is " + grammar.start);
  }
  rewrite_rules(grammar);
  finish_import(grammar, result);
}

}  // namespace grabr
