#include "api/engine.h"

namespace grabr::inline v1 {
namespace {

ErrorKind public_kind(engine::ErrorKind kind) {
  switch (kind) {
    case engine::ErrorKind::kInvalid: return ErrorKind::kUsage;
    case engine::ErrorKind::kNotParsed: return ErrorKind::kNotParsed;
    case engine::ErrorKind::kNotTrusted:
    case engine::ErrorKind::kEnvironment: return ErrorKind::kEnvironment;
    default: return ErrorKind::kInternal;
  }
}

}  // namespace

std::string_view version() { return build_version(); }

Error::Error(ErrorKind kind, const std::string& message, std::string hint)
    : std::runtime_error(message), kind_(kind), hint_(std::move(hint)) {}
Error::Error(const Error&) noexcept = default;
Error::~Error() = default;

Error public_error(const engine::Error& error) {
  constexpr std::string_view kHint = "\nhint: ";
  const std::string words = error.what();
  const std::size_t hint = words.find(kHint);
  if (hint == std::string::npos) return Error(public_kind(error.kind()), words, "");
  return Error(public_kind(error.kind()), words.substr(0, hint), words.substr(hint + kHint.size()));
}

Problem public_problem(const Diagnostic& diagnostic, const Source& source) {
  Problem problem;
  problem.severity = static_cast<Severity>(diagnostic.severity);
  problem.file = source.name();
  const Position place = source.position(diagnostic.span.begin);
  problem.line = place.line;
  problem.column = place.column;
  problem.message = diagnostic.message;
  problem.hint = diagnostic.hint;
  problem.shown = render(diagnostic, source);
  return problem;
}

static_assert(static_cast<int>(Severity::kError) == static_cast<int>(engine::Severity::kError) &&
              static_cast<int>(Severity::kNote) == static_cast<int>(engine::Severity::kNote));

}  // namespace grabr::v1
