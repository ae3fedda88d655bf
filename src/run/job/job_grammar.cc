#include "run/job/job_grammar.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "catalogue/choose_grammar.h"
#include "catalogue/find_grammar.h"
#include "catalogue/read_grammar.h"
#include "parse/repair/partial.h"
#include "reduce/strategy.h"
#include "report/form/measure.h"
#include "run/config/find_protection.h"
#include "run/config/quantity_words.h"
#include "text/error.h"
#include "text/escape.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

using run::Config;
using run::Listener;

void use_grammar(const Config& config, const fs::path& path, ReductionJob& job) {
  job.grammar_file = path;
  job.problem.parser = std::make_shared<const Parser>(read_grammar(path), config.input.parse);
}

/// Shows the step; for large inputs also as a note, which is visible without a progress line.
void show_parsing(std::size_t bytes, Listener& listener) {
  constexpr std::size_t kMinBytesForNote = 8'000'000;
  const std::string doing = "parsing " + size_text(bytes);
  if (bytes >= kMinBytesForNote) listener.note(doing);
  listener.on_step(doing);
}

void forget_grammar(ReductionJob& job) {
  job.grammar_file.clear();
  job.grammar_choice.clear();
  job.problem.parser.reset();
}

/// Tries the plain-text grammar, the fallback for other languages; returns true if it accepts the
/// input.
bool use_plain_text(const Config& config, const GrammarChooser& chooser, ReductionJob& job) {
  const std::optional<GrammarChoice> choice = chooser.plain_text();
  if (!choice) return false;
  use_grammar(config, choice->path, job);
  if (job.problem.parser->accepts(job.text)) {
    job.grammar_choice = choice->key + ", " + choice->reason + " (-g names another)";
    return true;
  }
  forget_grammar(job);
  return false;
}

/// "2 places do not parse (5 of 120 tokens): they are reduced as text, the rest on its tree"
std::string what_happens(const PartialTree& partial) {
  if (partial.bare) return "nothing parses: it is reduced as text, by its lines and brackets";
  const bool one = partial.opaque.size() == 1;
  return std::to_string(partial.opaque.size()) + (one ? " place does" : " places do") +
         " not parse (" + std::to_string(partial.opaque_tokens) + " of " +
         std::to_string(partial.tokens) + " tokens): " + (one ? "it is" : "they are") +
         " reduced as text, the rest on its tree";
}

/// If the whole input took too much memory, its parts may, too: a smaller limit detects that
/// sooner.
ParseOptions options_of_parts(const ReductionJob& job, const ParseFailure& failure) {
  constexpr std::size_t kWhereItIsTooMuch = 50'000'000;  // bytes at which a text is too much
  ParseOptions options = job.problem.parser->defaults();
  if (failure.reason == ParseFailure::Reason::kMemory ||
      failure.reason == ParseFailure::Reason::kAmbiguous) {
    options.max_memory = std::min(options.max_memory, kWhereItIsTooMuch);
  }
  return options;
}

}  // namespace

void choose_grammar(const Config& config, ReductionJob& job, Listener& listener) {
  const bool strict = config.input.strict;
  if (!config.input.grammar.empty()) {
    return use_grammar(config, find_grammar(config.input.grammar), job);
  }
  const bool wanted = job.schedule.uses_grammar() || strict || config.input.by_tree ||
                      config.output.style != Style::kKeep || protects_symbols(config.protect) ||
                      config.test.and_valid || config.test.and_no_ub ||
                      job.schedule.aim() == Aim::kPassing;
  if (!wanted) return;
  const GrammarChooser chooser;
  const std::string input = config.input.name_is_made_up ? "stdin"
                            : job.form.is_converted()    ? fs::path(job.input).stem().string()
                                                         : job.input;
  // If the user asked for a unit of text, a grammar guessed by content would not help.
  const bool may_be_guessed = strict || !job.problem.unit || *job.problem.unit == Unit::kTokens;
  const auto choice = chooser.choose(input, job.text);
  if (choice && (may_be_guessed || !choice->by_content)) {
    use_grammar(config, choice->path, job);
    job.grammar_choice = choice->key + ", " + choice->reason;
    job.language_grammar = choice->extended;
    if (!choice->by_beginning || job.problem.parser->accepts(job.text)) return;
    forget_grammar(job);
  }
  const bool may_be_anything = !strict && !job.problem.unit;
  if (may_be_anything && use_plain_text(config, chooser, job)) return;
  if (strict || job.schedule.needs_grammar()) {
    return use_grammar(config, require_grammar(chooser, {}, input, job.text).path, job);
  }
  listener.note("no grammar is known for " + input +
                ": it is reduced as text (-g names a grammar)");
}

bool must_parse(const Config& config, const ReductionJob& job) {
  const bool wanted = job.schedule.uses_grammar() || config.input.strict;
  return wanted && job.problem.parser != nullptr && !job.text.empty();
}

std::string why_not_parsed(const ParseFailure& failure, const Parser& parser,
                           const Source& source) {
  const Position place = source.position(failure.span.begin);
  return shown_name(source.name()) + ":" + std::to_string(place.line) + ":" +
         std::to_string(place.column) + ": " + parser.describe(failure, source).message;
}

void parse_input(const Config& config, ReductionJob& job, Listener& listener) {
  show_parsing(job.text.size(), listener);
  job.problem.tell = [&listener](const std::string& words) { listener.note(words); };
  ParseOptions how = job.problem.parser->defaults();
  how.choice = job.schedule.choice();
  ParseResult result = job.problem.parser->parse(job.text, how);
  if (auto* tree = std::get_if<Tree>(&result)) {
    job.problem.tree = std::move(*tree);
    return;
  }
  const auto& failure = std::get<ParseFailure>(result);
  const std::string reason =
      why_not_parsed(failure, *job.problem.parser, Source(job.input, job.text));
  if (config.input.strict) throw Error(ErrorKind::kNotParsed, reason);
  std::optional<PartialTree> partial;
  if (config.input.partial) {
    listener.on_step("parsing parts of " + size_text(job.text.size()));
    partial = parse_partially(*job.problem.parser, job.text, options_of_parts(job, failure));
  }
  if (partial) job.problem.tree = std::move(partial->tree);
  job.problem.partial = partial.has_value();
  const Pass& first = *job.schedule.steps.front().pass;
  listener.note(reason + "; " +
                (lacks_tree(first, job.problem)
                     ? "it is reduced as text by ddmin, in place of " + std::string(first.name)
                 : partial ? what_happens(*partial)
                           : "it is reduced as text"));
}

}  // namespace grabr
