// Lexing in which the rules decide among the matching terminals.
#include <doctest/doctest.h>

#include <random>
#include <sstream>

#include "grammar/lex/lexer.h"
#include "support/grammars.h"

using namespace grabr;

namespace {

const char* const kTemplates = R"json({"start": "all", "lexing": "contextual",
  "rules": {"all": "item*",
            "item": "NAME | NUMBER | TYPE | string | 'if' | 'in' | 'async' | '>' | '>>' | call",
            "call": "NAME OPEN ')'", "string": "'\"' (CONTENT | ESCAPE)* CLOSE"},
  "tokens": {"NAME": "[a-z]+", "TYPE": "[a-z]+t", "NUMBER": "[+-]?[0-9]+(\\.[0-9]+)?",
             "CONTENT": {"regex": "[^\"\\\\]+", "immediate": true},
             "ESCAPE": {"regex": "\\\\.", "immediate": true},
             "CLOSE": {"regex": "\"", "immediate": true},
             "OPEN": {"regex": "\\(", "immediate": true},
             "RAW": {"match": "nested", "open": "<", "close": ">"}},
  "skip": {"SPACE": "[ \\n]+"},
  "reserved": ["if", "in", "while"]})json";

struct Reader {
  std::shared_ptr<const Grammar> grammar;

  explicit Reader(const std::string& json) : grammar(support::grammar_of(json)) {}

  SymbolId symbol(const std::string& name) const {
    for (SymbolId id = 0; id < grammar->symbols.size(); ++id) {
      if (grammar->symbols[id].name == name) return id;
    }
    FAIL("no symbol " << name);
    return kNoSymbol;
  }
  TerminalSet set(const std::string& names) const {
    TerminalSet set(grammar->symbols.size());
    std::istringstream in(names);
    for (std::string name; in >> name;) set.insert(symbol(name));
    return set;
  }
  /// "1:NAME,CONTENT 3:…" for each place where a token may end; the tokens that a reserved word
  /// competes with in parentheses.
  std::string endings(std::string_view text, const TerminalSet* alive = nullptr) const {
    std::vector<Ending> found;
    grammar->lexer->endings(text, 0, alive, found);
    std::string shown;
    for (const Ending& ending : found) {
      std::string names;
      const auto add = [&](SymbolId id, const std::string& name) {
        CHECK(id < grammar->symbols.size());
        names += (names.empty() ? "" : ",") + name;
      };
      for (const SymbolId id : grammar->lexer->accepted(ending.accepts)) {
        add(id, grammar->symbols[id].name);
      }
      for (const SymbolId id : grammar->lexer->taken(ending.accepts)) {
        add(id, "(" + grammar->symbols[id].name + ")");
      }
      shown += (shown.empty() ? "" : " ") + std::to_string(ending.length) + ":" + names;
    }
    return shown;
  }
  std::string viable(std::string_view text, const std::string& names) const {
    std::vector<Ending> scratch;
    const Match match = grammar->lexer->match_viable(text, 0, set(names), scratch);
    WantedTerminals wanted(set(names));
    const Match again = grammar->lexer->match_wanted(text, 0, wanted, scratch, nullptr);
    CHECK(again.length == match.length);
    if (match.length == 0) return "-";
    CHECK(again.terminals[0] == match.terminals[0]);
    CHECK(match.terminals.size() == 1);
    return grammar->symbols[match.terminals[0]].name + ":" + std::to_string(match.length);
  }
};

}  // namespace

TEST_CASE("contextual lexing: all endings") {
  const Reader reader(kTemplates);
  CHECK(reader.endings("if(") == "1:NAME,CONTENT 2:if,CONTENT,(NAME) 3:CONTENT");
  CHECK(reader.endings(">>") == "1:>,CONTENT 2:>>,CONTENT");
  CHECK(reader.endings("async\"") ==
        "1:NAME,CONTENT 2:NAME,CONTENT 3:NAME,CONTENT 4:NAME,CONTENT 5:async,NAME,CONTENT");
  CHECK(reader.endings("\"a") == "1:\",CLOSE");
  CHECK(reader.endings("<<>>\"") == "1:CONTENT 2:CONTENT 3:CONTENT 4:CONTENT 4:RAW");
  CHECK(reader.endings("") == "");
  CHECK(reader.endings("\\") == "");
}

