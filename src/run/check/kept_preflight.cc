#include "run/check/kept_preflight.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "oracle/process/process_oracle_options.h"
#include "text/error.h"
#include "text/hash.h"
#include "text/json.h"

namespace grabr {
namespace {

using Fact = nlohmann::json;

constexpr std::string_view kFact = "preflight";
constexpr std::string_view kRateFact = "rate";

Fact as_json(const TestResult& result) {
  return {{"outcome", outcome_name(result.outcome)}, {"timed_out", result.timed_out}};
}

TestResult result_of(const JsonField& json) {
  TestResult result;
  const auto name = json.get<std::string>("outcome");
  for (const Outcome outcome : {Outcome::kFail, Outcome::kPass, Outcome::kUnresolved}) {
    if (name == outcome_name(outcome)) result.outcome = outcome;
  }
  json.at("timed_out").read(result.timed_out);
  result.runs = 0;
  return result;
}

std::string text_key(std::string_view text) {
  const Hash128 hash = hash128(text);
  return std::to_string(hash.high) + '-' + std::to_string(hash.low);
}

Fact probes_json(const std::vector<Preflight::Probed>& probes) {
  Fact json = Fact::object();
  for (const Preflight::Probed& probe : probes) json[text_key(probe.text)] = as_json(probe.result);
  return json;
}

/// The planned probes that were tested then.
std::vector<Preflight::Probed> probes_of(const JsonField& json, const std::vector<Probe>& planned) {
  std::vector<Preflight::Probed> probes;
  for (const Probe& probe : planned) {
    const auto found = json.find(text_key(probe.text));
    if (found) probes.push_back({probe, result_of(*found)});
  }
  return probes;
}

/// The result of `read` for a fact; nothing if the fact is missing or of another version.
template <class Read>
auto read_fact(const Journal& journal, std::string_view name, const Read& read)
    -> decltype(read(std::declval<JsonField>())) {
  const auto fact = journal.fact(name);
  if (!fact) return std::nullopt;
  try {
    const JsonDocument document(std::string(name), *fact, "a fact");
    return read(document.root());
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

void keep_preflight(Journal& journal, std::string_view original, const Preflight& preflight,
                    unsigned asked_jobs, unsigned jobs) {
  const Fact json = {{"original", text_key(original)},
                     {"asked_jobs", asked_jobs},
                     {"jobs", jobs},
                     {"first", as_json(preflight.first)},
                     {"median_s", preflight.median_s},
                     {"slowest_s", preflight.slowest_s},
                     {"vacuous", probes_json(preflight.vacuous)},
                     {"equivalent", probes_json(preflight.equivalent)}};
  journal.set_fact(kFact, json.dump());
}

std::optional<KeptPreflight> kept_preflight(const Journal& journal, const PreflightPlan& plan) {
  return read_fact(journal, kFact, [&](const JsonField& json) -> std::optional<KeptPreflight> {
    if (json.get<std::string>("original") != text_key(plan.original) ||
        json.get<unsigned>("asked_jobs") != plan.jobs) {
      return std::nullopt;
    }
    KeptPreflight kept;
    json.at("jobs").read(kept.jobs);
    if (kept.jobs < 1 || kept.jobs > kMaxJobs) return std::nullopt;
    kept.preflight.first = result_of(json.at("first"));
    json.at("median_s").read(kept.preflight.median_s);
    json.at("slowest_s").read(kept.preflight.slowest_s);
    kept.preflight.vacuous = probes_of(json.at("vacuous"), plan.vacuous);
    kept.preflight.equivalent = probes_of(json.at("equivalent"), plan.equivalent);
    return kept;
  });
}

void keep_rate(Journal& journal, const Hits& rate) {
  journal.set_fact(kRateFact, Fact{{"hits", rate.hits}, {"runs", rate.runs}}.dump());
}

std::optional<Hits> kept_rate(const Journal& journal) {
  return read_fact(journal, kRateFact, [](const JsonField& json) {
    Hits rate;
    json.at("runs").read(rate.runs);
    json.at("hits").read(rate.hits);
    return rate.hits <= rate.runs ? std::optional(rate) : std::nullopt;
  });
}

std::optional<double> kept_time_limit(const Journal& journal) {
  return read_fact(journal, kFact, [](const JsonField& json) {
    Preflight preflight;
    json.at("median_s").read(preflight.median_s);
    return std::optional(time_limit_from(preflight));
  });
}

}  // namespace grabr
