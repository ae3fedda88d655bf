// Tested by tests/report/explanation_text_test.cc.
#include "report/tables/explanation_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/lex/lexer.h"
#include "report/form/json_text.h"
#include "report/form/text_table.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/source.h"

namespace grabr {
namespace {

using ExplanationJson = nlohmann::ordered_json;

constexpr const char* kPutIn = "<...>";          // marks a place where something may be inserted
constexpr std::size_t kMaxCharactersShown = 40;  // characters of a text

std::string shown(std::string_view text) {
  return text.empty() ? "nothing" : "`" + escaped(text, "", kMaxCharactersShown) + "`";
}

std::string percent(double share) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
  return text.data();
}

std::string counts(const Tally& tally) {
  std::string words = std::to_string(tally.failed) + " of " + std::to_string(tally.tried) +
                      (tally.all ? ", no others were found," : "") +
                      (tally.tried == 1 ? " fails" : " fail");
  if (tally.unresolved > 0) words += "; " + std::to_string(tally.unresolved) + " cannot be decided";
  return words;
}

/// " (none of 31 others does)"
std::string others_words(const Tally& tally) {
  const std::uint64_t others = tally.tried - tally.failed;
  if (others == 0) return tally.unresolved > 0 ? "" : " (all there are)";
  return " (none of " + std::to_string(others) + (others == 1 ? " other" : " others") + " fails" +
         (tally.unresolved > 0 ? ", " + std::to_string(tally.unresolved) + " cannot be decided)"
                               : ")");
}

/// A symbol without the brackets that it may have in its grammar.
std::string bare(const std::string& symbol) {
  const bool has = symbol.size() > 2 && symbol.front() == '<' && symbol.back() == '>';
  return has ? symbol.substr(1, symbol.size() - 2) : symbol;
}

/// The values; if there are many, only the first few.
std::string list_of(const std::vector<std::string>& values) {
  constexpr std::size_t kMaxValuesListed = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(values.size(), kMaxValuesListed); ++i) {
    text += (i == 0 ? "" : " ") + escaped(values[i], "", kMaxCharactersShown);
  }
  return text + (values.size() > kMaxValuesListed ? " …" : "");
}

