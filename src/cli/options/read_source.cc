#include "cli/options/read_source.h"

#include <iostream>
#include <iterator>
#include <utility>

#include "text/encoding.h"
#include "text/file.h"

namespace grabr {

Source read_source(const std::string& file) {
  std::string bytes =
      file != "-" ? read_file(file) : std::string(std::istreambuf_iterator<char>(std::cin), {});
  return Source(file, decode(std::move(bytes)).text);
}

}  // namespace grabr
