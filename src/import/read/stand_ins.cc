#include "import/read/stand_ins.h"

#include <algorithm>
#include <utility>

#include "import/read/externals.h"
#include "import/read/patterns.h"

namespace grabr {
namespace {

Phrase blank() { return regex_part("[\\t\\n\\r ]"); }

/// A comment given as a definition of ours; a nested one is treated as if it did not nest.
Phrase comment_of(const std::string& definition) {
  if (definition.find("\"/*\"") != definition.npos) return between("/*", "*/");
  const std::size_t hash = definition.find('#');
  if (hash == 1) return between("#", "\n");
  return between("//", "\n");
}

/// Removes the first word of a list that is separated by blanks.
std::string next_word(std::string_view& words) {
  const std::size_t end = std::min(words.find(' '), words.size());
  std::string word(words.substr(0, end));
  words.remove_prefix(std::min(end + 1, words.size()));
  return word;
}

}  // namespace

void StandIns::define_token(const std::string& name, ImportPlace where) {
  const auto given = given_.find(name);
  const std::optional<ExternalToken> known =
      given != given_.end() ? given->second : known_external(grammar_.name, name);
  define(name, known.value_or(ExternalToken{}), known.has_value(), where);
}

bool StandIns::define_rule(const std::string& name, ImportPlace where) {
  const auto given = given_.find(name);
  const std::optional<ExternalToken> known =
      given != given_.end() ? given->second : known_external(grammar_.name, name, /*of_all=*/false);
  if (known) define(name, *known, true, where);
  return known.has_value();
}

Phrase StandIns::part(const std::string& name, ImportPlace where) const {
  const auto found = instead_.find(name);
  return found == instead_.end() ? named_part(name, where) : found->second;
}

void StandIns::define(const std::string& name, const ExternalToken& external, bool known,
                      ImportPlace where) {
  std::string meaning = "left out, with the alternatives that need it; a side file can say it";
  switch (external.kind) {
    case ExternalToken::Kind::kToken:
      grammar_.tokens.push_back(token_of(name, {}, where));
      grammar_.tokens.back().matcher = external.definition;
      meaning = "written as " + external.definition;
      break;
    case ExternalToken::Kind::kLiteral:
      instead_[name] = text_part(external.definition);
      meaning = "written as '" + external.definition + "'";
      break;
    case ExternalToken::Kind::kOptional:
      instead_[name] = optional_of(text_part(external.definition));
      meaning = "written as '" + external.definition + "'?";
      break;
    case ExternalToken::Kind::kLineEnd:
      define_line_end(name, external.definition);
      meaning = "a line end, a token where the rules allow one";
      break;
    case ExternalToken::Kind::kAnyWord:
      any_words_.insert(name);
      meaning = "any keyword of the grammar";
      break;
    case ExternalToken::Kind::kLayout: meaning = layout_token(name, external.definition); break;
    case ExternalToken::Kind::kNothing:
      instead_[name] = Phrase{};
      meaning = "wider: the empty text stands for it";
      break;
    case ExternalToken::Kind::kAutomatic:
      define_automatic(name, external.definition);
      meaning = "the automatic token " + std::string(kAutomaticName) + " stands for it";
      break;
    case ExternalToken::Kind::kNever:
      instead_[name] = never_part();
      if (known) meaning = "left out, with the alternatives that need it";
      break;
  }
  grammar_.remark(where, "the external token " + name, meaning);
}

void StandIns::define_automatic(const std::string& name, std::string_view words) {
  automatic_ = true;
  instead_[name] = named_part(kAutomaticName);
  for (bool first = true; !words.empty(); first = false) {
    const std::string word = next_word(words);
    if (!first) grammar_.goes_on.insert(word);
    else if (!word.empty()) instead_[name] = choice_of({text_part(word), instead_[name]});
  }
}

void StandIns::define_line_end(const std::string& name, std::string_view words) {
  line_end_ = free_name("LINE_END", names_);
  // A placeholder for its body until the comments are known.
  grammar_.tokens.push_back(token_of(line_end_, blank()));
  std::vector<Phrase> ways = {named_part(line_end_), named_part(kAutomaticName)};
  bool after = false;
  for (bool first = true; !words.empty(); first = false) {
    const std::string word = next_word(words);
    if (word.empty()) continue;
    if (word == "AFTER") after = true;
    else if (after) opens_.insert(word);
    else if (first) ways.insert(ways.begin(), text_part(word));
    else goes_on_.insert(word);
  }
  instead_[name] = choice_of(std::move(ways));
  automatic_ = true;
}

std::string StandIns::layout_token(const std::string& name, const std::string& ours) {
  instead_[name] = named_part(ours);
  // Scanners find a deeper line at the end of the line before; our lexer has already passed that
  // end.
  if (ours == "INDENT") instead_[name] = sequence_of({named_part("NEWLINE"), named_part(ours)});
  for (const char* made : {"NEWLINE", "INDENT", "DEDENT"}) grammar_.made.insert(made);
  grammar_.contextual = false;  // layout needs plain lexing
  grammar_.layout = kPythonLayout;
  return "the token " + ours + " of the layout stands for it";
}

/// Defines rules that list words which are keywords elsewhere.
void StandIns::define_words() {
  if (any_words_.empty()) return;
  std::set<std::string> words;
  for_each_part(grammar_, [&](const Phrase& part) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
    const bool word = std::all_of(part.text.begin(), part.text.end(), is_letter);
    if (part.is(Phrase::Kind::kText) && word) words.insert(part.text);
  });
  if (words.empty()) return;
  std::vector<Phrase> texts;
  for (const std::string& word : words) texts.push_back(text_part(word));
  for (const std::string& name : any_words_) {
    grammar_.rules.push_back({name, branches_of(texts), {}});
  }
}