TEST_CASE("contextual lexing: reading stops where nothing alive can end") {
  const Reader reader(kTemplates);
  const auto check = [&](const char* text, const char* alive, const char* expected) {
    CAPTURE(text);
    CAPTURE(alive);
    const TerminalSet set = reader.set(alive);
    CHECK(reader.endings(text, &set) == expected);
  };
  check("if a", "NAME", "1:NAME,CONTENT 2:if,CONTENT,(NAME)");
  check("if a", "CONTENT", "1:NAME,CONTENT 2:if,CONTENT,(NAME) 3:CONTENT 4:CONTENT");
  check("if a", "NUMBER", "");
  check("12 a", "NUMBER SPACE", "1:NUMBER,CONTENT 2:NUMBER,CONTENT");
  check("<a>b", "RAW", "3:RAW");
  check("<a>b", "NAME", "");
  check("ab", "", "");
}

TEST_CASE("contextual lexing: the longest viable terminal") {
  const Reader reader(kTemplates);
  CHECK(reader.viable("+24", "NUMBER") == "NUMBER:3");
  CHECK(reader.viable("+24", "NAME") == "-");
  CHECK(reader.viable(">>", "> NAME") == ">:1");
  CHECK(reader.viable(">>", "> >>") == ">>:2");
  CHECK(reader.viable("iff", "NAME if") == "NAME:3");
  CHECK(reader.viable("if ", "NAME if") == "if:2");
  CHECK(reader.viable("if ", "NAME") == "-");  // reserved
  CHECK(reader.viable("if a\"", "CONTENT") == "CONTENT:4");
  CHECK(reader.viable("while", "NAME") == "-");  // reserved, though no rule uses it
  CHECK(reader.viable("async", "NAME") == "NAME:5");
  CHECK(reader.viable("async", "NAME async") == "async:5");
  CHECK(reader.viable("int", "NAME TYPE") == "NAME:3");
  CHECK(reader.viable("int", "TYPE") == "TYPE:3");
  CHECK(reader.viable("intx", "TYPE") == "TYPE:3");
  CHECK(reader.viable("  x", "NAME SPACE") == "SPACE:2");
}

TEST_CASE("contextual lexing: which literals are reserved") {
  const auto json = [](const std::string& more) {
    return R"({"start": "a", "lexing": "contextual", "rules": {"a": "NAME | 'if' '+' | 'on'"},
        "tokens": {"NAME": "[a-z]+"}, "skip": {"SPACE": " +"})" +
           more + "}";
  };
  const auto name = [](const Reader& reader, const char* text) {
    return reader.viable(text, "NAME");
  };
  CHECK(name(Reader(json("")), "if") == "-");
  CHECK(name(Reader(json(", \"reserved\": true")), "on") == "-");
  CHECK(name(Reader(json(", \"reserved\": false")), "if") == "NAME:2");
  CHECK(name(Reader(json(", \"reserved\": []")), "if") == "NAME:2");
  CHECK(name(Reader(json(", \"reserved\": [\"if\"]")), "if") == "-");
  CHECK(name(Reader(json(", \"reserved\": [\"if\"]")), "on") == "NAME:2");
  CHECK(name(Reader(json(", \"reserved\": [\"go\"]")), "go") == "-");
  CHECK(name(Reader(json(", \"reserved\": [\"go\"]")), "got") == "NAME:3");
}

TEST_CASE("contextual lexing: what glues") {
  const Reader reader(kTemplates);
  const auto check = [&](const char* left, const char* between, const char* right, bool expected) {
    CAPTURE(left);
    CAPTURE(right);
    CHECK(reader.grammar->lexer->separate(left, between, right) == expected);
  };
  check("a", "", "b", false);
  check("a", " ", "b", true);
  check("a", "", "(", true);
  check(">", "", ">", false);
  check("a b.", "", "\"", true);
  check("a b.", "", "c", false);
  check("\"", "", "x", true);
}

