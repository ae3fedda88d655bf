// A message whose text was not asked for is a new text to work on: the current search ends, and one
// on the new text begins. A text that the last search could not make smaller is not searched again,
// because that would ask the same questions. Tested by tests/check_proposers.py.
#include "run/proposing.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <istream>
#include <optional>
#include <ostream>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "oracle/answers/judge.h"
#include "oracle/oracle.h"
#include "parse/repair/partial.h"
#include "reduce/schedule.h"
#include "reduce/strategy.h"
#include "run/files/outside_messages.h"
#include "text/error.h"

namespace grabr::run {
namespace {

struct InputEnds {};
struct OtherText {
  std::string text;
};

OutsideMessage next_feedback(std::istream& in) {
  std::string line;
  if (!std::getline(in, line)) throw InputEnds{};
  std::optional<OutsideMessage> message = read_outside_message(line);
  if (!message || message->kind != OutsideMessage::Kind::kFeedback) {
    throw Error(ErrorKind::kInvalid,
                "not a feedback message of Shrink Ray's protocol: " + line.substr(0, 60));
  }
  return *std::move(message);
}

/// Asks the other reducer to test candidates.
class AskingOracle : public Oracle {
 public:
  AskingOracle(std::istream& in, std::ostream& out, unsigned jobs)
      : in_(in), out_(out), jobs_(jobs) {}

  unsigned capacity() const override { return jobs_; }

  Ticket start(std::string_view candidate) override {
    out_ << query_line(candidate) << std::flush;
    asked_.push_back({++tickets_, std::string(candidate), false});
    return tickets_;
  }

  std::optional<Finished> wait(std::span<const int>, const Deadline&) override {
    for (;;) {
      OutsideMessage message = next_feedback(in_);
      const std::optional<Question> answered = answered_by(message);
      if (!answered) throw OtherText{std::move(message.text)};
      if (answered->is_void) continue;
      TestResult result;
      result.outcome = message.fails ? Outcome::kFail : Outcome::kPass;
      result.exit_code = message.fails ? 0 : 1;
      return Finished{answered->ticket, result};
    }
  }

  void cancel(Ticket ticket) override {
    for (Question& question : asked_) question.is_void |= question.ticket == ticket;
  }

  /// Called between searches: waits for the next text. Outstanding answers are ignored.
  std::string next_text() {
    for (Question& question : asked_) question.is_void = true;
    for (;;) {
      OutsideMessage message = next_feedback(in_);
      if (!answered_by(message)) return std::move(message.text);
    }
  }

 private:
  struct Question {
    Ticket ticket = 0;
    std::string text;
    bool is_void = false;  ///< its answer will be ignored
  };

  /// Removes and returns the question that the message answers; nothing if it answers none.
  std::optional<Question> answered_by(const OutsideMessage& message) {
    const auto question = std::find_if(asked_.begin(), asked_.end(), [&](const Question& one) {
      return one.text == message.text;
    });
    if (question == asked_.end()) return std::nullopt;
    Question answered = std::move(*question);
    asked_.erase(question);
    return answered;
  }

  std::istream& in_;
  std::ostream& out_;
  unsigned jobs_;
  Ticket tickets_ = 0;
  std::deque<Question> asked_;
};

Problem problem_of(const std::string& text, const std::shared_ptr<const Parser>& parser) {
  Problem problem;
  problem.parser = parser;
  if (!parser || text.empty()) return problem;
  ParseResult parsed = parser->parse(text);
  if (auto* tree = std::get_if<Tree>(&parsed)) {
    problem.tree = std::move(*tree);
  } else {
    problem.tree = parse_partially(*parser, text).tree;
    problem.partial = true;
  }
  return problem;
}

std::string search(const std::string& text, AskingOracle& oracle, const Schedule& schedule,
                   const ProposingOptions& options) {
  Judge::Options how;
  how.look_ahead = LookAhead::kInSequence;
  how.canary_every = 0;
  Judge judge(oracle, how);
  Session session(judge, text, schedule.cache());
  session.accept_original();
  run_schedule(schedule, session, problem_of(text, options.parser));
  return session.best();
}

}  // namespace

void propose(std::istream& in, std::ostream& out, const ProposingOptions& options) {
  const Schedule schedule = parse_schedule(options.strategy);
  if (schedule.aim() != Aim::kFailing || schedule.tests_original()) {
    throw Error(ErrorKind::kInvalid,
                "strategy " + schedule.text() +
                    " cannot propose candidates: it needs a test of the input itself");
  }
  AskingOracle oracle(in, out, options.jobs);
  std::optional<std::string> done, next;
  try {
    for (;;) {
      const std::string text = next ? *std::exchange(next, std::nullopt) : oracle.next_text();
      try {
        if (text != done) done = search(text, oracle, schedule, options);
        out << idle_line() << std::flush;
      } catch (OtherText& other) {
        done.reset();
        next = std::move(other.text);
      }
    }
  } catch (const InputEnds&) {
  }
}

}  // namespace grabr::run
