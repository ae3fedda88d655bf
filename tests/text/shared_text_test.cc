#include "text/shared_text.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace grabr {
namespace {

TEST_CASE("shared text: copies have one text, which stays when others take a new one") {
  SharedText best(std::string(1000, 'x'));
  const SharedText kept = best;
  CHECK(kept.str().data() == best.str().data());
  best = SharedText("short");
  CHECK(kept.size() == 1000);
  CHECK(best == std::string_view("short"));
  CHECK(SharedText(std::string("short")) == best);
  CHECK(!(kept == best));
  CHECK(SharedText().empty());
}

}  // namespace
}  // namespace grabr
