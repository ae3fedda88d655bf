// Letters for names that are numbers: a sign and digits, as a compiler numbers its values.
//
//   define i8 @f(i8 %0) {  %2 = add i8 %0, 1  %3 = mul i8 %2, 2  ret i8 %3 }         (LLVM IR)
//   define i8 @f(i8 %a) {  %b = add i8 %a, 1  %c = mul i8 %b, 2  ret i8 %c }
//
// Such numbers count positions: the first instruction can only go if the second need not be number
// 2. So without this pass hardly anything before the last number can be removed.
//
// The numbers begin anew in each function. So all numbers with one sign in one element of the main
// list become letters together, and these changes are minimised as a list (apply_some). Numbers
// that such elements define (`@0 = …`) are renamed in the whole text. A number that no parameter
// has and that no element begins with belongs to a place without a label, such as the first block,
// number 1 in the example. It stays a number, lowered by the count of smaller numbers that become
// letters.
//
// Texts of the same size are accepted, too. A letter is no number, so the pass ends.
// Source: grabr; letters in T-Rec (TOSEM 2024). Tested by tests/reduce/trec_test.cc.
#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "reduce/pass/list_dependencies.h"
#include "reduce/pass/renamings.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass/unit_of_token.h"
#include "text/ascii.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Is it a sign followed by digits?
bool is_number(std::string_view name) {
  return name.size() > 1 && !is_word(name[0]) &&
         std::all_of(name.begin() + 1, name.end(), is_digit);
}

bool has_numbers(const Tree& tree) {
  return std::ranges::any_of(tokens_of(tree, tree.root()), [&](NodeId token) {
    return is_number(tree.token_text(token)) && is_name(tree, token);
  });
}

/// Does a list element begin with this token?
bool begins_element(const Tree& tree, NodeId token) {
  for (NodeId id = token; tree.parent(id) != kNoNode; id = tree.parent(id)) {
    const NodeId parent = tree.parent(id);
    if (tree[parent].kind == NodeKind::kList) return true;
    for (const NodeId child : tree.children(parent)) {
      if (child == id) break;
      if (tree[child].token_count() > 0) return false;
    }
  }
  return false;
}

/// The letters that the names of a terminal may get, in order.
class Letters {
 public:
  explicit Letters(const Tree& tree) : unused_(tree.grammar(), texts_in(tree)) {}

  /// Empty if there are not so many.
  std::string at(SymbolId terminal, std::size_t index) {
    std::vector<std::string>& texts = made_[terminal];
    while (texts.size() <= index) {
      texts.push_back(unused_.first(terminal));
      unused_.take(texts.back());
    }
    return texts[index];
  }

 private:
  UnusedNames unused_;
  std::map<SymbolId, std::vector<std::string>> made_;
};

/// Numbers with one sign in one place, in the order of the text.
using Numbers = std::vector<Name>;

std::vector<Numbers> numbers_by_place(TreeWork& work) {
  const Tree& tree = work.tree();
  const UnitOfToken element_of(tree, main_elements(work, 0));
  std::map<std::tuple<char, std::uint32_t>, Numbers> places;
  for (const Name& name : names_in(tree)) {
    if (!is_number(name.text)) continue;
    const bool everywhere = std::ranges::any_of(name.tokens, [&](NodeId token) {
      const std::uint32_t element = element_of[token];
      return element == UnitOfToken::kNoUnit || element_of.first_token(element) == token;
    });
    for (const NodeId token : name.tokens) {
      const std::uint32_t element = everywhere ? UnitOfToken::kNoUnit : element_of[token];
      Numbers& numbers = places[{name.text[0], element}];
      if (numbers.empty() || numbers.back().text != name.text) {
        numbers.push_back({name.terminal, name.text, {}});
      }
      numbers.back().tokens.push_back(token);
    }
  }
  std::vector<Numbers> result;
  for (auto& [place, numbers] : places) {
    std::ranges::sort(numbers, {}, [&](const Name& n) { return tree[n.tokens[0]].text().begin; });
    result.push_back(std::move(numbers));
  }
  return result;
}

std::size_t value_of(const Name& name) {
  std::size_t value = 0;
  std::from_chars(name.text.data() + 1, name.text.data() + name.text.size(), value);
  return value;
}

/// For each number: does it name a place? Numbers that count up from 0 at the beginning name
/// parameters; other numbers that name a place begin a list element.
std::vector<bool> which_name_a_place(const Tree& tree, const Numbers& numbers) {
  std::vector<bool> result;
  bool counts_up = true;
  for (const Name& number : numbers) {
    counts_up = counts_up && value_of(number) == result.size();
    result.push_back(counts_up || std::ranges::any_of(number.tokens, [&](NodeId token) {
                       return begins_element(tree, token);
                     }));
  }
  return result;
}

/// Are they nearly all the numbers up to the greatest, and not one alone? Then they may count
/// positions; the constants of an assembler (`$8`) do not.
bool counts(const Numbers& numbers) {
  const std::size_t greatest =
      value_of(*std::ranges::max_element(numbers, {}, [](const Name& n) { return value_of(n); }));
  return numbers.size() > 1 && greatest < 2 * numbers.size();
}

/// Letters for the numbers that name a place. Each other number is lowered by the count of smaller
/// numbers that become letters.
Change letters_for(TreeWork& work, const Numbers& numbers, Letters& letters) {
  const std::vector<bool> named = which_name_a_place(work.tree(), numbers);
  std::set<std::size_t> gone;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (named[i]) gone.insert(value_of(numbers[i]));
  }
  std::vector<Renaming> renamings;
  for (std::size_t i = 0, letter = 0; i < numbers.size(); ++i) {
    const std::size_t value = value_of(numbers[i]);
    const auto before =
        static_cast<std::size_t>(std::distance(gone.begin(), gone.lower_bound(value)));
    std::string text = named[i] ? letters.at(numbers[i].terminal, letter++)
                                : numbers[i].text[0] + std::to_string(value - before);
    if (!text.empty() && text != numbers[i].text) renamings.push_back({numbers[i], text});
  }
  return gone.empty() ? Change() : renaming_edits(work, renamings);
}

}  // namespace

bool letter_names(TreeWork& work) {
  // Most texts have none, and listing the names of a large one takes time.
  if (!has_numbers(work.tree())) return false;
  Letters letters(work.tree());
  std::vector<Change> changes;
  for (const Numbers& numbers : numbers_by_place(work)) {
    if (!counts(numbers)) continue;
    Change change = letters_for(work, numbers, letters);
    if (!change.empty()) changes.push_back(std::move(change));
  }
  const auto is_better = [](std::string_view text, std::string_view best) {
    return text.size() <= best.size();
  };
  const std::vector<bool> done =
      apply_some(work, changes, {"letters", "elements", is_better, true});
  return std::ranges::find(done, true) != done.end();
}

}  // namespace grabr
