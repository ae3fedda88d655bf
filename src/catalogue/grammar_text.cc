#include "catalogue/grammar_text.h"

#include <set>
#include <utility>

#include "catalogue/other_notation.h"
#include "grammar/load/load.h"
#include "import/import.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> read_if_there(const std::string& path) {
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

}  // namespace

ImportedFile import_files(const std::vector<std::string>& paths, const ImportOptions& options) {
  std::vector<Source> sources;
  for (const std::string& path : paths) sources.emplace_back(path, read_file(path));
  ImportedFile imported = import_grammar(std::move(sources), options, read_if_there);
  if (!imported.text.empty()) return imported;
  std::string why;
  for (const ImportRemark& remark : imported.remarks) {
    if (remark.what == "the whole grammar") why = "\n" + remark.what + " " + remark.meaning;
  }
  throw Error(ErrorKind::kInvalid, "nothing can be imported from " + paths.front() + why + "\n" +
                                       rendered_problems(imported));
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
