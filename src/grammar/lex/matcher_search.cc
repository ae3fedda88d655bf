#include "grammar/lex/matcher_search.h"

#include "grammar/lex/nested_search.h"

namespace grabr {
namespace {

template <class Memory>
Memory& of_matcher(std::vector<Memory>& memories, std::uint32_t number) {
  if (memories.size() <= number) memories.resize(number + 1);
  return memories[number];
}

}  // namespace

MatcherSearch::MatcherSearch(const Matcher& matcher, std::uint32_t number)
    : matcher_(matcher), number_(number) {
  if (matcher.kind != Matcher::Kind::kNested) delimiter_.emplace(matcher);
}

std::size_t MatcherSearch::end(std::string_view text, std::size_t begin, std::size_t opened,
                               ScanMemory* memory) const {
  if (delimiter_) {
    return delimiter_->end(text, begin, opened,
                           memory ? &of_matcher(memory->delimiters, number_) : nullptr);
  }
  return nested_end(matcher_, text, opened,
                    memory ? &of_matcher(memory->nested, number_) : nullptr);
}

std::string MatcherSearch::shortest_text(const std::string& opener) const {
  return opener + (delimiter_ ? delimiter_->shortest_end(opener) : matcher_.close);
}

}  // namespace grabr
