// Reduces texts of other languages inside tokens and rules, each with its own grammar.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "grammar/analyse/analysis.h"
#include "parse/content/found_contents.h"
#include "reduce/pass/tree_work.h"
#include "text/hash.h"

namespace grabr {

class ContentSearch {
 public:
  using Search = std::function<void(TreeWork& inner)>;

  /// Runs the search in each content of the best text, the largest first. Skips a content that was
  /// searched before, unless it has changed since or (if `outside_counts`) the number of tokens
  /// around it has. `turn` tells different searches apart. Returns whether something has become
  /// smaller; then the tree of `work` is out of date.
  bool run(TreeWork& work, std::size_t turn, bool outside_counts, const Search& search);

 private:
  bool search_next(TreeWork& work, const std::function<bool(const std::string&)>& is_new,
                   const Search& search);
  const Analysis& analysis_of(const std::shared_ptr<const Parser>& parser);

  ContentParsers parsers_;
  std::map<std::shared_ptr<const Parser>, std::unique_ptr<const Analysis>> analyses_;
  std::set<Hash128> done_;
};

}  // namespace grabr