/// The text of a part in the abstraction; `link`: the number of the linked part.
std::string place_text(const ExplainedPart& part, std::size_t link) {
  switch (part.verdict) {
    case PartVerdict::kLinked: return "<" + bare(part.symbol) + ":" + std::to_string(link) + ">";
    case PartVerdict::kOneOf: {
      std::string text;
      for (const std::string& value : part.values) text += (text.empty() ? "" : "|") + value;
      return "<" + text + ">";
    }
    case PartVerdict::kRange:
      return "<" + std::to_string(part.low) + ".." + std::to_string(part.high) + ">";
    default: return "<" + bare(part.symbol) + ">";
  }
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// The delimiters of a comment; if `close` is empty, it ends at the line end.
struct CommentForm {
  std::string_view open, close;
};

constexpr CommentForm kCommentForms[] = {{"//", ""},   {"#", ""},    {"--", ""},   {";", ""},
                                         {"%", ""},    {"!", ""},    {"/*", "*/"}, {"<!--", "-->"},
                                         {"(*", "*)"}, {"{-", "-}"}, {"#|", "|#"}};

std::string comment(const CommentForm& form, std::string words) {
  if (!form.close.empty()) {
    for (std::size_t at; (at = words.find(form.close)) != std::string::npos;)
      words.insert(at + 1, " ");
  }
  return std::string(form.open) + " " + words + (form.close.empty() ? "" : " ") +
         std::string(form.close);
}

std::optional<CommentForm> comment_form(const Grammar& grammar) {
  if (!grammar.lexer) return std::nullopt;
  for (const CommentForm& form : kCommentForms) {
    const std::string text = comment(form, "a `b` 1");
    const Match match = grammar.lexer->match(text, 0);
    const bool skipped = std::ranges::any_of(match.terminals, [&](SymbolId terminal) {
      return grammar.symbols[terminal].kind == SymbolKind::kSkip;
    });
    if (skipped && match.length == text.size()) return form;
  }
  return std::nullopt;
}

/// Where comments may be placed.
enum class CommentPlace { kBesideOrAbove, kBeside, kAtEnd };

class Commenter {
 public:
  Commenter(const std::string& text, const Explanation& explanation, const CommentForm& form)
      : source_("", text), form_(form), words_(source_.line_count() + 1) {
    for (const ExplainedPart& part : explanation.parts) {
      const std::string was = part.spans.front().size() == 0 ? "here" : shown(part.was);
      words_[source_.position(part.spans.front().begin).line].push_back(was + ": " +
                                                                        part_words(part));
    }
  }

  std::string write(CommentPlace place) const {
    std::vector<std::string> lines;
    for (std::uint32_t line = 1; line <= source_.line_count(); ++line) {
      add_line(line, place, lines);
    }
    if (place == CommentPlace::kAtEnd) {
      for (const auto& all : words_) {
        for (const std::string& words : all) lines.push_back(comment(form_, words));
      }
    }
    return joined(lines);
  }

 private:
  void add_line(std::uint32_t number, CommentPlace place, std::vector<std::string>& lines) const {
    const std::vector<std::string>& all = words_[number];
    std::string line(source_.line(number));
    if (place == CommentPlace::kAtEnd || all.empty()) {
      if (!line.empty() || number < source_.line_count()) lines.push_back(line);
      return;
    }
    if (all.size() > 1 && place == CommentPlace::kBesideOrAbove) {
      const std::string indent =
          line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
      for (const std::string& words : all) lines.push_back(indent + comment(form_, words));
      lines.push_back(line);
      return;
    }
    std::string words;
    for (const std::string& one : all) words += (words.empty() ? "" : "; ") + one;
    lines.push_back(line + (line.empty() ? "" : "  ") + comment(form_, words));
  }

  Source source_;
  CommentForm form_;
  std::vector<std::vector<std::string>> words_;  // by line
};

std::optional<std::vector<std::string>> tokens_in(const Parser& parser, const std::string& text) {
  const ParseResult result = parser.parse(text);
  const auto* tree = std::get_if<Tree>(&result);
  if (tree == nullptr) return std::nullopt;
  std::vector<std::string> tokens;
  for (const NodeId token : tokens_of(*tree, tree->root())) {
    tokens.emplace_back(tree->token_text(token));
  }
  return tokens;
}

bool is_put_in(const ExplainedPart& part) { return part.spans.front().size() == 0; }

/// Parts that matter come first, places for insertions last.
int rank_of(const ExplainedPart& part) {
  return is_put_in(part) ? 2 : part.verdict == PartVerdict::kMatters ? 0 : 1;
}

std::vector<TextRow> rows_of(const std::string& text, const Explanation& explanation,
                             ShownPlaces places) {
  std::vector<ExplainedPart> parts = explanation.parts;
  std::ranges::stable_sort(parts, {}, rank_of);
  const Source source("", text);
  std::vector<TextRow> rows;
  for (const ExplainedPart& part : parts) {
    if (is_put_in(part) && places == ShownPlaces::kParts) continue;
    const Position place = source.position(part.spans.front().begin);
    rows.push_back({std::to_string(place.line) + ":" + std::to_string(place.column),
                    is_put_in(part) ? "" : escaped(part.was, "", kMaxCharactersShown),
                    part_words(part)});
  }
  return rows;
}

/// Explains the marks that occur in the abstraction.
std::string marks_of(const Explanation& explanation, ShownPlaces places) {
  struct Mark {
    const char* mark;
    const char* words;
    std::vector<PartVerdict> verdicts;
    bool put_in = false;
  };
  static const Mark kMarks[] = {
      {"<symbol>", "any text of that symbol of the grammar", {PartVerdict::kAny}},
      {"<symbol:1>", "the same text wherever this number stands", {PartVerdict::kLinked}},
      {"<1..9>", "a number from the first to the second", {PartVerdict::kRange}},
      {"<a|b>", "one of these", {PartVerdict::kOneOf}},
      {kPutIn, "more text fits in here", {PartVerdict::kAny, PartVerdict::kMore}, true}};
  std::vector<TextRow> rows;
  for (const Mark& mark : kMarks) {
    if (mark.put_in && places == ShownPlaces::kParts) continue;
    const bool is_there = std::ranges::any_of(explanation.parts, [&](const ExplainedPart& part) {
      return is_put_in(part) == mark.put_in &&
             std::ranges::find(mark.verdicts, part.verdict) != mark.verdicts.end();
    });
    if (is_there) rows.push_back({mark.mark, mark.words});
  }
  return text_table(rows, "ll");
}

/// The number of places that are not shown.
std::string words_on_rest(const Explanation& explanation, ShownPlaces places) {
  const auto count = std::ranges::count_if(explanation.parts, [](const ExplainedPart& part) {
    return is_put_in(part) && is_abstract(part.verdict);
  });
  if (count == 0 || places == ShownPlaces::kAll) return {};
  return "More text fits in at " + std::to_string(count) + (count == 1 ? " place" : " places") +
         spelled(": {all} shows it.\n");
}

ExplanationJson span_json(const Span& span) { return {span.begin, span.end}; }

ExplanationJson part_json(const ExplainedPart& part) {
  ExplanationJson json{{"begin", part.spans.front().begin}, {"end", part.spans.front().end}};
  if (part.spans.size() > 1) {
    ExplanationJson also = ExplanationJson::array();
    for (std::size_t i = 1; i < part.spans.size(); ++i) also.push_back(span_json(part.spans[i]));
    json["also"] = std::move(also);
  }
  json["symbol"] = as_utf8(part.symbol);
  json["was"] = as_utf8(part.was);
  json["verdict"] = part_verdict_name(part.verdict);
  json["tried"] = part.tally.tried;
  json["failed"] = part.tally.failed;
  json["unresolved"] = part.tally.unresolved;
  json["all"] = part.tally.all;
  json["description"] = as_utf8(part_words(part));
  if (part.verdict == PartVerdict::kMatters) json["counterexample"] = as_utf8(part.counterexample);
  if (part.verdict == PartVerdict::kOneOf) {
    json["values"] = ExplanationJson::array();
    for (const std::string& value : part.values) json["values"].push_back(as_utf8(value));
  }
  if (part.own_names) json["own_names"] = true;
  if (part.verdict == PartVerdict::kRange) {
    json["low"] = part.low;
    json["high"] = part.high;
  }
  return json;
}

}  // namespace

