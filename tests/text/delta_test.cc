#include "text/delta.h"

#include <doctest/doctest.h>

#include <random>
#include <stdexcept>

using namespace grabr;

TEST_CASE("a delta gives the new text, whatever the two are") {
  std::mt19937 dice(7);
  const auto random_text = [&](std::size_t most) {
    std::string text(dice() % (most + 1), ' ');
    for (char& c : text) c = static_cast<char>('a' + dice() % 3);
    return text;
  };
  for (int i = 0; i < 2000; ++i) {
    const std::string from = random_text(60);
    std::string to = i % 2 == 0 ? random_text(60) : from;
    if (i % 2 == 1 && !to.empty()) to.erase(dice() % to.size(), dice() % 20);
    CHECK(apply_delta(from, delta_between(from, to)) == to);
  }
}

TEST_CASE("what two texts have in common at their ends is found to the byte") {
  for (const std::size_t size : {0u, 1u, 255u, 256u, 257u, 511u, 512u, 1100u}) {
    const std::string text(size, 'a');
    CHECK(common_prefix(text, text + 'a') == size);
    CHECK(common_suffix('a' + text, text) == size);
    for (std::size_t at = 0; at < size; at += 51) {
      std::string other = text;
      other[at] = 'b';
      CHECK(common_prefix(text, other + 'a') == at);
      CHECK(common_suffix('a' + text, other) == size - at - 1);
    }
  }
}

TEST_CASE("what is deleted in many places takes little space") {
  std::string from, to;
  for (int i = 0; i < 1000; ++i) {
    const std::string line = "line number " + std::to_string(i) + "\n";
    from += line;
    if (i % 3 == 0) to += line;
  }
  const Delta delta = delta_between(from, to);
  std::size_t bytes = 0;
  for (const DeltaPiece& piece : delta) bytes += piece.bytes.size();
  CHECK(apply_delta(from, delta) == to);
  CHECK(delta.size() < 400);
  CHECK(bytes < 100);
}

TEST_CASE("a delta of another text is refused") {
  CHECK_THROWS_AS(apply_delta("abc", {{2, 5, ""}}), std::out_of_range);
  CHECK(apply_delta("abc", {}).empty());
}
