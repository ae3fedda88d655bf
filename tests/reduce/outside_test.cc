#include "reduce/outside.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/pass_table.h"
#include "reduce/strategy.h"

namespace grabr {
namespace {

/// Prints its lines whatever it receives, and records the answers.
class Parrot : public OutsideReducer {
 public:
  explicit Parrot(std::vector<std::string> lines) : lines_(std::move(lines)) {}
  const std::string& name() const override { return name_; }
  void work_on(std::string_view text) override { given = text; }
  std::optional<std::string> proposed(const StopToken&) override {
    if (next_ == lines_.size()) return std::nullopt;
    return lines_[next_++];
  }
  void on_answer(std::string_view, bool fails) override { answers.push_back(fails); }

  std::string given;
  std::vector<bool> answers;

 private:
  std::string name_ = "parrot";
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
};

}  // namespace

TEST_CASE("outside reducers: what is smaller is tested, in their order") {
  std::vector<std::string> tested;
  FunctionOracle oracle([&](std::string_view text) {
    tested.emplace_back(text);
    return text.find('b') != std::string_view::npos ? Outcome::kFail : Outcome::kPass;
  });
  Session session(oracle, "aabaa");
  const auto first =
      std::make_shared<Parrot>(std::vector<std::string>{"aabaaa", "aabaa", "aaa", "aab", "aac"});
  const auto second = std::make_shared<Parrot>(std::vector<std::string>{"b"});
  Problem problem;
  problem.outside = {first, second};
  run_strategy(*find_pass("outside"), session, problem);
  CHECK(tested == std::vector<std::string>{"aabaa", "aaa", "aab", "b"});
  CHECK(first->answers == std::vector<bool>{false, false, false, true, false});
  CHECK(second->given == "aab");
  CHECK(session.best() == "b");
}

}  // namespace grabr
