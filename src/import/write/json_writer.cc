#include "import/write/json_writer.h"

#include <algorithm>
#include <cstdio>

#include "grammar/model/char_class.h"
#include "text/escape.h"

namespace grabr {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::uint32_t kMaxCopiesOfPart = 20;

/// How tightly the parts of a rule's text bind, the loosest first.
enum class Bound { kChoice, kSequence, kList, kRepeat, kAtom };

class RuleWriter {
 public:
  std::string text;

  void write(const Phrase& part, Bound least) {
    const Bound bound = bound_of(part);
    const bool group = bound < least;
    if (group) text += '(';
    plain(part);
    if (group) text += ')';
  }

 private:
  static Bound bound_of(const Phrase& part) {
    switch (part.kind) {
      case Phrase::Kind::kChoice: return Bound::kChoice;
      case Phrase::Kind::kSequence: return part.parts.empty() ? Bound::kAtom : Bound::kSequence;
      case Phrase::Kind::kRepeat:
        if (part.parts.size() > 1) return part.min == 0 ? Bound::kRepeat : Bound::kList;
        return is_counted(part) ? Bound::kSequence : Bound::kRepeat;
      default: return Bound::kAtom;
    }
  }

  static bool is_counted(const Phrase& part) {
    return part.min > 1 || (part.max > 1 && part.max != Phrase::kUnlimited);
  }

  void plain(const Phrase& part) {
    switch (part.kind) {
      case Phrase::Kind::kName: text += part.text; return;
      case Phrase::Kind::kText: text += grabr::quoted(part.text); return;
      case Phrase::Kind::kChoice: joined(part, " | ", Bound::kSequence); return;
      case Phrase::Kind::kSequence:
        if (part.parts.empty()) text += "()";
        else joined(part, " ", Bound::kList);
        return;
      case Phrase::Kind::kRepeat: repeat(part); return;
      default: text += "()";
    }
  }

  void joined(const Phrase& part, const char* between, Bound least) {
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      if (i > 0) text += between;
      write(part.parts[i], least);
    }
  }

  void repeat(const Phrase& part) {
    if (part.parts.size() > 1) {
      if (part.min == 0) text += '(';
      write(part.parts[0], Bound::kRepeat);
      text += " % ";
      write(part.parts[1], Bound::kRepeat);
      if (part.min == 0) text += ")?";
      return;
    }
    if (is_counted(part)) {
      counted(part);
      return;
    }
    write(part.parts[0], Bound::kAtom);
    text += part.max == 1 ? '?' : part.min == 0 ? '*' : '+';
  }

  /// x{2,4} is x x x? x?
  void counted(const Phrase& part) {
    const std::uint32_t min = std::min(part.min, kMaxCopiesOfPart);
    for (std::uint32_t i = 0; i < min; ++i) {
      if (i > 0) text += ' ';
      write(part.parts[0],
            i + 1 == min && part.max == Phrase::kUnlimited ? Bound::kAtom : Bound::kList);
    }
    if (part.max == Phrase::kUnlimited) {
      text += '+';
      return;
    }
    for (std::uint32_t i = min; i < std::min(part.max, kMaxCopiesOfPart); ++i) {
      if (i > 0) text += ' ';
      write(part.parts[0], Bound::kAtom);
      text += '?';
    }
  }
};

class FileWriter {
 public:
  FileWriter(const ImportedGrammar& grammar, const WrittenHead& head)
      : grammar_(grammar), head_(head) {}

  WrittenGrammar write() {
    text_ = "{\n";
    key("name", json_text(grammar_.name));
    if (!head_.origin.empty()) key("source", json_text(head_.origin));
    if (!head_.license.empty()) key("license", json_text(head_.license));
    if (!grammar_.extensions.empty()) key("extensions", list(grammar_.extensions, true));
    if (!head_.notes.empty()) key("notes", list(head_.notes, false));
    if (grammar_.ignore_case) key("ignore_case", "true");
    if (grammar_.contextual) key("lexing", "\"contextual\"");
    if (grammar_.contextual && grammar_.reserved) {
      const std::vector<std::string> words(grammar_.reserved->begin(), grammar_.reserved->end());
      key("reserved", words.empty() ? "false" : list(words, true));
    }
    key("start", json_text(grammar_.start));
    rules();
    terminals("tokens", ImportedToken::Use::kToken);
    terminals("skip", ImportedToken::Use::kSkip);
    if (!grammar_.layout.empty()) key("layout", layout());
    if (!grammar_.automatic.empty()) key("automatic", automatic());
    hints();
    text_ += "\n}\n";
    return {std::move(text_), std::move(places_)};
  }

 private:
  void key(const std::string& name, const std::string& value) {
    if (text_.size() > 2) text_ += ",\n";
    text_ += "  " + json_text(name) + ": " + value;
  }

