/// @file
/// The C++20 interface of the grabr library: parse a text with a grammar, inspect and edit its
/// tree, generate sentences, and reduce a text that a test finds interesting. For the C interface
/// see grabr.h.
///
/// Compiling and linking needs only the standard library:
///
///     find_package(grabr REQUIRED)
///     target_link_libraries(mine PRIVATE grabr::grabr)
///
/// Threads: a Grammar may be used by several threads at once; any other object by one thread at a
/// time. Several threads may call reduce() at the same time; the calls are independent.
///
/// Errors: problems in a user's grammar or text are returned as values (Loaded, Problem). A call
/// that is wrong or cannot be carried out throws Error. An exception from a callback leaves
/// reduce().
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
  kInternal,     ///< a bug in grabr, or a failed system call
  kUsage,        ///< an unknown option, or options that exclude each other
  kNotParsed,    ///< a tree is needed, but the text does not parse
  kEnvironment,  ///< the test cannot be run, or no longer gives the same answer
};

/// Thrown for calls that cannot be carried out.
class GRABR_API Error : public std::runtime_error {
 public:
  /// `hint` may be empty.
  Error(ErrorKind kind, const std::string& message, std::string hint);
  /// Copying does not throw, as the standard requires of exceptions.
  Error(const Error&) noexcept;
  ~Error() override;

  /// The kind of error.
  ErrorKind kind() const noexcept { return kind_; }
  /// How to fix it; may be empty.
  const std::string& hint() const noexcept { return hint_; }

 private:
  ErrorKind kind_;
  std::string hint_;
};

/// How bad a Problem is.
enum class Severity : std::uint8_t { kError, kWarning, kNote };

/// An error, warning or note about a position in a grammar or a text.
struct Problem {
  Severity severity = Severity::kError;  ///< an error means that nothing was loaded
  std::string file;                      ///< the name given when it was loaded
  unsigned line = 0;                     ///< from 1; 0: no position (e.g. the file cannot be read)
  unsigned column = 0;                   ///< from 1, in code points
  std::string message;                   ///< one line
  std::string hint;                      ///< how to fix it; may be empty
  /// The whole problem as grabr prints it: position, message, the line with a caret, hint.
  std::string shown;
};

/// A value with possible warnings, or the problems that explain why there is no value.
template <class Thing>
class Loaded {
 public:
  /// A value, with warnings.
  Loaded(Thing thing, std::vector<Problem> problems = {})
      : thing_(std::move(thing)), problems_(std::move(problems)) {}
  /// No value.
  explicit Loaded(std::vector<Problem> problems) : problems_(std::move(problems)) {}

  /// Is there a value?
  bool has_value() const { return thing_.has_value(); }
  /// Is there a value?
  explicit operator bool() const { return has_value(); }
  /// The value. Throws Error(kUsage) with the first problem if there is none.
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

  /// Ordered by position.
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

/// A grammar, ready for parsing. Copies share one state. May be used by several threads at once;
/// their calls to the parser run one after another.
class GRABR_API Grammar {
 public:
  /// Loads a grammar by language name ("json"), file extension or path, as `grabr -g` does. The
  /// grammars that come with grabr are found relative to the library, in ../share/grabr/grammars,
  /// or in the library itself; folders in the environment variable GRABR_GRAMMARS are searched
  /// first.
  static Loaded<Grammar> load(const std::string& name_or_file);
  /// Loads a grammar file.
  static Loaded<Grammar> from_file(const std::string& path);
  /// Loads a grammar from the content of a grammar file. `name` is used in messages; grammars named
  /// by "extends" are searched for in its folder.
  static Loaded<Grammar> from_text(std::string_view json, const std::string& name = "grammar.json");
  /// The grammar that grabr would choose for a file with this name and content. Neither a grammar
  /// nor a problem if none fits.
  static Loaded<Grammar> for_input(const std::string& file_name, std::string_view text);

  /// Parses a text. A text that is not a sentence of the grammar gives problems. `file_name` is
  /// used in messages. `start` replaces the grammar's start rule. Throws Error(kUsage) if there is
  /// no such rule.
  Loaded<Tree> parse(std::string_view text, const std::string& file_name = "input",
                     const std::string& start = {}) const;
  /// A tree for any text: parts that do not parse become lists of words and lines. The problems say
  /// where these parts are.
  Loaded<Tree> parse_partially(std::string_view text, const std::string& file_name = "input") const;
  /// Is the text a sentence of the grammar? Builds no tree, so it is faster than parse().
  bool accepts(std::string_view text) const;

