// Once the difference of two inputs is small, the rest is the same text twice, and most of it often
// has nothing to do with the failure. A unit that a shortest edit script does not change is in both
// texts; it is removed from both or from neither. The passing text is tested first, so that no text
// becomes the best unless its counterpart passes.
//
//   passes: "a b c d"; fails: "a b X c d" where c is needed by X: "c" and "X c"
//
// It tries windows of half of the units, a quarter, …, down to single units; single units are tried
// again until a whole sweep removes none, so the result is 1-minimal. About n log n tests of each
// text, n² at worst.
// Tested by tests/reduce/common_part_test.cc.
#include "reduce/diff/common_part.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/diff.h"

namespace grabr {
namespace {

constexpr std::size_t kNotShared = ~std::size_t{0};

/// A unit of one of the texts.
struct PairedUnit {
  std::string_view text;
  std::size_t shared = kNotShared;  ///< its number among the units that both texts have
};

using Staying = std::vector<bool>;

class CommonPart {
 public:
  CommonPart(Session& session, Unit unit, std::function<bool(std::string_view)> may_ask)
      : session_(session),
        may_ask_(std::move(may_ask)),
        passing_text_(*session.passing()),
        failing_text_(session.best()) {
    pair_up(unit_texts(passing_text_, unit), unit_texts(failing_text_, unit));
  }

  void reduce() {
    for (std::size_t size = std::max<std::size_t>(left_ / 2, 1); size > 1; size /= 2) sweep(size);
    while (left_ > 0 && sweep(1)) continue;
  }

 private:
  void pair_up(const std::vector<std::string_view>& passing,
               const std::vector<std::string_view>& failing) {
    std::size_t at = 0;
    std::size_t other = 0;
    const auto share_until = [&](std::size_t end) {
      for (; at < end; ++at, ++other, ++left_) {
        passing_.push_back({passing[at], left_});
        failing_.push_back({failing[other], left_});
      }
    };
    for (const Change& change : shortest_changes(passing, failing)) {
      share_until(change.before.begin);
      for (; at < change.before.end; ++at) passing_.push_back({passing[at]});
      for (; other < change.after.end; ++other) failing_.push_back({failing[other]});
    }
    share_until(passing.size());
    stays_.assign(left_, true);
  }

  /// Tries to remove windows of `size` units, the last first. Returns whether one was removed.
  bool sweep(std::size_t size) {
    std::vector<std::size_t> units;
    for (std::size_t i = 0; i < stays_.size(); ++i) {
      if (stays_[i]) units.push_back(i);
    }
    bool any = false;
    for (std::size_t end = units.size(); end > 0; end -= std::min(size, end)) {
      const std::size_t begin = end - std::min(size, end);
      Staying fewer = stays_;
      for (std::size_t i = begin; i < end; ++i) fewer[units[i]] = false;
      if (!holds(fewer, end - begin)) continue;
      stays_ = fewer;
      left_ -= end - begin;
      any = true;
    }
    return any;
  }

  bool holds(const Staying& stays, std::size_t taken) {
    const std::string edit = "take " + std::to_string(taken) + " of " + std::to_string(left_) +
                             " common parts from both";
    std::string passing = text_of(passing_, stays);
    if (may_ask_ && !(may_ask_(passing) && may_ask_(text_of(failing_, stays)))) return false;
    if (session_.test(passing, edit) != Outcome::kPass) return false;
    if (!session_.fails(text_of(failing_, stays), edit)) return false;
    session_.keep_passing(std::move(passing));
    return true;
  }

  static std::string text_of(const std::vector<PairedUnit>& units, const Staying& stays) {
    std::string text;
    for (const PairedUnit& unit : units) {
      if (unit.shared == kNotShared || stays[unit.shared]) text += unit.text;
    }
    return text;
  }

  Session& session_;
  const std::function<bool(std::string_view)> may_ask_;
  const std::string passing_text_;
  const std::string failing_text_;
  std::vector<PairedUnit> passing_;
  std::vector<PairedUnit> failing_;
  Staying stays_;
  std::size_t left_ = 0;  ///< the number of shared units that are left
};

}  // namespace

void reduce_common_part(Session& session, Unit unit,
                        const std::function<bool(std::string_view)>& may_ask) {
  if (session.passing()) CommonPart(session, unit, may_ask).reduce();
}

}  // namespace grabr
