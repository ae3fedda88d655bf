// Reads JSON; makes every number a 7 where that keeps what is looked for, and drops what can go.
#include <grabr/grabr.hpp>
#include <iostream>

void sevens(grabr::PassContext& context) {
  if (context.tree() == nullptr) return;
  for (const grabr::NodeId number : context.tree()->find("NUMBER")) {
    const auto [begin, end] = context.tree()->span(number);
    std::string text = context.text();
    if (context.try_text(text.replace(begin, end - begin, "7"), "a seven")) return sevens(context);
  }
}

int main() {
  grabr::Options options;
  options.passes = {{"sevens", sevens}};
  options.strategy = "hdd then sevens";
  const auto test = [](std::string_view text) { return text.find(", ") < text.find(']'); };
  std::cout << grabr::reduce("{\"a\": [100, 200, 300]}", grabr::Grammar::load("json").value(), test,
                             options)
                   .text
            << '\n';
}