  /// The language's name as the grammar gives it; may be empty.
  std::string language() const;
  /// The names of the rules; the first is the start rule.
  std::vector<std::string> rules() const;

  struct State;
  /// For the library itself.
  explicit Grammar(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  /// For the library itself.
  const std::shared_ptr<const State>& state() const { return state_; }

 private:
  std::shared_ptr<const State> state_;
};

/// The number of a node. It stays the same for the lifetime of the tree.
using NodeId = std::uint32_t;
/// No node: the parent of the root, or the replacement in an Edit that removes.
inline constexpr NodeId kNoNode = ~NodeId{0};

/// Kinds of nodes.
enum class NodeKind : std::uint8_t {
  kRule,      ///< a rule and its expansion
  kToken,     ///< a leaf: the text of a terminal
  kList,      ///< a repetition: elements, and separators if the grammar has them
  kOptional,  ///< an optional part: one child or none
  kGroup,     ///< a parenthesised part of a rule
};

/// The removal or replacement of one node.
struct Edit {
  NodeId node = kNoNode;  ///< the node that goes
  /// The node of the same tree that replaces it. kNoNode: the node is removed, a list element
  /// together with one separator.
  NodeId by = kNoNode;
};

/// A derivation tree. It is immutable: an edit makes a new tree. Copies share what they have in
/// common.
class GRABR_API Tree {
 public:
  NodeId root() const;               ///< the node of the whole text
  NodeKind kind(NodeId node) const;  ///< the kind of node
  /// The name of the rule or terminal. For lists and optional parts: the element's name if it is a
  /// single symbol, else empty. Valid as long as the grammar.
  std::string_view symbol(NodeId node) const;
  std::vector<NodeId> children(NodeId node) const;  ///< from left to right
  NodeId parent(NodeId node) const;                 ///< kNoNode for the root
  /// The text of a subtree, with the spaces and comments between its tokens but not those before
  /// it.
  std::string text(NodeId node) const;
  /// The text of the whole tree. For a parsed tree: exactly the bytes that were parsed.
  std::string text() const;
  /// Where the node's first token begins and its last one ends in the parsed text; {0, 0} for a
  /// node without tokens.
  std::pair<std::size_t, std::size_t> span(NodeId node) const;
  /// How many of its tokens are not empty.
  std::size_t tokens(NodeId node) const;
  /// Can the node be removed so that the text is still a sentence? True for an element of a list
  /// that is above its minimum length, and for the content of an optional part.
  bool removable(NodeId node) const;
  /// All nodes of a subtree, parents first.
  std::vector<NodeId> nodes(NodeId node) const;
  /// All nodes with that symbol, parents first.
  std::vector<NodeId> find(std::string_view symbol) const;

  /// The text with these edits applied. The nodes must be different, and none may be inside
  /// another. Tokens that would run together are kept apart. The result need not be a sentence;
  /// parse() tells. Throws Error(kUsage) for an edit of a node that is not in the tree.
  std::string print(std::span<const Edit> edits) const;
  /// The text without one node.
  std::string without(NodeId node) const;
  /// The tree with these edits applied; its text is print(edits).
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

/// The answer of a test.
enum class Outcome : std::uint8_t {
  kInteresting,     ///< the text still has the property that the test looks for
  kNotInteresting,  ///< the text does not have it
  kUnresolved,      ///< cannot be decided; if the same text comes up again, it is tested again
};

/// A test that is a program. It runs in a folder of its own, as in `grabr reduce`, whose
/// documentation explains each member. Without conditions, exit status 0 means interesting.
struct Command {
  std::vector<std::string> words;    ///< program and arguments; "@@" becomes the text's path
  std::string shell;                 ///< instead of words: run by /bin/sh -c, the path is $1
  std::string input_name = "input";  ///< the name of the file with the text

  // Conditions: all that are given must hold.
  std::vector<int> exit_codes;             ///< the exit status is one of these
  std::vector<std::string> signals;        ///< it is killed by one of these: "SEGV"
  std::vector<std::string> output;         ///< regular expressions, all found in standard output
  std::vector<std::string> errors;         ///< the same for standard error
  std::vector<std::string> not_in_output;  ///< regular expressions, none found in standard output
  std::vector<std::string> not_in_errors;  ///< the same for standard error
  std::optional<double> hang_s;            ///< it runs longer than this many seconds