TEST_CASE("contextual lexing: shortest texts") {
  const Reader reader(kTemplates);
  const auto check = [&](const char* name, const char* text) {
    CAPTURE(name);
    CHECK(reader.grammar->lexer->shortest_text(reader.symbol(name)) == text);
    CHECK(reader.grammar->lexer->matches(text, reader.symbol(name)));
  };
  check("NAME", "a");
  check("TYPE", "at");
  check("CONTENT", " ");
  check("OPEN", "(");
  check("CLOSE", "\"");
  check("RAW", "<>");
  check("if", "if");
  CHECK_FALSE(reader.grammar->lexer->matches("if", reader.symbol("NAME")));
  CHECK_FALSE(reader.grammar->lexer->matches("", reader.symbol("NAME")));
  CHECK(reader.grammar->lexer->shortest_text(reader.symbol("all")).empty());
}

TEST_CASE("contextual lexing: live terminals are those that some longer text ends with") {
  std::mt19937 random(3);
  const std::vector<std::string> pieces{"a", "b", "[ab]", "(a|bb)", "(ab)*", "b+", "a?", "a{2}"};
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; texts[i].size() < 5; ++i) {
    for (const char c : {'a', 'b'}) texts.push_back(texts[i] + c);
  }
  for (int round = 0; round < 60; ++round) {
    std::string tokens;
    for (const char* const name : {"X", "Y", "Z"}) {
      std::string regex = "[ab]";
      for (std::size_t i = random() % 4; i > 0; --i) regex += pieces[random() % pieces.size()];
      tokens += (tokens.empty() ? "\"" : ", \"") + std::string(name) + "\": {\"regex\": \"" +
                regex + "\", \"immediate\": " + (name[0] == 'Z' ? "true" : "false") + "}";
    }
    const Source source("g.json", R"({"start": "s", "lexing": "contextual",
        "rules": {"s": "X Y Z"}, "tokens": {)" +
                                      tokens + "}}");
    GrammarFile file = load_grammar(source);
    if (!file.grammar) continue;  // two equal expressions
    const Grammar& grammar = *file.grammar;
    for (const char* const name : {"X", "Y", "Z"}) {
      TerminalSet alive(grammar.symbols.size());
      alive.insert(grammar.find(name));
      for (const std::string& text : texts) {
        std::vector<Ending> all;
        std::vector<Ending> some;
        grammar.lexer->endings(text, 0, nullptr, all);
        grammar.lexer->endings(text, 0, &alive, some);
        WantedTerminals wanted(alive);
        std::vector<Ending> scratch;
        REQUIRE(grammar.lexer->match_wanted(text, 0, wanted, scratch, nullptr).length ==
                grammar.lexer->match_viable(text, 0, alive, scratch).length);
        // An ending is left out if none of its terminals is possible here.
        std::erase_if(all, [&](const Ending& ending) {
          const auto members = grammar.lexer->accepted(ending.accepts);
          return std::find(members.begin(), members.end(), grammar.find(name)) == members.end();
        });
        REQUIRE(some.size() == all.size());
        for (std::size_t i = 0; i < all.size(); ++i) REQUIRE(some[i].length == all[i].length);
      }
    }
  }
}

namespace {

void check_lexing_problems(const std::string& more, const std::string& expected) {
  const std::string text = R"({"start": "a", "rules": {"a": "A B 'x'"}, )" + more + "}";
  const Source source("g.json", text);
  std::string found;
  for (const Diagnostic& problem : load_grammar(source).problems) {
    found += text.substr(problem.span.begin, problem.span.size()) + ": " + problem.message + "\n";
  }
  CAPTURE(more);
  CHECK(found == expected);
}

}  // namespace

