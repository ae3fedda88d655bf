/// @file
/// grabr as a library, C++20: parse a text by a grammar, look at its tree and edit it, and make a
/// text that a test finds interesting as small as it gets. The same in C: grabr.h.
///
/// Nothing but the standard library is needed to compile and link with it:
///
///     find_package(grabr REQUIRED)
///     target_link_libraries(mine PRIVATE grabr::grabr)
///
/// Threads: a Grammar may be used by several threads at once. Any other object may be used by one
/// thread at a time. reduce() may run in several threads at once, each with a result of its own.
///
/// Errors: what is wrong with a user's grammar or text is a value (Loaded, Problem). What is wrong
/// with a call is thrown as Error. What a callback throws comes out of reduce().
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef GRABR_API
#if defined(__GNUC__)
#define GRABR_API __attribute__((visibility("default")))
#else
#define GRABR_API
#endif
#endif

namespace grabr {
inline namespace v1 {

/// "0.1.0"
GRABR_API std::string_view version();

/// Kinds of Error.
enum class ErrorKind : std::uint8_t {
  kInternal,     ///< a defect, or the system refuses something
  kUsage,        ///< an option that does not exist, or options that exclude each other
  kNotParsed,    ///< a tree is asked for of what has none
  kEnvironment,  ///< the test cannot be run, or no longer says what it said before
};

/// Thrown for calls that cannot be carried out.
class GRABR_API Error : public std::runtime_error {
 public:
  /// `hint` may be empty.
  Error(ErrorKind kind, const std::string& message, std::string hint);
  /// As exceptions are copied: without one of its own.
  Error(const Error&) noexcept;
  ~Error() override;

  /// What kind of error it is.
  ErrorKind kind() const noexcept { return kind_; }
  /// How to mend it; may be empty.
  const std::string& hint() const noexcept { return hint_; }

 private:
  ErrorKind kind_;
  std::string hint_;
};

/// How bad a Problem is.
enum class Severity : std::uint8_t { kError, kWarning, kNote };

/// What is wrong at a place of a grammar or a text.
struct Problem {
  Severity severity = Severity::kError;  ///< errors are why there is no thing
  std::string file;                      ///< the name given when it was loaded
  unsigned line = 0;                     ///< from 1; 0: it has no place (the file cannot be read)
  unsigned column = 0;                   ///< from 1, in code points
  std::string message;                   ///< one line
  std::string hint;                      ///< how to mend it; may be empty
  /// All of it as grabr shows it on a terminal: place, message, the line with a caret, hint.
  std::string shown;
};

/// A thing or the reasons why there is none. With a thing there may be problems as well: warnings.
template <class Thing>
class Loaded {
 public:
  /// A thing, with warnings.
  Loaded(Thing thing, std::vector<Problem> problems = {})
      : thing_(std::move(thing)), problems_(std::move(problems)) {}
  /// No thing.
  explicit Loaded(std::vector<Problem> problems) : problems_(std::move(problems)) {}

  /// Is there a thing?
  bool has_value() const { return thing_.has_value(); }
  /// Is there a thing?
  explicit operator bool() const { return has_value(); }
  /// Throws Error(kUsage) with the first problem when there is no thing.
  Thing& value() & { return require(), *thing_; }
  /// The same.
  const Thing& value() const& { return require(), *thing_; }
  /// The same.
  Thing&& value() && { return require(), std::move(*thing_); }
  /// As value().
  Thing& operator*() & { return value(); }
  /// As value().
  const Thing& operator*() const& { return value(); }
  /// As value().
  Thing&& operator*() && { return std::move(*this).value(); }
  /// As value().
  Thing* operator->() { return &value(); }
  /// As value().
  const Thing* operator->() const { return &value(); }

  /// In order of their places.
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  void require() const {
    if (thing_) return;
    if (problems_.empty()) throw Error(ErrorKind::kInternal, "nothing was loaded", "");
    throw Error(ErrorKind::kUsage, problems_.front().message, problems_.front().hint);
  }

  std::optional<Thing> thing_;
  std::vector<Problem> problems_;
};

class Tree;

/// A grammar, ready for parsing. Copies share it. May be used by several threads at once, which
/// take turns where they parse.
class GRABR_API Grammar {
 public:
  /// By the name of a language ("json"), an extension, or the path of a file, as `grabr -g` does.
  /// The grammars that come with grabr are found beside the library, in ../share/grabr/grammars;
  /// the environment variable GRABR_GRAMMARS names folders that are looked into first.
  static Loaded<Grammar> load(const std::string& name_or_file);
  /// From a file of the disk.
  static Loaded<Grammar> from_file(const std::string& path);
  /// From the text of such a file. `name` is for messages; "extends" is looked for beside it.
  static Loaded<Grammar> from_text(std::string_view json, const std::string& name = "grammar.json");
  /// The grammar for a file of that name with that content, as grabr chooses it; no grammar and no
  /// problem when none fits.
  static Loaded<Grammar> for_input(const std::string& file_name, std::string_view text);

  /// The tree of a text, which must be a sentence of the grammar. `file_name` is for messages.
  /// `start`: a rule to begin with instead of the grammar's own. Throws Error(kUsage) where there
  /// is no such rule.
  Loaded<Tree> parse(std::string_view text, const std::string& file_name = "input",
                     const std::string& start = {}) const;
  /// A tree for any text: what does not parse is in it as lists of words and lines. The problems
  /// say where that is.
  Loaded<Tree> parse_partially(std::string_view text, const std::string& file_name = "input") const;
  /// Is it a sentence? Makes no tree, so it takes less time.
  bool accepts(std::string_view text) const;

  /// Of the language, as the grammar says; may be empty.
  std::string language() const;
  /// Names of the rules, the first of them is where sentences begin.
  std::vector<std::string> rules() const;

  struct State;
  /// For the library itself.
  explicit Grammar(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  /// For the library itself.
  const std::shared_ptr<const State>& state() const { return state_; }

 private:
  std::shared_ptr<const State> state_;
};

/// A node of one tree, by number. Numbers of a tree stay what they are as long as it lives.
using NodeId = std::uint32_t;
/// No node: the root's parent; in an Edit: nothing.
inline constexpr NodeId kNoNode = ~NodeId{0};

/// Kinds of nodes.
enum class NodeKind : std::uint8_t {
  kRule,      ///< a rule and what it was expanded to
  kToken,     ///< a leaf: text of a terminal
  kList,      ///< a repetition: elements, and separators where the grammar has some
  kOptional,  ///< an optional part: one child or none
  kGroup,     ///< a parenthesised part of a rule
};

/// One place where a text differs from its tree.
struct Edit {
  NodeId node = kNoNode;  ///< what goes
  /// What is put in its place: a node of the same tree. kNoNode: nothing, the node is removed (of a
  /// list with one separator).
  NodeId by = kNoNode;
};

/// A derivation tree. A value: an edit makes another one. Copies share what they have in common.
class GRABR_API Tree {
 public:
  NodeId root() const;               ///< stands for the whole text
  NodeKind kind(NodeId node) const;  ///< what kind of node it is
  /// The rule's or the terminal's name; of lists and optional parts the element's, if that is a
  /// single symbol; else empty. Valid as long as the grammar.
  std::string_view symbol(NodeId node) const;
  std::vector<NodeId> children(NodeId node) const;  ///< from left to right
  NodeId parent(NodeId node) const;                 ///< kNoNode for the root
  /// The text of a subtree, with the spaces and comments between its tokens, not those before it.
  std::string text(NodeId node) const;
  /// The text of the whole tree: of one that was parsed exactly the bytes that were.
  std::string text() const;
  /// Where the node's first token begins and its last one ends in the text that was parsed; {0, 0}
  /// for one without tokens.
  std::pair<std::size_t, std::size_t> span(NodeId node) const;
  /// Its number of tokens that have a text.
  std::size_t tokens(NodeId node) const;
  /// May it be removed and leave a sentence: an element of a list that can do without one, what
  /// stands in an optional part?
  bool removable(NodeId node) const;
  /// All nodes of a subtree, parents first.
  std::vector<NodeId> nodes(NodeId node) const;
  /// In all of the tree, parents first: nodes of that symbol.
  std::vector<NodeId> find(std::string_view symbol) const;

  /// The text with these edits, which must be of different nodes, none inside another one's. Tokens
  /// that would run together are kept apart. Whether it is a sentence is for parse() to say. Throws
  /// Error(kUsage) for edits of what is not in the tree.
  std::string print(std::span<const Edit> edits) const;
  /// The text without one node.
  std::string without(NodeId node) const;
  /// The tree with these edits: its text is print(edits).
  Tree with(std::span<const Edit> edits) const;

  std::string dump() const;       ///< one node a line, two spaces a level
  std::string dump_json() const;  ///< {"symbol": …, "children": […]}, {"token": …, "text": …}
  std::string dump_dot() const;  ///< for Graphviz

  struct State;
  /// For the library itself.
  explicit Tree(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  /// For the library itself.
  const std::shared_ptr<const State>& state() const { return state_; }

 private:
  std::shared_ptr<const State> state_;
};

/// What a test says of a text.
enum class Outcome : std::uint8_t {
  kInteresting,  ///< what is looked for is still there
  kNotInteresting,
  kUnresolved,  ///< it cannot be told; asked again should the text come up again
};

/// A program as the test of a text, run in a folder of its own as `grabr reduce` does; its
/// documentation says what each of these means. Without conditions exit status 0 means interesting.
struct Command {
  std::vector<std::string> words;    ///< program and arguments; "@@" stands for the text's path
  std::string shell;                 ///< instead of words: run by /bin/sh -c, the path is $1
  std::string input_name = "input";  ///< what the file with the text is called

  // Conditions: all that are given must hold.
  std::vector<int> exit_codes;             ///< one of them
  std::vector<std::string> signals;        ///< one of them: "SEGV"
  std::vector<std::string> output;         ///< regular expressions, each found in standard output
  std::vector<std::string> errors;         ///< the same for standard error
  std::vector<std::string> not_in_output;  ///< none found
  std::vector<std::string> not_in_errors;  ///< the same for standard error
  std::optional<double> hang_s;            ///< it does not end within so many seconds

  double timeout_s = 300;           ///< of one run; 0: none
  std::uint64_t memory_bytes = 0;   ///< of the test's processes; 0: no limit
  std::vector<std::string> copies;  ///< files and folders put beside the text
};

/// What tells whether a text is interesting. Must say the same of the same text each time.
class GRABR_API Test {
 public:
  /// Whether a text is interesting.
  using Callback = std::function<Outcome(std::string_view text)>;

  /// From a function of a text that returns Outcome or bool. With Options::threads above 1 it is
  /// called from several threads at once, and not from the one that called reduce(). What it throws
  /// comes out of reduce(), when its answer would have been needed.
  template <class Function>
  requires std::is_invocable_v<Function&, std::string_view> Test(Function function)
      : callback_(outcome_of(std::move(function))) {}
  /// A command runs in processes that reduce() forks off; `Options::threads` of them at once.
  Test(Command command) : command_(std::make_shared<const Command>(std::move(command))) {}

  /// Empty where it is a command.
  const Callback& callback() const { return callback_; }
  /// Null where it is a callback.
  const std::shared_ptr<const Command>& command() const { return command_; }

 private:
  template <class Function>
  static Callback outcome_of(Function function) {
    using Answer = std::invoke_result_t<Function&, std::string_view>;
    if constexpr (std::is_same_v<Answer, Outcome>) {
      return function;
    } else {
      return [function = std::move(function)](std::string_view text) mutable {
        return static_cast<bool>(function(text)) ? Outcome::kInteresting : Outcome::kNotInteresting;
      };
    }
  }

  Callback callback_;
  std::shared_ptr<const Command> command_;
};

/// One test of the search. The texts are valid during the call.
struct NegativeCache {
  std::uint64_t number = 0;                    ///< from 1; 0: of the original, before the search
  Outcome outcome = Outcome::kNotInteresting;  ///< the test's answer
  bool accepted = false;                       ///< it is the best text now
  std::string_view text;                       ///< that was tested
  std::string_view what;   ///< what was tried, in words: "remove elements 3-4 of 9"
  std::string_view phase;  ///< the pass or strategy
};

/// Called in the thread that called reduce(), in the same order with any number of threads. Each
/// may be empty. What they throw ends the reduction and comes out of reduce().
struct Listener {
  std::function<void(std::string_view text)> on_best;  ///< a smaller interesting text was found
  std::function<void(const NegativeCache& tried)> on_test;  ///< after each test that counts
  std::function<void(std::string_view name)> on_phase;      ///< another pass begins
  std::function<void(std::string_view words)> on_note;      ///< what a user should know
};

/// What a pass of one's own works with. The text that is the best changes when a candidate is
/// accepted, and with it the tree; node numbers are those of the present one.
class GRABR_API PassContext {
 public:
  /// The smallest interesting text so far.
  const std::string& text() const;
  /// Its tree; null when there is no grammar, or it does not parse.
  const Tree* tree();
  /// Asks the test about a text. If it is interesting it becomes the best. Only smaller ones are
  /// asked about: with fewer bytes, or of as many bytes and smaller in the order of bytes; others
  /// count as not interesting. `what`: what is tried, for listeners.
  bool try_text(std::string text, std::string what = {});
  /// The same for the text of the tree with these edits.
  bool try_edits(std::span<const Edit> edits, std::string what = {});
  /// The same for the text without a node.
  bool try_without(NodeId node, std::string what = {});
  /// The first of several candidates, in this order, that is interesting becomes the best; its
  /// number. With several threads they are tested at once: `candidate` may be called for some that
  /// come later.
  std::optional<std::size_t> first_interesting(
      std::size_t count, const std::function<std::string(std::size_t number)>& candidate,
      const std::string& what = {});

  struct State;
  /// For the library itself.
  explicit PassContext(State& state) : state_(state) {}
  PassContext(const PassContext&) = delete;
  PassContext& operator=(const PassContext&) = delete;

 private:
  State& state_;
};

/// A way to make texts smaller. `run` proposes candidates once over; it is run again while it makes
/// the text smaller. It must ask the same of the same text each time.
struct Pass {
  std::string name;  ///< letters, digits and "-"; not the name of a strategy
  std::function<void(PassContext& context)> run;  ///< proposes candidates
};

/// How to reduce.
struct Options {
  /// "auto", or others that `grabr --list-strategies` names, one after the other: "hdd then sweep".
  /// Names of `passes` may stand there, too. Those that do not are run after all others, as long as
  /// anything gets smaller by it all.
  std::string strategy = "auto";
  std::string minimizer;  ///< how lists are minimised; empty: the strategy's own
  std::string schedule;   ///< what "auto" does, as text, one pass a line; empty: its own
  std::string unit;       ///< what strategies on text remove: "lines", "tokens", "chars", …
  std::string start;      ///< the rule that the text is parsed by; empty: the grammar's own
  bool partial = true;    ///< where a text does not parse: reduce what does by its tree
  std::string file_name = "input";  ///< of the text, for messages

  /// Tests at once. Result, order of calls to listeners, and the number of tests that count do not
  /// depend on it.
  unsigned threads = 1;
  /// With a command: processes are forked off this one to foretell which texts will be tested,
  /// which keeps more slots busy. Not for a program that has threads of its own.
  bool fork_to_look_ahead = false;

  std::uint64_t max_tests = 0;                            ///< 0: no limit
  std::optional<std::chrono::duration<double>> max_time;  ///< nothing: no limit
  std::stop_token stop;      ///< ends the reduction, from any thread, with the best text so far
  Listener listener;         ///< what is told on the way
  std::vector<Pass> passes;  ///< of one's own
};

/// How a reduction ended.
enum class End : std::uint8_t {
  kFinished,
  kTests,           ///< Options::max_tests
  kTime,            ///< Options::max_time
  kStopped,         ///< Options::stop
  kNotInteresting,  ///< the text to begin with is not interesting
  kEnvironment,     ///< the test could not be run, or the best is no longer interesting
};

/// What came of a reduction.
struct Result {
  End end = End::kFinished;  ///< how it ended
  /// The smallest interesting text that was found; under kNotInteresting the text given.
  std::string text;
  std::string reason;                 ///< in words, unless it is finished
  std::uint64_t tests = 0;            ///< that count: the same with any number of threads
  std::uint64_t executed = 0;         ///< that ran, those of what was not asked for in the end, too
  std::uint64_t interesting = 0;      ///< answers to the tests that count
  std::uint64_t not_interesting = 0;  ///< the same
  std::uint64_t unresolved = 0;       ///< the same
};

/// Makes a text smaller that is interesting, as long as it stays so. `grammar` may be null: then,
/// and where nothing parses, it is reduced as text. The same text, grammar, options and answers
/// give the same result. Throws Error for wrong options, and what callbacks throw.
GRABR_API Result reduce(std::string_view text, const Grammar* grammar, const Test& test,
                        const Options& options = {});

/// The same with a grammar in any case.
inline Result reduce(std::string_view text, const Grammar& grammar, const Test& test,
                     const Options& options = {}) {
  return reduce(text, &grammar, test, options);
}

}  // namespace v1
}  // namespace grabr
