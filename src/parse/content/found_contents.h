// Finds the contents of a tree, and parses them by their own grammars.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/content/content_text.h"
#include "parse/parser.h"
#include "tree/tree.h"

namespace grabr {

/// A token or a part of a rule with a content, where it stands, and the grammars that it may
/// follow: those of the words before it first.
struct ContentPlace {
  NodeId node = kNoNode;
  Span span;  ///< of its text, with what stands around the content
  const Content* content = nullptr;
  std::vector<ContentGrammar> grammars;
};

/// In the order of the text. The tree must be as it was parsed, without edits.
std::vector<ContentPlace> content_places(const Tree& tree);

/// The parsers of contents, made when one is first needed. Grammars may hold each other.
class ContentParsers {
 public:
  /// Throws Error(kInvalid) if the grammar has errors, or no such rule.
  std::shared_ptr<const Parser> parser(const ContentGrammar& grammar);

 private:
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const Parser>> parsers_;
};

/// A content that parses.
struct ParsedContent {
  ContentText text;
  std::shared_ptr<const Parser> parser;
  Tree tree;
};

/// By the first grammar by which it parses. Nothing if none does, if there is nothing in it, or if
/// it is no shorter than `outer`, the text it stands in: contents of contents come to an end.
std::optional<ParsedContent> parse_content(const ContentPlace& place, std::string_view outer,
                                           ContentParsers& parsers);

/// Contents in contents are looked at down to here.
inline constexpr unsigned kMaxContentDepth = 8;

/// The contents of a tree and, in them, theirs.
struct ContentTree {
  NodeId node = kNoNode;  ///< of the tree around it
  std::string language;   ///< the name of its grammar
  Tree tree;
  std::vector<ContentTree> inside;
};
std::vector<ContentTree> content_trees(const Tree& tree, ContentParsers& parsers,
                                       unsigned level = 0);

}  // namespace grabr
