// `grabr size`: the bytes of a file.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "text/file.h"

namespace grabr {

CommandAction declare_size(CLI::App& app) {
  auto file = std::make_shared<std::string>();
  app.add_option("FILE", *file, "Of which file")->type_name("")->required();
  return [file](const std::optional<Words>&) {
    std::cout << read_file(*file).size() << '\n';
    return 0;
  };
}

}  // namespace grabr
