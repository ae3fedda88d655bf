// Tested by tests/reduce/auto_schedule_test.cc.
#include "reduce/tree_passes.h"

#include <algorithm>

#include "reduce/layout.h"

namespace grabr {
namespace {

template <bool (*pass)(TreeWork& work)>
bool all_of_it(TreeWork& work, double) {
  return pass(work);
}

constexpr TreePass kPasses[] = {
    {"sweep", all_of_it<sweep>, true},
    {"sweep-changed", all_of_it<sweep_changed>, true},
    {"sweep-forward", all_of_it<sweep_forward>, true},
    {"unnest", all_of_it<unnest>, true},
    {"replace", replace},
    {"closure", closure},
    {"name-neighbours", name_neighbours},
    {"paired-elements", paired_elements},
    {"inline-names", inline_names},
    {"token-contents", all_of_it<token_contents>, true},
    {"token-windows", token_windows, true},
    {"simplest-tokens", all_of_it<simplest_tokens>, true},
    {"canonical", all_of_it<canonical>, true},
    {"letter-names", all_of_it<letter_names>, true},
    {"trec", all_of_it<trec>},
    {"merge-frequent", all_of_it<merge_frequent>},
    {"merge-names", all_of_it<merge_names>},
    {"smaller-copies", all_of_it<smaller_copies>},
    {"other-derivations", all_of_it<other_derivations>},
    {"other-forms", all_of_it<other_forms>},
    {"linked-windows", all_of_it<linked_windows>},
    {"exhaustive-windows", all_of_it<exhaustive_windows>},
    {"rewrite", all_of_it<rewrite>},
    {"layout", all_of_it<tidy_layout>, true},
    {"certificate", all_of_it<certify>},
    {"hoist", all_of_it<hoist>},
    {"hdd", all_of_it<hdd>},
    {"hddr", all_of_it<hddr>},
    {"coarse", all_of_it<coarse>},
    {"gtr", all_of_it<gtr>},
    {"perses", all_of_it<perses>},
    {"pardis", all_of_it<pardis>},
    {"keep-list", all_of_it<keep_list>},
};

}  // namespace

std::span<const TreePass> tree_passes() { return kPasses; }

const TreePass* find_tree_pass(std::string_view name) {
  const auto found = std::ranges::find(kPasses, name, &TreePass::name);
  return found == std::end(kPasses) ? nullptr : found;
}

}  // namespace grabr
