#include "cli/read_source.h"

#include <iostream>
#include <iterator>

#include "text/file.h"

namespace grabr {

Source read_source(const std::string& file) {
  if (file != "-") return Source(file, read_file(file));
  return Source("-", std::string(std::istreambuf_iterator<char>(std::cin), {}));
}

}  // namespace grabr
