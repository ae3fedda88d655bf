// Text of another language inside a token or a rule (Content in grammar/model/content.h) is reduced
// with the grammar of that language: a script in a page, a style in an attribute, a fenced block.
//
//   <script>f(1); g(2)</script>    →  the passes, on the JavaScript `f(1); g(2)`: each candidate is
//                                     the page with that script in it, and is tested as such
//
// The passes are those of the pipeline down to and including its line `contents`: early in the
// pipeline they delete whole statements of a script, late in it they try everything. If no pass
// stands above that line, they are those of auto. The largest content comes first. Each step
// decodes the escapes, edits, and encodes them again (parse/content/content_text.h). If the
// original spelling of the escapes cannot be restored, the content is first tested with the usual
// spelling. A content that does not parse by its grammar stays a token for all passes.
//
// A content is searched inside the session of the whole text (Session::Inside), so protection,
// limits, the journal and speculation work as elsewhere. A candidate is tested only if the grammar
// of the text around it accepts it, too: a string in a script cannot become "</script>". Contents
// may have contents. Source: grabr. Tested by tests/reduce/contents_test.cc.
#include "reduce/contents.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "parse/repair/partial.h"
#include "reduce/pass/tree_passes.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The places of contents, the largest first.
std::vector<ContentPlace> places_in(const TreeWork& work) {
  const ParseResult parsed = work.parser().parse(work.text());
  std::vector<ContentPlace> places;
  if (const auto* tree = std::get_if<Tree>(&parsed)) {
    places = content_places(*tree);
  } else {
    places = content_places(parse_partially(work.parser(), work.text()).tree);
  }
  std::ranges::stable_sort(places, [](const ContentPlace& a, const ContentPlace& b) {
    return a.span.size() > b.span.size();
  });
  return places;
}

/// The passes over the text around it already try a content that is a single token.
bool is_single_token(const Tree& tree) { return count_tokens(tree, tree.root()) < 2; }

std::string without_blanks_around(const std::string& text) {
  constexpr const char* kBlanks = " \t\r\n\f";
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// Searches one content. Returns whether it has changed.
bool search_one(TreeWork& work, const ContentPlace& place, ParsedContent content,
                const Analysis& analysis, const ContentSearch::Search& search) {
  Session& session = work.session();
  const std::string outer = session.best();
  const std::size_t most = session.original().size();
  const auto whole = [&](const std::string& part) -> std::optional<std::string> {
    const std::optional<std::string> written = content.text.with(part);
    if (!written) return std::nullopt;
    std::string text = outer.substr(0, place.span.begin) + *written + outer.substr(place.span.end);
    if (text.size() > most) return std::nullopt;
    if (!work.partial() && !work.parser().accepts(text)) return std::nullopt;
    return text;
  };
  const std::optional<std::string> same = whole(content.text.text());
  if (!same || same->size() > outer.size()) return false;
  if (*same != outer && !session.fails(*same, "escapes written in one way")) return false;
  {
    const std::string language = content.parser->grammar().name;
    const Session::Inside inside(session, content.text.text(), language, whole);
    TreeWork inner(session, *content.parser, analysis, list_view(std::move(content.tree)));
    search(inner);
    const std::string bare = without_blanks_around(session.best());
    if (bare.size() < session.best().size() && content.parser->accepts(bare)) {
      session.fails(bare, "white space around it");
    }
  }
  return session.best() != outer;
}

}  // namespace

bool ContentSearch::run(TreeWork& work, std::size_t turn, bool outside_counts,
                        const Search& search) {
  if (work.grammar().contents.empty()) return false;
  if (work.session().depth_inside() == kMaxContentDepth) return false;
  const std::size_t around = outside_counts ? count_tokens(work.tree(), work.tree().root()) : 0;
  const std::string key = std::to_string(turn) + ' ' + std::to_string(around) + ' ';
  const auto is_new = [&](const std::string& content) {
    return done_.insert(hash128(key + content)).second;
  };
  bool changed = false;
  while (search_next(work, is_new, search)) changed = true;
  return changed;
}

/// Searches contents until one has changed, and with it the places of the others.
bool ContentSearch::search_next(TreeWork& work,
                                const std::function<bool(const std::string&)>& is_new,
                                const Search& search) {
  for (const ContentPlace& place : places_in(work)) {
    const std::string language = place.grammars.front().file + ' ';
    const std::size_t behind = work.text().size() - place.span.end;
    const auto own = [&] {
      const std::size_t size = work.text().size() - behind - place.span.begin;
      return language + work.text().substr(place.span.begin, size);
    };
    if (!is_new(own())) continue;
    std::optional<ParsedContent> content = parse_content(place, work.text(), parsers_);
    if (!content || is_single_token(content->tree)) continue;
    const Analysis& analysis = analysis_of(content->parser);
    if (!search_one(work, place, *std::move(content), analysis, search)) continue;
    is_new(own());
    return true;
  }
  return false;
}

const Analysis& ContentSearch::analysis_of(const std::shared_ptr<const Parser>& parser) {
  auto& analysis = analyses_[parser];
  if (analysis == nullptr) analysis = std::make_unique<const Analysis>(analyse(parser->grammar()));
  return *analysis;
}

bool contents(TreeWork& work) { return work.search_contents && work.search_contents(); }

}  // namespace grabr
