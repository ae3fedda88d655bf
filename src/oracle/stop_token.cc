// Tested by tests/oracle/stop_token_test.cc.
#include "oracle/stop_token.h"

#include <algorithm>
#include <sstream>

namespace grabr {
namespace {

constexpr double kMaxBudget_s = 1e9;  // a larger budget is no limit, because clocks cannot count it

std::string time_is_up(double seconds) {
  std::ostringstream words;
  words << "the time of " << seconds << " s is up";
  return words.str();
}

}  // namespace

StopToken StopToken::within(const Budget& budget, Moment begin) const {
  StopToken token = *this;
  if (budget.tests) {
    token.tests_ = std::make_shared<Tests>(Tests{*budget.tests, *budget.tests, tests_});
  }
  if (!budget.seconds || *budget.seconds > kMaxBudget_s) return token;
  const std::chrono::duration<double> length(std::max(0.0, *budget.seconds));
  const Moment end = begin + std::chrono::ceil<Moment::duration>(length);
  if (deadline_ && *deadline_ <= end) return token;
  token.deadline_ = end;
  token.seconds_ = *budget.seconds;
  return token;
}

StopToken StopToken::without_budget() const {
  StopToken token;
  token.source_ = source_;
  return token;
}

std::optional<StopReason> StopToken::asked() const {
  if (source_ != nullptr) {
    if (auto stop = source_->asked()) return stop;
  }
  if (deadline_ && std::chrono::steady_clock::now() >= *deadline_) {
    return StopReason{ErrorKind::kBudget, time_is_up(seconds_)};
  }
  return std::nullopt;
}

void StopToken::check() const {
  const auto stop = asked();
  if (!stop) return;
  if (stop->kind == ErrorKind::kBudget) throw BudgetUsed(BudgetUsed::Of::kTime, stop->reason);
  throw Error(stop->kind, stop->reason);
}

void StopToken::take_test() const {
  for (const Tests* tests = tests_.get(); tests != nullptr; tests = tests->around.get()) {
    if (tests->left > 0) continue;
    throw BudgetUsed(BudgetUsed::Of::kTests, "the budget of " + std::to_string(tests->most) +
                                                 (tests->most == 1 ? " test" : " tests") +
                                                 " is used up");
  }
  for (Tests* tests = tests_.get(); tests != nullptr; tests = tests->around.get()) --tests->left;
}

std::optional<std::uint64_t> StopToken::tests_left() const {
  std::optional<std::uint64_t> left;
  for (const Tests* tests = tests_.get(); tests != nullptr; tests = tests->around.get()) {
    left = std::min(left.value_or(tests->left), tests->left);
  }
  return left;
}

StopToken::Watch::Watch(const StopToken& token, Oracle* oracle) : source_(token.source_) {
  if (source_ != nullptr) source_->begin(oracle);
}

StopToken::Watch::~Watch() {
  if (source_ != nullptr) source_->end();
}

}  // namespace grabr
