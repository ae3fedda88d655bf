#include "run/job/final_steps.h"

#include <utility>

#include "run/files/converter.h"
#include "text/error.h"
#include "text/setting.h"

namespace grabr {
namespace {

/// Seconds, without --timeout. Formatters may be slow to start.
constexpr double kFormatterLimit_s = 30;

void format(Session& session, const run::Config& config, const std::filesystem::path& original,
            const StopToken& stop, run::Listener& listener) {
  const std::string& command = config.output.formatter;
  session.begin_phase("formatter");
  const auto refuse = [&](const std::string& reason) {
    listener.note(spelled("{formatter} ") + command + ": " + reason +
                  "; the result stays as it was");
  };
  Formatter formatter(command, original.string(),
                      config.limits.timeout_s.value_or(kFormatterLimit_s), "{formatter}");
  Formatter::Result formatted = formatter.run(session.best(), stop);
  if (!formatted.text) return refuse(formatted.problem);
  if (*formatted.text == session.best()) return;
  if (session.known_outcome(*formatted.text) == Outcome::kFail) {
    return session.go_back_to(*std::move(formatted.text));
  }
  const Session::OutsideGrammar outside(session);
  if (session.fails(*std::move(formatted.text), command)) return;
  refuse("its version of the result does not fail");
}

}  // namespace

bool has_final_steps(const run::Output& output) {
  return output.style != Style::kKeep || !output.formatter.empty();
}

void check_final_steps(const run::Output& output, const Schedule& schedule) {
  if (has_final_steps(output) && schedule.aim() != Aim::kFailing) {
    throw Error(
        ErrorKind::kInvalid,
        schedule.text() +
            spelled(" looks for a passing input: {style} and {formatter} are for failing ones"));
  }
  if (!output.formatter.empty()) check_formatter(output.formatter, "{formatter}");
}

void take_final_steps(Session& session, const run::Config& config, const Problem& problem,
                      const std::filesystem::path& original, const StopToken& stop,
                      run::Listener& listener) {
  if (session.best().empty()) return;
  const std::string reason = apply_style(config.output.style, session, problem);
  if (!reason.empty()) {
    listener.note(spelled("{style} ") + std::string(style_name(config.output.style)) + ": " +
                  reason + "; the result stays as it was");
  }
  if (!config.output.formatter.empty()) format(session, config, original, stop, listener);
}

}  // namespace grabr