  double timeout_s = 300;           ///< for one run, in seconds; 0: none
  std::uint64_t memory_bytes = 0;   ///< for the test's processes; 0: no limit
  std::vector<std::string> copies;  ///< files and folders to copy next to the text
};

/// Decides whether a text is interesting. Must give the same answer for the same text each time.
class GRABR_API Test {
 public:
  /// Whether a text is interesting.
  using Callback = std::function<Outcome(std::string_view text)>;

  /// From a function of a text that returns Outcome or bool. If Options::threads is above 1, it is
  /// called from several threads at once, none of them the thread that called reduce(). An
  /// exception it throws leaves reduce() at the point where its answer is needed.
  template <class Function>
  requires std::is_invocable_v<Function&, std::string_view> Test(Function function)
      : callback_(outcome_of(std::move(function))) {}
  /// From a command, which runs in processes that reduce() forks, `Options::threads` at once.
  Test(Command command) : command_(std::make_shared<const Command>(std::move(command))) {}

  /// Empty if the test is a command.
  const Callback& callback() const { return callback_; }
  /// Null if the test is a callback.
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

/// One tested candidate, as a Listener is told about it. The texts are valid during the call.
struct Tried {
  std::uint64_t number = 0;  ///< number of the test, from 1; 0: the original, before the search
  Outcome outcome = Outcome::kNotInteresting;  ///< the test's answer
  bool accepted = false;                       ///< it is now the best text
  std::string_view text;                       ///< the text that was tested
  std::string_view what;   ///< what was tried, in words: "remove elements 3-4 of 9"
  std::string_view phase;  ///< the pass or strategy
};

/// Callbacks that follow a reduction. They are called in the thread that called reduce(), in an
/// order that does not depend on the number of threads. Each may be empty. An exception ends the
/// reduction and leaves reduce().
struct Listener {
  std::function<void(std::string_view text)> on_best;   ///< a smaller interesting text was found
  std::function<void(const Tried& tried)> on_test;      ///< after each test that counts
  std::function<void(std::string_view name)> on_phase;  ///< another pass begins
  std::function<void(std::string_view words)> on_note;  ///< a message for the user
};

/// A custom pass works with this. An accepted candidate becomes the best text, and the tree changes
/// with it; node numbers always refer to the current tree.
class GRABR_API PassContext {
 public:
  /// The smallest interesting text so far.
  const std::string& text() const;
  /// Its tree; null if there is no grammar or the text does not parse.
  const Tree* tree();
  /// Tests a text; if it is interesting, it becomes the best. Only texts smaller in shortlex order
  /// (fewer bytes, or equally many and smaller byte by byte) are tested; others count as not
  /// interesting. `what` tells listeners what is tried.
  bool try_text(std::string text, std::string what = {});
  /// The same for the text of the tree with these edits.
  bool try_edits(std::span<const Edit> edits, std::string what = {});
  /// The same for the text without a node.
  bool try_without(NodeId node, std::string what = {});
  /// Makes the first interesting candidate, in order, the best and returns its number. With several
  /// threads candidates are tested at once, so `candidate` may be called for later ones too.
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

/// A custom pass. `run` goes over the text once and proposes candidates; it is called again as long
/// as the text gets smaller. It must propose the same candidates for the same text each time.
struct Pass {
  std::string name;  ///< letters, digits and "-"; not the name of a strategy
  std::function<void(PassContext& context)> run;  ///< proposes candidates
};

/// Parts of the text that must stay as they are, in their order; as the program's options of the
/// same names.
struct Protect {
  std::vector<std::string> keep = {};   ///< regular expressions: everything they match stays
  std::vector<std::string> lines = {};  ///< lines of the text, from 1: "7", "3-9"
  std::vector<std::string> only =
      {};  ///< symbols of the grammar: nothing but these parts may change
  std::vector<std::string> except = {};  ///< symbols of the grammar: these parts stay
  bool names = false;                    ///< names may be deleted, but not changed
  bool values = false;                   ///< the same for numbers and strings
  /// Heed marks in the text: DDBEGIN … DDEND, grabr:keep … grabr:end, DustMite's.
  bool marks = true;
};

/// How to reduce.
struct Options {
  /// "auto", or a sequence of strategies that `grabr strategies` lists: "hdd then sweep". It
  /// may also name `passes`. Passes it does not name run after all others. The whole sequence is
  /// repeated as long as the text gets smaller.
  std::string strategy = "auto";
  std::string minimizer;  ///< how lists are minimised; empty: the strategy's own
  std::string schedule;   ///< the passes of "auto", one per line; empty: the default ones
  std::string unit;       ///< what text-based strategies remove: "lines", "tokens", "chars", …
  std::string start;      ///< the start rule for the text; empty: the grammar's
  bool partial = true;    ///< if the text does not parse, use a tree of the parts that do
  std::string file_name = "input";  ///< name of the text, for messages

