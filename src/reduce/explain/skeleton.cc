// Tested by tests/reduce/explain_test.cc.
#include "reduce/explain/skeleton.h"

#include <algorithm>

namespace grabr {
namespace {

constexpr std::string_view kVerdictNames[] = {"any",   "more",    "linked", "one of",
                                              "range", "matters", "unknown"};

bool is_free(const Filling& filling, std::size_t part) {
  const auto found = filling.parts.find(part);
  return found != filling.parts.end() && found->second.free;
}

const RuleItems* value_of(const Filling& filling, std::size_t part) {
  const auto found = filling.parts.find(part);
  return found == filling.parts.end() || !found->second.value ? nullptr : &*found->second.value;
}

}  // namespace

std::string_view part_verdict_name(PartVerdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}

void Skeleton::put(const FreePart& part, std::size_t number) {
  if (part.verdict == PartVerdict::kMore) {
    in_[{part.nodes.front(), part.before}] = number;
    return;
  }
  for (const NodeId node : part.nodes) at_[node] = number;
}

void Skeleton::take_out(std::size_t number) {
  std::erase_if(at_, [&](const auto& entry) { return entry.second == number; });
  std::erase_if(in_, [&](const auto& entry) { return entry.second == number; });
}

bool Skeleton::is_covered(NodeId node) const {
  for (; node != kNoNode; node = tree_.parent(node)) {
    if (at_.contains(node)) return true;
  }
  return false;
}

bool Skeleton::has_part_below(NodeId node) const {
  const auto below = [&](NodeId other) { return is_inside(tree_, other, node); };
  return std::ranges::any_of(at_, [&](const auto& entry) { return below(entry.first); }) ||
         std::ranges::any_of(in_, [&](const auto& entry) { return below(entry.first.first); });
}

std::vector<Skeleton::Piece> Skeleton::pieces(const Filling& filling) const {
  struct Frame {
    NodeId node;
    std::uint32_t next = 0;
  };
  const auto filled = [&](std::size_t part) { return filling.parts.contains(part); };
  std::vector<Piece> pieces;
  std::vector<Frame> frames;
  const auto enter = [&](NodeId node) {
    const auto part = at_.find(node);
    if (part != at_.end() && filled(part->second)) {
      pieces.push_back({kNoNode, part->second, span_of(node)});
    } else if (tree_.is_token(node)) {
      pieces.push_back({node, 0, tree_[node].text()});
    } else {
      frames.push_back({node});
    }
  };
  enter(tree_.root());
  while (!frames.empty()) {
    Frame& frame = frames.back();
    const NodeId node = frame.node;
    const std::uint32_t next = frame.next++;
    const auto part = in_.find({node, next});
    if (part != in_.end() && filled(part->second)) {
      const std::uint32_t place = begin_after(node, next);
      pieces.push_back({kNoNode, part->second, {place, place}});
    }
    const auto children = tree_.children(node);
    if (next < children.size()) enter(children[next]);
    else frames.pop_back();
  }
  return pieces;
}

RuleItems Skeleton::items(const std::vector<Piece>& pieces, const std::vector<FreePart>& parts,
                          const Filling& filling, std::size_t alternative, Spacing spacing) const {
  RuleItems items;
  std::uint32_t done = 0;  // with exact spacing: the text before this offset is already written
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (piece.token != kNoNode) {
      if (spacing == Spacing::kFree) items.push_back(item_of(tree_, piece.token));
      continue;
    }
    if (spacing == Spacing::kExact) {
      const std::string stays = text_.substr(done, piece.span.begin - done);
      if (!stays.empty()) items.push_back({RuleItem::Kind::kText, stays});
      done = std::max(done, piece.span.end);
    }
    if (const RuleItems* value = value_of(filling, piece.part)) {
      items.insert(items.end(), value->begin(), value->end());
    } else if (parts[piece.part].verdict == PartVerdict::kLinked) {
      items.push_back({RuleItem::Kind::kName,
                       own_name(tree_.grammar(), "part-" + std::to_string(piece.part + 1) + "-" +
                                                     std::to_string(alternative + 1))});
    } else {
      items.push_back({RuleItem::Kind::kName, part_name(piece.part)});
    }
  }
  if (spacing == Spacing::kExact && done < text_.size()) {
    items.push_back({RuleItem::Kind::kText, text_.substr(done)});
  }
  return items;
}