void StandIns::finish() {
  define_words();
  if (!line_end_.empty()) {
    const Phrase body = line_end_and_skipped();
    for (ImportedToken& token : grammar_.tokens) {
      if (token.name == line_end_) token.body = body;
    }
    for_each_body(grammar_, [&](Phrase& each) { allow_line_ends(each); });
  }
  if (!automatic_) return;
  grammar_.made.insert(kAutomaticName);
  grammar_.automatic =
      std::string("{ \"token\": \"") + kAutomaticName + "\", \"before\": [\"}\"] }";
}

/// Includes the skipped text after it: a second one would look like a continued line.
Phrase StandIns::line_end_and_skipped() const {
  std::vector<Phrase> skipped = {blank()};
  for (const ImportedToken& token : grammar_.tokens) {
    if (token.use != ImportedToken::Use::kSkip) continue;
    if (!token.matcher.empty()) skipped.push_back(comment_of(token.matcher));
    else skipped.push_back(token.body);
  }
  return sequence_of(
      {optional_of(text_part("\r")), text_part("\n"), many_of(choice_of(std::move(skipped)))});
}

/// Allows line ends before words that continue the previous line, and after words that open.
void StandIns::allow_line_ends(Phrase& part) const {
  for (Phrase& inner : part.parts) allow_line_ends(inner);
  std::string text = part.is(Phrase::Kind::kText) ? part.text : "";
  const ImportedToken* token =
      part.is(Phrase::Kind::kName) && part.text != line_end_ ? grammar_.token(part.text) : nullptr;
  if (token != nullptr && token->body.is(Phrase::Kind::kText)) text = token->body.text;
  if (text.empty()) return;
  const Phrase ends = many_of(named_part(line_end_));
  const bool directly = token != nullptr && token->immediate;
  if (goes_on_.contains(text) && !directly) part = sequence_of({ends, Phrase(part)});
  if (opens_.contains(text)) part = sequence_of({Phrase(part), ends});
}

}  // namespace grabr
