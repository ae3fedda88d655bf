#include "text/system_file.h"

#include <fcntl.h>

#include <algorithm>
#include <array>

#include "text/file_descriptor.h"
#include "text/system_call.h"

namespace grabr {

std::string read_if_there(const std::filesystem::path& path, std::size_t most) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string bytes;
  std::array<char, 4096> buffer;
  while (file.is_open() && bytes.size() < most) {
    const std::size_t wanted = std::min(buffer.size(), most - bytes.size());
    const ssize_t count =
        retry_interrupted([&] { return ::read(file.number(), buffer.data(), wanted); });
    if (count <= 0) return count < 0 ? std::string() : bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return bytes;
}

}  // namespace grabr
