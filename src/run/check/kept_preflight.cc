#include "run/check/kept_preflight.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "text/hash.h"

namespace grabr {
namespace {

using Fact = nlohmann::json;

constexpr std::string_view kFact = "preflight";
constexpr std::string_view kRateFact = "rate";

Fact as_json(const TestResult& result) {
  return {{"outcome", outcome_name(result.outcome)}, {"timed_out", result.timed_out}};
}

TestResult result_of(const Fact& json) {
  TestResult result;
  for (const Outcome outcome : {Outcome::kFail, Outcome::kPass, Outcome::kUnresolved}) {
    if (json.at("outcome") == outcome_name(outcome)) result.outcome = outcome;
  }
  result.timed_out = json.at("timed_out");
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

/// Those of the plan that were tested then.
std::vector<Preflight::Probed> probes_of(const Fact& json, const std::vector<Probe>& planned) {
  std::vector<Preflight::Probed> probes;
  for (const Probe& probe : planned) {
    const auto found = json.find(text_key(probe.text));
    if (found != json.end()) probes.push_back({probe, result_of(*found)});
  }
  return probes;
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
  const auto fact = journal.fact(kFact);
  const Fact json = fact ? Fact::parse(*fact, nullptr, false) : Fact();
  if (!json.is_object()) return std::nullopt;
  try {
    if (json.at("original") != text_key(plan.original) || json.at("asked_jobs") != plan.jobs) {
      return std::nullopt;
    }
    KeptPreflight kept;
    kept.jobs = json.at("jobs");
    kept.preflight.first = result_of(json.at("first"));
    kept.preflight.median_s = json.at("median_s");
    kept.preflight.slowest_s = json.at("slowest_s");
    kept.preflight.vacuous = probes_of(json.at("vacuous"), plan.vacuous);
    kept.preflight.equivalent = probes_of(json.at("equivalent"), plan.equivalent);
    return kept;
  } catch (const Fact::exception&) {
    return std::nullopt;  // of another version
  }
}

void keep_rate(Journal& journal, const Hits& rate) {
  journal.set_fact(kRateFact, Fact{{"hits", rate.hits}, {"runs", rate.runs}}.dump());
}

std::optional<Hits> kept_rate(const Journal& journal) {
  const auto fact = journal.fact(kRateFact);
  const Fact json = fact ? Fact::parse(*fact, nullptr, false) : Fact();
  if (!json.is_object() || !json.contains("hits") || !json.contains("runs")) return std::nullopt;
  return Hits{json["hits"], json["runs"]};
}

std::optional<double> kept_time_limit(const Journal& journal) {
  const auto fact = journal.fact(kFact);
  const Fact json = fact ? Fact::parse(*fact, nullptr, false) : Fact();
  if (!json.is_object() || !json.contains("median_s") || !json["median_s"].is_number()) {
    return std::nullopt;
  }
  Preflight preflight;
  preflight.median_s = json["median_s"];
  return time_limit_from(preflight);
}

}  // namespace grabr
