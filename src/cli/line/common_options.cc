#include "cli/line/common_options.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "text/build.h"

namespace grabr {

void declare_common(CLI::App& app) {
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("-V,--version", build_version(), "Show the version");
}

int show_version() {
  std::cout << "grabr " << build_version() << '\n';
  return 0;
}

}  // namespace grabr
