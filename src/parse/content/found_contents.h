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

/// A token or a part of a rule with a content, its place, and the grammars that may apply: those
/// named by words before it come first.
struct ContentPlace {
  NodeId node = kNoNode;
  Span span;  ///< span of its text, including the frame around the content
  const Content* content = nullptr;
  std::vector<ContentGrammar> grammars;
};

/// The places in the order of the text. The tree must be as parsed, without edits.
std::vector<ContentPlace> content_places(const Tree& tree);

/// The parsers of contents, made on first use. Grammars may contain each other.
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

/// Parses the content by the first grammar that accepts it. Nothing if none does, if the content is
/// empty, or if it is not shorter than `outer`, the text around it, so that nesting ends.
std::optional<ParsedContent> parse_content(const ContentPlace& place, std::string_view outer,
                                           ContentParsers& parsers);

/// Contents in contents are parsed down to this depth.
inline constexpr unsigned kMaxContentDepth = 8;

/// The contents of a tree and, inside them, theirs.
struct ContentTree {
  NodeId node = kNoNode;  ///< node of the tree around it
  std::string language;   ///< name of its grammar
  Tree tree;
  std::vector<ContentTree> inside;
};
std::vector<ContentTree> content_trees(const Tree& tree, ContentParsers& parsers,
                                       unsigned level = 0);

}  // namespace grabr
