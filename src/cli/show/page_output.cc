#include "cli/show/page_output.h"

#include <iostream>

#include "cli/show/console.h"
#include "text/file.h"

namespace grabr {

void write_page(const std::string& path, const std::string& page) {
  if (path == "-") {
    std::cout << page << std::flush;
  } else {
    write_atomically(path, page);
    say_line(path + ": " + std::to_string(page.size()) + " bytes");
  }
}

}  // namespace grabr
