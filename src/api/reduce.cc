// reduce() of the library: puts together the judge, the session and the strategies for one
// reduction.
#include <algorithm>
#include <stop_token>
#include <variant>

#include "api/engine.h"

namespace grabr::inline v1 {
namespace {

engine::Outcome engine_outcome(Outcome outcome) {
  switch (outcome) {
    case Outcome::kInteresting: return engine::Outcome::kFail;
    case Outcome::kNotInteresting: return engine::Outcome::kPass;
    case Outcome::kUnresolved: break;
  }
  return engine::Outcome::kUnresolved;
}

Outcome public_outcome(engine::Outcome outcome) {
  switch (outcome) {
    case engine::Outcome::kFail: return Outcome::kInteresting;
    case engine::Outcome::kPass: return Outcome::kNotInteresting;
    case engine::Outcome::kUnresolved: break;
  }
  return Outcome::kUnresolved;
}

ProcessOracleOptions process_options(const Command& command, unsigned jobs) {
  ProcessOracleOptions options;
  options.command = command.words;
  options.shell_text = command.shell;
  options.original = command.input_name;
  options.timeout_s = command.timeout_s;
  options.memory_bytes = command.memory_bytes;
  options.jobs = jobs;
  for (const std::string& copy : command.copies) options.copies.emplace_back(copy);
  options.conditions.exits = command.exit_codes;
  options.conditions.signals = command.signals;
  options.conditions.output = command.output;
  options.conditions.errors = command.errors;
  options.conditions.not_output = command.not_in_output;
  options.conditions.not_errors = command.not_in_errors;
  options.conditions.hang_s = command.hang_s;
  return options;
}

}  // namespace

std::unique_ptr<Oracle> make_oracle(const Test& test, unsigned threads) {
  if (test.command() != nullptr) {
    if (test.command()->words.empty() == test.command()->shell.empty()) {
      throw Error(ErrorKind::kUsage, "a command needs either words or a text for the shell", "");
    }
    return std::make_unique<ProcessOracle>(process_options(*test.command(), threads));
  }
  const auto judge = [&test](std::string_view text) {
    return engine_outcome(test.callback()(text));
  };
  if (threads > 1) return std::make_unique<ThreadOracle>(judge, threads);
  return std::make_unique<FunctionOracle>(judge);
}

StopQuestion stop_question(const Options& options) {
  return StopQuestion([stop = options.stop]() -> std::optional<StopReason> {
    if (!stop.stop_requested()) return std::nullopt;
    return StopReason{engine::ErrorKind::kInterrupted, "stopped"};
  });
}

Budget budget_of(const Options& options) {
  Budget budget;
  if (options.max_tests != 0) budget.tests = options.max_tests;
  if (options.max_time) budget.seconds = options.max_time->count();
  return budget;
}

namespace {

/// Informs the listener. Rethrows what a callback threw at the point where its answer is needed.
class Reporter : public Observer {
 public:
  Reporter(const Listener& listener, ThreadOracle* threads)
      : listener_(listener), threads_(threads) {}

  void on_test(const TestRecord& record) override {
    if (record.cached) return;
    if (threads_ != nullptr && record.result.outcome == engine::Outcome::kUnresolved) {
      if (const auto failure = threads_->failure_of(record.text)) std::rethrow_exception(failure);
    }
    if (!listener_.on_test) return;
    listener_.on_test({record.number, public_outcome(record.result.outcome), record.accepted,
                       record.text, record.edit, record.phase});
  }
  void on_best(const SharedText& text) override {
    if (listener_.on_best) listener_.on_best(text);
  }
  void on_phase(std::string_view name) override {
    if (listener_.on_phase) listener_.on_phase(name);
  }

 private:
  const Listener& listener_;
  ThreadOracle* threads_;
};

class NoteTeller : public run::Listener {
 public:
  explicit NoteTeller(const v1::Listener& listener) : listener_(listener) {}
  void note(const std::string& words) override {
    if (listener_.on_note) listener_.on_note(words);
  }

