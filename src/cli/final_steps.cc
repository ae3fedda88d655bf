#include "cli/final_steps.h"

#include <utility>

#include "cli/formatter.h"
#include "reduce/style/style.h"
#include "text/error.h"
#include "text/named_value.h"

namespace grabr {
namespace {

/// Without --timeout. Formatters may be slow to start.
constexpr double kFormatterLimit_s = 30;

bool has_formatter(const ReduceOptions& options) {
  return !options.formatter.empty() && options.formatter != "none";
}

void format(Session& session, const ReduceOptions& options, const std::filesystem::path& original,
            const std::function<void()>& check_stop,
            const std::function<void(const std::string&)>& note) {
  session.begin_phase("formatter");
  const auto refuse = [&](const std::string& reason) {
    note("--formatter " + options.formatter + ": " + reason + "; the result stays as it was");
  };
  Formatter formatter(options.formatter, original.string(),
                      options.timeout_s.value_or(kFormatterLimit_s));
  Formatter::Result formatted = formatter.run(session.best(), check_stop);
  if (!formatted.text) return refuse(formatted.problem);
  if (*formatted.text == session.best()) return;
  const Session::OutsideGrammar outside(session);
  if (session.fails(*std::move(formatted.text), options.formatter)) return;
  refuse("what it made of the result does not fail");
}

Style style_of(const ReduceOptions& options) {
  return parse_enum("--style", options.style, styles());
}

}  // namespace

bool has_final_steps(const ReduceOptions& options) {
  return style_of(options) != Style::kKeep || has_formatter(options);
}

void check_final_steps(const ReduceOptions& options, const Schedule& schedule) {
  if (has_final_steps(options) && schedule.aim() != Aim::kFailing) {
    throw Error(Exit::kUsage, schedule.text() + " looks for an input that passes: --style and "
                                                "--formatter are for one that fails");
  }
  if (has_formatter(options)) check_formatter(options.formatter);
}

void take_final_steps(Session& session, const ReduceOptions& options, const Problem& problem,
                      const std::filesystem::path& original,
                      const std::function<void()>& check_stop,
                      const std::function<void(const std::string&)>& note) {
  if (session.best().empty()) return;
  const Style style = style_of(options);
  const std::string reason = apply_style(style, session, problem);
  if (!reason.empty()) {
    note("--style " + options.style + ": " + reason + "; the result stays as it was");
  }
  if (has_formatter(options)) format(session, options, original, check_stop, note);
}

}  // namespace grabr
