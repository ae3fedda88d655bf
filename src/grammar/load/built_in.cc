// Tested by tests/grammar/built_in_test.cc.
#include "grammar/load/built_in.h"

#include <algorithm>

#include "text/file.h"

namespace grabr {

const BuiltInGrammar* built_in_grammar(const std::filesystem::path& path) {
  if (path.parent_path() != kBuiltInFolder) return nullptr;
  const std::span<const BuiltInGrammar> all = built_in_grammars();
  const auto found = std::ranges::find(all, path.filename().string(), &BuiltInGrammar::file);
  return found == all.end() ? nullptr : &*found;
}

Source grammar_source(const std::string& path) {
  const BuiltInGrammar* const built_in = built_in_grammar(path);
  return Source(path, built_in == nullptr ? read_file(path) : std::string(built_in->text));
}

}  // namespace grabr