std::size_t Skeleton::alternatives(const std::vector<FreePart>& parts, const Filling& filling) {
  std::size_t count = 1;
  for (const auto& [part, one] : filling.parts) {
    if (!one.free || parts[part].verdict != PartVerdict::kLinked) continue;
    const std::size_t values = parts[part].values.size();
    count = count == 1 ? values : std::min(count, values);
  }
  return count;
}

std::string Skeleton::alternative_name(std::size_t number) const {
  return own_name(tree_.grammar(), "result-" + std::to_string(number + 1));
}

std::string Skeleton::part_name(std::size_t part) const {
  return own_name(tree_.grammar(), "part-" + std::to_string(part + 1));
}

std::vector<OwnRule> Skeleton::rules(const std::vector<FreePart>& parts, const Filling& filling,
                                     Spacing spacing) const {
  const std::vector<Piece> cut = pieces(filling);
  const std::size_t count = alternatives(parts, filling);
  std::vector<OwnRule> rules = {{start_name(tree_.grammar()), {}}};
  if (count == 1) rules.front().alternatives.push_back(items(cut, parts, filling, 0, spacing));
  for (std::size_t i = 0; count > 1 && i < count; ++i) {
    rules.front().alternatives.push_back({{RuleItem::Kind::kName, alternative_name(i)}});
    rules.push_back({alternative_name(i), {items(cut, parts, filling, i, spacing)}});
  }
  for (const auto& [number, one] : filling.parts) {
    if (!is_free(filling, number)) continue;
    const FreePart& part = parts[number];
    if (!part.has_values()) {
      rules.push_back({part_name(number), {part.rule}});
    } else if (part.verdict != PartVerdict::kLinked) {
      rules.push_back({part_name(number), part.values});
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        const std::string stem = "part-" + std::to_string(number + 1) + "-" + std::to_string(i + 1);
        rules.push_back({own_name(tree_.grammar(), stem), {part.values[i]}});
      }
    }
  }
  return rules;
}

std::vector<Span> Skeleton::spans(const FreePart& part) const {
  if (part.verdict == PartVerdict::kMore) {
    const std::uint32_t place = begin_after(part.nodes.front(), part.before);
    return {{place, place}};
  }
  std::vector<Span> spans;
  for (const NodeId node : part.nodes) spans.push_back(span_of(node));
  std::ranges::sort(spans, {}, &Span::begin);
  return spans;
}

/// The range from the first token of a node to its last; for an empty node, the place before the
/// next token.
Span Skeleton::span_of(NodeId node) const {
  const std::vector<NodeId> tokens = tokens_of(tree_, node);
  if (!tokens.empty()) return {tree_[tokens.front()].text().begin, tree_[tokens.back()].text().end};
  const NodeId parent = tree_.parent(node);
  const std::uint32_t place = parent == kNoNode ? static_cast<std::uint32_t>(text_.size())
                                                : begin_after(parent, tree_.index_in_parent(node));
  return {place, place};
}

/// The offset of the first token in or after child number `before` of the node. If there is none,
/// the offset where the last skipped text begins.
std::uint32_t Skeleton::begin_after(NodeId node, std::uint32_t before) const {
  for (;;) {
    const auto children = tree_.children(node);
    for (std::uint32_t i = before; i < children.size(); ++i) {
      const std::vector<NodeId> tokens = tokens_of(tree_, children[i]);
      if (!tokens.empty()) return tree_[tokens.front()].text().begin;
    }
    const NodeId parent = tree_.parent(node);
    if (parent == kNoNode) return tree_.skipped_at_end().begin;
    before = tree_.index_in_parent(node) + 1;
    node = parent;
  }
}

}  // namespace grabr
