// Tested by notations_test.cc, with the readers that are built on it.
#include "import/read/notation.h"

#include <algorithm>

#include "grammar/load/load.h"
#include "parse/content/found_contents.h"
#include "parse/repair/partial.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::uint32_t kMaxCount = 1000;

Tree parsed(const std::string& name, const Source& source, Problems& problems,
            const std::string& hint) {
  // One import reads several files, and a library may import often.
  static thread_local ContentParsers parsers;
  const auto parser = parsers.parser({std::string(kBuiltInFolder) + "/" + name + ".json", {}});
  ParseResult whole = parser->parse(source.bytes());
  if (Tree* tree = std::get_if<Tree>(&whole)) return std::move(*tree);
  PartialTree partial = parse_partially(*parser, source.bytes());
  for (const Opaque& opaque : partial.opaque) {
    if (opaque.failure.expected.empty()) continue;
    Diagnostic problem = parser->describe(opaque.failure, source);
    if (problem.hint.empty()) problem.hint = hint;
    problems.list.push_back(std::move(problem));
  }
  return std::move(partial.tree);
}

/// ~2 or ~2..3, {2} or {2,} or {,3}
Phrase counted(Phrase part, std::string text) {
  std::erase_if(text, [](char c) { return !is_digit(c) && !is_one_of(c, ",."); });
  const std::size_t sign = text.find_first_of(",.");
  const std::uint32_t min = count_of(text.substr(0, sign), 0);
  if (sign == text.npos) return repeat_of(std::move(part), min, min);
  const std::uint32_t max = count_of(text.substr(text.find_last_of(",.") + 1), Phrase::kUnlimited);
  return repeat_of(std::move(part), min, std::max(min, max));
}

}  // namespace

ImportPlace Parsed::place() const {
  const auto has_text = [&](NodeId node) { return tree_->token_count(node) > 0; };
  if (!has_text(node_)) return {file_, {}};
  NodeId first = node_;
  NodeId last = node_;
  while (!tree_->is_token(first)) {
    const Children below = tree_->children(first);
    first = *std::find_if(below.begin(), below.end(), has_text);
  }
  while (!tree_->is_token(last)) {
    const Children below = tree_->children(last);
    last = *std::find_if(below.rbegin(), below.rend(), has_text);
  }
  return {file_, {(*tree_)[first].text().begin, (*tree_)[last].text().end}};
}

std::vector<Parsed> Parsed::parts() const {
  std::vector<Parsed> parts;
  open(node_, parts);
  return parts;
}

void Parsed::open(NodeId node, std::vector<Parsed>& parts) const {
  for (const NodeId child : tree_->children(node)) {
    const Node below = (*tree_)[child];
    const bool missing = below.kind == NodeKind::kToken && below.token_count() == 0;
    if (below.opaque || missing) continue;
    if (below.kind == NodeKind::kRule || below.kind == NodeKind::kToken) {
      parts.emplace_back(*tree_, child, file_);
    } else {
      open(child, parts);
    }
  }
}

std::vector<Parsed> Parsed::parts(std::string_view wanted) const {
  std::vector<Parsed> found = parts();
  std::erase_if(found, [&](const Parsed& part) { return part.name() != wanted; });
  return found;
}

Parsed Parsed::part(std::string_view wanted) const {
  const std::vector<Parsed> found = parts(wanted);
  return found.empty() ? *this : found.front();
}

std::string Parsed::text_of(std::string_view wanted) const {
  const std::vector<Parsed> found = parts(wanted);
  return found.empty() ? "" : found.front().text();
}

NotationReader::NotationReader(const std::string& grammar, const Source& source, std::uint32_t file,
                               Problems& problems, const std::string& hint)
    : problems_(problems), file_(file), tree_(parsed(grammar, source, problems, hint)) {}

Phrase NotationReader::phrase(const Parsed& part) {
  const auto row = table_.find(part.name());
  return row == table_.end() ? sequence_of(phrases(part)) : row->second(part);
}

std::vector<Phrase> NotationReader::phrases(const Parsed& of) {
  std::vector<Phrase> made;
  for (const Parsed& part : of.parts()) {
    if (!part.is_literal()) made.push_back(phrase(part));
  }
  return made;
}

Phrase NotationReader::below(const Parsed& of, std::string_view wanted) {
  const std::vector<Parsed> parts = of.parts(wanted);
  return parts.empty() ? Phrase{} : phrase(parts.front());
}

Phrase NotationReader::call(const Parsed& of) {
  std::vector<Phrase> parts = phrases(of);
  if (parts.empty()) return {};
  Phrase made = std::move(parts.front());
  parts.erase(parts.begin());
  made.parts = std::move(parts);
  return made;
}

Phrase NotationReader::choice(const Parsed& of) {
  if (depth_ == kMaxPartNesting) {
    error(of, "this is nested deeper than " + std::to_string(kMaxPartNesting));
    return {};
  }
  ++depth_;
  Phrase made = choice_of(phrases(of));
  --depth_;
  return made;
}

Phrase NotationReader::range_of(const Parsed& of, std::uint32_t low, std::uint32_t high) {
  if (high < low) error(of, "this range has its ends the wrong way round");
  return set_part(CharClass{{low, std::max(low, high)}}, of.place());
}

/// A list with separators, as Peggy writes it: |1.., ","|.
Phrase NotationReader::separated(Phrase part, const Parsed& times) {
  const Phrase separator = below(times, "separator");
  Phrase all = counted(std::move(part), times.text_of("TIMES"));
  if (separator.is_empty()) return all;
  Phrase list = list_of(std::move(all.parts[0]), separator);
  return all.min == 0 ? optional_of(std::move(list)) : list;
}

Phrase NotationReader::suffixed(const Parsed& of) {
  Phrase made;
  for (const Parsed& part : of.parts()) {
    if (part.name() == "COUNT") made = counted(std::move(made), part.text());
    else if (part.name() == "times") made = separated(std::move(made), part);
    else if (!part.is_literal()) made = phrase(part);
    else if (part.name() == "?") made = optional_of(std::move(made));
    else made = repeat_of(std::move(made), part.name() == "+" ? 1 : 0, Phrase::kUnlimited);
  }
  return made;
}

std::optional<RulesAndCode> rules_and_code(const Source& source, Problems& problems) {
  const std::string_view text = source.bytes();
  std::size_t rules = text.starts_with("%%") ? 0 : text.find("\n%%");
  if (rules == text.npos) rules = text.find("%%");
  if (rules == text.npos) {
    problems.error({0, 1}, "there is no %% before the rules");
    return std::nullopt;
  }
  const std::size_t code = std::min(text.find("\n%%", rules + 1), text.size());
  return RulesAndCode{Source(source.name(), std::string(text.substr(0, code))),
                      std::string(text.substr(code))};
}

std::uint32_t count_of(std::string_view digits, std::uint32_t otherwise) {
  std::uint32_t value = digits.empty() ? otherwise : 0;
  for (const char c : digits) {
    value = std::min(value * 10 + static_cast<std::uint32_t>(c - '0'), kMaxCount);
  }
  return value;
}

}  // namespace grabr
