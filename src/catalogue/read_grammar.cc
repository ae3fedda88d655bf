#include "catalogue/read_grammar.h"

#include <utility>

#include "catalogue/grammar_text.h"
#include "grammar/load/load.h"
#include "text/error.h"

namespace grabr {

std::shared_ptr<const Grammar> read_grammar(const std::filesystem::path& path) {
  const Source source = grammar_text(path);
  GrammarFile file = load_grammar(source);
  if (!file.grammar) {
    throw Error(ErrorKind::kInvalid,
                "the grammar " + path.string() + " has errors\n" + render(file, source));
  }
  return std::make_shared<const Grammar>(*std::move(file.grammar));
}

}  // namespace grabr
