// Hashes a list of fields, each preceded by its length so that different lists never hash alike.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "text/hash.h"

namespace grabr {

class HashedFields {
 public:
  void add(std::string_view bytes) {
    hash_.add(std::to_string(bytes.size()) + ':');
    hash_.add(bytes);
  }
  void add_number(std::uint64_t number) { add(std::to_string(number)); }
  void add_list(std::span<const std::string> list) {
    add_number(list.size());
    for (const std::string& entry : list) add(entry);
  }
  std::string hex() { return hash_.hex(); }

 private:
  Sha256 hash_;
};

}  // namespace grabr
