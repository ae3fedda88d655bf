#include "text/hash.h"

#include <sha2.h>
#include <sys/types.h>
#include <xxhash.h>

#include <array>
#include <new>

namespace grabr {

Hash128 hash128(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

struct Hasher128::State {
  XXH3_state_t* hash = XXH3_createState();

  State() {
    if (hash == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(hash);
  }
  ~State() { XXH3_freeState(hash); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Hasher128::Hasher128() : state_(std::make_unique<State>()) {}
Hasher128::~Hasher128() = default;
Hasher128::Hasher128(Hasher128&&) noexcept = default;
Hasher128& Hasher128::operator=(Hasher128&&) noexcept = default;

void Hasher128::add(std::string_view bytes) {
  XXH3_128bits_update(state_->hash, bytes.data(), bytes.size());
}

Hash128 Hasher128::value() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_->hash);
  return {hash.low64, hash.high64};
}

struct Sha256::Context {
  SHA2_CTX state;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) { SHA256Init(&context_->state); }
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  SHA256Update(&context_->state, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::string Sha256::hex() {
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest{};
  SHA256Final(digest.data(), &context_->state);
  SHA256Init(&context_->state);

  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::uint8_t byte : digest) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

}  // namespace grabr
