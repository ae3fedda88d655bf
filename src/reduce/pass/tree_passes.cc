// Tested by tests/reduce/auto_schedule_test.cc.
#include "reduce/pass/tree_passes.h"

#include <algorithm>

#include "reduce/pass/layout.h"

namespace grabr {
namespace {

template <bool (*pass)(TreeWork& work)>
bool all_of_it(TreeWork& work, double) {
  return pass(work);
}

constexpr std::string_view kNoGuarantee = "none";
constexpr std::string_view kAlone = "no list element and no optional part can go alone";

constexpr TreePass kPasses[] = {
    {.name = "sweep", .run = all_of_it<sweep>,
     .help = "list elements and optional parts, from the end to the front, inside what stays",
     .guarantee = kAlone, .file = "sweep.cc", .any_depth = true},
    {.name = "sweep-changed", .run = all_of_it<sweep_changed>,
     .help = "as sweep, leaving alone what found nothing and has not changed since",
     .guarantee = kNoGuarantee, .file = "sweep.cc", .any_depth = true},
    {.name = "sweep-forward", .run = all_of_it<sweep_forward>,
     .help = "as sweep, from the front to the end",
     .guarantee = kAlone, .file = "sweep.cc", .any_depth = true},
    {.name = "unnest", .run = all_of_it<unnest>,
     .help = "layers of what is nested, several at a time",
     .guarantee = kNoGuarantee, .file = "unnest.cc", .any_depth = true},
    {.name = "replace", .run = replace,
     .help = "a node by a smaller part of it that fits, a cheapest text, another expansion",
     .guarantee = kNoGuarantee, .file = "replace.cc"},
    {.name = "closure", .run = closure,
     .help = "a declaration together with everything that uses its name",
     .guarantee = kNoGuarantee, .file = "closure.cc"},
    {.name = "name-neighbours", .run = name_neighbours,
     .help = "a name with the tokens beside its first one, and with all its uses",
     .guarantee = kNoGuarantee, .file = "name_neighbours.cc"},
    {.name = "paired-elements", .run = paired_elements,
     .help = "one element of all lists behind a name: a parameter and its arguments",
     .guarantee = kNoGuarantee, .file = "paired_elements.cc"},
    {.name = "inline-names", .run = inline_names,
     .help = "what a name stands for where it is used, without its definition",
     .guarantee = kNoGuarantee, .file = "inline_names.cc"},
    {.name = "token-contents", .run = all_of_it<token_contents>,
     .help = "lines and words inside long tokens: macros, strings, comments",
     .guarantee = kNoGuarantee, .file = "token_contents.cc", .any_depth = true},
    {.name = "token-windows", .run = token_windows,
     .help = "runs of neighbouring tokens where the rest is a sentence; simplest texts",
     .guarantee = kNoGuarantee, .file = "token_windows.cc", .any_depth = true},
    {.name = "simplest-tokens", .run = all_of_it<simplest_tokens>,
     .help = "the simplest texts that the grammar names for tokens: a number becomes 0",
     .guarantee = kNoGuarantee, .file = "token_windows.cc", .any_depth = true},
    {.name = "canonical", .run = all_of_it<canonical>,
     .help = "the shortest names that are free, all at once where possible",
     .guarantee = kNoGuarantee, .file = "canonical.cc", .any_depth = true},
    {.name = "letter-names", .run = all_of_it<letter_names>,
     .help = "letters for names made of a sign and digits",
     .guarantee = kNoGuarantee, .file = "canonical.cc", .any_depth = true},
    {.name = "trec", .run = all_of_it<trec>,
     .help = "inside tokens: canonical names, simplest texts, shortest contents",
     .guarantee = kNoGuarantee, .file = "trec.cc"},
    {.name = "merge-frequent", .run = all_of_it<merge_frequent>,
     .help = "as merge-names, with the three most frequent names only",
     .guarantee = kNoGuarantee, .file = "merge_names.cc"},
    {.name = "merge-names", .run = all_of_it<merge_names>,
     .help = "one name for another, so that its declaration may go",
     .guarantee = kNoGuarantee, .file = "merge_names.cc"},
    {.name = "smaller-copies", .run = all_of_it<smaller_copies>,
     .help = "a node by a copy of a smaller part from anywhere in the text",
     .guarantee = kNoGuarantee, .file = "copies.cc"},
    {.name = "other-derivations", .run = all_of_it<other_derivations>,
     .help = "the other trees of an ambiguous text: swept, and their nodes replaced",
     .guarantee = kNoGuarantee, .file = "other_derivations.cc"},
    {.name = "other-forms", .run = all_of_it<other_forms>,
     .help = "a node by another alternative of its symbol, filled with cheapest texts",
     .guarantee = "no single node has a smaller form among those tried", .file = "other_forms.cc"},
    {.name = "linked-windows", .run = all_of_it<linked_windows>,
     .help = "as exhaustive-windows, only of nodes that have to do with each other",
     .guarantee = kNoGuarantee, .file = "exhaustive_windows.cc"},
    {.name = "exhaustive-windows", .run = all_of_it<exhaustive_windows>,
     .help = "sets of up to four near nodes that go only together",
     .guarantee = kNoGuarantee, .file = "exhaustive_windows.cc"},
    {.name = "rewrite", .run = all_of_it<rewrite>,
     .help = "the grammar's templates: an if by its body, a call by an argument",
     .guarantee = "no template of the grammar works", .file = "rewrite.cc"},
    {.name = "layout", .run = all_of_it<tidy_layout>,
     .help = "comments, blank lines and indentation between what is left",
     .guarantee = kNoGuarantee, .file = "layout.cc", .any_depth = true},
    {.name = "certificate", .run = all_of_it<certify>,
     .help = "each part that may go, cheapest text and nearest part that fits, once more",
     .guarantee = "no single deletion, cheapest text or nearest hoist still fails", .file = "certificate.cc"},
    {.name = "hoist", .run = all_of_it<hoist>,
     .help = "a node by its nearest descendants that fit, level by level",
     .guarantee = "no node can be replaced by a nearest descendant that fits", .file = "hoist.cc"},
    {.name = "hdd", .run = all_of_it<hdd>,
     .help = "level by level: all the nodes of a level as one list",
     .guarantee = "1-tree-minimal", .file = "hdd.cc"},
    {.name = "hddr", .run = all_of_it<hddr>,
     .help = "node by node: the children of one node as a list",
     .guarantee = "1-tree-minimal", .file = "hddr.cc"},
    {.name = "coarse", .run = all_of_it<coarse>,
     .help = "hdd over the nodes that can go without leaving anything behind",
     .guarantee = "no part that may be absent can go alone", .file = "coarse.cc"},
    {.name = "gtr", .run = all_of_it<gtr>,
     .help = "level by level: delete, then nodes by their children",
     .guarantee = "1-transformation-minimal", .file = "gtr.cc"},
    {.name = "perses", .run = all_of_it<perses>,
     .help = "heaviest node first: lists, and descendants that fit",
     .guarantee = "1-tree-minimal", .file = "perses.cc"},
    {.name = "pardis", .run = all_of_it<pardis>,
     .help = "heaviest node that may be absent first; brothers of one weight as a list",
     .guarantee = "no part that may be absent can go alone", .file = "pardis.cc"},
    {.name = "keep-list", .run = all_of_it<keep_list>,
     .help = "one list of all nodes: those not kept are left out, or rewritten",
     .guarantee = kNoGuarantee, .file = "keep_list.cc"},
};

}  // namespace

std::span<const TreePass> tree_passes() { return kPasses; }

const TreePass* find_tree_pass(std::string_view name) {
  const auto found = std::ranges::find(kPasses, name, &TreePass::name);
  return found == std::end(kPasses) ? nullptr : found;
}

}  // namespace grabr
