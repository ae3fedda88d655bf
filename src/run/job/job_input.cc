#include "run/job/job_input.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "oracle/test/conversion.h"
#include "run/config/quantity_words.h"
#include "run/files/converter.h"
#include "run/files/odd_files.h"
#include "run/job/job_grammar.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

using run::Config;
using run::Listener;

constexpr double kConversionLimit_s = 60;  // seconds, if tests have no limit

/// Decodes the input, except for --unit bytes, which means bytes of the file.
DecodedText decoded(const Config& config, std::string bytes) {
  const std::optional<Encoding>& named = config.input.encoding;
  if (!named && config.search.unit == Unit::kBytes) return {std::move(bytes), Encoding::kAsIs};
  if (!named) return decode(std::move(bytes));
  if (auto text = decode_as(bytes, *named)) return {*std::move(text), *named};
  throw Error(ErrorKind::kInvalid, shown_name(config.input.path) + " is not text in " +
                                       std::string(encoding_name(*named)));
}

/// Runs --decode on the input: the search works on the command's output.
void convert_input(const Config& config, ReductionJob& job, Listener& listener) {
  const double limit_s = config.limits.timeout_s.value_or(kConversionLimit_s);
  const auto refuse = [](std::string_view setting, const std::string& command,
                         const std::string& problem) {
    throw Error(ErrorKind::kInvalid, spelled(setting) + " " + command + ": " + problem);
  };
  listener.on_step("decoding the input");
  job.test.encode = conversion_words(config.input.encode, "{encode}");
  job.test.decode = conversion_words(config.input.decode, "{decode}");
  Converter decoder(job.test.decode, job.input, limit_s);
  Converter::Result decoded = decoder.run(job.text);
  if (!decoded.made) refuse("{decode}", config.input.decode, decoded.problem);
  const auto encoder =
      std::make_shared<Converter>(job.test.encode, encoded_text_name(job.input), limit_s);
  const Converter::Result again = encoder->run(*decoded.made);
  if (!again.made) {
    refuse("{encode}", config.input.encode,
           again.problem + spelled("\nhint: its input is the output of {decode}"));
  }
  job.form = FileForm(encoder, *decoded.made, std::move(job.text));
  job.text = *std::move(decoded.made);
  listener.note(shown_name(job.input) + " is decoded: " + size_text(job.text.size()) + " of text");
}

std::string converted(const Config& config, const ReductionJob& job, const std::string& path) {
  Converter decoder(job.test.decode, path, config.limits.timeout_s.value_or(kConversionLimit_s));
  Converter::Result result = decoder.run(read_file(path));
  if (result.made) return *std::move(result.made);
  throw Error(ErrorKind::kInvalid, spelled("{decode} ") + config.input.decode + " of " +
                                       shown_name(path) + ": " + result.problem);
}

/// Two trees are compared only if both texts are sentences.
void require_trees(const Config& config, ReductionJob& job) {
  job.problem.by_tree = config.input.by_tree;
  if (!job.problem.by_tree) return;
  if (job.problem.parser == nullptr) {
    throw Error(ErrorKind::kInvalid,
                "no grammar is known for " + job.input +
                    spelled(", but its tree is needed\nhint: name one with {grammar}"));
  }
  const auto require = [&](const std::string& name, const std::string& text) {
    const std::optional<ParseFailure> failure = job.problem.parser->check(text);
    if (!failure) return;
    throw Error(ErrorKind::kNotParsed,
                why_not_parsed(*failure, *job.problem.parser, Source(name, text)) +
                    spelled("\nhint: {unit} tokens needs no tree"));
  };
  require(job.input, job.text);
  require(config.input.passing, *job.problem.passing);
}

}  // namespace

void require_conversion(const Config& config, JudgedBy by) {
  const run::Input& input = config.input;
  if (input.decode.empty() && input.encode.empty()) return;
  const auto refuse = [](const std::string& words) {
    throw Error(ErrorKind::kInvalid, spelled("{decode} and {encode} ") + words);
  };
  if (input.decode.empty() || input.encode.empty()) refuse("belong together: one undoes the other");
  if (!input.further.empty()) refuse("are for one input");
  if (input.encoding) refuse(spelled("exclude {file-encoding}"));
  if (by == JudgedBy::kHost) refuse("need a command as the test");
}

std::string read_input(const Config& config, Listener& listener) {
  const std::string& path = config.input.path;
  refuse_folder(path);
  std::string bytes = read_file(path);
  if (bytes.empty())
    throw Error(ErrorKind::kInvalid, shown_name(path) + " is empty: there is nothing to reduce");
  if (config.input.decode.empty()) note_binary(path, bytes, listener);
  return bytes;
}

void decode_input(const Config& config, ReductionJob& job, Listener& listener) {
  if (!config.input.decode.empty()) return convert_input(config, job, listener);
  DecodedText input = decoded(config, std::move(job.text));
  job.text = std::move(input.text);
  job.test.encoding = input.encoding;
  job.form = input.encoding;
  if (input.encoding == Encoding::kAsIs) return;
  listener.note(shown_name(job.input) + " is " + std::string(encoding_name(input.encoding)) +
                ": read as text; the result gets this encoding, too");
}

void read_passing(const Config& config, ReductionJob& job) {
  const std::string& path = config.input.passing;
  if (path.empty()) return;
  job.probes_vacuity = false;  // if the failure is a missing part, empty texts fail, too
  job.problem.common = config.input.common;
  job.problem.passing = job.form.is_converted() ? converted(config, job, path)
                                                : decode_as(read_file(path), job.test.encoding);
  if (!job.problem.passing) {
    throw Error(
        ErrorKind::kInvalid,
        shown_name(path) + " is not " + std::string(encoding_name(job.test.encoding)) +
            spelled(", as the failing input is\nhint: {file-encoding} bytes compares them byte by "
                    "byte"));
  }
  if (job.text == *job.problem.passing) {
    throw Error(ErrorKind::kInvalid, shown_name(job.input) + " and " + shown_name(path) +
                                         " are equal: there is no difference to look for");
  }
  require_trees(config, job);
}

}  // namespace grabr