 private:
  const v1::Listener& listener_;
};

/// Strategies that come with grabr, or a custom pass.
using Step = std::variant<Schedule, const Pass*>;

const Pass* pass_named(const std::vector<Pass>& passes, std::string_view name) {
  const auto found = std::ranges::find(passes, name, &Pass::name);
  return found == passes.end() ? nullptr : &*found;
}

void require_new_names(const std::vector<Pass>& passes) {
  for (const Pass& pass : passes) {
    const bool is_word = !pass.name.empty() && std::ranges::all_of(pass.name, [](char c) {
      return c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    const bool is_taken = find_pass(pass.name) != nullptr || pass_named(passes, pass.name) != &pass;
    if (is_word && !is_taken && pass.run) continue;
    throw Error(
        ErrorKind::kUsage, "invalid pass '" + pass.name + "'",
        "its name consists of letters, digits and \"-\" and is not taken, and it has a function");
  }
}

std::vector<std::string_view> split_steps(std::string_view text) {
  constexpr std::string_view kThen = " then ";
  std::vector<std::string_view> steps;
  for (std::size_t end = text.find(kThen); end != std::string_view::npos; end = text.find(kThen)) {
    steps.push_back(text.substr(0, end));
    text.remove_prefix(end + kThen.size());
  }
  steps.push_back(text);
  return steps;
}

Schedule schedule_of(std::string_view text, const Options& options) {
  Schedule schedule = parse_schedule(text);
  if (!options.schedule.empty()) {
    replace_auto(schedule, parse_schedule(options.schedule, "schedule"));
  }
  if (schedule.aim() != Aim::kFailing) {
    throw Error(ErrorKind::kUsage,
                "the strategy " + std::string(text) + " looks for texts that are not interesting",
                "");
  }
  const std::string& minimizer_name = options.minimizer;
  if (minimizer_name.empty()) return schedule;
  const engine::Pass* minimizer = find_minimizer(minimizer_name);
  if (minimizer == nullptr) {
    throw Error(ErrorKind::kUsage, "no list minimiser is called " + minimizer_name,
                "grabr strategies lists them");
  }
  set_lists(schedule, minimizer, std::nullopt);
  return schedule;
}

/// The steps of the options' strategy; adjacent strategies form one schedule.
std::vector<Step> steps_of(const Options& options) {
  require_new_names(options.passes);
  std::vector<Step> steps;
  std::string strategies;
  const auto end_strategies = [&] {
    if (!strategies.empty()) steps.emplace_back(schedule_of(strategies, options));
    strategies.clear();
  };
  for (const std::string_view step : split_steps(options.strategy)) {
    if (const Pass* pass = pass_named(options.passes, step)) {
      end_strategies();
      steps.emplace_back(pass);
    } else {
      strategies += (strategies.empty() ? "" : " then ") + std::string(step);
    }
  }
  end_strategies();
  return steps;
}

std::vector<const Pass*> passes_left(const Options& options, const std::vector<Step>& steps) {
  std::vector<const Pass*> left;
  for (const Pass& pass : options.passes) {
    const Pass* const* found = nullptr;
    for (const Step& step : steps) {
      const auto* named = std::get_if<const Pass*>(&step);
      if (named != nullptr && *named == &pass) found = named;
    }
    if (found == nullptr) left.push_back(&pass);
  }
  return left;
}

ParseOptions parse_options(const Grammar& grammar, const Options& options) {
  ParseOptions how;
  how.start = rule_to_start_with(*grammar.state()->grammar, options.start);
  return how;
}

bool is_smaller(const std::string& text, const std::string& than) {
  return text.size() != than.size() ? text.size() < than.size() : text < than;
}

}  // namespace

struct PassContext::State {
  Session& session;
  const Parser* parser = nullptr;
  std::optional<Tree> tree = std::nullopt;
  bool parsed = false;
  std::string text = session.best();  ///< stays in one place, as a host may refer to it

  /// The text if it is smaller than the best; else the best, whose answer is known and which is
  /// never accepted.
  std::string askable(std::string candidate) const {
    if (is_smaller(candidate, session.best())) return candidate;
    return session.best();
  }
  void take_best() {
    text = session.best();
    tree.reset();
    parsed = false;
  }
};

namespace {

class Reduction {
 public:
  Reduction(std::string_view text, const Grammar* grammar, const Test& test, const Options& options)
      : options_(options),
        steps_(steps_of(options)),
        passes_left_(passes_left(options, steps_)),
        parser_(make_parser(grammar)),
        problem_(make_problem()),
        oracle_(make_oracle(test, options.threads)),
        judge_(*oracle_, judge_options(test)),
        session_(judge_, std::string(text), cache()),
        reporter_(options.listener, dynamic_cast<ThreadOracle*>(oracle_.get())) {
    session_.stop = stop_token_;
    session_.add_observer(&reporter_);
  }

  Result run() {
    const std::stop_callback wake(options_.stop, [this] { oracle_->wake(); });
    Result result;
    try {
      protect();
      search();
    } catch (const engine::Error& error) {
      result.end = end_by(error);
      result.reason = error.what();
    }
    result.text = session_.best();
    const TestCounts counts = session_.counts();
    result.tests = counts.committed;
    result.executed = counts.executed;
    result.interesting = counts.fail;
    result.not_interesting = counts.pass;
    result.unresolved = counts.unresolved;
    result.refused = counts.unprotected;
    return result;
  }

 private:
  /// Finds the protected parts in the text as it is before the search.
  void protect() {
    const Protect& asked = options_.protect;
    run::Protect wanted;
    wanted.keep = asked.keep;
    wanted.keep_lines = asked.lines;
    wanted.only = asked.only;
    wanted.except = asked.except;
    wanted.names = asked.names;
    wanted.values = asked.values;
    wanted.markers = asked.marks;
    std::optional<engine::Tree> tree;
    if (parser_ != nullptr && !session_.best().empty()) {
      ParseResult parsed = parser_->parse(session_.best());
      if (auto* whole = std::get_if<engine::Tree>(&parsed)) tree = std::move(*whole);
    }
    NoteTeller teller(options_.listener);
    session_.protection = find_protection(
        wanted, {options_.file_name, session_.best(), parser_.get(), tree ? &*tree : nullptr},
        teller);
  }

  std::shared_ptr<const Parser> make_parser(const Grammar* grammar) const {
    if (grammar == nullptr) return nullptr;
    return std::make_shared<const Parser>(grammar->state()->grammar,
                                          parse_options(*grammar, options_));
  }

  engine::Problem make_problem() const {
    engine::Problem problem;
    problem.parser = parser_;
    if (!options_.unit.empty()) {
      problem.unit = unit_by_name(options_.unit);
      if (!problem.unit) {
        throw Error(ErrorKind::kUsage, "no unit of text is called " + options_.unit,
                    "there are: " + unit_names());
      }
    }
    problem.tell = [this](const std::string& words) {
      if (options_.listener.on_note) options_.listener.on_note(words);
    };
    return problem;
  }

  Judge::Options judge_options(const Test& test) {
    Judge::Options options;
    const bool may_fork = options_.fork_to_look_ahead && test.command() != nullptr;
    options.look_ahead = may_fork ? LookAhead::kByFork : LookAhead::kInSequence;
    if (test.command() == nullptr) options.canary_every = 0;
    options.stop = stop_token_;
    return options;
  }

  CachePolicy cache() const {
    const auto* only = steps_.size() == 1 ? std::get_if<Schedule>(&steps_.front()) : nullptr;
    return only == nullptr || !passes_left_.empty() ? CachePolicy::kNegative : only->cache();
  }

  End end_by(const engine::Error& error) const {
    switch (error.kind()) {
      case engine::ErrorKind::kInterrupted: return End::kStopped;
      case engine::ErrorKind::kNotInteresting: return End::kNotInteresting;
      case engine::ErrorKind::kBudget: {
        const auto* used = dynamic_cast<const BudgetUsed*>(&error);
        return used != nullptr && used->of == BudgetUsed::Of::kTime ? End::kTime : End::kTests;
      }
      case engine::ErrorKind::kEnvironment: return End::kEnvironment;
      default: throw public_error(error);
    }
  }

  /// Runs the passes that the strategy does not name last, and repeats all of it while they
  /// succeed.
  void search() {
    std::string before;
    do {
      for (const Step& step : steps_) take(step);
      before = session_.best();
      for (const Pass* pass : passes_left_) run_pass(*pass);
    } while (session_.best() != before);
  }

  void take(const Step& step) {
    if (const auto* pass = std::get_if<const Pass*>(&step)) return run_pass(**pass);
    const auto& schedule = std::get<Schedule>(step);
    run_schedule(schedule, session_, parsed_problem(schedule));
  }

  engine::Problem parsed_problem(const Schedule& schedule) {
    engine::Problem problem = problem_;
    if (parser_ == nullptr || !schedule.uses_grammar() || session_.best().empty()) return problem;
    ParseOptions how = parser_->defaults();
    how.choice = schedule.choice();
    ParseResult parsed = parser_->parse(session_.best(), how);
    if (auto* tree = std::get_if<engine::Tree>(&parsed)) {
      problem.tree = std::move(*tree);
    } else if (options_.partial) {
      tell_failure(std::get<ParseFailure>(parsed));
      problem.tree = parse_partially(*parser_, session_.best()).tree;
      problem.partial = true;
    }
    return problem;
  }

  void tell_failure(const ParseFailure& failure) {
    if (!options_.listener.on_note || session_.best() != session_.original()) return;
    const Source source(options_.file_name, session_.best());
    const Position place = source.position(failure.span.begin);
    options_.listener.on_note(source.name() + ":" + std::to_string(place.line) + ":" +
                              std::to_string(place.column) + ": " +
                              parser_->describe(failure, source).message);
  }

  void run_pass(const Pass& pass) {
    if (!session_.best_fails()) session_.check_original("preflight");
    // No speculation in forked processes: they would run the caller's code.
    std::optional<Judge::Region> region;
    if (!options_.fork_to_look_ahead) region.emplace(judge_);
    session_.begin_phase(pass.name);
    PassContext::State state{session_, parser_.get()};
    PassContext context(state);
    for (std::string before; before != session_.best();) {
      before = session_.best();
      pass.run(context);
    }
  }

  const Options& options_;
  StopQuestion stop_ = stop_question(options_);
  const StopToken stop_token_ = StopToken(stop_).within(budget_of(options_));
  std::vector<Step> steps_;
  std::vector<const Pass*> passes_left_;
  std::shared_ptr<const Parser> parser_;
  engine::Problem problem_;  ///< has no tree
  std::unique_ptr<Oracle> oracle_;
  Judge judge_;
  Session session_;
  Reporter reporter_;
};

}  // namespace

const std::string& PassContext::text() const { return state_.text; }

const Tree* PassContext::tree() {
  if (!std::exchange(state_.parsed, true) && state_.parser != nullptr) {
    ParseResult parsed = state_.parser->parse(text());
    if (auto* tree = std::get_if<engine::Tree>(&parsed)) {
      state_.tree.emplace(std::make_shared<const Tree::State>(Tree::State{std::move(*tree)}));
    }
  }
  return state_.tree ? &*state_.tree : nullptr;
}

bool PassContext::try_text(std::string text, std::string what) {
  const bool accepted = state_.session.fails(state_.askable(std::move(text)), std::move(what));
  if (accepted) state_.take_best();
  return accepted;
}

bool PassContext::try_edits(std::span<const Edit> edits, std::string what) {
  if (tree() == nullptr) throw Error(ErrorKind::kNotParsed, "there is no tree to edit", "");
  return try_text(tree()->print(edits), std::move(what));
}

bool PassContext::try_without(NodeId node, std::string what) {
  const Edit edit{node, kNoNode};
  return try_edits({&edit, 1}, std::move(what));
}

std::optional<std::size_t> PassContext::first_interesting(
    std::size_t count, const std::function<std::string(std::size_t number)>& candidate,
    const std::string& what) {
  const auto found = state_.session.first_failing([&](std::size_t number, Candidate& next) {
    if (number == count) return false;
    next = {state_.askable(candidate(number)), what};
    return true;
  });
  if (found) state_.take_best();
  return found;
}

Result reduce(std::string_view text, const Grammar* grammar, const Test& test,
              const Options& options) {
  try {
    return Reduction(text, grammar, test, options).run();
  } catch (const engine::Error& error) {
    throw public_error(error);
  }
}

}  // namespace grabr::v1