TEST_CASE("contextual lexing: problems of the grammar file") {
  const std::string contextual = R"("lexing": "contextual", )";
  check_lexing_problems(R"("lexing": "free", "tokens": {"A": "a", "B": "b"})",
                        "\"free\": `lexing` must be \"plain\" or \"contextual\"\n");
  check_lexing_problems(R"("reserved": true, "tokens": {"A": "a", "B": "b"})",
                        "true: `reserved` changes nothing in plain lexing\n");
  check_lexing_problems(
      contextual + R"("reserved": "if", "tokens": {"A": "a", "B": "b"})",
      "\"if\": `reserved` must be true, false or an array of literals, but it is a "
      "string\n");
  check_lexing_problems(
      contextual + R"("reserved": [3], "tokens": {"A": "a", "B": "b"})",
      "3: `reserved` must be an array of literals (strings), but it is a number\n");
  // A token that another one covers is no problem if the rules can choose the other one.
  check_lexing_problems(contextual + R"("tokens": {"A": "[ab]+", "B": "b"})", "");
  check_lexing_problems(R"("tokens": {"A": "[ab]+", "B": "b"})",
                        "b: B can never match: A takes all its text\n");
  check_lexing_problems(contextual + R"("tokens": {"A": "a+", "B": "a+"})",
                        "a+: B can never match: A takes all its text\n");
  check_lexing_problems(
      contextual + R"("tokens": {"A": "a+", "B": {"regex": "a+", "immediate": true}})", "");
  check_lexing_problems(contextual + R"("tokens": {"A": "a", "B": "x"})",
                        "x: B can never match: 'x' takes all its text\n");
  check_lexing_problems(contextual + R"("reserved": false, "tokens": {"A": "a", "B": "x"})", "");
  check_lexing_problems(
      contextual + R"("tokens": {"A": "a", "B": {"regex": "x", "immediate": true}})", "");
  check_lexing_problems(
      contextual +
          R"("tokens": {"A": "a", "B": "b"}, "skip": {"S": {"regex": "x", "immediate": true}})",
      "{\"regex\": \"x\", \"immediate\": true}: skipped text cannot be immediate\n");
  check_lexing_problems(
      contextual + R"("tokens": {"A": "a", "B": "b"}, "layout": {"style": "python"})",
      "{\"style\": \"python\"}: layout needs plain lexing\n");
}

TEST_CASE("contextual lexing: whole words") {
  const Reader reader(R"json({"start": "all", "lexing": "contextual",
    "rules": {"all": "(NAME | SHORT | REST | LETTERS | '0' | 'in' | 'x-' | '-x' | 'é' | TEXT)*"},
    "tokens": {"NAME": "[a-z$_\\u00E0-\\u00FF][a-z0-9$_\\u00E0-\\u00FF-]*", "SHORT": "[a-z]{2}",
               "REST": "#[^\\n]+", "LETTERS": {"regex": "[A-Z]+", "immediate": true},
               "TEXT": "[a-z ]+"},
    "skip": {"SPACE": "[ \\n]+"}, "reserved": false})json");
  CHECK(reader.viable("in", "in") == "in:2");
  CHECK(reader.viable("in it", "in") == "in:2");
  CHECK(reader.viable("init", "in") == "-");
  CHECK(reader.viable("in1", "in") == "-");
  CHECK(reader.viable("in$", "in") == "-");
  CHECK(reader.viable("in\u00E9", "in") == "-");
  CHECK(reader.viable("in\xFF", "in") == "in:2");
  CHECK(reader.viable("inA", "in") == "in:2");
  CHECK(reader.viable("in-x", "in") == "in:2");
  CHECK(reader.viable("init", "in SHORT") == "SHORT:2");
  CHECK(reader.viable("init", "in NAME") == "NAME:4");
  CHECK(reader.viable("\u00E9t\u00E9", "\u00E9") == "-");
  CHECK(reader.viable("x-y", "x-") == "x-:2");
}

// A token that takes the rest of a line may follow any literal; a token that begins with a digit is
// not a word.
TEST_CASE("contextual lexing: what is not a word") {
  const Reader reader(R"json({"start": "all", "lexing": "contextual",
    "rules": {"all": "('RUN' | REST | '0' | NUMBER)*"},
    "tokens": {"REST": "[^\\n0-9]+", "NUMBER": "[0-9]+"},
    "skip": {"SPACE": "[ \\n]+"}, "reserved": false})json");
  CHECK(reader.viable("RUNx", "RUN") == "RUN:3");
  CHECK(reader.viable("01", "0") == "0:1");
}