std::string abstraction_text(const std::string& text, const Explanation& explanation,
                             ShownPlaces shown_places) {
  std::vector<std::pair<Span, std::string>> places;
  std::size_t links = 0;
  for (const ExplainedPart& part : explanation.parts) {
    if (!is_abstract(part.verdict)) continue;
    if (is_put_in(part) && shown_places == ShownPlaces::kParts) continue;
    if (part.verdict == PartVerdict::kLinked) ++links;
    for (const Span& span : part.spans) {
      places.emplace_back(span, span.size() == 0 ? kPutIn : place_text(part, links));
    }
  }
  std::ranges::stable_sort(places, [](const auto& a, const auto& b) {
    return std::pair(a.first.begin, a.first.end) < std::pair(b.first.begin, b.first.end);
  });
  std::string written;
  std::uint32_t done = 0;
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  bool separate = false;
  for (const auto& [span, place] : places) {
    const std::string stays = text.substr(done, span.begin - done);
    done = span.end;
    if (!stays.empty()) {
      written += (separate ? " " : "") + stays;
      separate = false;
    }
    // Insertions are separated by blanks.
    const bool put_in = span.size() == 0;
    if (put_in && written.ends_with(kPutIn)) continue;
    const bool touches = put_in && !written.empty() && !is_blank(written.back());
    if (separate || touches) written += ' ';
    written += place;
    separate = put_in && done < text.size() && !is_blank(text[done]);
  }
  return written + (separate ? " " : "") + text.substr(done);
}

