// Tested by tests/grammar/contents_test.cc.
#include "grammar/load/rich_contents.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "grammar/lex/regex.h"
#include "grammar/load/built_in.h"
#include "text/file.h"
#include "text/suggest.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kShapes = "the name of a grammar (a string) or an object";

struct EscapesName {
  const char* name;
  Escapes escapes;
};
constexpr std::array<EscapesName, 6> kEscapes = {{{"json", Escapes::kJson},
                                                  {"javascript", Escapes::kJavascript},
                                                  {"c", Escapes::kC},
                                                  {"python", Escapes::kPython},
                                                  {"html", Escapes::kHtml},
                                                  {"doubled", Escapes::kDoubled}}};

bool is_there(const fs::path& path) { return built_in_grammar(path) != nullptr || is_file(path); }

}  // namespace

void ContentReader::read_all(const JsonValue& contents) {
  for (std::size_t i = 0; i < contents.keys.size(); ++i) {
    const JsonKey& key = contents.keys[i];
    const SymbolId symbol = symbols_.named(key.text);
    if (symbol == kNoSymbol) {
      problems_.error(key.span, "there is no token or rule " + ticked(key.text),
                      symbols_.suggestion(key.text));
    } else if (symbols_[symbol].kind == SymbolKind::kSkip ||
               symbols_[symbol].kind == SymbolKind::kLayout) {
      problems_.error(key.span, ticked(key.text) + " is not part of the tree",
                      "only tokens and rules have a content");
    } else {
      read("contents." + key.text, symbol, contents.items[i]);
    }
  }
}

void ContentReader::read(const std::string& path, SymbolId symbol, const JsonValue& value) {
  static const std::array<std::string, 6> known = {"grammar", "start",   "words",
                                                   "between", "escapes", "indented"};
  Content content;
  content.symbol = symbol;
  if (value.is(JsonValue::Kind::kString)) {
    content.otherwise = grammar(value, path);
  } else if (!value.is(JsonValue::Kind::kObject)) {
    report_wrong_kind(value, path, kShapes, problems_);
    return;
  } else {
    report_unknown_keys(value, known, problems_);
    if (value.find("grammar") != nullptr) content.otherwise = grammar(value, path);
    if (const JsonValue* words = value.find("words")) read_words(*words, path + ".words", content);
    if (const JsonValue* between = value.find("between")) {
      read_between(*between, path + ".between", content);
    }
    if (const JsonValue* escapes = value.find("escapes")) {
      read_escapes(*escapes, path + ".escapes", content);
    }
    content.indented = read_flag(value, "indented", path + ".indented", problems_);
    if (value.find("grammar") == nullptr && value.find("words") == nullptr) {
      problems_.error(value.span, ticked(path) + " names no grammar",
                      "add \"grammar\": \"css\", or \"words\" that name one each");
    }
  }
  const auto same = std::ranges::find(contents_, content.symbol, &Content::symbol);
  if (same != contents_.end()) {
    problems_.error(value.span,
                    "the content of " + ticked(symbols_[symbol].name) + " is given twice",
                    "either at the token or in \"contents\"");
    return;
  }
  contents_.push_back(std::move(content));
}

/// Reads a name, or an object with "grammar" and maybe "start".
std::optional<ContentGrammar> ContentReader::grammar(const JsonValue& value,
                                                     const std::string& path) {
  const bool object = value.is(JsonValue::Kind::kObject);
  const JsonValue* const name = object ? value.find("grammar") : &value;
  if (name == nullptr || !name->is(JsonValue::Kind::kString)) {
    report_wrong_kind(name == nullptr ? value : *name, path, kShapes, problems_);
    return std::nullopt;
  }
  std::optional<std::string> file = file_of(*name);
  if (!file) return std::nullopt;
  ContentGrammar grammar{*std::move(file), {}};
  if (const JsonValue* start = object ? value.find("start") : nullptr) {
    if (!start->is(JsonValue::Kind::kString)) {
      report_wrong_kind(*start, path + ".start", "the name of a rule (a string)", problems_);
    }
    grammar.start = start->text;
  }
  return grammar;
}

std::optional<std::string> ContentReader::file_of(const JsonValue& name) {
  const std::string file = name.text.ends_with(".json") ? name.text : name.text + ".json";
  for (const fs::path& folder : {fs::path(file_).parent_path(), fs::path(kBuiltInFolder)}) {
    const fs::path path = (folder / file).lexically_normal();
    if (is_there(path)) return path.string();
  }
  problems_.error(name.span, "there is no grammar " + ticked(name.text),
                  word_hint(name.text, names_of_grammars(),
                            "it is looked for in the folder of this file and among grabr's own"));
  return std::nullopt;
}

std::vector<std::string> ContentReader::names_of_grammars() const {
  std::vector<std::string> names;
  for (const BuiltInGrammar& grammar : built_in_grammars()) {
    names.push_back(fs::path(grammar.file).stem().string());
  }
  std::error_code ignored;
  std::vector<std::string> beside;
  const fs::path folder = fs::path(file_).parent_path();
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
    if (entry.path().extension() == ".json") beside.push_back(entry.path().stem().string());
  }
  std::ranges::sort(beside);
  names.insert(names.end(), beside.begin(), beside.end());
  return names;
}

void ContentReader::read_words(const JsonValue& value, const std::string& path, Content& content) {
  if (!value.is(JsonValue::Kind::kObject)) {
    report_wrong_kind(value, path, "an object, word: grammar", problems_);
    return;
  }
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const std::string& word = value.keys[i].text;
    auto named = grammar(value.items[i], path + "." + word);
    if (named) content.words.push_back({word, *std::move(named)});
  }
}

void ContentReader::read_between(const JsonValue& value, const std::string& path,
                                 Content& content) {
  constexpr const char* kPairs = "an array of pairs [\"regular expression\", \"closing text\"]";
  if (!value.is(JsonValue::Kind::kArray)) {
    report_wrong_kind(value, path, kPairs, problems_);
    return;
  }
  for (const JsonValue& pair : value.items) {
    const bool is_pair = pair.is(JsonValue::Kind::kArray) && pair.items.size() == 2 &&
                         pair.items[0].is(JsonValue::Kind::kString) &&
                         pair.items[1].is(JsonValue::Kind::kString);
    if (!is_pair) {
      report_wrong_kind(pair, path, kPairs, problems_);
      continue;
    }
    const std::string& open = pair.items[0].text;
    if (!open.empty()) {
      if (const auto problem = parse_regex(open, false).problem) {
        problems_.error(pair.items[0].span, "in `between`: " + problem->message, problem->hint);
        continue;
      }
    }
    content.between.push_back({open, pair.items[1].text});
  }
}

void ContentReader::read_escapes(const JsonValue& value, const std::string& path,
                                 Content& content) {
  if (!value.is(JsonValue::Kind::kString)) {
    report_wrong_kind(value, path, "a string", problems_);
    return;
  }
  const auto known = std::ranges::find_if(
      kEscapes, [&](const EscapesName& one) { return value.text == one.name; });
  if (known != kEscapes.end()) {
    content.escapes = known->escapes;
    return;
  }
  std::vector<std::string> names;
  for (const EscapesName& one : kEscapes) names.emplace_back(one.name);
  problems_.error(value.span, "there are no escapes " + ticked(value.text),
                  word_hint(value.text, names));
}

}  // namespace grabr
