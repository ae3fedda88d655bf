// Code in rules chooses among several readings. Our parser follows all of them, so the code can be
// left out, which makes the grammar wider. One kind of code matters: code that detects a line end
// and thus stands for a semicolon. Rules such as
//   eos: ';' | EOF | {lineTerminatorAhead()}? | {closeBrace()}?
// get our automatic token instead of the code. `return {notLineTerminator()}? value` tells around
// which texts a line end counts as a semicolon.
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "import/rewrite/steps.h"
#include "import/write/json_writer.h"
#include "text/ascii.h"

namespace grabr {
namespace {

bool finds_line_end(const std::string& given) {
  const std::string code = lower_case(given);
  return says(code, {"lineterminator", "closebrace", "closingbracket", "newline", "endofline"}) &&
         !says(code, {"notlineterminator", "nolineterminator"});
}

class PredicateDropper {
 public:
  explicit PredicateDropper(ImportedGrammar& grammar) : grammar_(grammar) {}

  void drop() {
    for (ImportedRule& rule : grammar_.rules) {
      if (make_automatic(rule)) continue;
      for (ImportedBranch& branch : rule.branches) {
        note_restrictions(branch.body);
        branch.body = simplified(dropped(std::move(branch.body), true), false);
      }
    }
    if (!automatic_ && !grammar_.made.contains(kAutomaticName)) return;
    std::set<std::string> always;
    for (const std::string& name : grammar_.line_end_after) {
      const std::string text = text_of(named_part(name));
      always.insert(text.empty() ? name : text);
    }
    grammar_.contextual = true;
    grammar_.made.insert(kAutomaticName);
    grammar_.automatic = std::string("{ \"token\": \"") + kAutomaticName +
                         "\", \"before\": [\"}\"" + (round_ ? ", \")\"" : "") + "]" +
                         list("restricted_after", after_) + list("restricted_before", before_) +
                         list("always_after", always) + " }";
  }

 private:
  /// ", key: [texts]"
  static std::string list(const char* key, const std::set<std::string>& texts) {
    if (texts.empty()) return "";
    std::string items;
    for (const std::string& text : texts) {
      items += (items.empty() ? "" : ", ") + json_text(text);
    }
    return std::string(", \"") + key + "\": [" + items + "]";
  }

  /// Makes a rule for the end of a statement, which may be a line end, the automatic token.
  bool make_automatic(ImportedRule& rule) {
    bool line_end = false;
    bool written = false;
    for (const ImportedBranch& branch : rule.branches) {
      const Phrase& body = branch.body;
      const bool code = body.is(Phrase::Kind::kPredicate);
      line_end = line_end || is_name_of(body, kAutomaticName);
      if (code && body.text != "EOF") line_end = line_end || finds_line_end(body.text);
      const bool plain = body.is(Phrase::Kind::kText) || body.is(Phrase::Kind::kName) ||
                         body.is(Phrase::Kind::kChoice);
      if (!code && !plain) return false;
      written = written || !code;
    }
    if (!line_end || !written) return false;
    for (const ImportedBranch& branch : rule.branches) {
      round_ = round_ || (branch.body.is(Phrase::Kind::kPredicate) &&
                          says(lower_case(branch.body.text), {"closingbracket"}));
    }
    grammar_.remark(rule.place, "the predicates of " + rule.name,
                    "the automatic token " + std::string(kAutomaticName) + " stands for them");
    std::erase_if(rule.branches, [](const ImportedBranch& branch) {
      return branch.body.is(Phrase::Kind::kPredicate);
    });
    rule.branches.push_back({named_part(kAutomaticName), "", std::nullopt, 0});
    automatic_ = true;
    return true;
  }

  /// Texts before and after which a line end matters.
  void note_restrictions(const Phrase& part) {
    for (const Phrase& inner : part.parts) note_restrictions(inner);
    if (!part.is(Phrase::Kind::kSequence)) return;
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      if (!starts_with_restriction(part.parts[i])) continue;
      if (i > 0 && fixed(part.parts[i - 1])) after_.insert(text_of(part.parts[i - 1]));
      else if (i + 1 < part.parts.size() && fixed(part.parts[i + 1])) {
        before_.insert(text_of(part.parts[i + 1]));
      }
    }
  }

  static bool starts_with_restriction(const Phrase& part) {
    if (part.is(Phrase::Kind::kPredicate)) {
      return says(lower_case(part.text), {"notlineterminator", "nolineterminator"});
    }
    const bool inside = part.is(Phrase::Kind::kRepeat) || part.is(Phrase::Kind::kSequence);
    return inside && !part.parts.empty() && starts_with_restriction(part.parts[0]);
  }

  bool fixed(const Phrase& part) const { return !text_of(part).empty(); }

  std::string text_of(const Phrase& part) const {
    if (part.is(Phrase::Kind::kText)) return part.text;
    const ImportedToken* token = part.is(Phrase::Kind::kName) ? grammar_.token(part.text) : nullptr;
    return token != nullptr && token->body.is(Phrase::Kind::kText) ? token->body.text : "";
  }

  /// `last`: nothing follows in this alternative.
  Phrase dropped(Phrase part, bool last) {
    if (part.is(Phrase::Kind::kPredicate)) {
      if (part.text != "EOF") {
        grammar_.remark(part.place, "the predicate {" + part.text.substr(0, 60) + "}?",
                        "wider: texts that it forbids are allowed");
      } else if (!last) {
        grammar_.remark(part.place, "EOF inside of a rule", "wider: more text may follow");
      }
      return {};
    }
    const bool ordered = part.is(Phrase::Kind::kSequence);
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      const bool end = last && (!ordered || i + 1 == part.parts.size());
      part.parts[i] = dropped(std::move(part.parts[i]), end);
    }
    return part;
  }

  ImportedGrammar& grammar_;
  bool automatic_ = false;
  bool round_ = false;
  std::set<std::string> after_;
  std::set<std::string> before_;
};

}  // namespace

void drop_predicates(ImportedGrammar& grammar) { PredicateDropper(grammar).drop(); }

}  // namespace grabr
