// T-Rec: reduction inside tokens, when no more tokens can be deleted.
//
// Each name gets a smaller text (shorter, or as long and smaller in byte order) of the same
// terminal, in all its tokens at once or, if that is rejected, in one token after the other. The
// texts are other names in use that are no longer than the next free name, then that free name.
// Other tokens defined by a pattern get the simplest texts of the grammar's hints, or texts in use,
// at most two candidates. If none works, the token is minimised as a list of characters. Then,
// unless it is a name, each of its characters becomes '0' or 'a'. A text is only tested if the
// grammar's lexer reads it as the same terminal; so no keyword becomes a name and no string loses
// its quotes.
//
//   int counter = 17 + counter2;   counter → a, counter2 → a? no, → b; 17 → 0
//   puts("hello");                 "hello" → ""
//
// Every step makes the text smaller and keeps the number of tokens, so the pass ends. A pass costs
// a few tests for each distinct text of a token, and for each token whose text did not change
// everywhere. Deviation: the original parses a token by its lexical rule into a small tree and
// deletes parts of that; here the token is a list of characters, and the lexer decides which texts
// are valid.
// Source: Z. Xu et al., "T-Rec: Fine-Grained Language-Agnostic Program Reduction Guided by Lexical
// Syntax" (TOSEM 2024). Tested by tests/reduce/trec_test.cc.
#include <algorithm>
#include <utility>

#include "reduce/core/shortlex.h"
#include "reduce/pass/names.h"
#include "reduce/pass/tree_passes.h"
#include "text/units.h"

namespace grabr {
namespace {

/// The most names in use that are tried as the new text of a name.
constexpr std::size_t kMaxNamesInUse = 8;
/// The most texts tried for a token that is not a name.
constexpr std::size_t kMaxTexts = 2;
/// The most tokens with the same text that are changed one by one.
constexpr std::size_t kMaxChangedAlone = 16;

/// Tokens with the same text, which get a new one together.
class Group {
 public:
  Group(TreeWork& work, Name name) : work_(work), name_(std::move(name)) {}

  const std::string& text() const { return name_.text; }
  std::span<const NodeId> tokens() const { return name_.tokens; }
  bool may_be(std::string_view text) const {
    return shortlex_smaller(text, name_.text) && lexes_as(work_.grammar(), name_.terminal, text);
  }

  /// If the text is not allowed, the candidate is the best itself, which is never tested.
  Candidate candidate(std::string_view text) {
    if (!may_be(text)) return {work_.session().best(), "no token"};
    const std::string tokens = name_.tokens.size() == 1 ? "" : " in all places";
    Candidate made = work_.candidate(rename_edits(work_, name_.tokens, text),
                                     "write " + std::string(text) + " for " + name_.text + tokens);
    if (!shortlex_smaller(made.text, work_.session().best())) made.text = work_.session().best();
    return made;
  }

  void accept(std::string text) {
    const std::vector<Edit> edits = rename_edits(work_, name_.tokens, text);
    work_.apply(edits);
    for (std::size_t i = 0; i < edits.size(); ++i) name_.tokens[i] = edits[i].by;
    name_.text = std::move(text);
  }

  /// Takes the first of the texts that still fails.
  bool take_first(std::span<const std::string> texts) {
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& next) {
      if (i == texts.size()) return false;
      next = candidate(texts[i]);
      return true;
    });
    if (found) accept(texts[*found]);
    return found.has_value();
  }

 private:
  TreeWork& work_;
  Name name_;
};

std::string keep_chars(std::string_view text, std::span<const Span> chars, const Kept& kept) {
  std::string result;
  for (const std::uint32_t i : kept) result += text.substr(chars[i].begin, chars[i].size());
  return result;
}

/// Drops characters.
bool shorten(TreeWork& work, Group& group) {
  const std::string text = group.text();
  const std::vector<Span> chars = split_units(text, Unit::kChars);
  RemovableList list;
  list.count = static_cast<std::uint32_t>(chars.size());
  list.things = "characters";
  list.min = 1;
  list.render = [&](const Kept& kept) { return group.candidate(keep_chars(text, chars, kept)); };
  list.on_accept = [&](const Kept& kept) { group.accept(keep_chars(text, chars, kept)); };
  work.minimize(list);
  return group.text() != text;
}

