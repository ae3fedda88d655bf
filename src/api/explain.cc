// explain() of the library: asks the test itself, as `grabr explain` does, without a journal.
#include <filesystem>
#include <stop_token>
#include <variant>

#include "api/engine.h"

namespace grabr::inline v1 {
namespace {

constexpr unsigned kTriesOfTest = 3;        // attempts to run a test before it is an error
constexpr std::size_t kAheadOfAnswers = 2;  // texts under test or answered, for each thread

class Explaining {
 public:
  Explaining(std::string_view text, const Grammar& grammar, const Test& test,
             const Options& options)
      : options_(options),
        text_(text),
        grammar_(*grammar.state()),
        oracle_(make_oracle(test, options.threads)),
        threads_(dynamic_cast<ThreadOracle*>(oracle_.get())) {}

  std::string run(const ExplainSettings& how) {
    const std::stop_callback wake(options_.stop, [this] { oracle_->wake(); });
    const engine::Tree tree = parsed();
    require_interesting();
    ExplainOptions asked;
    asked.seed = how.seed;
    asked.samples = how.samples;
    asked.together = how.together;
    const Explanation explanation = grabr::explain(
        tree, text_, base(), asked,
        [this](const NextText& next, const TakeAnswer& take) { ask(next, take); },
        [](const std::string&) {});
    return explanation_json(text_, explanation, how.seed, tests_);
  }

 private:
  engine::Tree parsed() const {
    const std::lock_guard lock(grammar_.mutex);
    ParseResult result = grammar_.parser.parse(text_);
    if (auto* tree = std::get_if<engine::Tree>(&result)) return std::move(*tree);
    const Source source(options_.file_name, text_);
    const Problem why =
        public_problem(grammar_.parser.describe(std::get<ParseFailure>(result), source), source);
    throw Error(ErrorKind::kNotParsed, why.message,
                "only a text that its grammar accepts can be explained");
  }

  /// Abstract grammars "extend" this one by its path: reading that gives the text in memory.
  BaseGrammar base() const {
    BaseGrammar base;
    base.grammar = grammar_.grammar;
    base.path = std::filesystem::absolute(grammar_.source.name()).lexically_normal();
    base.read = [source = grammar_.source, path = base.path](const std::string& wanted) {
      return wanted == path ? Source(path, std::string(source.bytes())) : grammar_source(wanted);
    };
    return base;
  }

  void require_interesting() {
    const TestResult result = oracle_->run(text_, stop_token_);
    rethrow_failure(text_, result);
    require_run(result);
    if (fails(result)) return;
    throw Error(ErrorKind::kUsage, "the text is not interesting", "");
  }

  static void require_run(const TestResult& result) {
    if (result.infrastructure.empty()) return;
    throw Error(ErrorKind::kEnvironment, "the test cannot be run: " + result.infrastructure, "");
  }

  /// Rethrows, in the caller's thread, what a callback threw in a thread.
  void rethrow_failure(std::string_view text, const TestResult& result) {
    if (threads_ == nullptr || result.outcome != engine::Outcome::kUnresolved) return;
    if (const auto failure = threads_->failure_of(text)) std::rethrow_exception(failure);
  }

  void ask(const NextText& next, const TakeAnswer& take) {
    OrderedTests tests(*oracle_,
                       [&]() -> std::optional<OrderedTests::Question> {
                         std::optional<std::string> text = next();
                         if (!text) return std::nullopt;
                         return OrderedTests::Question{*std::move(text), std::nullopt};
                       },
                       {.most_ahead = kAheadOfAnswers * oracle_->capacity(),
                        .tries = kTriesOfTest,
                        .stop = stop_token_,
                        .counts = true});
    while (const auto answer = tests.next()) {
      rethrow_failure(answer->text, answer->result);
      require_run(answer->result);
      ++tests_;
      if (!take(answer->result)) return;
    }
  }

  const Options& options_;
  std::string text_;
  const Grammar::State& grammar_;
  std::unique_ptr<Oracle> oracle_;
  ThreadOracle* threads_;
  StopQuestion stop_ = stop_question(options_);
  const StopToken stop_token_ = StopToken(stop_).within(budget_of(options_));
  std::uint64_t tests_ = 0;
};

}  // namespace

std::string explain(std::string_view text, const Grammar& grammar, const Test& test,
                    const ExplainSettings& how, const Options& options) {
  try {
    return Explaining(text, grammar, test, options).run(how);
  } catch (const engine::Error& error) {
    throw public_error(error);
  }
}

}  // namespace grabr::v1
