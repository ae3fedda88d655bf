// A word before a content tells its language: "ts" in <script lang="ts">, "js" after ```, the name
// of an attribute. The word is searched in the innermost rule around the content that begins before
// it. If there is none, it is searched in the line before that: `- run: |` in YAML. Such a word may
// be wrong: if the content does not parse, the next word, or the grammar for all others, is tried.
// Tested by tests/parse/content_test.cc.
#include "parse/content/found_contents.h"

#include <algorithm>
#include <cctype>
#include <variant>

#include "grammar/load/load.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMaxBytesBefore = 4096;  // bytes in which words are searched
constexpr unsigned kMaxParents = 12;

/// The first (or last) token below the node that has a text.
NodeId outermost_token(const Tree& tree, NodeId id, bool first) {
  std::vector<NodeId> todo = {id};
  while (!todo.empty()) {
    const NodeId at = todo.back();
    todo.pop_back();
    const Node node = tree[at];
    if (node.token_count() == 0) continue;
    if (node.kind == NodeKind::kToken) return at;
    const auto children = tree.children(at);
    if (first) todo.insert(todo.end(), children.rbegin(), children.rend());
    else todo.insert(todo.end(), children.begin(), children.end());
  }
  return kNoNode;
}

Span span_of(const Tree& tree, NodeId id) {
  const NodeId first = outermost_token(tree, id, true);
  if (first == kNoNode) return {};
  return {tree[first].text().begin, tree[outermost_token(tree, id, false)].text().end};
}

/// Letters, digits and the signs of c++, text/css, application/ld+json; in lower case.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : std::string(text) + " ") {
    const auto byte = static_cast<unsigned char>(c);
    const bool in_word = std::isalnum(byte) != 0 || byte >= 0x80 ||
                         std::string_view("_-+#/@:").find(c) != std::string_view::npos;
    if (in_word) {
      word += static_cast<char>(std::tolower(byte));
    } else if (!word.empty()) {
      word.resize(word.find_last_not_of(':') + 1);
      const auto counts = [](unsigned char one) { return std::isalnum(one) != 0 || one >= 0x80; };
      if (std::ranges::any_of(word, counts)) words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

/// The beginning of the innermost rule around the node that begins before `begin`.
std::uint32_t begin_around(const Tree& tree, NodeId id, std::uint32_t begin) {
  NodeId at = tree[id].parent;
  for (unsigned i = 0; i < kMaxParents && at != kNoNode; ++i, at = tree[at].parent) {
    if (tree[at].kind != NodeKind::kRule) continue;
    const std::uint32_t from = tree[outermost_token(tree, at, true)].text().begin;
    if (from < begin) return from;
  }
  return begin;
}

std::vector<std::string> words_before(const Tree& tree, NodeId id, std::uint32_t begin) {
  const std::uint32_t around = begin_around(tree, id, begin);
  std::vector<std::string> words =
      words_of(tree.slice({around, std::min(begin, around + kMaxBytesBefore)}));
  if (!words.empty()) return words;
  const std::uint32_t from = begin > kMaxBytesBefore ? begin - kMaxBytesBefore : 0;
  const std::string_view before = tree.slice({from, begin});
  return words_of(before.substr(before.rfind('\n') + 1));
}

bool is_named(const Content::Word& known, std::string_view word) {
  if (known.word.ends_with('*')) {
    return word.starts_with(std::string_view(known.word).substr(0, known.word.size() - 1));
  }
  return known.word == word;
}

std::vector<ContentGrammar> grammars_of(const Content& content,
                                        const std::vector<std::string>& before) {
  std::vector<ContentGrammar> grammars;
  const auto add = [&](const ContentGrammar& grammar) {
    if (std::ranges::find(grammars, grammar) == grammars.end()) grammars.push_back(grammar);
  };
  for (const std::string& word : before) {
    for (const Content::Word& known : content.words) {
      if (is_named(known, word)) add(known.grammar);
    }
  }
  if (content.otherwise) add(*content.otherwise);
  return grammars;
}

}  // namespace

std::vector<ContentPlace> content_places(const Tree& tree) {
  std::vector<ContentPlace> places;
  if (tree.grammar().contents.empty()) return places;
  BySymbol<const Content*> of_symbol(tree.grammar().symbols.size());
  for (const Content& content : tree.grammar().contents) of_symbol.of(content.symbol) = &content;
  for_each_in(tree, tree.root(), [&](NodeId id) {
    const Node node = tree[id];
    if (node.kind != NodeKind::kRule && node.kind != NodeKind::kToken) return;
    const Content* const content = of_symbol[node.symbol];
    if (content == nullptr) return;
    ContentPlace place{id, span_of(tree, id), content, {}};
    if (place.span.size() == 0) return;
    std::vector<std::string> before;
    if (!content->words.empty()) before = words_before(tree, id, place.span.begin);
    place.grammars = grammars_of(*content, before);
    if (!place.grammars.empty()) places.push_back(std::move(place));
  });
  return places;
}

std::shared_ptr<const Parser> ContentParsers::parser(const ContentGrammar& wanted) {
  auto& parser = parsers_[{wanted.file, wanted.start}];
  if (parser != nullptr) return parser;
  const Source source = grammar_source(wanted.file);
  GrammarFile file = load_grammar(source);
  if (!file.grammar) {
    throw Error(ErrorKind::kInvalid,
                "the grammar " + shown_name(wanted.file) + " has errors\n" + render(file, source));
  }
  const auto grammar = std::make_shared<const Grammar>(*std::move(file.grammar));
  ParseOptions options;
  if (!wanted.start.empty()) {
    options.start = grammar->find(wanted.start);
    if (options.start == kNoSymbol || grammar->symbols[options.start].terminal()) {
      std::vector<std::string> rules;
      for (const Rule& rule : grammar->rules) rules.push_back(grammar->symbols[rule.symbol].name);
      throw Error(ErrorKind::kInvalid,
                  "the grammar " + shown_name(wanted.file) + " has no rule `" + wanted.start +
                      "` for a content to begin with\n  hint: " + word_hint(wanted.start, rules));
    }
  }
  return parser = std::make_shared<const Parser>(grammar, options);
}

std::optional<ParsedContent> parse_content(const ContentPlace& place, std::string_view outer,
                                           ContentParsers& parsers) {
  std::optional<ContentText> text =
      ContentText::read(*place.content, outer.substr(place.span.begin, place.span.size()));
  if (!text || text->text().size() >= outer.size()) return std::nullopt;
  if (text->text().find_first_not_of(" \t\r\n") == std::string::npos) return std::nullopt;
  for (const ContentGrammar& grammar : place.grammars) {
    std::shared_ptr<const Parser> parser = parsers.parser(grammar);
    ParseResult parsed = parser->parse(text->text());
    if (auto* tree = std::get_if<Tree>(&parsed)) {
      return ParsedContent{*std::move(text), std::move(parser), std::move(*tree)};
    }
  }
  return std::nullopt;
}

std::vector<ContentTree> content_trees(const Tree& tree, ContentParsers& parsers, unsigned level) {
  std::vector<ContentTree> trees;
  if (level == kMaxContentDepth) return trees;
  const std::string_view outer = tree.text();
  for (const ContentPlace& place : content_places(tree)) {
    std::optional<ParsedContent> content = parse_content(place, outer, parsers);
    if (!content) continue;
    std::vector<ContentTree> inside = content_trees(content->tree, parsers, level + 1);
    trees.push_back(
        {place.node, content->parser->grammar().name, std::move(content->tree), std::move(inside)});
  }
  return trees;
}

}  // namespace grabr