/// Replaces the character at `place` by '0' or 'a' if that is smaller and the token stays valid.
std::string simplify(const Group& group, std::string text, std::size_t place) {
  for (const char simple : {'0', 'a'}) {
    std::string simpler = text;
    simpler[place] = simple;
    if (simple < text[place] && group.may_be(simpler)) return simpler;
  }
  return text;
}

/// Makes characters simple: all at once, or else one after the other.
bool simplify_chars(Group& group) {
  std::string all = group.text();
  for (std::size_t i = 0; i < all.size(); ++i) all = simplify(group, all, i);
  if (all == group.text()) return false;
  if (group.take_first({&all, 1})) return true;
  bool changed = false;
  for (std::size_t i = 0; i < group.text().size(); ++i) {
    const std::string simpler = simplify(group, group.text(), i);
    if (simpler != group.text()) changed |= group.take_first({&simpler, 1});
  }
  return changed;
}

using Grouping = std::vector<Name> (*)(const Tree& tree);

/// Up to kMaxNamesInUse names in use and the next free one.
std::vector<std::string> smaller_names(const TreeWork& work, const Name& group) {
  CanonicalNames canonical(work.grammar(), group.terminal);
  const std::string unused = canonical.next_unused(texts_in(work.tree()));
  std::vector<std::string> texts;
  for (const Name& other : names_in(work.tree())) {
    if (other.terminal == group.terminal && other.text.size() <= unused.size() &&
        shortlex_smaller(other.text, group.text)) {
      texts.push_back(other.text);
    }
  }
  std::sort(texts.begin(), texts.end(), shortlex_smaller);
  if (texts.size() > kMaxNamesInUse) texts.resize(kMaxNamesInUse);
  if (!unused.empty() && shortlex_smaller(unused, group.text)) texts.push_back(unused);
  return texts;
}

/// Up to kMaxTexts simpler texts: those of the grammar's hints and those in use.
std::vector<std::string> smaller_texts(const TreeWork& work, const Name& group) {
  std::vector<std::string> texts;
  const auto add = [&](const std::string& text) {
    if (texts.size() < kMaxTexts && shortlex_smaller(text, group.text) &&
        std::find(texts.begin(), texts.end(), text) == texts.end() &&
        lexes_as(work.grammar(), group.terminal, text)) {
      texts.push_back(text);
    }
  };
  for (const auto& [terminal, simplest] : work.grammar().hints.simplest) {
    if (terminal == group.terminal) std::for_each(simplest.begin(), simplest.end(), add);
  }
  for (const Name& other : other_patterns_in(work.tree())) {
    if (other.terminal == group.terminal) add(other.text);
  }
  return texts;
}

bool rename_alone(TreeWork& work, const Name& name, std::span<const std::string> texts) {
  bool renamed = false;
  for (std::size_t i = 0; i < std::min(name.tokens.size(), kMaxChangedAlone); ++i) {
    Group alone(work, {name.terminal, name.text, {name.tokens[i]}});
    renamed |= alone.take_first(texts);
  }
  return renamed;
}

/// Finds the name again after others have changed; without tokens if it is gone.
Name find_again(const TreeWork& work, const Name& before, Grouping grouping) {
  for (Name& name : grouping(work.tree())) {
    if (name.terminal == before.terminal && name.text == before.text) return std::move(name);
  }
  return {};
}

bool reduce_name(TreeWork& work, const Name& name) {
  const std::vector<std::string> texts = smaller_names(work, name);
  Group group(work, name);
  if (group.take_first(texts)) return true;
  if (name.tokens.size() > 1 && rename_alone(work, name, texts)) return true;
  return shorten(work, group);
}

bool reduce_text(TreeWork& work, const Name& name) {
  const std::vector<std::string> texts = smaller_texts(work, name);
  Group group(work, name);
  if (group.take_first(texts)) return true;
  if (name.tokens.size() > 1 && rename_alone(work, name, texts)) return true;
  const bool shorter = shorten(work, group);
  return simplify_chars(group) || shorter;
}

bool reduce_all(TreeWork& work, Grouping grouping, bool (*reduce)(TreeWork&, const Name&)) {
  bool changed = false;
  for (const Name& before : grouping(work.tree())) {
    const Name name = find_again(work, before, grouping);
    if (!name.tokens.empty()) changed |= reduce(work, name);
  }
  return changed;
}

}  // namespace

bool trec(TreeWork& work) {
  if (work.tree().root() == kNoNode) return false;
  const bool names = reduce_all(work, names_in, reduce_name);
  return reduce_all(work, other_patterns_in, reduce_text) || names;
}

}  // namespace grabr
