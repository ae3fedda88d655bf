// Content hashes: 128 bits to recognise a candidate, SHA-256 to identify a file in a report.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace grabr {

struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  bool operator==(const Hash128&) const = default;
  auto operator<=>(const Hash128&) const = default;
};

/// XXH3, 128 bits (xxhash library).
Hash128 hash128(std::string_view bytes);

/// The same for bytes that arrive in pieces.
class Hasher128 {
 public:
  Hasher128();
  ~Hasher128();
  Hasher128(Hasher128&&) noexcept;
  Hasher128& operator=(Hasher128&&) noexcept;

  void add(std::string_view bytes);
  Hash128 value() const;  ///< hash of all bytes so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// SHA-256 in lower-case hexadecimal (libmd).
std::string sha256_hex(std::string_view bytes);

/// The same for bytes that arrive in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes);
  std::string hex();  ///< hash of everything added; then starts again

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace grabr

template <>
struct std::hash<grabr::Hash128> {
  std::size_t operator()(const grabr::Hash128& h) const noexcept {
    return static_cast<std::size_t>(h.low);
  }
};
