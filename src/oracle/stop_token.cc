// Tested by tests/oracle/stop_token_test.cc.
#include "oracle/stop_token.h"

namespace grabr {

StopToken StopToken::until(std::chrono::steady_clock::time_point moment,
                           StopReason at_moment) const {
  StopToken token = *this;
  token.deadline_ = moment;
  token.at_deadline_ = std::move(at_moment);
  return token;
}

StopToken StopToken::without_deadline() const {
  StopToken token;
  token.source_ = source_;
  return token;
}

std::optional<StopReason> StopToken::asked() const {
  if (source_ != nullptr) {
    if (auto stop = source_->asked()) return stop;
  }
  if (deadline_ && std::chrono::steady_clock::now() >= *deadline_) return at_deadline_;
  return std::nullopt;
}

void StopToken::check() const {
  if (const auto stop = asked()) throw Error(stop->kind, stop->reason);
}

StopToken::Watch::Watch(const StopToken& token, Oracle* oracle) : source_(token.source_) {
  if (source_ != nullptr) source_->begin(oracle);
}

StopToken::Watch::~Watch() {
  if (source_ != nullptr) source_->end();
}

}  // namespace grabr
