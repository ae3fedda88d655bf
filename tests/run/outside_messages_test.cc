#include "run/files/outside_messages.h"

#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "run/proposing.h"
#include "text/error.h"

namespace grabr {
namespace {

using OutsideKind = OutsideMessage::Kind;

}  // namespace

TEST_CASE("outside messages: base64 as others write it") {
  CHECK(query_line("") == "{\"content\": \"\"}\n");
  CHECK(query_line("f") == "{\"content\": \"Zg==\"}\n");
  CHECK(query_line("foobar") == "{\"content\": \"Zm9vYmFy\"}\n");
  CHECK(feedback_line("fo", false) == "{\"content\": \"Zm8=\", \"interesting\": false}\n");
}

TEST_CASE("outside messages: any bytes come back") {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (std::size_t length = 0; length < all.size(); ++length) {
    const auto message = read_outside_message(feedback_line(all.substr(length), true));
    REQUIRE(message);
    CHECK(message->text == all.substr(length));
    CHECK(message->fails);
  }
}

TEST_CASE("outside messages: kinds, and what is none") {
  CHECK(read_outside_message(idle_line())->kind == OutsideKind::kIdle);
  CHECK(read_outside_message(query_line("x"))->kind == OutsideKind::kQuery);
  CHECK(read_outside_message(feedback_line("x", false))->kind == OutsideKind::kFeedback);
  for (const std::string_view line :
       {"", "x", "[]", "{}", R"({"content": 1})", R"({"content": "a"})", R"({"content": "a*=="})",
        R"({"content": "Zg==", "interesting": 1})", R"({"idle": false})"}) {
    CHECK_MESSAGE(!read_outside_message(line), line);
  }
}

TEST_CASE("proposing: idle where nothing can go, and refuses what is not of the protocol") {
  std::istringstream in(feedback_line("", true));
  std::ostringstream out;
  run::propose(in, out, {});
  CHECK(out.str().ends_with(idle_line()));
  std::istringstream nonsense("{}\n");
  CHECK_THROWS_AS(run::propose(nonsense, out, {}), Error);
}

}  // namespace grabr