  /// How many tests run at once. Does not affect the result, the order of calls to listeners or the
  /// number of tests that count.
  unsigned threads = 1;
  /// With a command: fork this process to predict which texts will be tested, which keeps more
  /// threads busy. Not for programs that have threads of their own.
  bool fork_to_look_ahead = false;

  std::uint64_t max_tests = 0;                            ///< 0: no limit
  std::optional<std::chrono::duration<double>> max_time;  ///< empty: no limit
  std::stop_token stop;      ///< ends the reduction, from any thread, with the best text so far
  Listener listener;         ///< follows the reduction
  std::vector<Pass> passes;  ///< custom passes
  Protect protect;           ///< what must stay
};

/// How a reduction ended.
enum class End : std::uint8_t {
  kFinished,        ///< nothing more was found
  kTests,           ///< Options::max_tests was reached
  kTime,            ///< Options::max_time was reached
  kStopped,         ///< Options::stop was requested
  kNotInteresting,  ///< the original text is not interesting
  kEnvironment,     ///< the test could not be run, or the best text is no longer interesting
};

/// The result of a reduction.
struct Result {
  End end = End::kFinished;  ///< how it ended
  /// The smallest interesting text found; with kNotInteresting the original text.
  std::string text;
  std::string reason;                 ///< why it ended, in words; empty with kFinished
  std::uint64_t tests = 0;            ///< tests that count: the same with any number of threads
  std::uint64_t executed = 0;         ///< tests that ran, including unneeded speculative ones
  std::uint64_t interesting = 0;      ///< how many of `tests` were interesting
  std::uint64_t not_interesting = 0;  ///< how many of `tests` were not interesting
  std::uint64_t unresolved = 0;       ///< how many of `tests` were unresolved
  std::uint64_t refused = 0;          ///< candidates not tested: they lack something protected
};

/// How sentences are made, as by `grabr generate`.
struct GenerateOptions {
  std::uint64_t seed = 0;           ///< another seed, other sentences
  std::string start;                ///< the rule to make; empty: the grammar's start rule
  std::string strategy = "random";  ///< "random", "cost" or "coverage"
  /// The least number of nonterminals in a sentence's derivation.
  std::uint32_t min_nonterminals = 0;
  /// The greatest number, unless the shortest derivation has more.
  std::uint32_t max_nonterminals = 200;
  std::uint32_t max_depth = 0;  ///< levels of nonterminals; 0: no limit
};

/// Makes sentences of a grammar, the same for the same options.
class GRABR_API Generator {
 public:
  /// Throws Error(kUsage) for a wrong option, or a rule that has no sentence.
  explicit Generator(const Grammar& grammar, const GenerateOptions& options = {});
  /// The moved-from generator may only be destroyed or assigned to.
  Generator(Generator&&) noexcept;
  /// The same.
  Generator& operator=(Generator&&) noexcept;
  ~Generator();

  /// Sentence number `number`, from 0. With "coverage" it also depends on the calls before.
  std::string sentence(std::uint64_t number);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reduces an interesting text; every step stays interesting. If `grammar` is null, or nothing
/// parses, it is reduced as plain text. The same text, grammar, options and answers give the same
/// result. Throws Error for wrong options, and whatever callbacks throw.
GRABR_API Result reduce(std::string_view text, const Grammar* grammar, const Test& test,
                        const Options& options = {});

/// The same with a grammar that cannot be null.
inline Result reduce(std::string_view text, const Grammar& grammar, const Test& test,
                     const Options& options = {}) {
  return reduce(text, &grammar, test, options);
}

/// How a result is explained.
struct ExplainSettings {
  std::uint64_t seed = 0;        ///< another seed, other texts
  std::uint64_t samples = 20;    ///< tried in place of each part
  std::uint64_t together = 100;  ///< tried with all parts replaced at once
};

/// Which parts of an interesting text matter, and what may stand in place of the others: the JSON
/// object that `grabr explain --json` writes ("grabr-explanation-1"). Of `options`, threads,
/// limits, stop and on_note count; a limit ends it with what is known by then. Throws Error if the
/// text does not parse or is not interesting, and whatever the callback throws.
GRABR_API std::string explain(std::string_view text, const Grammar& grammar, const Test& test,
                              const ExplainSettings& how = {}, const Options& options = {});

}  // namespace v1
}  // namespace grabr
