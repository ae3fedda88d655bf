#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "import/rewrite/steps.h"
#include "import/write/json_writer.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTemplateRules = 500;

class TemplateExpander {
 public:
  explicit TemplateExpander(ImportedGrammar& grammar)
      : grammar_(grammar), names_(names_defined(grammar)) {}

  void expand() {
    for (ImportedRule& rule : grammar_.rules) {
      if (!rule.parameters.empty()) templates_.emplace(rule.name, rule);
      else rules_.push_back(std::move(rule));
    }
    // The new rules may call templates, too.
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      for (std::size_t j = 0; j < rules_[i].branches.size(); ++j) {
        Phrase body = std::move(rules_[i].branches[j].body);
        call(body);
        rules_[i].branches[j].body = std::move(body);
      }
    }
    grammar_.rules = std::move(rules_);
  }

 private:
  /// Inner calls first: their rules are arguments of the outer ones.
  void call(Phrase& part) {
    for (Phrase& inner : part.parts) call(inner);
    if (!part.is(Phrase::Kind::kName) || part.parts.empty()) return;
    const auto found = templates_.find(part.text);
    const bool fits =
        found != templates_.end() && found->second.parameters.size() == part.parts.size();
    if (!fits || rules_.size() > kMaxTemplateRules) {
      grammar_.remark(part.place, "the rule with parameters " + part.text,
                      fits ? "left out: it would give infinitely many rules"
                           : "left out: it is not defined, or has other parameters");
      part = never_part();
      return;
    }
    part = named_part(instance(found->second, part), part.place);
  }

  std::string instance(const ImportedRule& of, const Phrase& call) {
    std::string key = of.name;
    std::string wanted = of.name;
    for (const Phrase& argument : call.parts) {
      key += " " + rule_text(argument);
      if (argument.is(Phrase::Kind::kName)) wanted += "_" + argument.text;
    }
    if (wanted.size() > 60) wanted = of.name;
    const auto known = instances_.find(key);
    if (known != instances_.end()) return known->second;
    std::string name = free_name(wanted, names_);
    instances_.emplace(key, name);
    std::map<std::string, Phrase> arguments;
    for (std::size_t i = 0; i < call.parts.size(); ++i) {
      arguments.emplace(of.parameters[i], call.parts[i]);
    }
    rules_.push_back({name, of.branches, of.place});
    for (ImportedBranch& branch : rules_.back().branches) put_arguments(branch.body, arguments);
    return name;
  }

  static void put_arguments(Phrase& part, const std::map<std::string, Phrase>& arguments) {
    for (Phrase& inner : part.parts) put_arguments(inner, arguments);
    if (!part.is(Phrase::Kind::kName)) return;
    const auto found = arguments.find(part.text);
    if (found == arguments.end()) return;
    if (part.parts.empty()) part = found->second;
    else part.text = found->second.text;  // a template passed as an argument
  }

  ImportedGrammar& grammar_;
  std::set<std::string> names_;
  std::vector<ImportedRule> rules_;
  std::map<std::string, ImportedRule> templates_;
  std::map<std::string, std::string> instances_;  // template and arguments → rule
};

}  // namespace

void expand_templates(ImportedGrammar& grammar) { TemplateExpander(grammar).expand(); }

}  // namespace grabr