  /// Literals, and tokens that need not follow another directly.
  std::set<std::string> all_terminals() const {
    std::set<std::string> all;
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.use == ImportedToken::Use::kToken && !token.immediate) all.insert(token.name);
    }
    for_each_part(grammar_, [&](const Phrase& part) {
      if (part.is(Phrase::Kind::kText)) all.insert(part.text);
    });
    return all;
  }

  /// The object with one more key.
  std::string with_list(std::string object, const std::string& name,
                        const std::set<std::string>& texts) const {
    object.resize(object.find_last_not_of(" \n", object.rfind('}') - 1) + 1);
    const std::vector<std::string> items(texts.begin(), texts.end());
    return object + ",\n    " + json_text(name) + ": " + list(items, true) + "\n  }";
  }

  /// Lists in "restricted_before" everything that may follow, if the grammar says what may not.
  std::string automatic() const {
    if (grammar_.goes_on.empty()) return grammar_.automatic;
    std::set<std::string> others = all_terminals();
    for (const std::string& text : grammar_.goes_on) others.erase(text);
    return with_list(grammar_.automatic, "restricted_before", others);
  }

  std::string layout() const {
    std::string written = grammar_.layout;
    std::set<std::string> known = all_terminals();
    known.insert(grammar_.made.begin(), grammar_.made.end());
    for (const auto& [name, wanted] : grammar_.neighbours) {
      std::set<std::string> texts;
      std::set_intersection(wanted.begin(), wanted.end(), known.begin(), known.end(),
                            std::inserter(texts, texts.end()));
      written = with_list(std::move(written), name, texts);
    }
    return written;
  }

  /// On one line if it fits there and `short_ones` is set, otherwise one item a line.
  static std::string list(const std::vector<std::string>& items, bool short_ones) {
    std::string line = "[";
    for (std::size_t i = 0; i < items.size(); ++i) {
      line += (i > 0 ? ", " : "") + json_text(items[i]);
    }
    line += "]";
    if (short_ones && line.size() < kWidth - 20) return line;
    std::string lines = "[\n";
    std::string row;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string item = json_text(items[i]) + (i + 1 < items.size() ? "," : "");
      if (!row.empty() && (!short_ones || row.size() + item.size() + 5 > kWidth)) {
        lines += "    " + row + "\n";
        row.clear();
      }
      row += (row.empty() ? "" : " ") + item;
    }
    return lines + "    " + row + "\n  ]";
  }

  void rules() {
    text_ += ",\n  \"rules\": {";
    for (std::size_t i = 0; i < grammar_.rules.size(); ++i) {
      const ImportedRule& rule = grammar_.rules[i];
      text_ += (i > 0 ? ",\n    " : "\n    ") + json_text(rule.name) + ": " + alternatives(rule);
    }
    text_ += "\n  }";
  }

  static std::string alternatives(const ImportedRule& rule) {
    std::vector<std::string> ways;
    bool plain = true;
    for (const ImportedBranch& branch : rule.branches) {
      const std::string body = branch.body.is_empty() ? "" : rule_text(branch.body);
      plain = plain && branch.priority == 0;
      ways.push_back(branch.priority == 0 ? json_text(body)
                                          : "[" + json_text(body) + ", { \"priority\": " +
                                                std::to_string(branch.priority) + " }]");
    }
    if (ways.size() == 1 && plain) return ways.front();
    std::string line = "[";
    for (std::size_t i = 0; i < ways.size(); ++i) line += (i > 0 ? ", " : "") + ways[i];
    line += "]";
    if (line.size() + rule.name.size() + 10 < kWidth) return line;
    std::string lines = "[";
    for (std::size_t i = 0; i < ways.size(); ++i)
      lines += (i > 0 ? ",\n      " : "\n      ") + ways[i];
    return lines + "\n    ]";
  }

  void terminals(const char* section, ImportedToken::Use use) {
    bool first = true;
    for (const ImportedToken& token : grammar_.tokens) {
      if (token.use != use) continue;
      if (first) text_ += std::string(",\n  \"") + section + "\": {";
      text_ += first ? "\n    " : ",\n    ";
      first = false;
      const auto begin = static_cast<std::uint32_t>(text_.size());
      text_ += json_text(token.name) + ": " + token_text(token);
      places_[token.name] = {begin, static_cast<std::uint32_t>(text_.size())};
    }
    if (!first) text_ += "\n  }";
  }

  void hints() {
    if (head_.identifiers.empty() && head_.simplest.empty()) return;
    text_ += ",\n  \"hints\": {";
    if (!head_.identifiers.empty()) {
      text_ += "\n    \"identifiers\": " + list(head_.identifiers, true);
    }
    if (!head_.simplest.empty()) {
      if (!head_.identifiers.empty()) text_ += ",";
      text_ += "\n    \"simplest\": {";
      for (std::size_t i = 0; i < head_.simplest.size(); ++i) {
        text_ += (i > 0 ? ",\n      " : "\n      ") + json_text(head_.simplest[i].first) + ": [" +
                 json_text(head_.simplest[i].second) + "]";
      }
      text_ += "\n    }";
    }
    text_ += "\n  }";
  }

  const ImportedGrammar& grammar_;
  const WrittenHead& head_;
  std::string text_;
  std::map<std::string, Span> places_;
};

}  // namespace

std::string json_text(const std::string& text) {
  std::string quoted = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const TextUnit unit = unit_at(text, at);
    const char c = text[at];
    if (c == '"' || c == '\\') {
      quoted += std::string("\\") + c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (unit.value < 0x20 || unit.value >= kFirstStray) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x",
                    unit.value < 0x20 ? unit.value : std::uint32_t{0xFFFD});
      quoted += code;
    } else {
      quoted += text.substr(at, unit.length);
    }
    at += unit.length;
  }
  return quoted + '"';
}

std::string token_text(const ImportedToken& token) {
  const bool immediate = token.immediate && token.use == ImportedToken::Use::kToken;
  if (!token.matcher.empty()) {
    if (!immediate) return token.matcher;
    return token.matcher.substr(0, token.matcher.rfind('}')) + ", \"immediate\": true }";
  }
  const std::string regex = json_text(regex_text(token.body));
  return immediate ? "{ \"regex\": " + regex + ", \"immediate\": true }" : regex;
}

WrittenGrammar write_grammar(const ImportedGrammar& grammar, const WrittenHead& head) {
  return FileWriter(grammar, head).write();
}

std::string rule_text(const Phrase& part) {
  RuleWriter writer;
  writer.write(part, Bound::kChoice);
  return writer.text;
}

}  // namespace grabr
