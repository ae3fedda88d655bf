#include "import/import.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "import/importers.h"
#include "import/license.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxBytes = 16u << 20u;

constexpr std::pair<std::string_view, ImportNotation> kExtensions[] = {
    {".g4", ImportNotation::kAntlr},       {".abnf", ImportNotation::kAbnf},
    {".ebnf", ImportNotation::kEbnf},      {".bnf", ImportNotation::kEbnf},
    {".y", ImportNotation::kYacc},         {".yy", ImportNotation::kYacc},
    {".ypp", ImportNotation::kYacc},       {".yacc", ImportNotation::kYacc},
    {".l", ImportNotation::kYacc},         {".ll", ImportNotation::kYacc},
    {".lpp", ImportNotation::kYacc},       {".peg", ImportNotation::kPeg},
    {".pegjs", ImportNotation::kPeg},      {".peggy", ImportNotation::kPeg},
    {".pest", ImportNotation::kPeg},       {".lark", ImportNotation::kLark},
    {".json", ImportNotation::kTreeSitter}};

/// Recognises tree-sitter's grammar.json by its beginning: each rule has a "type" such as "SEQ".
bool is_of_tree_sitter(std::string_view head) {
  constexpr std::string_view kTypes[] = {"SEQ",    "CHOICE",  "SYMBOL", "STRING",    "PATTERN",
                                         "REPEAT", "REPEAT1", "BLANK",  "PREC",      "PREC_LEFT",
                                         "FIELD",  "ALIAS",   "TOKEN",  "PREC_RIGHT"};
  if (head.find("tree-sitter.github.io") != head.npos) return true;
  constexpr std::string_view kKey = "\"type\"";
  for (std::size_t at = head.find(kKey); at != head.npos; at = head.find(kKey, at + 1)) {
    const std::size_t begin = head.find_first_not_of(" :\t\r\n", at + kKey.size());
    if (begin == head.npos || head[begin] != '"') continue;
    const std::string_view value = head.substr(begin + 1, head.find('"', begin + 1) - begin - 1);
    if (std::find(std::begin(kTypes), std::end(kTypes), value) != std::end(kTypes)) return true;
  }
  return false;
}

}  // namespace

ImportNotation import_notation(std::string_view path, std::string_view text) {
  const std::string lower = lower_case(std::string(path));
  for (const auto& [extension, notation] : kExtensions) {
    if (!lower.ends_with(extension)) continue;
    if (notation == ImportNotation::kYacc && text.find("%%") == text.npos) continue;
    if (notation == ImportNotation::kTreeSitter && !is_of_tree_sitter(text.substr(0, 4000)))
      continue;
    return notation;
  }
  return ImportNotation::kNone;
}

ImportedFile import_grammar(std::vector<Source> files, const ImportOptions& options,
                            const ReadImported& read) {
  ImportedFile result;
  result.sources = std::move(files);
  result.problems.resize(result.sources.size());
  if (result.sources.empty()) return result;
  const Source& first = result.sources.front();
  for (const Source& source : result.sources) {
    if (source.bytes().size() <= kMaxBytes) continue;
    result.problems[0].push_back({Severity::kError, {}, "the file is larger than 16 MiB", ""});
    return result;
  }
  result.license = license_of(result.sources);
  switch (import_notation(first.name(), first.bytes())) {
    case ImportNotation::kAntlr: import_antlr(result, options, read); break;
    case ImportNotation::kTreeSitter: import_tree_sitter(result, options, read); break;
    case ImportNotation::kAbnf: import_abnf(result, options); break;
    case ImportNotation::kEbnf: import_ebnf(result, options); break;
    case ImportNotation::kLark: import_lark(result, options, read); break;
    case ImportNotation::kPeg: import_peg(result, options); break;
    case ImportNotation::kYacc: import_yacc(result, options, read); break;
    default: break;
  }
  std::stable_sort(result.remarks.begin(), result.remarks.end(),
                   [](const ImportRemark& left, const ImportRemark& right) {
                     return std::pair(left.place.file, left.place.span.begin) <
                            std::pair(right.place.file, right.place.span.begin);
                   });
  return result;
}

}  // namespace grabr
