#include <algorithm>
#include <map>
#include <utility>

#include "import/finish.h"
#include "import/importers.h"
#include "import/read/externals.h"
#include "import/read/readers.h"
#include "import/rewrite/steps.h"
#include "import/rewrite/tokens.h"
#include "import/write/json_writer.h"
#include "text/ascii.h"

namespace grabr {
namespace {

/// NAME.externals.json next to the grammar or in its parent folder, which is the package's.
ExternalTokens side_file(ImportedFile& result, const ReadImported& read) {
  const std::string folder = folder_of(result.sources.front().name());
  const std::string text(result.sources.front().bytes().substr(0, 400));
  std::string name;
  if (const std::size_t key = text.find("\"name\""); key != text.npos) {
    const std::size_t begin = text.find('"', text.find(':', key));
    const std::size_t end = begin == text.npos ? begin : text.find('"', begin + 1);
    if (end != text.npos) name = text.substr(begin + 1, end - begin - 1);
  }
  if (name.empty() || name.find('/') != name.npos) return {};
  for (const std::string& place : {folder, folder + "../"}) {
    const std::string path = place + name + ".externals.json";
    if (!add_source(result, read, path)) continue;
    return read_source(result, result.sources.size() - 1,
                       [](const Source& side, std::uint32_t, Problems& problems) {
                         return read_externals(side, problems);
                       });
  }
  return {};
}

/// Does the phrase consist of texts and tokens only? `immediate`: some follow each other directly.
bool is_lexical(const ImportedGrammar& grammar, const Phrase& part, bool& immediate) {
  if (part.is(Phrase::Kind::kText)) return true;
  if (part.is(Phrase::Kind::kName)) {
    const ImportedToken* token = grammar.token(part.text);
    if (token == nullptr || !token->matcher.empty()) return false;
    immediate = immediate || token->immediate;
    return true;
  }
  const bool inner = part.is(Phrase::Kind::kSequence) || part.is(Phrase::Kind::kChoice) ||
                     part.is(Phrase::Kind::kRepeat);
  return inner && std::all_of(part.parts.begin(), part.parts.end(), [&](const Phrase& each) {
           return is_lexical(grammar, each, immediate);
         });
}

/// Joins an opening quotation mark, tokens that follow directly, and a closing mark into one token:
/// read in pieces, the inside could be taken for a comment.
void join_strings(ImportedGrammar& grammar) {
  std::vector<ImportedToken> made;
  for (const ImportedRule& rule : grammar.rules) {
    bool immediate = false;
    const auto is_string = [&](const ImportedBranch& branch) {
      const Phrase& body = branch.body;
      return body.is(Phrase::Kind::kSequence) && body.parts.size() > 1 &&
             body.parts.front().is(Phrase::Kind::kText) &&
             is_one_of(body.parts.front().text.back(), "\"'`") &&
             is_lexical(grammar, body, immediate);
    };
    const bool strings = std::all_of(rule.branches.begin(), rule.branches.end(), is_string);
    if (!strings || !immediate || rule.name == grammar.start) continue;
    made.push_back(token_of(rule.name, body_of(rule), rule.place));
  }
  for (const ImportedToken& token : made) {
    std::erase_if(grammar.rules, [&](const ImportedRule& rule) { return rule.name == token.name; });
  }
  std::move(made.begin(), made.end(), std::back_inserter(grammar.tokens));
}

/// A scanner token equal to one of the grammar's becomes that one: of two equal ones only the first
/// is ever read.
void join_equal(ImportedGrammar& grammar) {
  std::map<std::string, ImportedToken*> firsts;  // text → token
  std::map<std::string, Phrase> instead;         // token → token
  for (ImportedToken& token : grammar.tokens) {
    if (token.use != ImportedToken::Use::kToken) continue;
    const auto [known, fresh] = firsts.emplace(token_text(token), &token);
    ImportedToken& first = *known->second;
    if (fresh || first.name == token.name) continue;
    instead[token.name] = named_part(first.name);
    if (first.matcher.empty() || !token.matcher.empty()) continue;
    first.matcher.clear();
    first.body = token.body;
    first.immediate = token.immediate;
  }
  replace_names(grammar, instead);
  if (instead.contains(grammar.word)) grammar.word = instead[grammar.word].text;
  std::erase_if(grammar.tokens, [&](const ImportedToken& token) {
    return token.use == ImportedToken::Use::kToken && instead.contains(token.name);
  });
}

/// A literal wins over a token of the same length. If the grammar also has the text as an immediate
/// token, that one must win, so the literal becomes a token after it.
void prefer_immediate(ImportedGrammar& grammar) {
  std::map<std::string, std::string> tokens;  // text → token
  std::vector<ImportedToken> made;
  for (const ImportedToken& token : grammar.tokens) {
    std::string text;
    if (!token.immediate || !token.matcher.empty() || !is_fixed_text(token.body, text)) continue;
    const std::string name = token.name + "_spaced";
    if (tokens.emplace(text, name).second) {
      made.push_back(token_of(name, text_part(text), token.place));
    }
  }
  for_each_part(grammar, [&](Phrase& part) {
    if (!part.is(Phrase::Kind::kText)) return;
    const auto found = tokens.find(part.text);
    if (found != tokens.end()) part = named_part(found->second, part.place);
  });
  std::move(made.begin(), made.end(), std::back_inserter(grammar.tokens));
}

}  // namespace

void import_tree_sitter(ImportedFile& result, const ImportOptions& options,
                        const ReadImported& read) {
  const ExternalTokens externals = side_file(result, read);
  ImportedGrammar grammar =
      read_source(result, 0, [&](const Source& source, std::uint32_t, Problems& problems) {
        return read_tree_sitter(source, externals, problems);
      });
  if (grammar.rules.empty()) return;
  if (!options.start.empty()) grammar.start = options.start;
  std::ranges::stable_sort(grammar.tokens, {}, &ImportedToken::order);
  join_strings(grammar);
  finish_tokens(grammar);
  join_equal(grammar);
  if (!grammar.layout.empty()) leave_line_ends_to_layout(grammar);
  inline_literals(grammar);
  prefer_immediate(grammar);
  find_lists(grammar);
  split_operators(grammar);
  find_lists(grammar);
  tidy(grammar);
  const bool line_ends =
      std::any_of(grammar.tokens.begin(), grammar.tokens.end(),
                  [](const ImportedToken& token) { return token.name.starts_with("LINE_END"); });
  const bool told = line_ends || !grammar.goes_on.empty();
  if (!grammar.automatic.empty() && !told) reserve_keywords(grammar);
  finish_import(grammar, result);
}

}  // namespace grabr