std::string part_words(const ExplainedPart& part) {
  const std::string count = " (" + counts(part.tally) + ")";
  switch (part.verdict) {
    case PartVerdict::kAny:
      return (part.spans.front().size() == 0 ? "may stand here: " : "any ") + part.symbol +
             (part.own_names ? " that occurs nowhere else" : "") + count;
    case PartVerdict::kMore: return "more text fits in here: " + part.symbol + count;
    case PartVerdict::kLinked:
      return "any " + part.symbol + ", the same in " + std::to_string(part.spans.size()) +
             " places" + count;
    case PartVerdict::kOneOf: return "one of " + list_of(part.values) + others_words(part.tally);
    case PartVerdict::kRange:
      return "a number from " + std::to_string(part.low) + " to " + std::to_string(part.high) +
             count;
    case PartVerdict::kMatters:
      return "matters: with " + shown(part.counterexample) + " it does not fail";
    case PartVerdict::kUnknown:
      return "not known" + (part.tally.tried + part.tally.unresolved > 0 ? count : "");
  }
  return {};
}

std::string explanation_text(const std::string& text, const Explanation& explanation,
                             ShownPlaces places) {
  std::string shown_text = abstraction_text(text, explanation, places);
  if (!shown_text.ends_with('\n')) shown_text += '\n';
  const std::vector<TextRow> rows = rows_of(text, explanation, places);
  if (!rows.empty()) shown_text += "\n" + text_table(rows, "rll");
  const std::string marks = marks_of(explanation, places);
  if (!marks.empty()) shown_text += "\n" + marks;
  shown_text += "\n" + words_on_rest(explanation, places);
  if (explanation.spacing_matters) {
    shown_text += "White space between kept parts must stay, too.\n";
  }
  const bool any = std::ranges::any_of(
      explanation.parts, [](const ExplainedPart& part) { return is_abstract(part.verdict); });
  const Tally& together = explanation.together;
  if (!any) {
    shown_text += explanation.ended_by ? "No part is known to be free.\n"
                                       : "All of it matters: no part can be replaced.\n";
  } else if (together.tried == 0) {
    shown_text += "All parts at once: not tried.\n";
  } else {
    shown_text += "All parts at once: " + counts(together) +
                  (together.all ? ".\n"
                                : " (at 95 %: at most " +
                                      percent(most_not_failing(together.tried)) + " do not).\n");
  }
  return shown_text;
}

std::optional<std::string> commented_text(const std::string& text, const Explanation& explanation,
                                          const Parser& parser) {
  const std::optional<CommentForm> form = comment_form(parser.grammar());
  if (!form) return std::nullopt;
  const Commenter commenter(text, explanation, *form);
  const auto tokens = tokens_in(parser, text);
  for (const CommentPlace place :
       {CommentPlace::kBesideOrAbove, CommentPlace::kBeside, CommentPlace::kAtEnd}) {
    std::string commented = commenter.write(place);
    if (tokens && tokens_in(parser, commented) == tokens) return commented;
  }
  return std::nullopt;
}

std::string explanation_json(const std::string& text, const Explanation& explanation,
                             std::uint64_t seed, std::uint64_t tests) {
  ExplanationJson parts = ExplanationJson::array();
  for (const ExplainedPart& part : explanation.parts) parts.push_back(part_json(part));
  const Tally& together = explanation.together;
  const JsonDocument grammar("the grammar", explanation.grammar, "a grammar");
  ExplanationJson json{{"schema", kExplanationSchema},
                       {"text", as_utf8(text)},
                       {"abstraction", as_utf8(abstraction_text(text, explanation))},
                       {"parts", std::move(parts)},
                       {"together",
                        {{"tried", together.tried},
                         {"failed", together.failed},
                         {"unresolved", together.unresolved},
                         {"at_most", nullptr}}},
                       {"spacing_matters", explanation.spacing_matters},
                       {"seed", seed},
                       {"tests", tests},
                       {"ended", nullptr},
                       {"grammar", json_of(grammar.root())}};
  if (together.tried > 0) json["together"]["at_most"] = most_not_failing(together.tried);
  if (explanation.ended_by) json["ended"] = as_utf8(explanation.reason);
  return json.dump(2) + "\n";
}

bool explains(const std::string& path, const std::string& json, const std::string& text) {
  const JsonDocument document(path, json, "an explanation");
  const JsonField root = document.root();
  if (root.get<std::string>("schema") != kExplanationSchema) {
    throw Error(
        ErrorKind::kInvalid,
        shown_name(path) + " is not an explanation\nhint: grabr explain writes one, as JSON");
  }
  return root.get<std::string>("text") == as_utf8(text);
}

}  // namespace grabr
