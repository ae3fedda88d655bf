// Any bytes as a grammar in each notation that can be imported; the first byte selects the
// notation. After lines `---` follow the files that it may refer to, A.g4, B.g4 and so on. An
// imported grammar must load.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "grammar/load/load.h"
#include "import/import.h"
#include "text/diagnostic.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grabr;
  const fuzz::TimeLimit limit;
  if (size == 0) return 0;
  constexpr const char* kNames[] = {"A.g4", "grammar.json", "a.abnf", "a.ebnf",
                                    "a.y",  "a.lark",       "a.peg",  "a.pest"};
  std::string name = kNames[data[0] % 8];
  std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::vector<std::string> files;
  constexpr std::string_view kSeparator = "\n---\n";
  for (std::size_t end = 0; (end = bytes.find(kSeparator)) != bytes.npos;) {
    files.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end + kSeparator.size());
  }
  files.emplace_back(bytes);
  const ReadImported read = [&](const std::string& path) -> std::optional<std::string> {
    if (path == "a.l" && files.size() > 1) return files[1];  // the lexer of a.y
    if (path.size() != 4 || path[0] < 'A') return std::nullopt;
    const auto number = static_cast<std::size_t>(path[0] - 'A');
    if (number >= files.size()) return std::nullopt;
    return files[number];
  };
  std::vector<Source> sources;
  sources.emplace_back(name, files.front());
  const ImportedFile imported = import_grammar(std::move(sources), {}, read);
  fuzz::require(imported.problems.size() <= imported.sources.size(), "problems belong to a file");
  for (std::size_t i = 0; i < imported.problems.size(); ++i) {
    render(imported.problems[i], imported.sources[i]);
  }
  for (const ImportRemark& remark : imported.remarks) {
    fuzz::require(remark.place.file < imported.sources.size(), "a remark has its file");
  }
  if (imported.text.empty()) return 0;
  const GrammarFile loaded = load_grammar(Source("imported.json", imported.text));
  fuzz::require(loaded.grammar.has_value(), "what is imported loads");
  return 0;
}
