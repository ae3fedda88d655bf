// The table of the fields of a test's configuration. Saving a configuration (test_json.h) and
// comparing two tests (oracle/answers/identity.h) both walk this table, so neither can miss a
// field.
#pragma once

#include <string_view>
#include <tuple>
#include <utility>

#include "oracle/process/process_oracle_options.h"

namespace grabr {

/// True if the members of `Aggregate` have exactly these types, in this order.
template <class Aggregate, class... Members>
concept HasJustMembers = requires(Members... members) {
  Aggregate{members...};
}
&&!requires(Members... members) { Aggregate{members..., {}}; };

/// Why answers do not depend on a field; empty: they do.
struct NoMatter {
  std::string_view why = {};
  bool operator==(const NoMatter&) const = default;
};

template <class Member>
struct TestField {
  using Type = Member;

  std::string_view name;  ///< name in a saved configuration
  Member ProcessOracleOptions::*member;
  NoMatter no_matter = {};
};

template <class Member>
TestField(std::string_view, Member ProcessOracleOptions::*) -> TestField<Member>;
template <class Member>
TestField(std::string_view, Member ProcessOracleOptions::*, NoMatter) -> TestField<Member>;

inline constexpr std::tuple kTestFields = [] {
  using Options = ProcessOracleOptions;
  constexpr NoMatter kTime{"a test that runs out of time, or waits for others, has not answered"};
  constexpr NoMatter kBefore{"the question is about what it has made"};
  constexpr NoMatter kForUser{"kept for the user to look at"};
  constexpr NoMatter kByTurn{"what the folder holds is part of each turn's question"};
  return std::tuple{
      TestField{"command", &Options::command},
      TestField{"shell_text", &Options::shell_text},
      TestField{"original", &Options::original},  // only the file name matters
      TestField{"via", &Options::via},
      TestField{"append_path", &Options::append_path},
      TestField{"copies", &Options::copies},  // only the file name of each path matters
      TestField{"timeout_s", &Options::timeout_s, kTime},
      TestField{"memory_bytes", &Options::memory_bytes},
      TestField{"randomize_addresses", &Options::randomize_addresses},
      TestField{"jobs", &Options::jobs, kTime},
      TestField{"repeat", &Options::repeat},
      TestField{"min_hits", &Options::min_hits},
      TestField{"flaky", &Options::flaky},
      TestField{"conditions", &Options::conditions},
      TestField{"minimize", &Options::minimize},
      TestField{"launcher", &Options::launcher},
      TestField{"also_interesting", &Options::also_interesting, kForUser},
      TestField{"also_interesting_folder", &Options::also_interesting_folder, kForUser},
      TestField{"encoding", &Options::encoding},
      TestField{"decode", &Options::decode, kBefore},
      TestField{"encode", &Options::encode},
      TestField{"log_folder", &Options::log_folder, kForUser},
      TestField{"project", &Options::project, kByTurn},
      TestField{"project_file", &Options::project_file},
  };
}();

/// Calls `visit` with each row in order.
template <class Visit>
constexpr void for_each_test_field(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, kTestFields);
}

template <class... Members>
constexpr bool has_field_for_each_member(const std::tuple<TestField<Members>...>& /*fields*/) {
  return HasJustMembers<ProcessOracleOptions, Members...>;
}
static_assert(has_field_for_each_member(kTestFields),
              "each member of ProcessOracleOptions needs a row here, in the order of the members");

}  // namespace grabr
